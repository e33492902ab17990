import type { Validator } from './validator.js'

export type CompiledValidator = (value: unknown) => boolean

/** The validators of a document, compiled when the package is built (`compile-validators.ts`). */
export interface CompiledValidators {
  /** By operationId. Operations whose parameters accept any string have none. */
  parameters: Record<string, CompiledValidator>
  bodies: Record<string, CompiledValidator>
  responses: Record<string, Record<number, CompiledValidator>>
  /** By event type. */
  events: Record<string, CompiledValidator>
}

/** Uses compiled validators, and loads the detailed validator only to describe an invalid value. */
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
