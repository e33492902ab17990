import { closest } from '../core/closest.js'
import { type Issue, invalid } from '../core/errors.js'
import { type Document, resolve, type Schema } from './document.js'
import { MOST_ITEMS } from './issues.js'

const resolved = new WeakMap<Schema, Schema>()

/** What a schema or its `$ref` says; looked up once, for every body comes by here. */
function schemaOf(document: Document, schema: Schema): Schema {
  let node = resolved.get(schema)
  if (!node) resolved.set(schema, (node = resolve<Schema>(document, schema)))
  return node
}

/** Fields of a body that the document does not describe. The service ignores them; a developer wants to know. */
export function unknownFields(
  document: Document,
  schema: Schema,
  value: unknown,
  path = '',
  found: Issue[] = [],
): Issue[] {
  if (typeof value !== 'object' || value === null || found.length >= MOST_ITEMS) return found
  const node = schemaOf(document, schema)
  if (Array.isArray(value)) {
    const items = 'items' in node ? (node.items as Schema) : undefined
    if (items) value.forEach((item, i) => void unknownFields(document, items, item, `${path}[${i}]`, found))
    return found
  }
  const properties = node.properties as Record<string, Schema> | undefined
  if (!properties) return found
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MOST_ITEMS) break
    const field = path === '' ? name : `${path}.${name}`
    if (Object.hasOwn(properties, name)) unknownFields(document, properties[name] as Schema, inner, field, found)
    else {
      const meant = closest(name, Object.keys(properties))
      found.push(invalid(field, meant ? `is not a known field; did you mean ${meant}?` : 'is not a known field'))
    }
  }
  return found
}
