import type { WorldDump } from '../../src/core/engine/serialization.js'
import type { Exchange } from '../../test/support/judged-exchange.js'
import { CaseFailed } from '../runner/proof.js'
import { toldBy, undocumented } from './answers.js'
import type { Answer, Request } from './exchange.js'
import { type Circumstances, wrongOutcome } from './outcomes.js'
import type { Connection } from './raw-http.js'
import { type Reading, readRequest } from './reading.js'
import type { Stage } from './stage.js'
import { traces } from './traces.js'

/** What was sent and seen, over all cases. */
export interface Tally {
  requests: { service: number; control: number }
  overSockets: number
  byPrism: number
  refused: number
  /** `operation status`, and `operation status code`. */
  pairs: Set<string>
  codes: Set<string>
}

export const createTally = (): Tally => ({
  requests: { service: 0, control: 0 },
  overSockets: 0,
  byPrism: 0,
  refused: 0,
  pairs: new Set(),
  codes: new Set(),
})

export interface DriverOptions {
  seed: number
  stage: Stage
  /** The key of the world that is watched. */
  key: string
  tally: Tally
  /** The same sandbox once more, which gets everything over a connection and must answer the same. */
  twin?: { stage: Stage; connection: Connection }
  /** The second judge, and whether it is to see the next exchange. */
  prism?: { judge(exchange: Exchange): object[]; isNext(): boolean }
}

interface Expected {
  /** The sandbox is to cut the connection. */
  hangsUp?: boolean
  /** Something else is going on in the world. */
  isRaced?: boolean
}

export interface Driver {
  readonly key: string
  readonly stage: Stage
  /** Sends a request and holds everything against the document. Undefined when the sandbox hung up, as it was asked to. */
  send(what: string, request: Request, more?: Partial<Circumstances> & Expected): Promise<Answer | undefined>
  fail(what: string, request: Request, answer: Answer | undefined, complaints: string[]): never
  /** Something else has changed the world. */
  forget(): void
}

const brief = (text: string, most = 1500) => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text)

function describe({ method, target, headers, body }: Request, answer: Answer | undefined): string[] {
  return [
    `${method} ${brief(target)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${brief(value, 300)}`),
    `  ${body === undefined ? '(no body)' : brief(JSON.stringify(body.toString()))}`,
    answer ? `answered ${answer.status} ${JSON.stringify(answer.headers)}\n  ${brief(answer.text)}` : 'hung up on',
  ]
}

function firstDifference(one = 'hung up on', two = 'hung up on'): string {
  let at = 0
  while (one[at] === two[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return `${around(one)}\n  instead of ${around(two)}`
}

/** What a connection adds to an answer. */
const OF_CONNECTIONS = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** It tells in which order things came that came at the same time. */
const JOURNAL = 'application/x-ndjson'

const comparable = ({ status, headers, text }: Answer, method: string, isAnonymous: boolean) => {
  const isBare = method === 'HEAD' || headers['content-type'] === JOURNAL
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTIONS.includes(name))
  const whole = JSON.stringify([status, Object.fromEntries(kept.sort()), isBare ? '' : text])
  const timeless = whole.replaceAll(/(duration_ms\\*":)[\d.]+/g, '$1')
  // Who has no world gets an id from the sandbox, in the order in which all of them come.
  return isAnonymous ? timeless.replaceAll(/req_[0-9a-z]{21}/g, 'req') : timeless
}

export function createDriver({ seed, stage, key, tally, twin, prism }: DriverOptions): Driver {
  let known: WorldDump | undefined
  const dump = () => {
    const world = stage.world(key)
    world?.settle()
    return world?.dump()
  }

  function fail(what: string, request: Request, answer: Answer | undefined, complaints: string[]): never {
    const strict = stage.strict ? ' (strict)' : ''
    const lines = [
      `${what}${strict}:`,
      ...complaints.map((complaint) => `- ${complaint}`),
      ...describe(request, answer),
    ]
    throw new CaseFailed(seed, lines.join('\n'))
  }

  function count(reading: Reading, answer: Answer) {
    tally.requests[reading.contract.name]++
    if (answer.status >= 400) tally.refused++
    if (!reading.operation) return
    const pair = `${reading.operation.id} ${answer.status}`
    tally.pairs.add(pair)
    if (answer.status >= 400) tally.codes.add(`${pair} ${toldBy(answer).code}`)
  }

  async function compare(what: string, request: Request, answer: Answer | undefined, isAnonymous: boolean) {
    if (!twin) return
    tally.overSockets++
    const other = await twin.connection.send(request)
    const [one, two] = [answer, other].map((seen) => seen && comparable(seen, request.method, isAnonymous))
    if (one !== two) fail(what, request, answer, [`over a connection it is another: ${firstDifference(one, two)}`])
    const mistakes = twin.stage.mistakes()
    if (mistakes.length > 0) fail(what, request, answer, mistakes)
  }

  /** What is unknown is ignored, but its developer is told. */
  function unwarned({ contract, wrongParameters, body, unknownParameters, unknownFields }: Reading): string[] {
    const unknown = [...unknownParameters, ...unknownFields]
    const isRead = wrongParameters.length === 0 && (body === 'fine' || body === 'wrong')
    if (stage.strict || contract.name !== 'service' || !isRead || unknown.length === 0) return []
    const [newest] = stage.world(key)?.recorder.newest(() => true, 1, undefined).rows ?? []
    const warned = (newest?.warnings ?? []).map(({ field }) => field)
    return unknown
      .filter((field) => !warned.includes(field))
      .map((field) => `nobody is warned of ${JSON.stringify(field)}`)
  }

  function askPrism(what: string, { method, target, headers, body }: Request, answer: Answer) {
    // A stream has no end that could be judged.
    const isStream = answer.headers['content-type'] === 'text/event-stream'
    if (!prism?.isNext() || isStream || 'content-length' in headers) return
    tally.byPrism++
    const { status, headers: received, text } = answer
    const disagreements = prism.judge({
      request: { method, url: target, headers, body },
      response: { status, headers: received, body: text },
    })
    if (disagreements.length > 0)
      fail(what, { method, target, headers, body }, answer, [
        `Prism disagrees: ${JSON.stringify(disagreements, null, 1)}`,
      ])
  }

  return {
    key,
    stage,
    fail,
    forget: () => (known = undefined),
    async send(what, request, { credential = 'good', asked, hangsUp = false, isRaced = false } = {}) {
      const reading = readRequest(request)
      known ??= dump()
      const worlds = stage.keys().length
      const answer = await stage.send(request)
      const isAnonymous = credential !== 'good' || asked === 403 || (reading.operation?.isOpen ?? true) || asked === 400
      await compare(what, request, answer, isAnonymous)
      const mistakes = stage.mistakes()
      if (!answer) {
        known = undefined
        return hangsUp && mistakes.length === 0 ? undefined : fail(what, request, answer, mistakes)
      }
      const complaints = [...mistakes, ...undocumented(reading, answer)]
      if (complaints.length > 0) fail(what, request, answer, complaints)
      const wrong = wrongOutcome(reading, request, answer, { credential, asked, strict: stage.strict })
      if (wrong !== undefined) fail(what, request, answer, [wrong])
      const silent = credential === 'good' && asked === undefined && reading.operation ? unwarned(reading) : []
      if (silent.length > 0) fail(what, request, answer, silent)
      count(reading, answer)
      askPrism(what, request, answer)

      if (isRaced || (answer.status < 400 && request.method !== 'GET')) known = undefined
      else {
        const now = dump()
        const isStruck = asked !== undefined && asked >= 429
        const left = known && now && !isStruck ? traces(known, now, 'idempotency-key' in request.headers) : []
        if (left.length > 0) fail(what, request, answer, [`it left traces in the world: ${left.join(', ')}`])
        if (credential !== 'good' && stage.keys().length !== worlds) fail(what, request, answer, ['it made a world'])
        known = now
      }
      return answer
    },
  }
}
