import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Issue } from '../core/errors.js'
import { isUpc } from '../core/identifiers.js'
import type { Document, Schema } from './document.js'
import { cutShort, toIssues } from './issues.js'
import type { Operation, Parameter } from './router.js'

/** Holds requests and answers against the document. Every validator is compiled on its first use. */
export interface Judge {
  parameters(operation: Operation, values: Record<string, unknown>): Issue[]
  body(operation: Operation, value: unknown): Issue[]
  /** What is wrong with an answer's body, in words for the log; undefined when it is as documented. */
  answer(schema: Schema, value: unknown): string | undefined
  /** The same for an event that is about to leave. */
  event(value: { event_type: string }): string | undefined
}

// Extensions of the document that mean nothing to a validator.
const VOCABULARY = ['x-fidelity', 'x-issue', 'x-issue-code', 'example', 'components', 'discriminator']

interface Thoroughness {
  allErrors?: boolean
  verbose?: boolean
  /** `fast` looks at the form of dates only: good enough for those that we wrote ourselves. */
  formats: 'full' | 'fast'
}

function createAjv(schemas: AnySchemaObject, { formats: mode, ...options }: Thoroughness) {
  const ajv = new Ajv2020({
    ...options,
    allowUnionTypes: true,
    // The document is linted when it changes; checking it again at run time would cost more than all else.
    meta: false,
    validateSchema: false,
    // A schema that many operations share is compiled once, not copied into each.
    inlineRefs: false,
    addUsedSchema: false,
  })
  formats.default(ajv, { mode, formats: ['date', 'date-time', 'uri', 'binary'] })
  ajv.addFormat('upc', isUpc)
  ajv.addVocabulary(VOCABULARY)
  ajv.addSchema({ components: { schemas } }, 'contract')
  return ajv
}

/** A schema of the document, to be compiled by itself: what it refers to is looked for among the shared schemas. */
function standalone(node: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(node), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `contract${value}` : value,
  )
}

/** Compiles each schema once, on its first use. */
function createValidators(schemas: AnySchemaObject, options: Thoroughness) {
  const compiled = new Map<unknown, ValidateFunction>()
  let ajv: Ajv2020 | undefined
  return (subject: unknown, schema: () => AnySchemaObject): ValidateFunction => {
    let validate = compiled.get(subject)
    if (!validate) {
      ajv ??= createAjv(schemas, options)
      validate = ajv.compile(schema())
      compiled.set(subject, validate)
    }
    return validate
  }
}

export function createJudge(document: Document): Judge {
  const schemas = document.components?.schemas ?? {}
  const quick = createValidators(schemas, { verbose: true, formats: 'full' })
  const thorough = createValidators(schemas, { verbose: true, allErrors: true, formats: 'full' })
  const answers = createValidators(closedAll(schemas), { formats: 'fast' })
  const cannotBeWrong = new WeakMap<Operation, boolean>()

  /**
   * Most requests are fine, and one look tells. Only what is not is gone through for every fault, and with its lists cut
   * short: AJV's time for all faults grows with the square of their number.
   */
  function faults(subject: unknown, schema: () => AnySchemaObject, value: unknown): Issue[] {
    const look = quick(subject, schema)
    if (look(value)) return []
    const examine = thorough(subject, schema)
    examine(cutShort(value))
    const found = toIssues(examine.errors, value)
    return found.length > 0 ? found : toIssues(look.errors, value)
  }

  function wrong(schema: Schema, value: unknown): string | undefined {
    const validate = answers(schema, () => closed(standalone(schema)))
    if (validate(value)) return undefined
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`).join(', ')
  }

  return {
    parameters(operation, values) {
      let isFine = cannotBeWrong.get(operation)
      if (isFine === undefined) cannotBeWrong.set(operation, (isFine = operation.parameters.every(takesAnyText)))
      return isFine ? [] : faults(operation, () => parametersSchema(operation.parameters), values)
    },
    body(operation, value) {
      const { schema } = operation.body as NonNullable<Operation['body']>
      return faults(schema, () => standalone(schema), value)
    },
    answer: wrong,
    event(value) {
      const schema = eventSchema(document, value.event_type)
      return schema ? wrong(schema, value) : 'the document has no such webhook'
    },
  }
}

function eventSchema({ webhooks }: Document, type: string): Schema | undefined {
  const webhook = webhooks?.[type]
  const body = webhook && 'post' in webhook ? webhook.post?.requestBody : undefined
  return body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined
}

/** An id in the path: there is always one, and it is always a text. Nothing to compile, nothing to ask. */
const takesAnyText = ({ in: place, schema }: Parameter) =>
  place === 'path' &&
  schema.type === 'string' &&
  Object.keys(schema).every((key) => key === 'type' || key.startsWith('x-'))

const parametersSchema = (parameters: Parameter[]): AnySchemaObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, standalone(schema)])),
})

/**
 * The schema with every described object closed. Clients must bear additions, so the published document leaves objects
 * open; our own answers must not contain anything that it does not describe.
 */
function closed(schema: AnySchemaObject): AnySchemaObject {
  const copy = { ...schema }
  if (schema.properties) {
    copy.additionalProperties ??= false
    copy.properties = closedAll(schema.properties)
  }
  if (schema.items) copy.items = closed(schema.items)
  if (schema.oneOf) copy.oneOf = schema.oneOf.map(closed)
  return copy
}

const closedAll = (schemas: Record<string, AnySchemaObject>): AnySchemaObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))
