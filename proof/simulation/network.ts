import type { AttemptOutcome } from '../../src/core/engine/rows.js'
import type { OutgoingRequest, Sender } from '../../src/webhooks/sender.js'
import { isSignedBy, SIGNATURE_HEADER } from '../../src/webhooks/signature.js'
import type { Random } from '../runner/random.js'
import type { Schedule, TimerScope } from './schedule.js'

export const BEHAVIOURS = ['good', 'failing', 'flapping', 'slow', 'moody', 'deaf'] as const
/** How a receiver behaves. `failing` accepts only pings, `deaf` accepts nothing. */
export type ReceiverBehaviour = (typeof BEHAVIOURS)[number]

/** One attempt to send an event. */
export interface SentEvent {
  url: string
  eventId: string
  eventType: string
  body: string
  at: number
  /** The number of the process that sent it. */
  process: number
  /** Whether the receiver accepted it, even if the sender did not learn of it. */
  isAccepted: boolean
}

export interface Network {
  readonly sent: readonly SentEvent[]
  /** Requests that should not have arrived: unsigned, or not an event. */
  readonly errors: readonly string[]
  /** Makes receivers recover, except those that always fail. */
  stopFailing(): void
  mount(scope: TimerScope, process: number): Sender
}

export const secretOf = (url: string): string => `whsec_${url.replaceAll(/[^a-z0-9]/g, '_')}`
export const urlFor = (behaviour: ReceiverBehaviour, number: number): string =>
  `http://10.0.0.${number + 1}/${behaviour}`
export const behaviourOf = (url: string): ReceiverBehaviour => url.split('/').at(-1) as ReceiverBehaviour

interface Reaction {
  status: number | null
  failure: AttemptOutcome['failure']
  latency: number
  /** Whether the receiver accepted the event. */
  isAccepted: boolean
}

const FLAP_MS = 2000

export function createNetwork(schedule: Schedule, random: Random): Network {
  const sent: SentEvent[] = []
  const errors: string[] = []
  let isReliable = false

  const respond = (status: number, latency = random.below(20)): Reaction => ({
    status,
    failure: null,
    latency,
    isAccepted: status >= 200 && status < 300,
  })
  const noResponse = (failure: AttemptOutcome['failure'], latency: number, isAccepted = false): Reaction => ({
    status: null,
    failure,
    latency,
    isAccepted,
  })

  function randomReaction(timeoutMs: number): Reaction {
    const reactions: (() => Reaction)[] = [
      () => respond(200),
      () => respond(204),
      () => respond(500),
      () => respond(404),
      () => respond(302),
      () => noResponse('connection_refused', 1),
      () => noResponse('connection_closed', random.below(50), random.percent(50)),
      () => noResponse('timeout', timeoutMs),
      // The receiver accepts the event but responds after the timeout.
      () => noResponse('timeout', timeoutMs, true),
    ]
    return random.pick(reactions)()
  }

  function react(behaviour: ReceiverBehaviour, isPing: boolean, timeoutMs: number): Reaction {
    if (behaviour === 'deaf') return noResponse('connection_refused', 1)
    if (behaviour === 'failing') return respond(isPing ? 200 : random.pick([500, 503, 400]))
    if (isReliable || behaviour === 'good') return respond(200)
    if (behaviour === 'slow') return respond(200, random.below(timeoutMs))
    if (behaviour === 'flapping') return respond(Math.floor(schedule.now / FLAP_MS) % 2 === 0 ? 200 : 503)
    return isPing ? respond(200) : randomReaction(timeoutMs)
  }

  function mount(scope: TimerScope, process: number): Sender {
    function send({ url, headers, body, timeoutMs, signal }: OutgoingRequest): Promise<AttemptOutcome> {
      if (scope.isEnded || signal?.aborted) return new Promise(() => {})
      const bytes = Buffer.from(body)
      if (!isSignedBy(secretOf(url), bytes, headers[SIGNATURE_HEADER])) errors.push(`unsigned: ${bytes} to ${url}`)
      const event = JSON.parse(bytes.toString())
      const reaction = react(behaviourOf(url), event.event_type === 'ping', timeoutMs)
      const { status, failure, latency, isAccepted } = reaction
      sent.push({
        url,
        eventId: event.id,
        eventType: event.event_type,
        body: `${bytes}`,
        at: schedule.now,
        process,
        isAccepted,
      })
      schedule.record(`send ${event.id} ${event.event_type} to ${url}: ${status ?? failure} in ${latency}`)
      return new Promise((resolve) => {
        const done = (code: number | null, why: AttemptOutcome['failure']) =>
          resolve({ status_code: code, failure: why, duration_ms: latency, response_body: '' })
        scope.after(latency, () => done(status, failure))
        signal?.addEventListener('abort', () => done(null, 'connection_closed'))
      })
    }
    return { send, checkUrl: async () => undefined, close() {} }
  }

  return { sent, errors, stopFailing: () => void (isReliable = true), mount }
}
