import type { AnySchemaObject } from 'ajv'
import type { Document, Schema } from './openapi-document.js'
import type { Operation, Parameter } from './router.js'

// Extension keywords that validators ignore.
export const IGNORED_KEYWORDS = [
  'x-fidelity',
  'x-issue',
  'x-issue-code',
  'x-accepts-single-value',
  'x-replacement',
  'example',
  'components',
  'discriminator',
]

/** Makes a schema compilable on its own: its references point to the shared schemas. */
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
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!schema['x-accepts-single-value']) return [name, schema]
      const { 'x-issue': issue, ...array } = schema
      return [name, { oneOf: [array.items, array], 'x-issue': issue }]
    }),
  )
}

export function findEventSchema({ webhooks }: Document, type: string): Schema | undefined {
  const webhook = webhooks?.[type]
  const body = webhook && 'post' in webhook ? webhook.post?.requestBody : undefined
  return body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined
}

/** True for ids in the path, which are always present and always strings, so they need no validator. */
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
 * Forbids undocumented fields. The published document leaves objects open, because clients must accept additions, but
 * the sandbox itself must not send undocumented fields.
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
