import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, SIGNATURE_HEADER } from './signature.js'

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
  /** Told of every arrival, before it is answered. */
  onArrival?(arrival: Arrival): void
  /** Whether `arrivals` is filled. Default true; false for one that runs for days. */
  keep?: boolean
}

/** A model handler: checks the signature over the raw bytes, then deduplicates by id. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly secret: string
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

/** So many bytes are read of a body, and so many ids are remembered: a receiver may run for days. */
const LARGEST_BODY = 10 * 1024 * 1024
const MOST_REMEMBERED = 100_000

// JSON is UTF-8; bytes that are not would not survive being written down as text.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function eventIn(body: Buffer): ReceivedEvent | undefined {
  try {
    const value = JSON.parse(utf8.decode(body))
    const isEvent = ['id', 'event_type', 'created_at'].every((field) => typeof value?.[field] === 'string')
    return isEvent && typeof value.data === 'object' && value.data !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Tells what a careful handler makes of an event, by those that it took before. */
function createJudge(secret: string) {
  const seen = new Set<string>()
  let latest = ''
  return {
    judge(event: ReceivedEvent | undefined, body: Buffer, signature: string | undefined): Verdict {
      if (!isSignedBy(secret, body, signature)) return 'bad signature'
      if (!event) return 'not an event'
      if (seen.has(event.id)) return 'duplicate'
      // A ping tells of nothing that happened, and so has no place in the order.
      if (event.event_type === 'ping') return 'new'
      return event.created_at < latest ? 'out of order' : 'new'
    },
    take({ id, event_type, created_at }: ReceivedEvent) {
      seen.add(id)
      if (seen.size > MOST_REMEMBERED) seen.delete(seen.values().next().value as string)
      if (event_type !== 'ping' && created_at > latest) latest = created_at
    },
  }
}

export async function createReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { secret, host = '127.0.0.1', port = 0, wall = Date.now, respond, onArrival, keep = true } = options
  const arrivals: Arrival[] = []
  const { judge, take } = createJudge(secret)
  let count = 0

  function arrive(request: IncomingMessage, response: ServerResponse, body: Buffer, refused?: number) {
    const { headers } = request
    const event = refused === undefined ? eventIn(body) : undefined
    const signature = headers[SIGNATURE_HEADER.toLowerCase()] as string | undefined
    const verdict = refused === undefined ? judge(event, body, signature) : 'not an event'
    const arrival = { at: wall(), headers, body, event, verdict }
    const usual = refused ?? (verdict === 'bad signature' ? 401 : verdict === 'not an event' ? 400 : 200)
    const answer = usual === 200 && respond ? respond(arrival, ++count) : { status: usual }
    if (event && usual === 200 && answer && answer.status >= 200 && answer.status < 300) take(event)
    const complete = { ...arrival, status: answer?.status ?? 0 }
    if (keep) arrivals.push(complete)
    onArrival?.(complete)
    if (!answer) return void request.socket.destroy()
    const more = usual === 405 ? { Allow: 'POST' } : usual === 413 ? { Connection: 'close' } : {}
    const write = () => response.writeHead(answer.status, more).end()
    // Nothing to wait for once the receiver is closed.
    if (answer.delayMs) setTimeout(write, answer.delayMs).unref()
    else write()
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      const before = size
      size += chunk.length
      if (size <= LARGEST_BODY) chunks.push(chunk)
      else if (before <= LARGEST_BODY) arrive(request, response, Buffer.alloc(0), 413)
    })
    request.on('error', () => {})
    request.on('end', () => {
      if (size > LARGEST_BODY) return
      arrive(request, response, Buffer.concat(chunks), request.method === 'POST' ? undefined : 405)
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
