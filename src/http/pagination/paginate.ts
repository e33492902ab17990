import type { World } from '../../core/engine/world.js'
import type { Refusal } from '../../core/primitives/result.js'
import { runAllSteps, type Steps } from '../../core/primitives/steps.js'
import type { Table } from '../../core/primitives/table.js'
import type { Reply } from '../pipeline/exchange.js'
import { decodeCursor, encodeCursor } from './cursor.js'

export interface Page {
  data: readonly unknown[]
  next_cursor: string | null
  has_more: boolean
}

interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

type View<T> = (row: T) => unknown
const identity = <T>(row: T): T => row

/** `next` is the position after the last row, or undefined on the last page. */
type FetchPage<T> = (limit: number, position: number | undefined) => { rows: readonly T[]; next: number | undefined }

type FetchPageInSteps<T> = (...args: Parameters<FetchPage<T>>) => Steps<ReturnType<FetchPage<T>>>

/** A page of the rows that `fetchPage` returns. Positions are opaque to this function. */
export const paginate = <T>(
  world: World,
  list: string,
  filter: object,
  query: PageQuery,
  fetchPage: FetchPage<T>,
  view: View<T>,
): Reply | Refusal => {
  // biome-ignore lint/correctness/useYield: the rows are there at once
  const fetchAtOnce: FetchPageInSteps<T> = function* (limit, position) {
    return fetchPage(limit, position)
  }
  return runAllSteps(paginateInSteps(world, list, filter, query, fetchAtOnce, view))
}

/** The same for rows that take long to compute. */
export function* paginateInSteps<T>(
  world: World,
  list: string,
  filter: object,
  query: PageQuery,
  fetchPage: FetchPageInSteps<T>,
  view: View<T>,
): Steps<Reply | Refusal> {
  const position = query.cursor === undefined ? undefined : decodeCursor(world, list, filter, query.cursor)
  if (typeof position === 'object') return position
  const { rows, next } = yield* fetchPage(query.limit as number, position)
  const body: Page = {
    data: rows.map(view),
    next_cursor: next === undefined ? null : encodeCursor(world, list, filter, next),
    has_more: next !== undefined,
  }
  return { status: 200, body }
}

/** A page of a table, newest first, with the rows that satisfy the predicate. */
export function paginateTable<T extends { id: string }>(
  world: World,
  list: string,
  table: Table<T>,
  filter: Partial<T>,
  query: PageQuery,
  view: View<T> = identity,
  predicate?: (row: T) => boolean,
): Reply | Refusal {
  const found = paginate(
    world,
    list,
    filter,
    query,
    (limit, before) => table.pageNewestFirst(filter, limit, before, predicate),
    view,
  )
  return view === identity && !('ok' in found) ? { ...found, rowsIn: 'data' } : found
}

/** A page of an append-only list, in list order. */
export function paginateList<T>(
  world: World,
  list: string,
  rows: readonly T[],
  filter: object,
  query: PageQuery,
  view: View<T> = identity,
): Reply | Refusal {
  const fetchPage: FetchPage<T> = (limit, from = 0) => ({
    rows: rows.slice(from, from + limit),
    next: from + limit < rows.length ? from + limit : undefined,
  })
  return paginate(world, list, filter, query, fetchPage, view)
}
