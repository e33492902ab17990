import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Issue } from '../core/errors.js'
import { isUpc } from '../core/identifiers.js'
import type { Document, Located, Schema } from './document.js'
import { toIssues } from './issues.js'
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

function createAjv(document: AnySchemaObject, thorough: boolean) {
  const ajv = new Ajv2020({
    allErrors: thorough,
    verbose: thorough,
    allowUnionTypes: true,
    // The document is linted when it changes; checking it again at run time would cost more than all else.
    meta: false,
    validateSchema: false,
    // A schema that many operations share is compiled once, not copied into each.
    inlineRefs: false,
    addUsedSchema: false,
  })
  formats.default(ajv, ['date', 'date-time', 'uri'])
  ajv.addFormat('upc', isUpc)
  // To AJV the document is a schema with odd keywords at its root.
  ajv.addVocabulary([...VOCABULARY, ...Object.keys(document)])
  ajv.addSchema(document, 'contract')
  return ajv
}

const refTo = (pointer: string) => ({ $ref: `contract#${pointer.split('/').map(encodeURIComponent).join('/')}` })

export function createJudge(document: Document): Judge {
  const asked = createAjv(document, true)
  const answered = createAjv(closed(document), false)
  const compiled = new Map<string, ValidateFunction>()

  function validator(ajv: typeof asked, name: string, schema: () => AnySchemaObject): ValidateFunction {
    let validate = compiled.get(name)
    if (!validate) compiled.set(name, (validate = ajv.compile(schema())))
    return validate
  }

  return {
    parameters(operation, values) {
      const validate = validator(asked, `${operation.id} parameters`, () => parametersSchema(operation.parameters))
      return validate(values) ? [] : toIssues(validate.errors)
    },
    body(operation, value) {
      const { schema } = operation.body as NonNullable<Operation['body']>
      const validate = validator(asked, schema.pointer, () => refTo(schema.pointer))
      return validate(value) ? [] : toIssues(validate.errors)
    },
    answer(schema, value) {
      const validate = validator(answered, `answer ${schema.pointer}`, () => refTo(schema.pointer))
      return validate(value) ? undefined : answered.errorsText(validate.errors, { dataVar: 'body' })
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
