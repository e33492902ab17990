import { type Issue, invalidField } from '../core/primitives/result.js'
import { suggest } from '../core/primitives/suggest.js'
import { type Document, resolveRef, type Schema } from './openapi-document.js'
import type { Operation } from './router.js'
import { MAX_ITEMS } from './validation-issues.js'

const resolvedSchemas = new WeakMap<Schema, Schema>()

/** Resolves `$ref`, with a cache because every body is checked. */
function resolveSchema(document: Document, schema: Schema): Schema {
  let node = resolvedSchemas.get(schema)
  if (!node) resolvedSchemas.set(schema, (node = resolveRef<Schema>(document, schema)))
  return node
}

/** A fast check without field paths, because nearly all bodies have only known fields. */
function hasOnlyKnownFields(document: Document, schema: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const node = resolveSchema(document, schema)
  if (Array.isArray(value)) {
    const items = 'items' in node ? (node.items as Schema) : undefined
    return items === undefined || value.every((item) => hasOnlyKnownFields(document, items, item))
  }
  const properties = node.properties as Record<string, Schema> | undefined
  if (!properties) return true
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) return false
    const inner = (value as Record<string, unknown>)[name]
    if (typeof inner === 'object' && !hasOnlyKnownFields(document, properties[name] as Schema, inner)) return false
  }
  return true
}

/** What collecting unknown fields needs at every level of a body. */
interface Search {
  document: Document
  /** Describes a field of the resource that the operation does not accept. */
  notSettable: string
  found: Issue[]
}

/** Fields that the document does not define for this operation. The service ignores them. */
export function findUnknownFields(document: Document, operation: Operation, value: unknown): Issue[] {
  const { schema } = operation.body as NonNullable<Operation['body']>
  if (hasOnlyKnownFields(document, schema, value)) return []
  const { method, responses } = operation
  const notSettable = method === 'PATCH' ? "can't be changed by PATCH" : `can't be set by ${method}`
  const search: Search = { document, notSettable, found: [] }
  const resource = [...responses].find(([status, response]) => status < 300 && response.schema)?.[1].schema
  collectUnknownFields(search, schema, resource, value, '')
  return search.found
}

const propertiesOf = (schema: Schema | undefined) => (schema?.properties ?? {}) as Record<string, Schema>
const itemsOf = (schema: Schema | undefined) => (schema && 'items' in schema ? (schema.items as Schema) : undefined)

/** `resource` describes the same value in the response. A client may expect to be able to set its fields. */
function collectUnknownFields(
  search: Search,
  schema: Schema,
  resource: Schema | undefined,
  value: unknown,
  path: string,
): void {
  const { document, notSettable, found } = search
  if (typeof value !== 'object' || value === null || found.length >= MAX_ITEMS) return
  const node = resolveSchema(document, schema)
  const resourceNode = resource && resolveSchema(document, resource)
  if (Array.isArray(value)) {
    const items = itemsOf(node)
    if (items)
      for (const [i, item] of value.entries())
        collectUnknownFields(search, items, itemsOf(resourceNode), item, `${path}[${i}]`)
    return
  }
  if (!node.properties) return
  const properties = propertiesOf(node)
  const resourceFields = propertiesOf(resourceNode)
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MAX_ITEMS) return
    const field = path === '' ? name : `${path}.${name}`
    // A bulk operation returns the resources that it created as `data`.
    const resourceField = Object.hasOwn(resourceFields, name) ? resourceFields[name] : resourceFields.data
    if (Object.hasOwn(properties, name))
      collectUnknownFields(search, properties[name] as Schema, resourceField, inner, field)
    else if (Object.hasOwn(resourceFields, name)) found.push(invalidField(field, notSettable))
    else {
      const suggestion = suggest(name, Object.keys(properties))
      found.push(
        invalidField(field, suggestion ? `is not a known field; did you mean ${suggestion}?` : 'is not a known field'),
      )
    }
  }
}

type DeprecableSchema = Schema & { 'x-replacement'?: string }

const schemasWithDeprecation = new WeakMap<Schema, boolean>()

/** Whether a field of the schema is deprecated, at any depth. Cached, because nearly no schema has such a field. */
function hasDeprecatedFields(document: Document, schema: Schema): boolean {
  const root = resolveSchema(document, schema)
  let result = schemasWithDeprecation.get(root)
  if (result === undefined) {
    // A set, because a schema can contain itself. It grows while it is iterated.
    const reachable = new Set([root])
    result = false
    for (const node of reachable)
      for (const inner of [...Object.values(propertiesOf(node)), itemsOf(node)]) {
        if (inner?.deprecated) result = true
        if (inner) reachable.add(resolveSchema(document, inner))
      }
    schemasWithDeprecation.set(root, result)
  }
  return result
}

/** Deprecated fields of a body, with what to use instead. */
export function findDeprecatedFields(document: Document, { body }: Operation, value: unknown): Issue[] {
  const found: Issue[] = []
  if (body) collectDeprecatedFields(document, body.schema, value, '', found)
  return found
}

function collectDeprecatedFields(
  document: Document,
  schema: Schema,
  value: unknown,
  path: string,
  found: Issue[],
): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_ITEMS) return
  if (!hasDeprecatedFields(document, schema)) return
  const node = resolveSchema(document, schema)
  if (Array.isArray(value)) {
    const items = itemsOf(node)
    if (items)
      for (const [i, item] of value.entries()) collectDeprecatedFields(document, items, item, `${path}[${i}]`, found)
    return
  }
  const properties = propertiesOf(node)
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) continue
    const property = properties[name] as DeprecableSchema
    const field = path === '' ? name : `${path}.${name}`
    if (property.deprecated) found.push(deprecated(field, property['x-replacement']))
    collectDeprecatedFields(document, property, inner, field, found)
  }
}

export const deprecated = (name: string, replacement = ''): Issue =>
  invalidField(name, replacement === '' ? 'is deprecated' : `is deprecated; use ${replacement}`)
