import type { Upload } from '../core/assets.js'
import type { Outcome } from '../core/dispatches.js'
import type { Issue } from '../core/errors.js'
import type { WorldEvent } from '../core/events.js'

/** A request and its answer. `began` and `ended` are places in the order of everything that happened in the world. */
export interface RequestRecord {
  kind: 'request'
  isControl: boolean
  began: number
  ended: number
  /** The how-many-th of the world's requests it was: its id is made of that. */
  turn: number
  requestId: string
  /** The world's time when it was done. */
  now: number
  method: string
  target: string
  /** Those that decide about the answer; no credentials. */
  headers: Record<string, string>
  body: string | undefined
  /** What is known of a body that was not kept. */
  upload: Upload | undefined
  operation: string | undefined
  status: number
  code: string | undefined
  replayed: boolean
  warnings: readonly Issue[]
  milliseconds: number
  /** Empty for an answer without a body. */
  answer: string
}

/** An attempt to send an event. It has no outcome while it is under way, or when it was called off. */
export interface AttemptRecord {
  kind: 'attempt'
  began: number
  beganAt: number
  eventId: string
  webhookId: string
  end?: { ended: number; endedAt: number; outcome: Outcome }
}

export type Happening =
  | RequestRecord
  | AttemptRecord
  | { kind: 'event'; event: WorldEvent }
  | { kind: 'clock'; to: number }

/** So much of one world is kept, the latest. */
export const MOST_RECORDS = 5000
export const MOST_BYTES = 8 * 1024 * 1024
/** So much of all worlds together, but for what every world may have at least. */
const MOST_BYTES_OF_ALL = 64 * 1024 * 1024
const LEAST_BYTES = 256 * 1024

/** What a record takes beside its texts, roughly. */
const OVERHEAD = 700

/** What all worlds of a sandbox have taken. */
export interface Budget {
  bytes: number
}

/** What happened in a world lately, for those who ask afterwards. */
export interface Recorder {
  /** Where the world began, and whether a reset takes it back there (or, with a live clock, to the present). */
  origin: { start: number; isPinned: boolean }
  /** The next place in the order of everything. */
  next(): number
  add(record: Happening): void
  /** Adds what the attempt came to. */
  end(attempt: AttemptRecord, outcome: Outcome, now: number): void
  /** Something happened that can't be told by records, so that they are not the whole story. */
  miss(what: string): void
  /** Oldest first. */
  all(): Happening[]
  /** Requests to the service's API, newest first: so many that are wanted, of those that ended before a place. */
  newest(
    isWanted: (request: RequestRecord) => boolean,
    limit: number,
    before: number | undefined,
  ): { rows: RequestRecord[]; next: number | undefined }
  readonly dropped: number
  readonly missed: readonly string[]
  clear(): void
}

export function createRecorder(budget: Budget = { bytes: 0 }): Recorder {
  let records: (Happening | undefined)[] = []
  /** Where the oldest is: shifting thousands with every request would be dear. */
  let first = 0
  let bytes = 0
  let place = 0
  let dropped = 0
  const missed = new Set<string>()

  function take(size: number) {
    bytes += size
    budget.bytes += size
  }

  function dropOldest() {
    take(-sizeOf(records[first] as Happening))
    // Let go of at once: a few may be as large as all the rest.
    records[first++] = undefined
    dropped++
    if (first < 1000 && first < records.length) return
    records = records.slice(first)
    first = 0
  }

  function trim() {
    while (records.length - first > MOST_RECORDS || bytes > MOST_BYTES) dropOldest()
    while (budget.bytes > MOST_BYTES_OF_ALL && bytes > LEAST_BYTES) dropOldest()
  }

  return {
    origin: { start: 0, isPinned: false },
    next: () => ++place,
    add(record) {
      records.push(record)
      take(sizeOf(record))
      trim()
    },
    end(attempt, outcome, now) {
      const before = sizeOf(attempt)
      attempt.end = { ended: ++place, endedAt: now, outcome }
      // One that was dropped meanwhile is nobody's any more.
      if (records.includes(attempt, first)) take(sizeOf(attempt) - before)
      trim()
    },
    miss: (what) => void missed.add(what),
    all: () => records.slice(first) as Happening[],
    newest(isWanted, limit, before = Number.POSITIVE_INFINITY) {
      const rows: RequestRecord[] = []
      for (let i = records.length - 1; i >= first; i--) {
        const record = records[i] as Happening
        if (record.kind !== 'request' || record.isControl || record.ended >= before || !isWanted(record)) continue
        if (rows.length === limit) return { rows, next: rows.at(-1)?.ended }
        rows.push(record)
      }
      return { rows, next: undefined }
    },
    get dropped() {
      return dropped
    },
    get missed() {
      return [...missed]
    },
    clear() {
      budget.bytes -= bytes
      // What is still under way may end afterwards, and is nobody's any more.
      budget = { bytes: 0 }
      records = []
      first = bytes = 0
    },
  }
}

/** What a warning takes beside its texts, roughly. */
const OVERHEAD_OF_WARNING = 100

function sizeOf(record: Happening): number {
  if (record.kind === 'request') {
    let size = OVERHEAD + record.target.length + (record.body?.length ?? 0) + record.answer.length
    for (const name in record.headers) size += (record.headers[name] as string).length
    for (const { field = '', issue } of record.warnings) size += OVERHEAD_OF_WARNING + field.length + issue.length
    return size
  }
  return OVERHEAD + (record.kind === 'attempt' ? (record.end?.outcome.response_body.length ?? 0) : 0)
}
