import type { Ajv } from 'ajv'
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isUpc } from '../core/catalogue/upc-and-isrc.js'
import type { Issue } from '../core/primitives/result.js'
import type { Document, Schema } from './openapi-document.js'
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
import type { Validator } from './validator.js'

export interface ValidationOptions extends Options {
  /** `fast` checks only the form of dates, which is enough for responses that the sandbox wrote. */
  dateMode: 'full' | 'fast'
}

export const REQUEST_VALIDATION: ValidationOptions = { dateMode: 'full' }
export const RESPONSE_VALIDATION: ValidationOptions = { dateMode: 'fast' }

/** `schemas` are the components that other schemas refer to. */
export function createAjv(
  schemas: AnySchemaObject,
  { dateMode, ...options }: ValidationOptions,
  AjvClass = Ajv2020,
): Ajv {
  const ajv = new AjvClass({
    ...options,
    allowUnionTypes: true,
    // The document is linted in CI. Checking it again at run time would be the most expensive step.
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

/** Validates with AJV and describes every issue. */
export function createDetailedValidator(document: Document): Validator {
  const schemas = withSingleValues(document.components?.schemas ?? {})
  const compileFailFast = createLazyCompiler(() => schemas, { ...REQUEST_VALIDATION, verbose: true })
  const compileAllErrors = createLazyCompiler(() => schemas, { ...REQUEST_VALIDATION, verbose: true, allErrors: true })
  const compileResponse = createLazyCompiler(() => closeSchemas(schemas), RESPONSE_VALIDATION)

  /**
   * The first pass stops at the first error. Only an invalid value gets the second pass, which collects all errors, with
   * its lists truncated: AJV needs quadratic time to collect many errors.
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
