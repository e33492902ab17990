import type { Outcome } from '../../src/core/engine/rows.js'
import type { Parcel, Sender } from '../../src/webhooks/sender.js'
import { isSignedBy, SIGNATURE_HEADER } from '../../src/webhooks/signature.js'
import type { Random } from '../runner/random.js'
import type { Life, Schedule } from './schedule.js'

export const MANNERS = ['good', 'failing', 'flapping', 'slow', 'moody', 'deaf'] as const
/** How a receiver behaves. The failing one takes pings and nothing else; the deaf one does not even take those. */
export type Manner = (typeof MANNERS)[number]

/** One event that was handed to the network. */
export interface Sent {
  url: string
  eventId: string
  eventType: string
  body: string
  at: number
  /** Which of the processes sent it. */
  process: number
  /** What the receiver made of it, whether or not the sender got to know. */
  taken: boolean
}

export interface Network {
  readonly sent: readonly Sent[]
  /** What arrived and should not have: unsigned, or no event at all. */
  readonly faults: readonly string[]
  /** From now on every receiver does as it should, but for those that never do. */
  calm(): void
  mount(life: Life, process: number): Sender
}

export const secretOf = (url: string): string => `whsec_${url.replaceAll(/[^a-z0-9]/g, '_')}`
export const urlFor = (manner: Manner, number: number): string => `http://10.0.0.${number + 1}/${manner}`
export const mannerOf = (url: string): Manner => url.split('/').at(-1) as Manner

interface Reaction {
  status: number | null
  failure: Outcome['failure']
  latency: number
  /** Whether the receiver took it for good. */
  taken: boolean
}

const PHASE = 2000

export function createNetwork(schedule: Schedule, random: Random): Network {
  const sent: Sent[] = []
  const faults: string[] = []
  let isCalm = false

  const answer = (status: number, latency = random.below(20)): Reaction => ({
    status,
    failure: null,
    latency,
    taken: status >= 200 && status < 300,
  })
  const silence = (failure: Outcome['failure'], latency: number, taken = false): Reaction => ({
    status: null,
    failure,
    latency,
    taken,
  })

  function mood(timeoutMs: number): Reaction {
    const moods: (() => Reaction)[] = [
      () => answer(200),
      () => answer(204),
      () => answer(500),
      () => answer(404),
      () => answer(302),
      () => silence('connection_refused', 1),
      () => silence('connection_closed', random.below(50), random.percent(50)),
      () => silence('timeout', timeoutMs),
      // It has it, and says so too late.
      () => silence('timeout', timeoutMs, true),
    ]
    return random.pick(moods)()
  }

  function react(manner: Manner, isPing: boolean, timeoutMs: number): Reaction {
    if (manner === 'deaf') return silence('connection_refused', 1)
    if (manner === 'failing') return answer(isPing ? 200 : random.pick([500, 503, 400]))
    if (isCalm || manner === 'good') return answer(200)
    if (manner === 'slow') return answer(200, random.below(timeoutMs))
    if (manner === 'flapping') return answer(Math.floor(schedule.now / PHASE) % 2 === 0 ? 200 : 503)
    return isPing ? answer(200) : mood(timeoutMs)
  }

  function mount(life: Life, process: number): Sender {
    function send({ url, headers, body, timeoutMs, signal }: Parcel): Promise<Outcome> {
      if (life.isOver || signal?.aborted) return new Promise(() => {})
      const bytes = Buffer.from(body)
      if (!isSignedBy(secretOf(url), bytes, headers[SIGNATURE_HEADER])) faults.push(`unsigned: ${bytes} to ${url}`)
      const event = JSON.parse(bytes.toString())
      const reaction = react(mannerOf(url), event.event_type === 'ping', timeoutMs)
      const { status, failure, latency, taken } = reaction
      sent.push({
        url,
        eventId: event.id,
        eventType: event.event_type,
        body: `${bytes}`,
        at: schedule.now,
        process,
        taken,
      })
      schedule.note(`send ${event.id} ${event.event_type} to ${url}: ${status ?? failure} in ${latency}`)
      return new Promise((resolve) => {
        const done = (code: number | null, why: Outcome['failure']) =>
          resolve({ status_code: code, failure: why, duration_ms: latency, response_body: '' })
        life.after(latency, () => done(status, failure))
        signal?.addEventListener('abort', () => done(null, 'connection_closed'))
      })
    }
    return { send, vet: async () => undefined, close() {} }
  }

  return { sent, faults, calm: () => void (isCalm = true), mount }
}
