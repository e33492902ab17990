import type { Validator } from './validator.js'

/** Whether a value is as documented. */
export type CompiledValidator = (value: unknown) => boolean

/** A look for each schema of a document, compiled when the package is built (`compile.ts`). */
export interface CompiledValidators {
  /** By operationId, without those that take any text. */
  parameters: Record<string, CompiledValidator>
  bodies: Record<string, CompiledValidator>
  responses: Record<string, Record<number, CompiledValidator>>
  /** By type. */
  events: Record<string, CompiledValidator>
}

/** Nearly everything is as documented, and a look tells. Whoever has words for what is not is called for then. */
export function createFastValidator(
  { parameters, bodies, responses, events }: CompiledValidators,
  loadDetailedValidator: () => Promise<Validator>,
): Validator {
  return {
    validateParameters(operation, values) {
      const validate = parameters[operation.id]
      return !validate || validate(values)
        ? []
        : loadDetailedValidator().then((validator) => validator.validateParameters(operation, values))
    },
    validateBody(operation, value) {
      const isValid = (bodies[operation.id] as CompiledValidator)(value)
      return isValid ? [] : loadDetailedValidator().then((validator) => validator.validateBody(operation, value))
    },
    validateResponse(operation, status, value) {
      const validate = responses[operation.id]?.[status]
      return !validate || validate(value)
        ? undefined
        : loadDetailedValidator().then((validator) => validator.validateResponse(operation, status, value))
    },
    validateEvent(value) {
      return events[value.event_type]?.(value)
        ? undefined
        : loadDetailedValidator().then((validator) => validator.validateEvent(value))
    },
  }
}
