import { createRandom, type Random } from '../runner/random.js'
import {
  formatRequest,
  type HttpResponse,
  openConnection,
  type PipelinedConnection,
  sendAndAbort,
  sendUntilClosed,
  type WireRequest,
} from './line.js'

/** A request, and the status that it must be answered with. */
export interface CheckedRequest {
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
export interface SoakClient {
  readonly random: Random
  readonly port: number
  /** How many requests it made. */
  readonly count: number
  /** How often each status was the answer. */
  readonly statuses: Map<number, number>
  /** The tier and name of the world that it is in. */
  world: { tier: 'standard' | 'enterprise'; name: string }
  /** All at once. An answer that is not the expected one is a fault that says what happened. */
  send(requests: readonly CheckedRequest[]): Promise<HttpResponse[]>
  sendOne(request: CheckedRequest): Promise<HttpResponse>
  /** A request that ends its connection: what the server says before it hangs up must begin like this. */
  sendUntilClosed(bytes: string, expectedStart: string): Promise<void>
  /** A request whose client goes away, before there is an answer or after its first bytes. */
  sendAndAbort(request: CheckedRequest, waitsForResponse: boolean, fraction?: number): Promise<void>
  close(): Promise<void>
}

export const apiKeyOf = ({ tier, name }: SoakClient['world']): string => `sk_sandbox_${tier}_${name}`

const shorten = (text: string) => (text.length > 600 ? `${text.slice(0, 600)} …` : text)

export async function openClient(port: number, seed: number): Promise<SoakClient> {
  const connection: PipelinedConnection = await openConnection(port)
  const statuses = new Map<number, number>()
  let count = 0
  let latest = ''

  const countStatus = (status: number) => {
    count++
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  const toWireRequest = ({ method, path, body, text, headers = {}, key = apiKeyOf(client.world) }: CheckedRequest) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (key !== null) lines.push(`X-API-Key: ${key}\r\n`)
    if (body !== undefined) lines.push('Content-Type: application/json\r\n')
    return { method, path, headers: lines.join(''), body: text ?? (body === undefined ? '' : JSON.stringify(body)) }
  }

  const client: SoakClient = {
    random: createRandom(seed),
    port,
    get count() {
      return count
    },
    statuses,
    world: { tier: 'standard', name: 'nobody' },
    async send(requests) {
      const wireRequests = requests.map(toWireRequest)
      const responses = await connection.send(wireRequests).catch((error: Error) => {
        const sentText = wireRequests.map(formatRequest).join('\n')
        throw new Error(
          `${error.message}\nIt had been asked:\n${shorten(sentText)}\nThe last answer before:\n${latest}`,
        )
      })
      responses.forEach((response, i) => {
        countStatus(response.status)
        const { status } = requests[i] as CheckedRequest
        if (response.status !== status)
          throw new Error(
            `Request ${count} was to be answered with ${status}:\n${shorten(formatRequest(wireRequests[i] as WireRequest))}\n` +
              `and the answer is:\n${response.head}\n\n${shorten(response.body)}`,
          )
      })
      latest = `${responses.at(-1)?.head}\n\n${shorten(responses.at(-1)?.body ?? '')}`
      return responses
    },
    sendOne: async (request) => (await client.send([request]))[0] as HttpResponse,
    async sendUntilClosed(bytes, expectedStart) {
      const received = await sendUntilClosed(port, bytes)
      countStatus(Number(received.slice(9, 12)))
      if (!received.startsWith(expectedStart))
        throw new Error(
          `This was to be answered with ${expectedStart}:\n${shorten(bytes)}\nand the answer is:\n${shorten(received)}`,
        )
    },
    async sendAndAbort(request, waitsForResponse, fraction = 1) {
      const bytes = formatRequest(toWireRequest(request))
      const received = await sendAndAbort(port, bytes.slice(0, Math.ceil(bytes.length * fraction)), waitsForResponse)
      countStatus(waitsForResponse ? Number(received.slice(9, 12)) : 0)
      if (waitsForResponse && !received.startsWith(`HTTP/1.1 ${request.status}`))
        throw new Error(
          `${request.method} ${request.path} was to be answered with ${request.status}:\n${shorten(received)}`,
        )
    },
    close: () => connection.close(),
  }
  return client
}
