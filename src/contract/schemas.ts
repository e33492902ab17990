import type { AnySchemaObject } from 'ajv'
import type { Document, Schema } from './document.js'
import type { Operation, Parameter } from './router.js'

// Extensions of the document that mean nothing to a validator.
export const IGNORED_KEYWORDS = [
  'x-fidelity',
  'x-issue',
  'x-issue-code',
  'x-accepts-single-value',
  'example',
  'components',
  'discriminator',
]

/** A schema of the document, to be compiled by itself: what it refers to is looked for among the shared schemas. */
export function toStandaloneSchema(node: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(node), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `contract${value}` : value,
  )
}

/**
 * The schemas with a choice in place of each array that also accepts one of its items alone (`x-accepts-single-value`).
 * The document describes only the array, because many code generators cannot read such a choice.
 */
export function withSingleValues(schemas: Record<string, AnySchemaObject>): Record<string, AnySchemaObject> {
  const resolveItems = ({ $ref, ...inline }: AnySchemaObject) =>
    typeof $ref === 'string' ? (schemas[$ref.split('/').at(-1) as string] as AnySchemaObject) : inline
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!schema['x-accepts-single-value']) return [name, schema]
      const { 'x-issue': issue, ...array } = schema
      // Inlined, because AJV reports errors behind a reference as if they were outside of the choice.
      const items = resolveItems(array.items)
      return [name, { oneOf: [items, { ...array, items }], 'x-issue': issue }]
    }),
  )
}

/** What an event of a type must look like. */
export function findEventSchema({ webhooks }: Document, type: string): Schema | undefined {
  const webhook = webhooks?.[type]
  const body = webhook && 'post' in webhook ? webhook.post?.requestBody : undefined
  return body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined
}

/** An id in the path: there is always one, and it is always a text. Nothing to compile, nothing to ask. */
export const acceptsAnyString = ({ in: location, schema }: Parameter) =>
  location === 'path' &&
  schema.type === 'string' &&
  Object.keys(schema).every((key) => key === 'type' || key.startsWith('x-'))

export const buildParametersSchema = ({ parameters }: Operation): AnySchemaObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, toStandaloneSchema(schema)])),
})

/**
 * The schema with every described object closed. Clients must bear additions, so the published document leaves objects
 * open; our own answers must not contain anything that it does not describe.
 */
export function closeSchema(schema: AnySchemaObject): AnySchemaObject {
  const copy = { ...schema }
  if (schema.properties) {
    copy.additionalProperties ??= false
    copy.properties = closeSchemas(schema.properties)
  }
  if (schema.items) copy.items = closeSchema(schema.items)
  if (schema.oneOf) copy.oneOf = schema.oneOf.map(closeSchema)
  return copy
}

export const closeSchemas = (schemas: Record<string, AnySchemaObject>): AnySchemaObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closeSchema(schema)]))
