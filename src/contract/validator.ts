import type { Ajv } from 'ajv'
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isUpc } from '../core/catalogue/upc-and-isrc.js'
import type { Issue } from '../core/primitives/result.js'
import type { Document, Schema } from './document.js'
import type { Operation } from './router.js'
import {
  acceptsAnyString,
  buildParametersSchema,
  closeSchema,
  closeSchemas,
  findEventSchema,
  IGNORED_KEYWORDS,
  toStandaloneSchema,
  withSingleValues,
} from './schemas.js'
import { toIssues, truncate } from './validation-issues.js'

/** At once, or as soon as whoever knows has been loaded. */
export type MaybePromise<T> = T | Promise<T>

/** Holds requests and answers against the document. What is as documented, it says so at once. */
export interface Validator {
  validateParameters(operation: Operation, values: Record<string, unknown>): MaybePromise<Issue[]>
  validateBody(operation: Operation, value: unknown): MaybePromise<Issue[]>
  /** What is wrong with an answer's body, in words for the log; undefined when it is as documented. */
  validateResponse(operation: Operation, status: number, value: unknown): MaybePromise<string | undefined>
  /** The same for an event that is about to leave. */
  validateEvent(value: { event_type: string }): MaybePromise<string | undefined>
}

export interface ValidationOptions extends Options {
  /** `fast` looks at the form of dates only: good enough for those that we wrote ourselves. */
  dateMode: 'full' | 'fast'
}

export const REQUEST_VALIDATION: ValidationOptions = { dateMode: 'full' }
export const RESPONSE_VALIDATION: ValidationOptions = { dateMode: 'fast' }

/** `schemas` are those that the others refer to. */
export function createAjv(
  schemas: AnySchemaObject,
  { dateMode, ...options }: ValidationOptions,
  AjvClass = Ajv2020,
): Ajv {
  const ajv = new AjvClass({
    ...options,
    allowUnionTypes: true,
    // The document is linted when it changes; checking it again at run time would cost more than all else.
    meta: false,
    validateSchema: false,
    // A schema that many operations share is compiled once, not copied into each.
    inlineRefs: false,
    addUsedSchema: false,
  })
  formats.default(ajv, { mode: dateMode, formats: ['date', 'date-time', 'uri', 'binary'] })
  ajv.addFormat('upc', isUpc)
  ajv.addVocabulary(IGNORED_KEYWORDS)
  ajv.addSchema({ components: { schemas } }, 'contract')
  return ajv
}

/** Compiles each schema once, on its first use. */
function createLazyCompiler(getSchemas: () => AnySchemaObject, options: ValidationOptions) {
  const compiled = new Map<unknown, ValidateFunction>()
  let ajv: Ajv | undefined
  return (cacheKey: unknown, getSchema: () => AnySchemaObject): ValidateFunction => {
    let validate = compiled.get(cacheKey)
    if (!validate) {
      ajv ??= createAjv(getSchemas(), options)
      validate = ajv.compile(getSchema())
      compiled.set(cacheKey, validate)
    }
    return validate
  }
}

/** Judges by any document, and has words for every fault. */
export function createDetailedValidator(document: Document): Validator {
  const schemas = withSingleValues(document.components?.schemas ?? {})
  const compileFailFast = createLazyCompiler(() => schemas, { ...REQUEST_VALIDATION, verbose: true })
  const compileAllErrors = createLazyCompiler(() => schemas, { ...REQUEST_VALIDATION, verbose: true, allErrors: true })
  const compileResponse = createLazyCompiler(() => closeSchemas(schemas), RESPONSE_VALIDATION)

  /**
   * Most requests are fine, and one look tells. Only what is not is gone through for every fault, and with its lists cut
   * short: AJV's time for all faults grows with the square of their number.
   */
  function findIssues(cacheKey: unknown, getSchema: () => AnySchemaObject, value: unknown): Issue[] {
    const validate = compileFailFast(cacheKey, getSchema)
    if (validate(value)) return []
    const validateAll = compileAllErrors(cacheKey, getSchema)
    validateAll(truncate(value))
    const found = toIssues(validateAll.errors, value)
    return found.length > 0 ? found : toIssues(validate.errors, value)
  }

  function describeErrors(schema: Schema, value: unknown): string | undefined {
    const validate = compileResponse(schema, () => closeSchema(toStandaloneSchema(schema)))
    if (validate(value)) return undefined
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`).join(', ')
  }

  return {
    validateParameters: (operation, values) =>
      operation.parameters.every(acceptsAnyString)
        ? []
        : findIssues(operation, () => buildParametersSchema(operation), values),
    validateBody(operation, value) {
      const { schema } = operation.body as NonNullable<Operation['body']>
      return findIssues(schema, () => toStandaloneSchema(schema), value)
    },
    validateResponse({ responses }, status, value) {
      const schema = responses.get(status)?.schema
      return schema && describeErrors(schema, value)
    },
    validateEvent(value) {
      const schema = findEventSchema(document, value.event_type)
      return schema ? describeErrors(schema, value) : 'the document has no such webhook'
    },
  }
}
