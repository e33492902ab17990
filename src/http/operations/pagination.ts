import type { World } from '../../core/engine/world.js'
import type { Refusal } from '../../core/primitives/result.js'
import type { Table } from '../../core/primitives/table.js'
import type { Reply } from '../pipeline/exchange.js'
import { readCursor, writeCursor } from './cursor.js'

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
const asItIs = <T>(row: T): T => row

/** So many rows after a position, and where they end when more follow. */
type Fetch<T> = (limit: number, at: number | undefined) => { rows: readonly T[]; next: number | undefined }

/** A page of whatever `fetch` finds, in its order; positions are its own. */
export function page<T>(
  world: World,
  list: string,
  filter: object,
  query: PageQuery,
  fetch: Fetch<T>,
  view: View<T>,
): Reply | Refusal {
  const at = query.cursor === undefined ? undefined : readCursor(world, list, filter, query.cursor)
  if (typeof at === 'object') return at
  const { rows, next } = fetch(query.limit as number, at)
  const body: Page = {
    data: rows.map(view),
    next_cursor: next === undefined ? null : writeCursor(world, list, filter, next),
    has_more: next !== undefined,
  }
  return { status: 200, body }
}

/** A page of a table, newest first. */
export function tablePage<T extends { id: string }>(
  world: World,
  list: string,
  table: Table<T>,
  filter: Partial<T>,
  query: PageQuery,
  view: View<T> = asItIs,
): Reply | Refusal {
  const found = page(world, list, filter, query, (limit, before) => table.page(filter, limit, before), view)
  return view === asItIs && !('ok' in found) ? { ...found, rows: 'data' } : found
}

/** A page of a list that at most grows at its end, in its own order. */
export function listPage<T>(
  world: World,
  list: string,
  rows: readonly T[],
  filter: object,
  query: PageQuery,
  view: View<T> = asItIs,
): Reply | Refusal {
  const fetch: Fetch<T> = (limit, from = 0) => ({
    rows: rows.slice(from, from + limit),
    next: from + limit < rows.length ? from + limit : undefined,
  })
  return page(world, list, filter, query, fetch, view)
}
