import type { Page } from '../operations/pagination.js'
import type { Reply } from './exchange.js'

/**
 * Rows as they were written out, and held against the document before: whoever waits asks for the same again and again.
 * A row of the world is replaced, never changed.
 */
const written = new WeakMap<object, string>()

/** A row that changed nevertheless would be answered as it was: better to fail. */
function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner)
  return Object.freeze(value)
}

function textOf(row: object): string {
  let text = written.get(row)
  if (text === undefined) written.set(freeze(row), (text = JSON.stringify(row)))
  return text
}

/** Whether every row in a reply has been written before. */
export function isKnown({ rows, body }: Reply): boolean {
  if (rows === 'body') return written.has(body as object)
  if (rows !== 'data') return false
  for (const row of (body as Page).data) if (!written.has(row as object)) return false
  return true
}

/** What `JSON.stringify` would write. */
export function writeOut({ rows, body }: Reply): string {
  if (rows === 'body') return textOf(body as object)
  if (rows !== 'data') return JSON.stringify(body)
  const { data, next_cursor, has_more } = body as Page
  const texts = data.map((row) => textOf(row as object)).join(',')
  return `{"data":[${texts}],"next_cursor":${JSON.stringify(next_cursor)},"has_more":${has_more}}`
}
