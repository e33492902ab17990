import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, OnChunk, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { MOUNT_PATH_HEADER, mountPathOf } from './base-url.js'
import type { Listener } from './listen.js'
import { sendStream } from './send-stream.js'
import { CUT_OFF_COMMENT, CUT_OFF_GRACE_MS, trackUnread, WORLD_ENDED_COMMENT } from './unread-budget.js'

/** Limits for a body that does not arrive together with its headers. */
export const BODY_LIMITS = {
  /** How long it may stall, in milliseconds. */
  stallMs: 30_000,
  /** How long it may take in all, in milliseconds, plus a second for each `bytesPerSecond` that have arrived. */
  totalMs: 60_000,
  bytesPerSecond: 16 * 1024,
}
export type BodyLimits = typeof BODY_LIMITS

const BODY_TOO_SLOW = refuse('invalid_request', {
  message:
    'The body took too long to arrive. It must not stall for 30 seconds, and must be complete after 60 seconds and one more second for every 16 KiB.',
})

/** How long a client may leave a response unread, in milliseconds. */
export const RESPONSE_STALL_TIMEOUT = 60_000

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

const ignoreTimeout = () => {}

/** `onTooSlow` is called when a body exceeds its time limits. The body then ends as `aborted`. */
export const toIncoming = (
  request: IncomingMessage,
  limits: BodyLimits = BODY_LIMITS,
  onTooSlow = ignoreTimeout,
): Incoming => ({
  method: request.method ?? 'GET',
  target: targetOf(request),
  headers: headersOf(request),
  streamBody: (limit, onChunk) => streamBody(request, limit, onChunk, limits, onTooSlow),
})

function streamBody(
  request: IncomingMessage,
  limit: number,
  onChunk: OnChunk,
  { stallMs, totalMs, bytesPerSecond }: BodyLimits,
  onTooSlow: () => void,
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
      if (size <= limit) {
        const consumed = onChunk(chunk)
        if (!(consumed instanceof Promise)) return
        request.pause()
        consumed.then(() => request.resume())
      } else if (size > drainLimit) resolve('too-large')
    })
    // Timers are expensive, so there is one only if the body did not arrive together with the headers.
    const { socket } = request
    const { timeout = 0 } = socket
    let totalTimer: NodeJS.Timeout | undefined
    const cutOff = () => {
      onTooSlow()
      end('aborted')
    }
    const startTimers = setImmediate(() => {
      const startedAt = performance.now()
      const checkTotal = () => {
        const left = totalMs + (size / bytesPerSecond) * 1000 - (performance.now() - startedAt)
        if (left <= 0) cutOff()
        else totalTimer = setTimeout(checkTotal, left)
      }
      checkTotal()
      socket.setTimeout(stallMs)
      request.on('timeout', cutOff)
    })
    const end = (streamEnd: StreamEnd) => {
      clearImmediate(startTimers)
      if (totalTimer) {
        clearTimeout(totalTimer)
        socket.setTimeout(timeout)
      }
      resolve(streamEnd)
    }
    request.on('end', () => end(size > limit ? 'too-large' : 'complete'))
    // A closed connection emits `close`. It emits `error` only if there is a listener for that.
    request.on('close', () => end('aborted'))
  })
}

/** How often a stream sends a comment, because proxies close connections that are silent for a minute. */
const HEARTBEAT_INTERVAL = 15_000

/** A client that has left this many heartbeats unread is disconnected. */
const MAX_UNREAD_HEARTBEATS = RESPONSE_STALL_TIMEOUT / HEARTBEAT_INTERVAL

async function streamFeed(response: ServerResponse, { status, headers, feed }: Outgoing, closing: AbortSignal) {
  // The client closed the connection before the stream started, so there will be no `close` event.
  if (response.destroyed) return
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
  let unreadHeartbeats = 0
  let lastSentBytes = 0
  const heartbeat = setInterval(() => {
    const sentBytes = (response.socket?.bytesWritten ?? 0) - response.writableLength
    unreadHeartbeats = response.writableLength > 0 && sentBytes === lastSentBytes ? unreadHeartbeats + 1 : 0
    lastSentBytes = sentBytes
    if (unreadHeartbeats >= MAX_UNREAD_HEARTBEATS) response.destroy()
    else write(': still here\n\n')
  }, HEARTBEAT_INTERVAL)
  const end = () => response.end()
  closing.addEventListener('abort', end)
  const stopWaiting = feed?.onEnd(() => response.end(WORLD_ENDED_COMMENT))
  response.on('close', () => {
    clearInterval(heartbeat)
    closing.removeEventListener('abort', end)
    stopWaiting?.()
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
    const { status, headers, body, feed, stream } = outgoing
    // Where the listener is mounted, other middleware may have responded first, for example after a timeout.
    if (response.headersSent || response.destroyed || !request.socket.writable) continue
    if (status !== 204 && !feed && !stream) headers['Content-Length'] = String(Buffer.byteLength(body))
    // The rest of a body that is not read would be taken for the next request.
    if (closing.aborted || ((status === 413 || status === 408) && !request.complete)) headers.Connection = 'close'
    try {
      response.writeHead(status, headers)
      response.end(body)
      // Most responses fit into the buffers of the system. A client that does not read a longer one is disconnected.
      if (response.writableLength > 0) request.socket.setTimeout(RESPONSE_STALL_TIMEOUT)
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
  limits: BodyLimits = BODY_LIMITS,
): Listener {
  return (request, response) => {
    let isTooSlow = false
    const incoming = toIncoming(request, limits, () => (isTooSlow = true))
    const pipeline = pipelineFor(incoming.target)
    const refusal = refuseMalformed(request)
    if (refusal) return queueResponse(request, response, pipeline.reject(incoming, refusal), closing)
    const outgoing = pipeline.handle(incoming)
    // A stream fails if a file can't be read. The client then sees a closed connection.
    const fail = () => void response.destroy()
    if (!(outgoing instanceof Promise)) return void sendResponse(request, response, outgoing, closing)?.catch(fail)
    const send = (result: Outgoing | undefined) => {
      const answer = isTooSlow && !result ? { ...pipeline.reject(incoming, BODY_TOO_SLOW), status: 408 } : result
      return sendResponse(request, response, answer, closing)
    }
    outgoing.then(send).catch(fail)
  }
}

function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing | undefined,
  closing: AbortSignal,
): Promise<void> | undefined {
  if (outgoing?.feed && !closing.aborted && request.method !== 'HEAD') return streamFeed(response, outgoing, closing)
  if (outgoing?.stream && request.method !== 'HEAD') return sendStream(response, outgoing)
  if (outgoing) queueResponse(request, response, outgoing, closing)
  else {
    // Earlier requests on this connection get their responses before it is reset.
    flushResponses()
    // The client closed the connection, or a fault resets it.
    resetConnection(request.socket)
  }
  return undefined
}

/** Only TCP has resets. Over TLS and Unix sockets, the client sees that the connection closed without a response. */
function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    socket.destroy()
  }
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
