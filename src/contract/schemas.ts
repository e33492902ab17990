import type { AnySchemaObject } from 'ajv'
import type { Document, Schema } from './document.js'
import type { Operation, Parameter } from './router.js'

// Extensions of the document that mean nothing to a validator.
export const VOCABULARY = ['x-fidelity', 'x-issue', 'x-issue-code', 'example', 'components', 'discriminator']

/** A schema of the document, to be compiled by itself: what it refers to is looked for among the shared schemas. */
export function standalone(node: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(node), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `contract${value}` : value,
  )
}

/** What an event of a type must look like. */
export function eventSchema({ webhooks }: Document, type: string): Schema | undefined {
  const webhook = webhooks?.[type]
  const body = webhook && 'post' in webhook ? webhook.post?.requestBody : undefined
  return body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined
}

/** An id in the path: there is always one, and it is always a text. Nothing to compile, nothing to ask. */
export const takesAnyText = ({ in: place, schema }: Parameter) =>
  place === 'path' &&
  schema.type === 'string' &&
  Object.keys(schema).every((key) => key === 'type' || key.startsWith('x-'))

export const parametersSchema = ({ parameters }: Operation): AnySchemaObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, standalone(schema)])),
})

/**
 * The schema with every described object closed. Clients must bear additions, so the published document leaves objects
 * open; our own answers must not contain anything that it does not describe.
 */
export function closed(schema: AnySchemaObject): AnySchemaObject {
  const copy = { ...schema }
  if (schema.properties) {
    copy.additionalProperties ??= false
    copy.properties = closedAll(schema.properties)
  }
  if (schema.items) copy.items = closed(schema.items)
  if (schema.oneOf) copy.oneOf = schema.oneOf.map(closed)
  return copy
}

export const closedAll = (schemas: Record<string, AnySchemaObject>): AnySchemaObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))
