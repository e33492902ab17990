import { createPositionIndex, lowerBound, type PositionIndex, type PositionList } from './position-index.js'
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

const NO_POSITIONS: PositionList = { list: [], start: 0 }

/** The first rows of many tables, at the positions from 0 on. Neither the rows nor the indexes change. */
export interface SharedRows<T> {
  readonly size: number
  positionOf(id: string): number | undefined
  rowAt(position: number): T
  readonly indexes: ReadonlyMap<string, Pick<PositionIndex, 'find'>>
}

/** Rows to restore between two steps. */
const ROWS_PER_STEP = 1000

/** Called after a row was added (no `before`), changed, or removed (no `after`). Not called by `restore`. */
export type RowObserver<T> = (before: T | undefined, after: T | undefined) => void

/** A table that begins with `shared` rows keeps only what differs from them. */
export function createTable<T extends { id: string }>(
  indexedFields: readonly (keyof T & string)[],
  observe?: RowObserver<T>,
  shared?: SharedRows<T>,
): Table<T> {
  const sharedSize = shared?.size ?? 0
  const rows: (T | undefined)[] = []
  /** The position of `rows[0]`. Restored tables do not keep memory for the gaps before it. */
  let base = sharedSize
  /** All positions before this one are gaps. */
  let start = 0
  /** Changed shared rows by position; undefined if the row was removed. */
  const replaced = new Map<number, T | undefined>()
  let removedShared = 0
  const positions = new Map<string, number>()
  const indexes = new Map<string, PositionIndex>(
    indexedFields.map((field) => [field, createPositionIndex(shared?.indexes.get(field))]),
  )

  const rowAt = (position: number): T | undefined => {
    if (position >= sharedSize) return rows[position - base]
    return replaced.has(position) ? replaced.get(position) : shared?.rowAt(position)
  }

  function replaceRow(position: number, row: T | undefined) {
    if (position >= sharedSize) rows[position - base] = row
    else replaced.set(position, row)
  }

  const positionOf = (id: string): number | undefined => positions.get(id) ?? shared?.positionOf(id)

  /** The positions from the most selective index; undefined means all rows. */
  function findCandidates(filter: Partial<T>): PositionList | undefined {
    let best: PositionList | undefined
    for (const field in filter) {
      const index = indexes.get(field)
      if (!index) continue
      const found = index.find(filter[field]) ?? NO_POSITIONS
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
      const row = rowAt(position)
      if (!matches(row, filter) || !predicate(row)) continue
      if (found.length === limit) return { rows: found, next: last }
      found.push(row)
      last = position
    }
    return { rows: found, next: undefined }
  }

  /** All rows from a position on, with gaps. */
  function rowsFrom(position: number): (T | undefined)[] {
    if (position >= sharedSize) return rows.slice(position - base)
    const found = Array.from({ length: sharedSize - position }, (_, i) => rowAt(position + i))
    for (const row of rows) found.push(row)
    return found
  }

  return {
    get size() {
      return sharedSize - removedShared + positions.size
    },
    add(row) {
      const position = base + rows.push(row) - 1
      positions.set(row.id, position)
      for (const field of indexedFields) indexes.get(field)?.add(row[field], position)
      observe?.(undefined, row)
      return row
    },
    get(id) {
      const position = positionOf(id)
      return position === undefined ? undefined : rowAt(position)
    },
    change(row, changes) {
      const position = positionOf(row.id) as number
      for (const field of indexedFields) {
        if (!(field in changes) || changes[field] === row[field]) continue
        const index = indexes.get(field) as PositionIndex
        index.remove(row[field], position)
        index.add(changes[field], position)
      }
      const changed = { ...row, ...changes }
      replaceRow(position, changed)
      observe?.(row, changed)
      return changed
    },
    has: (field, value) => indexes.get(field)?.has(value) ?? false,
    where(filter) {
      const found = findCandidates(filter)
      const candidates = found ? found.list.slice(found.start).map(rowAt) : rowsFrom(start)
      return candidates.filter((row) => matches(row, filter)) as T[]
    },
    pageNewestFirst: (filter, limit, before = endPosition(), predicate) =>
      scan(filter, limit, Math.min(before, endPosition()) - 1, -1, predicate),
    pageOldestFirst: (filter, limit, after = -1, predicate) =>
      scan(filter, limit, Math.max(after + 1, start), 1, predicate),
    first() {
      while (start < endPosition() && rowAt(start) === undefined) start++
      return rowAt(start)
    },
    remove(row) {
      const position = positionOf(row.id)
      const removed = position === undefined ? undefined : rowAt(position)
      if (position === undefined || removed === undefined) return
      for (const field of indexedFields) indexes.get(field)?.remove(removed[field], position)
      if (!positions.delete(row.id)) removedShared++
      replaceRow(position, undefined)
      observe?.(row, undefined)
    },
    serialize() {
      let from = start
      while (from < endPosition() && rowAt(from) === undefined) from++
      return { start: from, rows: rowsFrom(from).map((row) => row ?? null) }
    },
    *restore(serialized) {
      start = base = serialized.start
      for (const row of serialized.rows) {
        const position = base + rows.push(row ?? undefined) - 1
        if (row === null) continue
        // A second row could never be removed, and code that removes until nothing is left would not end.
        if (positions.has(row.id)) throw new Error(`Two rows have the id ${row.id}.`)
        positions.set(row.id, position)
        for (const field of indexedFields) indexes.get(field)?.add(row[field], position)
        if (rows.length % ROWS_PER_STEP === 0) yield
      }
    },
  }
}
