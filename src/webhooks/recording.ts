import { parseInstant } from '../core/primitives/time.js'

/** One event of a recording: one line of NDJSON, wherever it comes from. */
export interface RecordedEvent {
  /** When it was sent or arrived, or when it happened. */
  at: string
  id: string
  event_type: string
  /** The raw body as text. What is sent again is signed again, over these bytes. */
  body: string
}

/** Written out field by field, so that every recording looks the same. */
export const toRecordingLine = ({ at, id, event_type, body }: RecordedEvent): string =>
  `${JSON.stringify({ at, id, event_type, body })}\n`

/** What is wrong with a recording, and where. */
export class RecordingError extends Error {}

/** Reads NDJSON; empty lines do not count, and neither does the mark that some editors begin a file with. */
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
  /** How many times more each event is sent. */
  duplicate: number
  seed: number
}

/** Mulberry32: small, quick, and the same numbers for the same seed. */
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
 * The sequence to be sent. Duplicates follow their event at once, unless all is shuffled. Another order keeps the times:
 * what is sent first goes when the first was recorded.
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
