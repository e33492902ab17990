import type { AttemptOutcome } from '../../core/engine/rows.js'
import type {
  ActivityRecord,
  AttemptRecord,
  ChangeRecord,
  JournalRecord,
  RequestRecord,
  ResetRecord,
} from './journal-records.js'
import {
  createRecordBuffer,
  decodeRequest,
  encodeRequest,
  RECORD_BUFFER_BYTES,
  type RecordBuffer,
  readEnded,
} from './record-buffer.js'

/** Limits per world. The oldest records are dropped first. */
export const MAX_RECORDS_PER_WORLD = 5000
export const MAX_BYTES_PER_WORLD = 8 * 1024 * 1024
/** Changes made by tasks, and resets, have their own limit: they must not displace what a rerun needs. */
const MAX_CHANGES_PER_WORLD = 2000
/** Limit of all worlds together. Each world keeps at least MIN_BYTES_PER_WORLD. */
export const MAX_BYTES_OF_ALL_WORLDS = 64 * 1024 * 1024
const MIN_BYTES_PER_WORLD = 256 * 1024

/** Rough size of a record that is not in a record buffer. */
const ESTIMATED_OBJECT_BYTES = 700

/** Memory in use by all journals of a sandbox, and buffers to reuse. */
export interface MemoryBudget {
  bytes: number
  spareBuffers: RecordBuffer[]
}

export const createMemoryBudget = (): MemoryBudget => ({ bytes: 0, spareBuffers: [] })
const MAX_SPARE_BUFFERS = 64

/** A run of records. Requests are encoded in the buffer; their entry is the offset. Other records are objects. */
interface Segment {
  entries: (Exclude<JournalRecord, RequestRecord> | number)[]
  /** Index of the first entry that is not dropped. */
  firstKept: number
  buffer: RecordBuffer | undefined
}
const MAX_SEGMENT_ENTRIES = 500

const createSegment = (): Segment => ({ entries: [], firstKept: 0, buffer: undefined })

/** The recent history of a world, within the limits above. */
export interface Journal {
  /** The world's first instant. `isPinned`: a reset returns to it; otherwise to the present (live clock). */
  origin: { start: number; isPinned: boolean; eventStamp: number }
  /** The next sequence number. */
  nextSequence(): number
  add(record: JournalRecord): void
  /** Whether somebody follows the world's activity. Such a world is not put away. */
  readonly isWatched: boolean
  /** Keeps a record that the exported journal does not contain. */
  addChange(record: ChangeRecord | ResetRecord): void
  /** Adds the outcome of an attempt. */
  endAttempt(attempt: AttemptRecord, outcome: AttemptOutcome, now: number): void
  /** Records a reason why the journal can't reproduce the run. */
  markIncomplete(reason: string): void
  /** Oldest first. */
  records(): JournalRecord[]
  /** API requests, newest first, that match and ended before the sequence number `before`. */
  latestRequests(
    isWanted: (request: RequestRecord) => boolean,
    limit: number,
    before: number | undefined,
  ): { rows: RequestRecord[]; next: number | undefined }
  /** Newest first, only records with a lower sequence number than `before`. Attempts are listed once they have ended. */
  activity(before?: number): Generator<ActivityRecord>
  findRequest(requestId: string): RequestRecord | undefined
  /** Calls the listener with every record, in the order of their sequence numbers. */
  watch(listener: (record: ActivityRecord) => void): () => void
  readonly dropped: number
  readonly incompleteReasons: readonly string[]
  clear(): void
}

/** `observe` gets every record: an attempt when it has ended, the others when they are added. */
export function createJournal(
  budget: MemoryBudget = createMemoryBudget(),
  observe?: (record: JournalRecord) => void,
): Journal {
  let segments: Segment[] = [createSegment()]
  let currentSegment = segments[0] as Segment
  let recordCount = 0
  let bytes = 0
  let sequence = 0
  let dropped = 0
  const incompleteReasons = new Set<string>()
  /** Attempts whose outcome is still to be counted in `bytes`. */
  const attemptsInFlight = new Set<AttemptRecord>()
  const listeners = new Set<(record: ActivityRecord) => void>()
  let changes: (ChangeRecord | ResetRecord)[] = []

  function notify(record: ActivityRecord) {
    for (const listener of listeners) listener(record)
  }

  function countBytes(size: number) {
    bytes += size
    budget.bytes += size
  }

  function startSegment() {
    currentSegment = createSegment()
    segments.push(currentSegment)
  }

  function reserveBuffer(size: number): RecordBuffer {
    if (currentSegment.buffer && currentSegment.buffer.used + size > currentSegment.buffer.bytes.length) startSegment()
    currentSegment.buffer ??=
      (size <= RECORD_BUFFER_BYTES && budget.spareBuffers.pop()) ||
      createRecordBuffer(Math.max(size, RECORD_BUFFER_BYTES))
    return currentSegment.buffer
  }

  function recycleBuffer({ buffer }: Segment) {
    if (buffer?.bytes.length !== RECORD_BUFFER_BYTES || budget.spareBuffers.length >= MAX_SPARE_BUFFERS) return
    buffer.used = 0
    budget.spareBuffers.push(buffer)
  }

  function dropOldest() {
    const segment = segments[0] as Segment
    const entry = segment.entries[segment.firstKept] as Segment['entries'][number]
    countBytes(-sizeOf(segment, segment.firstKept))
    if (typeof entry === 'object' && entry.kind === 'attempt') attemptsInFlight.delete(entry)
    // Release the reference now, not with the segment: single records can be large.
    segment.entries[segment.firstKept++] = 0
    dropped++
    recordCount--
    if (segment.firstKept < segment.entries.length) return
    if (segment === currentSegment) startSegment()
    recycleBuffer(segment)
    segments.shift()
  }

  function enforceLimits() {
    while (recordCount > MAX_RECORDS_PER_WORLD || bytes > MAX_BYTES_PER_WORLD) dropOldest()
    while (budget.bytes > MAX_BYTES_OF_ALL_WORLDS && bytes > MIN_BYTES_PER_WORLD) dropOldest()
  }

  function* newestFirst() {
    for (let p = segments.length - 1; p >= 0; p--) {
      const segment = segments[p] as Segment
      for (let i = segment.entries.length - 1; i >= segment.firstKept; i--) yield read(segment, i)
    }
  }

  return {
    origin: { start: 0, isPinned: false, eventStamp: 0 },
    nextSequence: () => ++sequence,
    add(record) {
      if (currentSegment.entries.length === MAX_SEGMENT_ENTRIES) startSegment()
      const entry = record.kind === 'request' ? encodeRequest(record, reserveBuffer) : record
      if (record.kind === 'attempt' && !record.end) attemptsInFlight.add(record)
      currentSegment.entries.push(entry as Segment['entries'][number])
      recordCount++
      countBytes(sizeOf(currentSegment, currentSegment.entries.length - 1))
      enforceLimits()
      if (record.kind === 'attempt') return
      observe?.(record)
      if (listeners.size > 0) notify(record)
    },
    addChange(record) {
      changes.push(record)
      // In steps, so that dropping the oldest does not move all others each time.
      if (changes.length > 1.5 * MAX_CHANGES_PER_WORLD) changes = changes.slice(-MAX_CHANGES_PER_WORLD)
      notify(record)
    },
    endAttempt(attempt, outcome, now) {
      attempt.end = { ended: ++sequence, endedAt: now, outcome }
      // A record that was dropped in the meantime is no longer counted.
      if (attemptsInFlight.delete(attempt)) countBytes(outcome.response_body.length)
      enforceLimits()
      observe?.(attempt)
      notify(attempt)
    },
    markIncomplete: (reason) => void incompleteReasons.add(reason),
    records: () => [...newestFirst()].reverse(),
    latestRequests(isWanted, limit, before = Number.POSITIVE_INFINITY) {
      const rows: RequestRecord[] = []
      for (const record of newestFirst()) {
        if (record.kind !== 'request' || record.isControl || record.ended >= before || !isWanted(record)) continue
        if (rows.length === limit) return { rows, next: rows.at(-1)?.ended }
        rows.push(record)
      }
      return { rows, next: undefined }
    },
    *activity(before = Number.POSITIVE_INFINITY) {
      const found: { sequence: number; read: () => ActivityRecord }[] = []
      for (const segment of segments)
        for (let i = segment.firstKept; i < segment.entries.length; i++) {
          const sequence = sequenceAt(segment, i)
          if (sequence < before) found.push({ sequence, read: () => read(segment, i) })
        }
      for (const record of changes.slice(-MAX_CHANGES_PER_WORLD))
        if (record.sequence < before) found.push({ sequence: record.sequence, read: () => record })
      found.sort((a, b) => b.sequence - a.sequence)
      for (const entry of found) yield entry.read()
    },
    findRequest(requestId) {
      for (const record of newestFirst()) if (record.kind === 'request' && record.requestId === requestId) return record
      return undefined
    },
    get isWatched() {
      return listeners.size > 0
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get dropped() {
      return dropped
    },
    get incompleteReasons() {
      return [...incompleteReasons]
    },
    clear() {
      budget.bytes -= bytes
      for (const segment of segments) recycleBuffer(segment)
      // Attempts in flight may still end; count them in a budget that nothing else uses.
      budget = createMemoryBudget()
      attemptsInFlight.clear()
      segments = []
      changes = []
      startSegment()
      recordCount = bytes = 0
    },
  }
}

/** The offset where the record of entry `i` ends. */
function endOf({ entries, buffer }: Segment, i: number): number {
  for (let j = i + 1; j < entries.length; j++) {
    const at = entries[j]
    if (typeof at === 'number') return at
  }
  return buffer?.used ?? 0
}

/** Infinite for an attempt that has not ended. */
function sequenceAt({ entries, buffer }: Segment, i: number): number {
  const entry = entries[i] as Segment['entries'][number]
  return typeof entry === 'number' ? readEnded(buffer as RecordBuffer, entry) : sequenceOf(entry)
}

/** The position of a record in the order of everything in the world. Infinite for an attempt that has not ended. */
export function sequenceOf(record: ActivityRecord): number {
  if (record.kind === 'request') return record.ended
  if (record.kind === 'attempt') return record.end?.ended ?? Number.POSITIVE_INFINITY
  return record.sequence
}

function read(segment: Segment, i: number): JournalRecord {
  const entry = segment.entries[i] as Segment['entries'][number]
  return typeof entry === 'number' ? decodeRequest(segment.buffer as RecordBuffer, entry, endOf(segment, i)) : entry
}

function sizeOf(segment: Segment, i: number): number {
  const entry = segment.entries[i] as Segment['entries'][number]
  if (typeof entry === 'number') return endOf(segment, i) - entry
  return ESTIMATED_OBJECT_BYTES + (entry.kind === 'attempt' ? (entry.end?.outcome.response_body.length ?? 0) : 0)
}
