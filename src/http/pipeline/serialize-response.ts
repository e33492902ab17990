import type { Page } from '../pagination/paginate.js'
import type { Reply } from './exchange.js'

/**
 * Rows as they were written out, and held against the document before: whoever waits asks for the same again and again.
 * A row of the world is replaced, never changed.
 */
const serializedRows = new WeakMap<object, string>()

/** A row that changed nevertheless would be answered as it was: better to fail. */
function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}

function serializeRow(row: object): string {
  let text = serializedRows.get(row)
  if (text === undefined) serializedRows.set(deepFreeze(row), (text = JSON.stringify(row)))
  return text
}

/** Whether every row in a reply has been written before. */
export function hasOnlySerializedRows({ rowsIn, body }: Reply): boolean {
  if (rowsIn === 'body') return serializedRows.has(body as object)
  if (rowsIn !== 'data') return false
  for (const row of (body as Page).data) if (!serializedRows.has(row as object)) return false
  return true
}

/** What `JSON.stringify` would write. */
export function serializeBody({ rowsIn, body }: Reply): string {
  if (rowsIn === 'body') return serializeRow(body as object)
  if (rowsIn !== 'data') return JSON.stringify(body)
  const { data, next_cursor, has_more } = body as Page
  const texts = data.map((row) => serializeRow(row as object)).join(',')
  return `{"data":[${texts}],"next_cursor":${JSON.stringify(next_cursor)},"has_more":${has_more}}`
}
