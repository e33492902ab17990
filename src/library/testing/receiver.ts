import { type Arrival, createReceiver } from '../../webhooks/receiver.js'
import type { EventOf, EventType } from '../types.js'

const DEFAULT_SECRET = 'whsec_test_receiver'
const DEFAULT_TIMEOUT_MS = 5000

export interface TestReceiverOptions {
  /** Default: MDS_WEBHOOK_SECRET, or a fixed text. Register the webhook with it. */
  secret?: string
  /** Default 0, a free port. */
  port?: number
}

export interface FailureOptions {
  /** How many of the following events fail. Default 1. */
  times?: number
  /** The status of the response. Default 503. Null closes the connection without a response. */
  status?: number | null
}

/** A webhook handler for tests. It verifies signatures and answers 200, except when it was told to fail. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string
  readonly secret: string
  /** Everything that arrived, also forged and repeated events. */
  readonly arrivals: readonly Arrival[]
  /**
   * The next event of this type that was accepted for the first time, in the order of arrival. Events that arrived before
   * the call count too, and each is returned once. Rejects after `timeoutMs` (default 5000).
   */
  next<T extends EventType>(event_type: T, options?: { timeoutMs?: number }): Promise<EventOf<T>>
  /** Lets the following events fail. Pings are not affected, so that registering still works. */
  fail(options?: FailureOptions): void
  close(): Promise<void>
}

interface Waiting {
  event_type: string
  resolve(event: unknown): void
}

export async function receiver(options: TestReceiverOptions = {}): Promise<TestReceiver> {
  const { secret = process.env.MDS_WEBHOOK_SECRET || DEFAULT_SECRET, port = 0 } = options
  const unread: NonNullable<Arrival['event']>[] = []
  let waiting: Waiting[] = []
  let failures: { left: number; status: number | null } = { left: 0, status: null }

  const server = await createReceiver({
    secret,
    port,
    respond({ event }) {
      if (event?.event_type === 'ping' || failures.left === 0) return { status: 200 }
      failures.left--
      return failures.status === null ? undefined : { status: failures.status }
    },
    onArrival({ event, verdict, status }) {
      if (!event || verdict === 'duplicate' || status < 200 || status > 299) return
      const first = waiting.find(({ event_type }) => event_type === event.event_type)
      if (!first) return void unread.push(event)
      waiting = waiting.filter((each) => each !== first)
      first.resolve(event)
    },
  })

  const describeArrivals = () =>
    server.arrivals.length === 0
      ? 'Nothing arrived. Is the webhook registered with this URL, and has the clock moved?'
      : `These arrived: ${server.arrivals.map(({ event, verdict, status }) => `${event?.event_type ?? 'no event'} (${verdict}, ${status})`).join(', ')}.`

  return {
    url: server.url,
    secret,
    arrivals: server.arrivals,
    next<T extends EventType>(event_type: T, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}): Promise<EventOf<T>> {
      const i = unread.findIndex((event) => event.event_type === event_type)
      if (i >= 0) return Promise.resolve(unread.splice(i, 1)[0] as unknown as EventOf<T>)
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          event_type,
          resolve(event) {
            clearTimeout(timer)
            resolve(event as EventOf<T>)
          },
        }
        const timer = setTimeout(() => {
          waiting = waiting.filter((each) => each !== entry)
          reject(new Error(`There was no ${event_type} within ${timeoutMs / 1000} s. ${describeArrivals()}`))
        }, timeoutMs)
        waiting.push(entry)
      })
    },
    fail({ times = 1, status = 503 } = {}) {
      failures = { left: times, status }
    },
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  }
}
