import type { Outcome } from '../../core/engine/rows.js'
import { createSheet, pack, SHEET, type Sheet, unpack } from './journal-buffer.js'
import type { AttemptRecord, Happening, RequestRecord } from './journal-records.js'

/** So much of one world is kept, the latest. */
export const MOST_RECORDS = 5000
export const MOST_BYTES = 8 * 1024 * 1024
/** So much of all worlds together, but for what every world may have at least. */
const MOST_BYTES_OF_ALL = 64 * 1024 * 1024
const LEAST_BYTES = 256 * 1024

/** What takes no part of a sheet takes as much, roughly. */
const OBJECT = 700

/** What all worlds of a sandbox have taken, and sheets that one of them has done with. */
export interface Budget {
  bytes: number
  spare: Sheet[]
}

export const createBudget = (): Budget => ({ bytes: 0, spare: [] })
const MOST_SPARE = 64

/** A stretch of what happened. Requests are many, and stand on its sheet; of each of them there is only where it begins. */
interface Page {
  entries: (Exclude<Happening, RequestRecord> | number)[]
  /** The first that has not been dropped. */
  first: number
  sheet: Sheet | undefined
}
const MOST_ENTRIES = 500

const openPage = (): Page => ({ entries: [], first: 0, sheet: undefined })

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

export function createRecorder(budget: Budget = createBudget()): Recorder {
  let pages: Page[] = [openPage()]
  let last = pages[0] as Page
  let kept = 0
  let bytes = 0
  let place = 0
  let dropped = 0
  const missed = new Set<string>()
  /** Attempts whose end will take more. */
  const underWay = new Set<AttemptRecord>()

  function take(size: number) {
    bytes += size
    budget.bytes += size
  }

  function turnPage() {
    last = openPage()
    pages.push(last)
  }

  function sheetFor(room: number): Sheet {
    if (last.sheet && last.sheet.used + room > last.sheet.bytes.length) turnPage()
    last.sheet ??= (room <= SHEET && budget.spare.pop()) || createSheet(Math.max(room, SHEET))
    return last.sheet
  }

  function release({ sheet }: Page) {
    if (sheet?.bytes.length !== SHEET || budget.spare.length >= MOST_SPARE) return
    sheet.used = 0
    budget.spare.push(sheet)
  }

  function dropOldest() {
    const page = pages[0] as Page
    const entry = page.entries[page.first] as Page['entries'][number]
    take(-sizeOf(page, page.first))
    if (typeof entry === 'object' && entry.kind === 'attempt') underWay.delete(entry)
    // Let go of at once: a few may be as large as all the rest.
    page.entries[page.first++] = 0
    dropped++
    kept--
    if (page.first < page.entries.length) return
    if (page === last) turnPage()
    release(page)
    pages.shift()
  }

  function trim() {
    while (kept > MOST_RECORDS || bytes > MOST_BYTES) dropOldest()
    while (budget.bytes > MOST_BYTES_OF_ALL && bytes > LEAST_BYTES) dropOldest()
  }

  function* newestFirst() {
    for (let p = pages.length - 1; p >= 0; p--) {
      const page = pages[p] as Page
      for (let i = page.entries.length - 1; i >= page.first; i--) yield read(page, i)
    }
  }

  return {
    origin: { start: 0, isPinned: false },
    next: () => ++place,
    add(record) {
      if (last.entries.length === MOST_ENTRIES) turnPage()
      const entry = record.kind === 'request' ? pack(record, sheetFor) : record
      if (record.kind === 'attempt' && !record.end) underWay.add(record)
      last.entries.push(entry as Page['entries'][number])
      kept++
      take(sizeOf(last, last.entries.length - 1))
      trim()
    },
    end(attempt, outcome, now) {
      attempt.end = { ended: ++place, endedAt: now, outcome }
      // One that was dropped meanwhile is nobody's any more.
      if (underWay.delete(attempt)) take(outcome.response_body.length)
      trim()
    },
    miss: (what) => void missed.add(what),
    all: () => [...newestFirst()].reverse(),
    newest(isWanted, limit, before = Number.POSITIVE_INFINITY) {
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
    get missed() {
      return [...missed]
    },
    clear() {
      budget.bytes -= bytes
      for (const page of pages) release(page)
      // What is still under way may end afterwards, and is nobody's any more.
      budget = createBudget()
      underWay.clear()
      pages = []
      turnPage()
      kept = bytes = 0
    },
  }
}

/** Where the record after an entry begins, or would. */
function endOf({ entries, sheet }: Page, i: number): number {
  for (let j = i + 1; j < entries.length; j++) {
    const at = entries[j]
    if (typeof at === 'number') return at
  }
  return sheet?.used ?? 0
}

function read(page: Page, i: number): Happening {
  const entry = page.entries[i] as Page['entries'][number]
  return typeof entry === 'number' ? unpack(page.sheet as Sheet, entry, endOf(page, i)) : entry
}

function sizeOf(page: Page, i: number): number {
  const entry = page.entries[i] as Page['entries'][number]
  if (typeof entry === 'number') return endOf(page, i) - entry
  return OBJECT + (entry.kind === 'attempt' ? (entry.end?.outcome.response_body.length ?? 0) : 0)
}
