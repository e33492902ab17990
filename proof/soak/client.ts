import { createRandom, type Random } from '../runner/random.js'
import {
  formatRequest,
  type HttpResponse,
  openConnection,
  type PipelinedConnection,
  sendAndAbort,
  sendUntilClosed,
  type WireRequest,
} from './pipelined-connection.js'

/** A request and its expected status. */
export interface CheckedRequest {
  method: string
  path: string
  status: number
  body?: unknown
  /** A raw body instead of JSON. */
  text?: string
  headers?: Record<string, string>
  /** The API key. Default: the key of the client's world. `null` sends none. */
  key?: string | null
}

/** One client with one connection. Its requests follow from its seed, and it shares its worlds with no other client. */
export interface SoakClient {
  readonly random: Random
  readonly port: number
  /** Number of requests so far. */
  readonly count: number
  /** Number of responses by status. */
  readonly statuses: Map<number, number>
  /** Tier and name of its current world. */
  world: { tier: 'standard' | 'enterprise'; name: string }
  /** Sends all requests at once. Throws if a response has an unexpected status. */
  send(requests: readonly CheckedRequest[]): Promise<HttpResponse[]>
  sendOne(request: CheckedRequest): Promise<HttpResponse>
  /** Sends bytes that end the connection. The response must begin with `expectedStart`. */
  sendUntilClosed(bytes: string, expectedStart: string): Promise<void>
  /** Sends a request and disconnects, before the response or after its first bytes. */
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
    world: { tier: 'standard', name: 'unused' },
    async send(requests) {
      const wireRequests = requests.map(toWireRequest)
      const responses = await connection.send(wireRequests).catch((error: Error) => {
        const sentText = wireRequests.map(formatRequest).join('\n')
        throw new Error(`${error.message}\nRequests:\n${shorten(sentText)}\nLast response before:\n${latest}`)
      })
      responses.forEach((response, i) => {
        countStatus(response.status)
        const { status } = requests[i] as CheckedRequest
        if (response.status !== status)
          throw new Error(
            `Request ${count} should get ${status}:\n${shorten(formatRequest(wireRequests[i] as WireRequest))}\n` +
              `The response is:\n${response.head}\n\n${shorten(response.body)}`,
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
        throw new Error(`This should get ${expectedStart}:\n${shorten(bytes)}\nThe response is:\n${shorten(received)}`)
    },
    async sendAndAbort(request, waitsForResponse, fraction = 1) {
      const bytes = formatRequest(toWireRequest(request))
      const received = await sendAndAbort(port, bytes.slice(0, Math.ceil(bytes.length * fraction)), waitsForResponse)
      countStatus(waitsForResponse ? Number(received.slice(9, 12)) : 0)
      if (waitsForResponse && !received.startsWith(`HTTP/1.1 ${request.status}`))
        throw new Error(
          `${request.method} ${request.path} should get ${request.status}. The response is:\n${shorten(received)}`,
        )
    },
    close: () => connection.close(),
  }
  return client
}
