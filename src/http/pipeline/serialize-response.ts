import type { Operation } from '../../contract/router.js'
import type { Validator } from '../../contract/validator.js'
import type { Steps } from '../../core/primitives/steps.js'
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

const ITEMS_PER_STEP = 500

/**
 * Validates and serializes a body with a long list step by step. The result has the text of the whole body, and the body
 * without the items, or with the first items that violate the document.
 */
export function* serializeLongList(
  reply: Reply,
  field: string,
  operation: Operation,
  validator: Validator,
): Steps<Reply> {
  const body = reply.body as Record<string, unknown>
  const items = body[field] as readonly unknown[]
  const texts: string[] = []
  for (let i = 0; i < items.length; i += ITEMS_PER_STEP) {
    const part = items.slice(i, i + ITEMS_PER_STEP)
    const partialBody = { ...body, [field]: part }
    if (validator.validateResponse(operation, reply.status, partialBody) !== undefined)
      return { ...reply, body: partialBody }
    texts.push(JSON.stringify(part).slice(1, -1))
    yield
  }
  const empty = { ...body, [field]: [] }
  const fields = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === field ? `[${texts.join(',')}]` : JSON.stringify(value)}`,
  )
  return { ...reply, body: empty, text: { type: 'application/json', content: `{${fields.join(',')}}` } }
}
