import { createRandom, type Random } from '../runner/random.js'
import { type Answer, type Call, hangUp, type Line, lastWords, openLine, write } from './line.js'

/** A request, and the status that it must be answered with. */
export interface Ask {
  method: string
  path: string
  status: number
  body?: unknown
  /** Instead of a body in JSON. */
  text?: string
  headers?: Record<string, string>
  /** Whoever asks; the lane's own world when nothing is said, nobody for null. */
  key?: string | null
}

/** One client with one connection: what it asks follows from its number, and nobody else touches its worlds. */
export interface Lane {
  readonly random: Random
  readonly port: number
  /** How many requests it made. */
  readonly count: number
  /** How often each status was the answer. */
  readonly statuses: Map<number, number>
  /** The tier and name of the world that it is in. */
  world: { tier: 'standard' | 'enterprise'; name: string }
  /** All at once. An answer that is not the expected one is a fault that says what happened. */
  ask(asks: readonly Ask[]): Promise<Answer[]>
  one(ask: Ask): Promise<Answer>
  /** A request that ends its connection: what the server says before it hangs up must begin like this. */
  end(bytes: string, begin: string): Promise<void>
  /** A request whose client goes away, before there is an answer or after its first bytes. */
  leave(ask: Ask, isHeard: boolean, share?: number): Promise<void>
  close(): Promise<void>
}

export const keyOf = ({ tier, name }: Lane['world']): string => `sk_sandbox_${tier}_${name}`

const shorten = (text: string) => (text.length > 600 ? `${text.slice(0, 600)} …` : text)

export async function openLane(port: number, seed: number): Promise<Lane> {
  const line: Line = await openLine(port)
  const statuses = new Map<number, number>()
  let count = 0
  let latest = ''

  const note = (status: number) => {
    count++
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  const toCall = ({ method, path, body, text, headers = {}, key = keyOf(lane.world) }: Ask) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (key !== null) lines.push(`X-API-Key: ${key}\r\n`)
    if (body !== undefined) lines.push('Content-Type: application/json\r\n')
    return { method, path, headers: lines.join(''), body: text ?? (body === undefined ? '' : JSON.stringify(body)) }
  }

  const lane: Lane = {
    random: createRandom(seed),
    port,
    get count() {
      return count
    },
    statuses,
    world: { tier: 'standard', name: 'nobody' },
    async ask(asks) {
      const calls = asks.map(toCall)
      const answers = await line.send(calls).catch((fault: Error) => {
        const what = calls.map(write).join('\n')
        throw new Error(`${fault.message}\nIt had been asked:\n${shorten(what)}\nThe last answer before:\n${latest}`)
      })
      answers.forEach((answer, i) => {
        note(answer.status)
        const { status } = asks[i] as Ask
        if (answer.status !== status)
          throw new Error(
            `Request ${count} was to be answered with ${status}:\n${shorten(write(calls[i] as Call))}\n` +
              `and the answer is:\n${answer.head}\n\n${shorten(answer.body)}`,
          )
      })
      latest = `${answers.at(-1)?.head}\n\n${shorten(answers.at(-1)?.body ?? '')}`
      return answers
    },
    one: async (ask) => (await lane.ask([ask]))[0] as Answer,
    async end(bytes, begin) {
      const heard = await lastWords(port, bytes)
      note(Number(heard.slice(9, 12)))
      if (!heard.startsWith(begin))
        throw new Error(
          `This was to be answered with ${begin}:\n${shorten(bytes)}\nand the answer is:\n${shorten(heard)}`,
        )
    },
    async leave(ask, isHeard, share = 1) {
      const bytes = write(toCall(ask))
      const heard = await hangUp(port, bytes.slice(0, Math.ceil(bytes.length * share)), isHeard)
      note(isHeard ? Number(heard.slice(9, 12)) : 0)
      if (isHeard && !heard.startsWith(`HTTP/1.1 ${ask.status}`))
        throw new Error(`${ask.method} ${ask.path} was to be answered with ${ask.status}:\n${shorten(heard)}`)
    },
    close: () => line.close(),
  }
  return lane
}
