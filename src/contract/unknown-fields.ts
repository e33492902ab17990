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

/** Fields that the document does not define for this operation. The service ignores them. */
export function findUnknownFields(document: Document, operation: Operation, value: unknown): Issue[] {
  const found: Issue[] = []
  const { schema } = operation.body as NonNullable<Operation['body']>
  if (hasOnlyKnownFields(document, schema, value)) return found
  collectUnknownFields(document, schema, value, '', found)
  const resourceFields = fieldsOfResource(document, operation)
  return found.map((issue) =>
    resourceFields.has(issue.field ?? '')
      ? invalidField(
          issue.field as string,
          operation.method === 'PATCH' ? "can't be changed by PATCH" : `can't be set by ${operation.method}`,
        )
      : issue,
  )
}

/** The fields of the resource that the operation returns. A client may expect to be able to set them. */
function fieldsOfResource(document: Document, { responses }: Operation): ReadonlySet<string> {
  const fields = new Set<string>()
  for (const [status, { schema }] of responses)
    if (status < 300 && schema)
      for (const name of Object.keys(resolveSchema(document, schema).properties ?? {})) fields.add(name)
  return fields
}

/** Deprecated fields of a body, with what to use instead. */
export function findDeprecatedFields(document: Document, { body }: Operation, value: unknown): Issue[] {
  if (!body || typeof value !== 'object' || value === null) return []
  const properties = resolveSchema(document, body.schema).properties as
    | Record<string, Schema & { 'x-replacement'?: string }>
    | undefined
  return Object.keys(value).flatMap((name) => {
    const property = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    return property?.deprecated ? [deprecated(name, property['x-replacement'])] : []
  })
}

export const deprecated = (name: string, replacement = ''): Issue =>
  invalidField(name, replacement === '' ? 'is deprecated' : `is deprecated; use ${replacement}`)

function collectUnknownFields(document: Document, schema: Schema, value: unknown, path: string, found: Issue[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_ITEMS) return
  const node = resolveSchema(document, schema)
  if (Array.isArray(value)) {
    const items = 'items' in node ? (node.items as Schema) : undefined
    if (items)
      for (const [i, item] of value.entries()) collectUnknownFields(document, items, item, `${path}[${i}]`, found)
    return
  }
  const properties = node.properties as Record<string, Schema> | undefined
  if (!properties) return
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MAX_ITEMS) return
    const field = path === '' ? name : `${path}.${name}`
    if (Object.hasOwn(properties, name)) collectUnknownFields(document, properties[name] as Schema, inner, field, found)
    else {
      const suggestion = suggest(name, Object.keys(properties))
      found.push(
        invalidField(field, suggestion ? `is not a known field; did you mean ${suggestion}?` : 'is not a known field'),
      )
    }
  }
}
