import type { Page } from '../pagination/paginate.js'
import type { Reply } from './exchange.js'

/**
 * Serialized rows that were already validated, because clients that poll read the same rows again and again. Rows are
 * replaced, never modified.
 */
const serializedRows = new WeakMap<object, string>()

/** Makes a modification throw, because the cached text would be wrong. */
function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}

function serializeRow(row: object): string {
  let text = serializedRows.get(row)
  if (text === undefined) serializedRows.set(deepFreeze(row), (text = JSON.stringify(row)))
  return text
}

/** Whether every row of a reply is in the cache. */
export function hasOnlySerializedRows({ rowsIn, body }: Reply): boolean {
  if (rowsIn === 'body') return serializedRows.has(body as object)
  if (rowsIn !== 'data') return false
  for (const row of (body as Page).data) if (!serializedRows.has(row as object)) return false
  return true
}

/** Equals `JSON.stringify(body)`. */
export function serializeBody({ rowsIn, body }: Reply): string {
  if (rowsIn === 'body') return serializeRow(body as object)
  if (rowsIn !== 'data') return JSON.stringify(body)
  const { data, next_cursor, has_more } = body as Page
  const texts = data.map((row) => serializeRow(row as object)).join(',')
  return `{"data":[${texts}],"next_cursor":${JSON.stringify(next_cursor)},"has_more":${has_more}}`
}
