import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, SIGNATURE_HEADER } from './sign.js'

/** What a careful handler makes of what it was sent. */
export type Verdict = 'new' | 'duplicate' | 'out of order' | 'bad signature' | 'not an event'

export interface ReceivedEvent {
  id: string
  event_type: string
  created_at: string
  data: Record<string, unknown>
}

export interface Arrival {
  /** Milliseconds since 1970, of wall time. */
  at: number
  headers: IncomingHttpHeaders
  body: Buffer
  event: ReceivedEvent | undefined
  verdict: Verdict
  /** What it was answered with. */
  status: number
}

/** How to answer; undefined to hang up without a word. */
export interface Response {
  status: number
  delayMs?: number
}

export interface ReceiverOptions {
  secret: string
  host?: string
  port?: number
  wall?: () => number
  /** Decides about everything but what is not to be trusted, which is answered 401 or 400 in any case. */
  respond?(arrival: Omit<Arrival, 'status'>, count: number): Response | undefined
  onArrival?(arrival: Arrival): void
}

/** A model handler: checks the signature over the raw bytes, then deduplicates by id. */
export interface Receiver {
  readonly url: string
  readonly secret: string
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

function eventIn(body: Buffer): ReceivedEvent | undefined {
  try {
    const value = JSON.parse(body.toString('utf8'))
    const isEvent = ['id', 'event_type', 'created_at'].every((field) => typeof value?.[field] === 'string')
    return isEvent && typeof value.data === 'object' && value.data !== null ? value : undefined
  } catch {
    return undefined
  }
}

export async function createReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { secret, host = '127.0.0.1', port = 0, wall = Date.now, respond, onArrival } = options
  const arrivals: Arrival[] = []
  const seen = new Set<string>()
  let latest = ''

  function judge(event: ReceivedEvent | undefined, isGenuine: boolean): Verdict {
    if (!isGenuine) return 'bad signature'
    if (!event) return 'not an event'
    if (seen.has(event.id)) return 'duplicate'
    return event.created_at < latest ? 'out of order' : 'new'
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const signature = request.headers[SIGNATURE_HEADER.toLowerCase()] as string | undefined
      const event = eventIn(body)
      const verdict = judge(event, isSignedBy(secret, body, signature))
      const arrival = { at: wall(), headers: request.headers, body, event, verdict }
      const usual = verdict === 'bad signature' ? 401 : verdict === 'not an event' ? 400 : 200
      const answer = usual === 200 && respond ? respond(arrival, arrivals.length + 1) : { status: usual }
      const isTaken = event && usual === 200 && answer && answer.status >= 200 && answer.status < 300
      if (isTaken) {
        seen.add(event.id)
        if (event.created_at > latest) latest = event.created_at
      }
      const complete = { ...arrival, status: answer?.status ?? 0 }
      arrivals.push(complete)
      onArrival?.(complete)
      if (!answer) return void request.socket.destroy()
      const write = () => response.writeHead(answer.status).end()
      if (answer.delayMs) setTimeout(write, answer.delayMs)
      else write()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/`,
    secret,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
