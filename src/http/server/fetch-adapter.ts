import type { Incoming, Outgoing, StreamEnd } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import type { Fetch } from './listen.js'
import { MOST_UNREAD } from './node-listener.js'

export interface FetchDoor {
  fetch: Fetch
  /** Counts something among the answers that are being made. */
  track<T>(work: Promise<T>): Promise<T>
  /** Waits for the answers that are being made, for at most `graceMs`. */
  idle(graceMs: number): Promise<void>
}

/** Answers requests without a connection, by the pipelines that answer those that come over one. */
export function createFetch(base: string, pipelineFor: (target: string) => Pipeline, closing: AbortSignal): FetchDoor {
  const running = new Set<Promise<unknown>>()

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  async function answer(request: Request): Promise<Response> {
    if (closing.aborted) throw new Error('The sandbox is closed.')
    request.signal.throwIfAborted()
    const incoming = toIncoming(request)
    const outgoing = await unlessAborted(
      request.signal,
      track(Promise.resolve(pipelineFor(incoming.target).handle(incoming))),
    )
    if (!outgoing) throw resetConnection()
    return toResponse(request, outgoing, closing)
  }

  return {
    async fetch(input, init) {
      const isAddress = typeof input === 'string' || input instanceof URL
      return answer(new Request(isAddress ? new URL(input, base) : input, init))
    },
    track,
    async idle(graceMs) {
      let impatient: NodeJS.Timeout | undefined
      const patience = new Promise((resolve) => (impatient = setTimeout(resolve, graceMs)))
      await Promise.race([Promise.allSettled(running), patience])
      clearTimeout(impatient)
    },
  }
}

function toIncoming(request: Request): Incoming {
  const url = new URL(request.url)
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers: { host: url.host, ...Object.fromEntries(request.headers) },
    stream: (limit, take) => receive(request.body, limit, take),
  }
}

async function receive(body: Request['body'], limit: number, take: (chunk: Buffer) => void): Promise<StreamEnd> {
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > limit) return 'too-large'
      take(Buffer.from(chunk))
    }
    return 'complete'
  } catch {
    return 'aborted'
  }
}

function toResponse({ method, signal }: Request, outgoing: Outgoing, closing: AbortSignal): Response {
  const { status, headers, body, feed } = outgoing
  if (feed) return new Response(toStream(feed, signal, closing), { status, headers })
  const isEmpty = status === 204
  if (!isEmpty) headers['Content-Length'] = String(Buffer.byteLength(body))
  return new Response(isEmpty || method === 'HEAD' ? null : body, { status, headers })
}

/**
 * What is fed is read in memory, so there is no connection to keep alive and no heartbeat. What happens while the backlog
 * is being read waits for its turn; a reader that falls too far behind is let go of, as over a connection.
 */
function toStream(feed: NonNullable<Outgoing['feed']>, signal: AbortSignal, closing: AbortSignal) {
  const bytes = new TextEncoder()
  const backlog = feed.backlog[Symbol.iterator]()
  const waiting: Uint8Array[] = []
  let unread = 0
  let stop = () => {}
  let wake = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          stop()
          for (const chunk of waiting.splice(0)) controller.enqueue(chunk)
          controller.close()
          wake()
        }
        const fail = (reason: unknown) => {
          stop()
          waiting.length = 0
          controller.error(reason)
          wake()
        }
        const abort = () => fail(signal.reason)
        const stopFeeding = feed.follow((text) => {
          const chunk = bytes.encode(text)
          waiting.push(chunk)
          unread += chunk.length
          if (unread > MOST_UNREAD) fail(new Error(`More than ${MOST_UNREAD} bytes of the stream were not read.`))
          else wake()
        })
        stop = () => {
          stopFeeding()
          closing.removeEventListener('abort', end)
          signal.removeEventListener('abort', abort)
        }
        closing.addEventListener('abort', end)
        signal.addEventListener('abort', abort)
      },
      async pull(controller) {
        const next = backlog.next()
        if (!next.done) return controller.enqueue(bytes.encode(next.value))
        if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        const chunk = waiting.shift()
        if (!chunk) return
        unread -= chunk.length
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

/** What Node's own `fetch` says when the other side hangs up. */
const resetConnection = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
