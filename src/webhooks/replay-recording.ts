import { setTimeout as delay } from 'node:timers/promises'
import type { AttemptOutcome } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'
import { parseInstant } from '../core/primitives/time.js'
import type { RecordedEvent } from './recording.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

export interface ReplayOptions {
  sender: Sender
  url: string
  secret: string
  userAgent: string
  timeoutMs: number
  /** Divides the pauses of the recording. Infinity means no pauses. */
  speed: number
  /** Wall time in milliseconds, for tests. Defaults to the system's. */
  time?: { now(): number; wait(ms: number): Promise<unknown> }
}

export interface ReplayedEvent {
  record: RecordedEvent
  outcome: AttemptOutcome
  verdict: 'accepted' | 'refused' | 'failed'
}

/** Node fires longer timers immediately (32-bit overflow). */
const MAX_TIMER_MS = 2 ** 31 - 1

const systemTime = { now: () => performance.now(), wait: (ms: number) => delay(ms) }

/** Sends each event at its time, but not before the previous event is answered. */
export async function* replayEvents(
  records: readonly RecordedEvent[],
  options: ReplayOptions,
): AsyncGenerator<ReplayedEvent> {
  const { sender, url, secret, userAgent, timeoutMs, speed, time = systemTime } = options
  const started = time.now()
  const timeOf = ({ at }: RecordedEvent) => parseInstant(at) as number
  const first = records[0] ? timeOf(records[0]) : 0
  for (const record of records) {
    const due = started + Math.max(0, timeOf(record) - first) / speed
    for (let left = due - time.now(); left > 0; left = due - time.now()) await time.wait(Math.min(left, MAX_TIMER_MS))
    const body = Buffer.from(record.body)
    const headers = eventHeaders(userAgent, sign(secret, body))
    const outcome = await sender.send({ url, headers, body, timeoutMs })
    const verdict = isSuccess(outcome) ? 'accepted' : outcome.status_code === null ? 'failed' : 'refused'
    yield { record, outcome, verdict }
  }
}

export interface ReplaySummary {
  sent: number
  accepted: number
  refused: number
  failed: number
  /** Response times of the answered events; null when no event was answered. */
  p50_ms: number | null
  p95_ms: number | null
}

export function summarizeReplay(all: readonly ReplayedEvent[]): ReplaySummary {
  const count = (verdict: ReplayedEvent['verdict']) => all.filter((sent) => sent.verdict === verdict).length
  const answered = all.filter(({ outcome }) => outcome.status_code !== null)
  const times = answered.map(({ outcome }) => outcome.duration_ms).sort((a, b) => a - b)
  // Nearest rank: always a measured value.
  const percentile = (p: number) => times[Math.max(0, Math.ceil(times.length * p) - 1)] ?? null
  return {
    sent: all.length,
    accepted: count('accepted'),
    refused: count('refused'),
    failed: count('failed'),
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
  }
}
