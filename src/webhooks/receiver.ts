import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, SIGNATURE_HEADER } from './signature.js'

/** How a careful handler classifies a request. */
export type ArrivalVerdict = 'new' | 'duplicate' | 'out of order' | 'bad signature' | 'not an event'

export interface ReceivedEvent {
  id: string
  event_type: string
  created_at: string
  data: Record<string, unknown>
}

export interface Arrival {
  /** Wall time, in milliseconds since 1970. */
  at: number
  headers: IncomingHttpHeaders
  body: Buffer
  event: ReceivedEvent | undefined
  verdict: ArrivalVerdict
  /** The response's status; 0 when the connection was closed without one. */
  status: number
}

/** How to respond. Undefined closes the connection without a response. */
export interface ReceiverResponse {
  status: number
  delayMs?: number
}

export interface ReceiverOptions {
  secret: string
  host?: string
  port?: number
  wall?: () => number
  /** Called for genuine events only. A bad signature always gets 401, a body that is not an event 400. */
  respond?(arrival: Omit<Arrival, 'status'>, count: number): ReceiverResponse | undefined
  /** Called for every arrival, before the response. */
  onArrival?(arrival: Arrival): void
  /** Whether `arrivals` is filled. Default true; use false for a receiver that runs for days. */
  keepArrivals?: boolean
}

/** A model handler: verifies the signature over the raw bytes, then deduplicates by id. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly secret: string
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

/** A receiver may run for days, so memory is bounded. */
const MAX_BODY_BYTES = 10 * 1024 * 1024
const MAX_REMEMBERED_IDS = 100_000

// Reject invalid UTF-8: the recording stores bodies as text and could not reproduce the bytes.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseEvent(body: Buffer): ReceivedEvent | undefined {
  try {
    const value = JSON.parse(utf8.decode(body))
    const isEvent = ['id', 'event_type', 'created_at'].every((field) => typeof value?.[field] === 'string')
    return isEvent && typeof value.data === 'object' && value.data !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Classifies events by those accepted before. */
function createArrivalClassifier(secret: string) {
  const seen = new Set<string>()
  let latest = ''
  return {
    classify(event: ReceivedEvent | undefined, body: Buffer, signature: string | undefined): ArrivalVerdict {
      if (!isSignedBy(secret, body, signature)) return 'bad signature'
      if (!event) return 'not an event'
      if (seen.has(event.id)) return 'duplicate'
      // A ping reports no change, so it has no place in the order.
      if (event.event_type === 'ping') return 'new'
      return event.created_at < latest ? 'out of order' : 'new'
    },
    remember({ id, event_type, created_at }: ReceivedEvent) {
      seen.add(id)
      if (seen.size > MAX_REMEMBERED_IDS) seen.delete(seen.values().next().value as string)
      if (event_type !== 'ping' && created_at > latest) latest = created_at
    },
  }
}

export async function createReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { secret, host = '127.0.0.1', port = 0, wall = Date.now, respond, onArrival, keepArrivals = true } = options
  const arrivals: Arrival[] = []
  const { classify, remember } = createArrivalClassifier(secret)
  let count = 0

  function handleArrival(request: IncomingMessage, response: ServerResponse, body: Buffer, refused?: number) {
    const { headers } = request
    const event = refused === undefined ? parseEvent(body) : undefined
    const signature = headers[SIGNATURE_HEADER.toLowerCase()] as string | undefined
    const verdict = refused === undefined ? classify(event, body, signature) : 'not an event'
    const arrival = { at: wall(), headers, body, event, verdict }
    const defaultStatus = refused ?? (verdict === 'bad signature' ? 401 : verdict === 'not an event' ? 400 : 200)
    const reply = defaultStatus === 200 && respond ? respond(arrival, ++count) : { status: defaultStatus }
    if (event && defaultStatus === 200 && reply && reply.status >= 200 && reply.status < 300) remember(event)
    const complete = { ...arrival, status: reply?.status ?? 0 }
    if (keepArrivals) arrivals.push(complete)
    onArrival?.(complete)
    if (!reply) return void request.socket.destroy()
    const more = defaultStatus === 405 ? { Allow: 'POST' } : defaultStatus === 413 ? { Connection: 'close' } : {}
    const write = () => response.writeHead(reply.status, more).end()
    // Unref: a delayed response must not keep the process running.
    if (reply.delayMs) setTimeout(write, reply.delayMs).unref()
    else write()
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      const before = size
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else if (before <= MAX_BODY_BYTES) handleArrival(request, response, Buffer.alloc(0), 413)
    })
    request.on('error', () => {})
    request.on('end', () => {
      if (size > MAX_BODY_BYTES) return
      handleArrival(request, response, Buffer.concat(chunks), request.method === 'POST' ? undefined : 405)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/`,
    port: bound,
    secret,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
