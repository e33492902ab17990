import type { AttemptOutcome } from '../../core/engine/rows.js'
import type { AttemptRecord, JournalRecord, RequestRecord } from './journal-records.js'
import {
  createRecordBuffer,
  decodeRequest,
  encodeRequest,
  RECORD_BUFFER_BYTES,
  type RecordBuffer,
} from './record-buffer.js'

/** So much of one world is kept, the latest. */
export const MAX_RECORDS_PER_WORLD = 5000
export const MAX_BYTES_PER_WORLD = 8 * 1024 * 1024
/** So much of all worlds together, but for what every world may have at least. */
const MAX_BYTES_OF_ALL_WORLDS = 64 * 1024 * 1024
const MIN_BYTES_PER_WORLD = 256 * 1024

/** What takes no part of a sheet takes as much, roughly. */
const ESTIMATED_OBJECT_BYTES = 700

/** What all worlds of a sandbox have taken, and sheets that one of them has done with. */
export interface MemoryBudget {
  bytes: number
  spareBuffers: RecordBuffer[]
}

export const createMemoryBudget = (): MemoryBudget => ({ bytes: 0, spareBuffers: [] })
const MAX_SPARE_BUFFERS = 64

/** A stretch of what happened. Requests are many, and stand on its sheet; of each of them there is only where it begins. */
interface Segment {
  entries: (Exclude<JournalRecord, RequestRecord> | number)[]
  /** The first that has not been dropped. */
  firstKept: number
  buffer: RecordBuffer | undefined
}
const MAX_SEGMENT_ENTRIES = 500

const createSegment = (): Segment => ({ entries: [], firstKept: 0, buffer: undefined })

/** What happened in a world lately, for those who ask afterwards. */
export interface Journal {
  /** Where the world began, and whether a reset takes it back there (or, with a live clock, to the present). */
  origin: { start: number; isPinned: boolean }
  /** The next place in the order of everything. */
  nextSequence(): number
  add(record: JournalRecord): void
  /** Adds what the attempt came to. */
  endAttempt(attempt: AttemptRecord, outcome: AttemptOutcome, now: number): void
  /** Something happened that can't be told by records, so that they are not the whole story. */
  markIncomplete(reason: string): void
  /** Oldest first. */
  records(): JournalRecord[]
  /** Requests to the service's API, newest first: so many that are wanted, of those that ended before a place. */
  latestRequests(
    isWanted: (request: RequestRecord) => boolean,
    limit: number,
    before: number | undefined,
  ): { rows: RequestRecord[]; next: number | undefined }
  readonly dropped: number
  readonly incompleteReasons: readonly string[]
  clear(): void
}

export function createJournal(budget: MemoryBudget = createMemoryBudget()): Journal {
  let segments: Segment[] = [createSegment()]
  let currentSegment = segments[0] as Segment
  let recordCount = 0
  let bytes = 0
  let sequence = 0
  let dropped = 0
  const incompleteReasons = new Set<string>()
  /** Attempts whose end will take more. */
  const attemptsInFlight = new Set<AttemptRecord>()

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
    // Let go of at once: a few may be as large as all the rest.
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
    origin: { start: 0, isPinned: false },
    nextSequence: () => ++sequence,
    add(record) {
      if (currentSegment.entries.length === MAX_SEGMENT_ENTRIES) startSegment()
      const entry = record.kind === 'request' ? encodeRequest(record, reserveBuffer) : record
      if (record.kind === 'attempt' && !record.end) attemptsInFlight.add(record)
      currentSegment.entries.push(entry as Segment['entries'][number])
      recordCount++
      countBytes(sizeOf(currentSegment, currentSegment.entries.length - 1))
      enforceLimits()
    },
    endAttempt(attempt, outcome, now) {
      attempt.end = { ended: ++sequence, endedAt: now, outcome }
      // One that was dropped meanwhile is nobody's any more.
      if (attemptsInFlight.delete(attempt)) countBytes(outcome.response_body.length)
      enforceLimits()
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
    get dropped() {
      return dropped
    },
    get incompleteReasons() {
      return [...incompleteReasons]
    },
    clear() {
      budget.bytes -= bytes
      for (const segment of segments) recycleBuffer(segment)
      // What is still under way may end afterwards, and is nobody's any more.
      budget = createMemoryBudget()
      attemptsInFlight.clear()
      segments = []
      startSegment()
      recordCount = bytes = 0
    },
  }
}

/** Where the record after an entry begins, or would. */
function endOf({ entries, buffer }: Segment, i: number): number {
  for (let j = i + 1; j < entries.length; j++) {
    const at = entries[j]
    if (typeof at === 'number') return at
  }
  return buffer?.used ?? 0
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
