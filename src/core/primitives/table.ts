import type { Steps } from './steps.js'

/**
 * Rows in insertion order, with an index per filterable field, so that the cost of a page does not depend on the size
 * of the table. Cursors refer to positions: a row's position never changes, and a removed row leaves a gap.
 */
export interface Table<T extends { id: string }> {
  readonly size: number
  add(row: T): T
  get(id: string): T | undefined
  /** Replaces the row with a changed copy and returns the copy. */
  change(row: T, changes: Partial<T>): T
  /** Whether any row has this value in an indexed field. */
  has(field: keyof T & string, value: unknown): boolean
  /** Rows whose fields equal the filter, oldest first. */
  where(filter: Partial<T>): T[]
  /** Newest first, only rows before the given position that satisfy the predicate. */
  pageNewestFirst(filter: Partial<T>, limit: number, before?: number, predicate?: (row: T) => boolean): Page<T>
  /** Oldest first, only rows after the given position that satisfy the predicate. */
  pageOldestFirst(filter: Partial<T>, limit: number, after?: number, predicate?: (row: T) => boolean): Page<T>
  first(): T | undefined
  remove(row: T): void
  serialize(): SerializedTable<T>
  /** Restores rows at their positions. The table must be empty. Throws if two rows have the same id. */
  restore(serialized: SerializedTable<T>): Steps<void>
}

/** Includes the gaps, so that cursors stay valid. */
export interface SerializedTable<T> {
  start: number
  rows: (T | null)[]
}

export interface Page<T> {
  rows: T[]
  /** The position of the last row, if more rows follow. */
  next: number | undefined
}

/**
 * Positions in ascending order, from the index `start` on. Removing the first one only moves `start`: old events are
 * removed from the front one by one, and moving the rest of a long array each time would take minutes.
 */
interface PositionList {
  list: number[]
  start: number
}

const NO_POSITIONS: PositionList = { list: [], start: 0 }

function removePosition(positions: PositionList, position: number): void {
  const { list, start } = positions
  if (list[start] !== position) {
    list.splice(lowerBound(positions, position), 1)
    return
  }
  positions.start++
  if (positions.start <= list.length / 2) return
  positions.list = list.slice(positions.start)
  positions.start = 0
}

/** Index of the first element that is at least the value. */
function lowerBound({ list: sorted, start }: PositionList, value: number): number {
  let low = start
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows to restore between two steps. */
const ROWS_PER_STEP = 1000

/** Called after a row was added (no `before`), changed, or removed (no `after`). Not called by `restore`. */
export type RowObserver<T> = (before: T | undefined, after: T | undefined) => void

export function createTable<T extends { id: string }>(
  indexedFields: readonly (keyof T & string)[],
  observe?: RowObserver<T>,
): Table<T> {
  const rows: (T | undefined)[] = []
  /** The position of `rows[0]`. Restored tables do not keep memory for the gaps before it. */
  let base = 0
  /** All positions before this one are gaps. */
  let start = 0
  const positions = new Map<string, number>()
  // Most values of an index such as `upc` have one row. Storing it without an array saves most of the index's memory.
  const indexes = new Map(indexedFields.map((field) => [field as string, new Map<unknown, number | PositionList>()]))

  function addToIndex(field: string, value: unknown, position: number) {
    const index = indexes.get(field)
    const bucket = index?.get(value)
    if (bucket === undefined) index?.set(value, position)
    else if (typeof bucket === 'number')
      index?.set(value, { list: bucket < position ? [bucket, position] : [position, bucket], start: 0 })
    else if ((bucket.list.at(-1) as number) < position) bucket.list.push(position)
    else bucket.list.splice(lowerBound(bucket, position), 0, position)
  }

  function removeFromIndex(field: string, value: unknown, position: number) {
    const index = indexes.get(field)
    const bucket = index?.get(value)
    if (typeof bucket === 'object' && bucket.list.length - bucket.start > 1) removePosition(bucket, position)
    else index?.delete(value)
  }

  /** The positions from the most selective index; undefined means all rows. */
  function findCandidates(filter: Partial<T>): PositionList | undefined {
    let best: PositionList | undefined
    for (const field in filter) {
      const index = indexes.get(field)
      if (!index) continue
      const found = index.get(filter[field]) ?? NO_POSITIONS
      const bucket = typeof found === 'number' ? { list: [found], start: 0 } : found
      if (!best || bucket.list.length - bucket.start < best.list.length - best.start) best = bucket
    }
    return best
  }

  const endPosition = () => base + rows.length

  const matches = (row: T | undefined, filter: Partial<T>): row is T => {
    if (row === undefined) return false
    for (const field in filter) if (row[field] !== filter[field]) return false
    return true
  }

  /** Scans in one direction until the page is full and one more row is found. */
  function scan(
    filter: Partial<T>,
    limit: number,
    from: number,
    direction: 1 | -1,
    predicate: (row: T) => boolean = () => true,
  ): Page<T> {
    const candidates = findCandidates(filter)
    const found: T[] = []
    let last: number | undefined
    // The first candidate at `from` or beyond, in the direction of the scan.
    let i = candidates ? lowerBound(candidates, direction === 1 ? from : from + 1) - (direction === 1 ? 0 : 1) : from
    const first = candidates ? candidates.start : start
    for (const end = candidates ? candidates.list.length : endPosition(); i >= first && i < end; i += direction) {
      const position = candidates ? (candidates.list[i] as number) : i
      const row = rows[position - base]
      if (!matches(row, filter) || !predicate(row)) continue
      if (found.length === limit) return { rows: found, next: last }
      found.push(row)
      last = position
    }
    return { rows: found, next: undefined }
  }

  return {
    get size() {
      return positions.size
    },
    add(row) {
      const position = base + rows.push(row) - 1
      positions.set(row.id, position)
      for (const field of indexedFields) addToIndex(field, row[field], position)
      observe?.(undefined, row)
      return row
    },
    get(id) {
      const position = positions.get(id)
      return position === undefined ? undefined : rows[position - base]
    },
    change(row, changes) {
      const position = positions.get(row.id) as number
      for (const field of indexedFields) {
        if (!(field in changes) || changes[field] === row[field]) continue
        removeFromIndex(field, row[field], position)
        addToIndex(field, changes[field], position)
      }
      const changed = { ...row, ...changes }
      rows[position - base] = changed
      observe?.(row, changed)
      return changed
    },
    has: (field, value) => indexes.get(field)?.has(value) ?? false,
    where(filter) {
      const found = findCandidates(filter)
      const candidates = found ? found.list.slice(found.start).map((position) => rows[position - base]) : rows
      return candidates.filter((row) => matches(row, filter)) as T[]
    },
    pageNewestFirst: (filter, limit, before = endPosition(), predicate) =>
      scan(filter, limit, Math.min(before, endPosition()) - 1, -1, predicate),
    pageOldestFirst: (filter, limit, after = -1, predicate) =>
      scan(filter, limit, Math.max(after + 1, start), 1, predicate),
    first() {
      while (start < endPosition() && rows[start - base] === undefined) start++
      return rows[start - base]
    },
    remove(row) {
      const position = positions.get(row.id)
      if (position === undefined) return
      for (const field of indexedFields) removeFromIndex(field, (rows[position - base] as T)[field], position)
      positions.delete(row.id)
      rows[position - base] = undefined
      observe?.(row, undefined)
    },
    serialize() {
      let from = start
      while (from < endPosition() && rows[from - base] === undefined) from++
      return { start: from, rows: rows.slice(from - base).map((row) => row ?? null) }
    },
    *restore(serialized) {
      start = base = serialized.start
      for (const row of serialized.rows) {
        const position = base + rows.push(row ?? undefined) - 1
        if (row === null) continue
        // A second row could never be removed, and code that removes until nothing is left would not end.
        if (positions.has(row.id)) throw new Error(`Two rows have the id ${row.id}.`)
        positions.set(row.id, position)
        for (const field of indexedFields) addToIndex(field, row[field], position)
        if (rows.length % ROWS_PER_STEP === 0) yield
      }
    },
  }
}
