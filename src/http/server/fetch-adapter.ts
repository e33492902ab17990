import { createTimeSlices } from '../../runtime/time-slices.js'
import type { Incoming, OnChunk, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { surfaceOf } from './choose-surface.js'
import { callListener } from './in-memory-exchange.js'
import type { Fetch, Listener } from './listen.js'
import { trackUnread, type UnreadTracker, WORLD_ENDED_COMMENT } from './unread-budget.js'

/** A body can be one chunk of any length. It is passed on in chunks like those of a connection. */
const CHUNK_BYTES = 64 * 1024

export interface FetchAdapter {
  fetch: Fetch
  /** Adds work that `idle` waits for. */
  track<T>(work: Promise<T>): Promise<T>
  /** Waits for pending work, for at most `graceMs`. */
  idle(graceMs: number): Promise<void>
}

interface FetchSurfaces {
  /** The API without the origin guard. */
  api: Pipeline
  pipelineFor(target: string): Pipeline
  pages: Listener
}

/** Handles requests without a connection, with the same pipelines and pages as the server. */
export function createFetchAdapter(
  base: string,
  { api, pipelineFor, pages }: FetchSurfaces,
  closing: AbortSignal,
): FetchAdapter {
  const pending = new Set<Promise<unknown>>()

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => pending.delete(tracked))
    pending.add(tracked)
    return tracked
  }

  async function respond(request: Request): Promise<Response> {
    if (closing.aborted) throw new Error('The sandbox is closed.')
    request.signal.throwIfAborted()
    const incoming = toIncoming(request)
    if (surfaceOf(incoming.target) === 'pages') {
      const { status, headers, body } = await unlessAborted(request.signal, track(callListener(pages, incoming)))
      const isEmpty = body.length === 0 || request.method === 'HEAD'
      return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
    }
    // A program may call the API by the URL of the real service. A request that a server passes on has a Host header.
    const isOwnCall = surfaceOf(incoming.target) === 'api' && !request.headers.has('host')
    const pipeline = isOwnCall && !request.headers.has('origin') ? api : pipelineFor(incoming.target)
    const outgoing = await unlessAborted(request.signal, track(Promise.resolve(pipeline.handle(incoming))))
    if (!outgoing) throw connectionResetError()
    return toResponse(request, outgoing, closing)
  }

  return {
    async fetch(input, init) {
      const isAddress = typeof input === 'string' || input instanceof URL
      return respond(new Request(isAddress ? new URL(input, base) : input, init))
    },
    track,
    async idle(graceMs) {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))
      await Promise.race([Promise.allSettled(pending), timeout])
      clearTimeout(timer)
    },
  }
}

function toIncoming(request: Request): Incoming {
  const url = new URL(request.url)
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers: { host: url.host, ...Object.fromEntries(request.headers) },
    streamBody: (limit, onChunk) => streamBody(request.body, limit, onChunk),
  }
}

async function streamBody(body: Request['body'], limit: number, onChunk: OnChunk): Promise<StreamEnd> {
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > limit) return 'too-large'
      const bytes = Buffer.from(chunk)
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) await onChunk(bytes.subarray(at, at + CHUNK_BYTES))
    }
    return 'complete'
  } catch {
    return 'aborted'
  }
}

function toResponse({ method, signal }: Request, outgoing: Outgoing, closing: AbortSignal): Response {
  const { status, headers, body, feed, stream } = outgoing
  if (feed) return new Response(method === 'HEAD' ? null : toReadableStream(feed, signal, closing), { status, headers })
  if (stream) return new Response(method === 'HEAD' ? null : chunksToStream(stream), { status, headers })
  const isEmpty = status === 204
  if (!isEmpty) headers['Content-Length'] = String(Buffer.byteLength(body))
  return new Response(isEmpty || method === 'HEAD' ? null : body, { status, headers })
}

function chunksToStream(chunks: Iterable<Buffer>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]()
  const nextSlice = createTimeSlices()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextSlice()
        const next = iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(new Uint8Array(next.value))
      },
      cancel: () => void iterator.return?.(),
    },
    { highWaterMark: 0 },
  )
}

/**
 * There is no connection to keep alive, so there is no heartbeat. Events that happen while the backlog is read are
 * queued. A reader that falls too far behind gets an error, as over a connection.
 */
function toReadableStream(feed: NonNullable<Outgoing['feed']>, signal: AbortSignal, closing: AbortSignal) {
  const encoder = new TextEncoder()
  const backlog = feed.backlog[Symbol.iterator]()
  const queue: Uint8Array[] = []
  let unreadBytes = 0
  let stop = () => {}
  let wake = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          stop()
          for (const chunk of queue.splice(0)) controller.enqueue(chunk)
          controller.close()
          wake()
        }
        const fail = (reason: unknown) => {
          stop()
          queue.length = 0
          controller.error(reason)
          wake()
        }
        const abort = () => fail(signal.reason)
        const stopFeeding = feed.subscribe((text) => {
          const chunk = encoder.encode(text)
          queue.push(chunk)
          unreadBytes += chunk.length
          unread.check()
          wake()
        })
        const cutOff = () =>
          fail(new Error('The stream was closed, because too many bytes of it, or of all streams, were not read.'))
        const unread: UnreadTracker = trackUnread({ measure: () => unreadBytes, cutOff, destroy: cutOff })
        stop = () => {
          unread.end()
          stopFeeding()
          stopWaiting()
          closing.removeEventListener('abort', end)
          signal.removeEventListener('abort', abort)
        }
        closing.addEventListener('abort', end)
        const stopWaiting = feed.onEnd(() => {
          queue.push(encoder.encode(WORLD_ENDED_COMMENT))
          end()
        })
        signal.addEventListener('abort', abort)
      },
      async pull(controller) {
        const next = backlog.next()
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        if (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        const chunk = queue.shift()
        if (!chunk) return
        unreadBytes -= chunk.length
        controller.enqueue(chunk)
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

/** The error that Node's `fetch` throws when the server resets the connection. */
const connectionResetError = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
