import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import type { Listener } from './listen.js'

/** How long a body may stall. Not how long it may take: 256 MiB over a thin line are fine. */
export const STALLED = 30_000

/** How much of an oversized body is read and thrown away, so that the client lives to read the refusal. */
const DRAINED = 16 * 1024 * 1024

/** The form of a target that proxies use: it names the host too, and then that one counts. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** Path and query. */
export const targetOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(ABSOLUTE, '')

function headersOf({ url = '/', headers }: IncomingMessage): Incoming['headers'] {
  const host = url.startsWith('/') ? undefined : ABSOLUTE.exec(url)?.[1]
  return host === undefined ? headers : { ...headers, host }
}

const toIncoming = (request: IncomingMessage, stalled: number): Incoming => ({
  method: request.method ?? 'GET',
  target: targetOf(request),
  headers: headersOf(request),
  stream: (limit, take) => receive(request, limit, take, stalled),
})

function receive(
  request: IncomingMessage,
  limit: number,
  take: (chunk: Buffer) => void,
  stalled: number,
): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const most = Math.max(limit, DRAINED)
    let size = 0
    // A body parser in front of a mounted listener has read it already: nothing more will come.
    if (request.readableEnded) return resolve('complete')
    // It went away while something else was waited for: nothing more will come either.
    if (request.destroyed) return resolve('aborted')
    if (Number(request.headers['content-length'] ?? 0) > most) return resolve('too-large')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) take(chunk)
      else if (size > most) resolve('too-large')
    })
    // Only while a body is awaited, and only for one that did not come along with its headers: timers are dear.
    const { socket } = request
    const { timeout = 0 } = socket
    let isTimed = false
    const late = setImmediate(() => {
      isTimed = true
      socket.setTimeout(stalled)
      request.on('timeout', () => socket.destroy())
    })
    const end = (how: StreamEnd) => {
      clearImmediate(late)
      if (isTimed) socket.setTimeout(timeout)
      resolve(how)
    }
    request.on('end', () => end(size > limit ? 'too-large' : 'complete'))
    // Whatever cuts it off: without listeners for it, there is no error.
    request.on('close', () => end('aborted'))
  })
}

/** How often a stream says that it is still there: proxies cut off what is silent for a minute. */
const HEARTBEAT = 15_000

/** What may pile up for a watcher that does not read. */
export const MOST_UNREAD = 8 * 1024 * 1024

async function stream(response: ServerResponse, { status, headers, feed }: Outgoing, closing: AbortSignal) {
  response.writeHead(status, headers)
  response.flushHeaders()
  // What happens while the backlog is being told waits for its turn.
  let waiting: string[] | undefined = []
  let unread = 0
  const write = (chunk: string) => {
    if (response.writableEnded) return
    if (waiting) {
      waiting.push(chunk)
      unread += chunk.length
    } else response.write(chunk)
    if (response.writableLength + unread > MOST_UNREAD) response.destroy()
  }
  const stop = feed?.follow(write)
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT)
  const end = () => response.end()
  closing.addEventListener('abort', end)
  response.on('close', () => {
    clearInterval(heartbeat)
    closing.removeEventListener('abort', end)
    stop?.()
  })
  const closed = once(response, 'close')
  for (const chunk of feed?.backlog ?? []) {
    if (response.destroyed || response.writableEnded) return
    if (!response.write(chunk)) await Promise.race([new Promise((go) => response.once('drain', go)), closed])
  }
  const missed = waiting
  waiting = undefined
  unread = 0
  for (const chunk of missed) write(chunk)
}

interface Ready {
  request: IncomingMessage
  response: ServerResponse
  outgoing: Outgoing
  closing: AbortSignal
}

/**
 * Answers that are made while requests are being read go out together, after the last of them. Writing each at once would
 * wake whoever waits for it each time, which costs more than to make it.
 */
let ready: Ready[] = []

function write(request: IncomingMessage, response: ServerResponse, outgoing: Outgoing, closing: AbortSignal): void {
  ready.push({ request, response, outgoing, closing })
  if (ready.length === 1) setImmediate(flush)
}

function flush(): void {
  const all = ready
  ready = []
  for (const { request, response, outgoing, closing } of all) {
    const { status, headers, body } = outgoing
    // Somebody else may have answered where the listener is mounted, a timeout for example.
    if (response.headersSent || response.destroyed) continue
    if (status !== 204) headers['Content-Length'] = String(Buffer.byteLength(body))
    // Nobody reads the rest of a body that was given up on.
    if (closing.aborted || (status === 413 && !request.complete)) headers.Connection = 'close'
    try {
      response.writeHead(status, headers)
      response.end(body)
    } catch {
      // The others must not go without their answers.
      response.destroy()
    }
  }
}

/** Runs requests through the pipeline that their target is for. */
export function createListener(
  pipelineFor: (target: string) => Pipeline,
  closing: AbortSignal,
  stalled = STALLED,
): Listener {
  return (request, response) => {
    const incoming = toIncoming(request, stalled)
    const pipeline = pipelineFor(incoming.target)
    const refusal = refuseMalformed(request)
    if (refusal) return write(request, response, pipeline.turnAway(incoming, refusal), closing)
    const outgoing = pipeline.handle(incoming)
    if (!(outgoing instanceof Promise)) return respond(request, response, outgoing, closing)
    const fail = () => void response.destroy()
    outgoing.then((made) => respond(request, response, made, closing)?.catch(fail), fail)
  }
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing | undefined,
  closing: AbortSignal,
): Promise<void> | undefined {
  if (outgoing?.feed && !closing.aborted) return stream(response, outgoing, closing)
  if (outgoing) write(request, response, outgoing, closing)
  else {
    // What was asked for before on this connection is answered first.
    flush()
    // Whether it went away itself or a fault wants it to: the client sees its connection reset.
    request.socket.resetAndDestroy()
  }
  return undefined
}

/** What node:http lets through when it is asked to leave the answer to us. */
function refuseMalformed({ httpVersion, headers }: IncomingMessage): Refusal | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return refuse('invalid_request', { message: 'The Host header is missing.' })
  // Several are joined by commas, and no single one has any.
  if (headers.host?.includes(',')) return refuse('invalid_request', { message: 'There is more than one Host header.' })
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return refuse('invalid_request', { message: 'Expect can only be 100-continue.' })
  return undefined
}
