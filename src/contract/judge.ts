import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Issue } from '../core/errors.js'
import { isUpc } from '../core/identifiers.js'
import type { Document, Located, Schema } from './document.js'
import { cutShort, toIssues } from './issues.js'
import type { Operation, Parameter } from './router.js'

/** Holds requests and answers against the document. Every validator is compiled on its first use. */
export interface Judge {
  parameters(operation: Operation, values: Record<string, unknown>): Issue[]
  body(operation: Operation, value: unknown): Issue[]
  /** What is wrong with an answer's body, in words for the log; undefined when it is as documented. */
  answer(schema: Located<Schema>, value: unknown): string | undefined
}

// Extensions of the document that mean nothing to a validator.
const VOCABULARY = ['x-fidelity', 'x-issue', 'x-issue-code', 'example']

function createAjv(document: AnySchemaObject, options: { allErrors?: boolean; verbose?: boolean }) {
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
  formats.default(ajv, ['date', 'date-time', 'uri', 'binary'])
  ajv.addFormat('upc', isUpc)
  // To AJV the document is a schema with odd keywords at its root.
  ajv.addVocabulary([...VOCABULARY, ...Object.keys(document)])
  ajv.addSchema(document, 'contract')
  return ajv
}

const refTo = (pointer: string) => ({ $ref: `contract#${pointer.split('/').map(encodeURIComponent).join('/')}` })

/** Compiles each schema once, on its first use. */
function createValidators(document: AnySchemaObject, options: { allErrors?: boolean; verbose?: boolean }) {
  const compiled = new Map<string, ValidateFunction>()
  let ajv: Ajv2020 | undefined
  return (name: string, schema: () => AnySchemaObject): ValidateFunction => {
    let validate = compiled.get(name)
    if (!validate) {
      ajv ??= createAjv(document, options)
      validate = ajv.compile(schema())
      compiled.set(name, validate)
    }
    return validate
  }
}

export function createJudge(document: Document): Judge {
  const quick = createValidators(document, { verbose: true })
  const thorough = createValidators(document, { verbose: true, allErrors: true })
  const answers = createValidators(closed(document), {})

  /**
   * Most requests are fine, and one look tells. Only what is not is gone through for every fault, and with its lists cut
   * short: AJV's time for all faults grows with the square of their number.
   */
  function faults(name: string, schema: () => AnySchemaObject, value: unknown): Issue[] {
    const look = quick(name, schema)
    if (look(value)) return []
    const examine = thorough(name, schema)
    examine(cutShort(value))
    const found = toIssues(examine.errors, value)
    return found.length > 0 ? found : toIssues(look.errors, value)
  }

  return {
    parameters: (operation, values) =>
      faults(`${operation.id} parameters`, () => parametersSchema(operation.parameters), values),
    body(operation, value) {
      const { schema } = operation.body as NonNullable<Operation['body']>
      return faults(schema.pointer, () => refTo(schema.pointer), value)
    },
    answer(schema, value) {
      const validate = answers(schema.pointer, () => refTo(schema.pointer))
      if (validate(value)) return undefined
      return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`).join(', ')
    },
  }
}

const parametersSchema = (parameters: Parameter[]): AnySchemaObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, refTo(schema.pointer)])),
})

/**
 * The document with every described object closed. Clients must bear additions, so the published document leaves
 * objects open; our own answers must not contain anything that it does not describe.
 */
function closed(document: Document): AnySchemaObject {
  const copy = structuredClone(document)
  const close = (schema: AnySchemaObject | undefined): void => {
    if (!schema) return
    if (schema.properties) {
      schema.additionalProperties ??= false
      for (const property of Object.values(schema.properties)) close(property as AnySchemaObject)
    }
    close(schema.items)
    for (const branch of schema.oneOf ?? []) close(branch)
  }
  for (const schema of Object.values(copy.components?.schemas ?? {})) close(schema)
  const responses = [
    ...Object.values(copy.components?.responses ?? {}),
    ...Object.values(copy.paths ?? {}).flatMap((item) =>
      [item?.get, item?.put, item?.post, item?.patch, item?.delete].flatMap((node) =>
        Object.values(node?.responses ?? {}),
      ),
    ),
  ]
  for (const response of responses) if ('content' in response) close(response.content?.['application/json']?.schema)
  return copy
}
