import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { MOUNT_PATH_HEADER, mountPathOf } from './base-url.js'
import type { Listener } from './listen.js'

/** How long a body may stall. Not how long it may take: 256 MiB over a thin line are fine. */
export const BODY_STALL_TIMEOUT = 30_000

/** How much of an oversized body is read and thrown away, so that the client lives to read the refusal. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024

/** The form of a target that proxies use: it names the host too, and then that one counts. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i

/** Path and query. */
export const targetOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(ABSOLUTE_FORM, '')

function headersOf(request: IncomingMessage): Incoming['headers'] {
  const { url = '/', headers } = request
  const host = url.startsWith('/') ? undefined : ABSOLUTE_FORM.exec(url)?.[1]
  const mountPath = mountPathOf(request)
  if (host === undefined && mountPath === '') return headers
  return {
    ...headers,
    ...(host !== undefined && { host }),
    ...(mountPath !== '' && { [MOUNT_PATH_HEADER]: mountPath }),
  }
}

export const toIncoming = (request: IncomingMessage, stallTimeout = BODY_STALL_TIMEOUT): Incoming => ({
  method: request.method ?? 'GET',
  target: targetOf(request),
  headers: headersOf(request),
  streamBody: (limit, onChunk) => streamBody(request, limit, onChunk, stallTimeout),
})

function streamBody(
  request: IncomingMessage,
  limit: number,
  onChunk: (chunk: Buffer) => void,
  stallTimeout: number,
): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const drainLimit = Math.max(limit, MAX_DRAINED_BYTES)
    let size = 0
    // A body parser in front of a mounted listener has read it already: nothing more will come.
    if (request.readableEnded) return resolve('complete')
    // It went away while something else was waited for: nothing more will come either.
    if (request.destroyed) return resolve('aborted')
    if (Number(request.headers['content-length'] ?? 0) > drainLimit) return resolve('too-large')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) onChunk(chunk)
      else if (size > drainLimit) resolve('too-large')
    })
    // Only while a body is awaited, and only for one that did not come along with its headers: timers are dear.
    const { socket } = request
    const { timeout = 0 } = socket
    let hasStallTimeout = false
    const stallTimer = setImmediate(() => {
      hasStallTimeout = true
      socket.setTimeout(stallTimeout)
      request.on('timeout', () => socket.destroy())
    })
    const end = (streamEnd: StreamEnd) => {
      clearImmediate(stallTimer)
      if (hasStallTimeout) socket.setTimeout(timeout)
      resolve(streamEnd)
    }
    request.on('end', () => end(size > limit ? 'too-large' : 'complete'))
    // Whatever cuts it off: without listeners for it, there is no error.
    request.on('close', () => end('aborted'))
  })
}

/** How often a stream says that it is still there: proxies cut off what is silent for a minute. */
const HEARTBEAT_INTERVAL = 15_000

/** What may pile up for a watcher that does not read. */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024

async function streamFeed(response: ServerResponse, { status, headers, feed }: Outgoing, closing: AbortSignal) {
  response.writeHead(status, headers)
  response.flushHeaders()
  // What happens while the backlog is being told waits for its turn.
  let queue: string[] | undefined = []
  let unreadBytes = 0
  const write = (chunk: string) => {
    if (response.writableEnded) return
    if (queue) {
      queue.push(chunk)
      unreadBytes += chunk.length
    } else response.write(chunk)
    if (response.writableLength + unreadBytes > MAX_UNREAD_BYTES) response.destroy()
  }
  const stop = feed?.subscribe(write)
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_INTERVAL)
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
  const queued = queue
  queue = undefined
  unreadBytes = 0
  for (const chunk of queued) write(chunk)
}

interface PendingResponse {
  request: IncomingMessage
  response: ServerResponse
  outgoing: Outgoing
  closing: AbortSignal
}

/**
 * Answers that are made while requests are being read go out together, after the last of them. Writing each at once would
 * wake whoever waits for it each time, which costs more than to make it.
 */
let pendingResponses: PendingResponse[] = []

function queueResponse(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing,
  closing: AbortSignal,
): void {
  pendingResponses.push({ request, response, outgoing, closing })
  if (pendingResponses.length === 1) setImmediate(flushResponses)
}

function flushResponses(): void {
  const responses = pendingResponses
  pendingResponses = []
  for (const { request, response, outgoing, closing } of responses) {
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
  stallTimeout = BODY_STALL_TIMEOUT,
): Listener {
  return (request, response) => {
    const incoming = toIncoming(request, stallTimeout)
    const pipeline = pipelineFor(incoming.target)
    const refusal = refuseMalformed(request)
    if (refusal) return queueResponse(request, response, pipeline.reject(incoming, refusal), closing)
    const outgoing = pipeline.handle(incoming)
    if (!(outgoing instanceof Promise)) return sendResponse(request, response, outgoing, closing)
    const fail = () => void response.destroy()
    outgoing.then((result) => sendResponse(request, response, result, closing)?.catch(fail), fail)
  }
}

function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing | undefined,
  closing: AbortSignal,
): Promise<void> | undefined {
  if (outgoing?.feed && !closing.aborted) return streamFeed(response, outgoing, closing)
  if (outgoing) queueResponse(request, response, outgoing, closing)
  else {
    // What was asked for before on this connection is answered first.
    flushResponses()
    // Whether it went away itself or a fault wants it to: the client sees its connection reset.
    request.socket.resetAndDestroy()
  }
  return undefined
}

/** Checks that node:http leaves to the listener because of the server's options. */
export function refuseMalformed({ httpVersion, headers }: IncomingMessage): Refusal | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return refuse('invalid_request', { message: 'The Host header is missing.' })
  // Several are joined by commas, and no single one has any.
  if (headers.host?.includes(',')) return refuse('invalid_request', { message: 'There is more than one Host header.' })
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return refuse('invalid_request', { message: 'Expect can only be 100-continue.' })
  return undefined
}
