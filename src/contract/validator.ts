import type { Ajv } from 'ajv'
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isUpc } from '../core/catalogue/upc-and-isrc.js'
import type { Issue } from '../core/primitives/result.js'
import type { Document, Schema } from './document.js'
import type { Operation } from './router.js'
import { closed, closedAll, eventSchema, parametersSchema, standalone, takesAnyText, VOCABULARY } from './schemas.js'
import { cutShort, toIssues } from './validation-issues.js'

/** At once, or as soon as whoever knows has been loaded. */
export type Soon<T> = T | Promise<T>

/** Holds requests and answers against the document. What is as documented, it says so at once. */
export interface Judge {
  parameters(operation: Operation, values: Record<string, unknown>): Soon<Issue[]>
  body(operation: Operation, value: unknown): Soon<Issue[]>
  /** What is wrong with an answer's body, in words for the log; undefined when it is as documented. */
  answer(operation: Operation, status: number, value: unknown): Soon<string | undefined>
  /** The same for an event that is about to leave. */
  event(value: { event_type: string }): Soon<string | undefined>
}

export interface Thoroughness extends Options {
  /** `fast` looks at the form of dates only: good enough for those that we wrote ourselves. */
  dates: 'full' | 'fast'
}

export const REQUESTS: Thoroughness = { dates: 'full' }
export const ANSWERS: Thoroughness = { dates: 'fast' }

/** `schemas` are those that the others refer to. */
export function createAjv(schemas: AnySchemaObject, { dates, ...options }: Thoroughness, Kind = Ajv2020): Ajv {
  const ajv = new Kind({
    ...options,
    allowUnionTypes: true,
    // The document is linted when it changes; checking it again at run time would cost more than all else.
    meta: false,
    validateSchema: false,
    // A schema that many operations share is compiled once, not copied into each.
    inlineRefs: false,
    addUsedSchema: false,
  })
  formats.default(ajv, { mode: dates, formats: ['date', 'date-time', 'uri', 'binary'] })
  ajv.addFormat('upc', isUpc)
  ajv.addVocabulary(VOCABULARY)
  ajv.addSchema({ components: { schemas } }, 'contract')
  return ajv
}

/** Compiles each schema once, on its first use. */
function createValidators(schemas: () => AnySchemaObject, options: Thoroughness) {
  const compiled = new Map<unknown, ValidateFunction>()
  let ajv: Ajv | undefined
  return (subject: unknown, schema: () => AnySchemaObject): ValidateFunction => {
    let validate = compiled.get(subject)
    if (!validate) {
      ajv ??= createAjv(schemas(), options)
      validate = ajv.compile(schema())
      compiled.set(subject, validate)
    }
    return validate
  }
}

/** Judges by any document, and has words for every fault. */
export function createJudge(document: Document): Judge {
  const schemas = document.components?.schemas ?? {}
  const quick = createValidators(() => schemas, { ...REQUESTS, verbose: true })
  const thorough = createValidators(() => schemas, { ...REQUESTS, verbose: true, allErrors: true })
  const answers = createValidators(() => closedAll(schemas), ANSWERS)

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
    parameters: (operation, values) =>
      operation.parameters.every(takesAnyText) ? [] : faults(operation, () => parametersSchema(operation), values),
    body(operation, value) {
      const { schema } = operation.body as NonNullable<Operation['body']>
      return faults(schema, () => standalone(schema), value)
    },
    answer({ answers }, status, value) {
      const schema = answers.get(status)?.schema
      return schema && wrong(schema, value)
    },
    event(value) {
      const schema = eventSchema(document, value.event_type)
      return schema ? wrong(schema, value) : 'the document has no such webhook'
    },
  }
}
