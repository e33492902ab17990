import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { MOUNT_PATH_HEADER, mountPathOf } from './base-url.js'
import type { Listener } from './listen.js'
import { CUT_OFF_COMMENT, CUT_OFF_GRACE_MS, trackUnread } from './unread-budget.js'

/** How long a body may stall, in milliseconds. A slow upload that makes progress may take longer. */
export const BODY_STALL_TIMEOUT = 30_000

/** How much of an oversized body is read and discarded, so that the client can finish sending and read the refusal. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024

/** The absolute form of a target, which proxies use. Its host overrides the Host header. */
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
    // A body parser before the mounted listener has already consumed the body.
    if (request.readableEnded) return resolve('complete')
    // The client closed the connection before the body was read.
    if (request.destroyed) return resolve('aborted')
    if (Number(request.headers['content-length'] ?? 0) > drainLimit) return resolve('too-large')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) onChunk(chunk)
      else if (size > drainLimit) resolve('too-large')
    })
    // Timers are expensive, so there is one only if the body did not arrive together with the headers.
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
    // A closed connection emits `close`. It emits `error` only if there is a listener for that.
    request.on('close', () => end('aborted'))
  })
}

/** How often a stream sends a comment, because proxies close connections that are silent for a minute. */
const HEARTBEAT_INTERVAL = 15_000

async function streamFeed(response: ServerResponse, { status, headers, feed }: Outgoing, closing: AbortSignal) {
  response.writeHead(status, headers)
  response.flushHeaders()
  // Events that happen while the backlog is sent are queued.
  let queue: string[] | undefined = []
  let unreadBytes = 0
  const write = (chunk: string) => {
    if (response.writableEnded) return
    if (queue) {
      queue.push(chunk)
      unreadBytes += chunk.length
    } else response.write(chunk)
    unread.check()
  }
  const unread = trackUnread({
    measure: () => response.writableLength + unreadBytes,
    cutOff() {
      stop?.()
      queue = undefined
      unreadBytes = 0
      response.end(CUT_OFF_COMMENT)
      setTimeout(() => response.destroy(), CUT_OFF_GRACE_MS).unref()
    },
    destroy: () => void response.destroy(),
  })
  const stop = feed?.subscribe(write)
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_INTERVAL)
  const end = () => response.end()
  closing.addEventListener('abort', end)
  response.on('close', () => {
    clearInterval(heartbeat)
    closing.removeEventListener('abort', end)
    stop?.()
    unread.end()
  })
  const closed = once(response, 'close')
  for (const chunk of feed?.backlog ?? []) {
    if (response.destroyed || response.writableEnded) return
    if (!response.write(chunk)) await Promise.race([new Promise((go) => response.once('drain', go)), closed])
  }
  const queued: string[] = queue ?? []
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
 * Responses that are ready in the same turn of the event loop are written together at its end. Writing each one at once
 * would wake its client each time, which costs more than building the response.
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
    const { status, headers, body, feed } = outgoing
    // Where the listener is mounted, other middleware may have responded first, for example after a timeout.
    if (response.headersSent || response.destroyed) continue
    if (status !== 204 && !feed) headers['Content-Length'] = String(Buffer.byteLength(body))
    // The rest of a body that is not read would be taken for the next request.
    if (closing.aborted || (status === 413 && !request.complete)) headers.Connection = 'close'
    try {
      response.writeHead(status, headers)
      response.end(body)
    } catch {
      // One failed response must not prevent the others from being sent.
      response.destroy()
    }
  }
}

/** A Node request listener that passes each request to the pipeline for its target. */
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
  if (outgoing?.feed && !closing.aborted && request.method !== 'HEAD') return streamFeed(response, outgoing, closing)
  if (outgoing) queueResponse(request, response, outgoing, closing)
  else {
    // Earlier requests on this connection get their responses before it is reset.
    flushResponses()
    // The client closed the connection, or a fault resets it.
    request.socket.resetAndDestroy()
  }
  return undefined
}

/** Checks that node:http leaves to the listener because of the server's options. */
export function refuseMalformed({ httpVersion, headers }: IncomingMessage): Refusal | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return refuse('invalid_request', { message: 'The Host header is missing.' })
  // Node joins repeated headers with commas, and a valid Host has none.
  if (headers.host?.includes(','))
    return refuse('invalid_request', { message: 'The request has more than one Host header. Send exactly one.' })
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return refuse('invalid_request', { message: 'The Expect header must be 100-continue or absent.' })
  return undefined
}
