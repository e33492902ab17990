import { parseInstant } from '../core/primitives/time.js'

/** One line of an NDJSON recording, of a receiver or of the sandbox. */
export interface RecordedEvent {
  /** When the event was sent, received or created. */
  at: string
  id: string
  event_type: string
  /** The raw body as text. A replay signs these bytes again. */
  body: string
}

/** Fixed order of fields, so that equal recordings are byte-identical. */
export const toRecordingLine = ({ at, id, event_type, body }: RecordedEvent): string =>
  `${JSON.stringify({ at, id, event_type, body })}\n`

/** An invalid line of a recording. */
export class RecordingError extends Error {}

/** Reads NDJSON. Ignores empty lines and a byte order mark. */
export function parseRecording(text: string, name: string): RecordedEvent[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return []
      const createError = (why: string) => new RecordingError(`Line ${i + 1} of ${name} is not a record: ${why}.`)
      const value = parse(line)
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw createError('it is not a JSON object')
      const { at, id, event_type, body } = value as Record<string, unknown>
      for (const [field, content] of Object.entries({ at, id, event_type, body }))
        if (typeof content !== 'string')
          throw createError(content === undefined ? `${field} is missing` : `${field} must be a text`)
      if (parseInstant(at as string) === undefined)
        throw createError('at must be an instant such as 2025-01-01T00:00:00Z')
      return [{ at, id, event_type, body } as RecordedEvent]
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export const REPLAY_ORDERS = ['as-recorded', 'shuffled', 'reversed'] as const
export type ReplayOrder = (typeof REPLAY_ORDERS)[number]

export interface ArrangeOptions {
  order: ReplayOrder
  /** How many extra times each event is sent. */
  duplicate: number
  seed: number
}

/** Mulberry32: the same numbers for the same seed. */
function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns the events in the order of sending. Duplicates directly follow their event unless the order is shuffled. Another
 * order keeps the recorded times: the first event sent gets the time of the first event recorded.
 */
export function arrangeEvents(
  records: readonly RecordedEvent[],
  { order, duplicate, seed }: ArrangeOptions,
): RecordedEvent[] {
  const all = records.flatMap((record) => Array<RecordedEvent>(duplicate + 1).fill(record))
  const times = all.map(({ at }) => at)
  if (order === 'reversed') all.reverse()
  if (order === 'shuffled') {
    const random = createSeededRandom(seed)
    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[all[i], all[j]] = [all[j] as RecordedEvent, all[i] as RecordedEvent]
    }
  }
  return all.map((record, i) => ({ ...record, at: times[i] as string }))
}
