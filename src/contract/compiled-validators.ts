import type { Judge } from './validator.js'

/** Whether a value is as documented. */
export type Look = (value: unknown) => boolean

/** A look for each schema of a document, compiled when the package is built (`compile.ts`). */
export interface Looks {
  /** By operationId, without those that take any text. */
  parameters: Record<string, Look>
  bodies: Record<string, Look>
  answers: Record<string, Record<number, Look>>
  /** By type. */
  events: Record<string, Look>
}

/** Nearly everything is as documented, and a look tells. Whoever has words for what is not is called for then. */
export function createQuickJudge({ parameters, bodies, answers, events }: Looks, call: () => Promise<Judge>): Judge {
  return {
    parameters(operation, values) {
      const look = parameters[operation.id]
      return !look || look(values) ? [] : call().then((judge) => judge.parameters(operation, values))
    },
    body(operation, value) {
      const isFine = (bodies[operation.id] as Look)(value)
      return isFine ? [] : call().then((judge) => judge.body(operation, value))
    },
    answer(operation, status, value) {
      const look = answers[operation.id]?.[status]
      return !look || look(value) ? undefined : call().then((judge) => judge.answer(operation, status, value))
    },
    event(value) {
      return events[value.event_type]?.(value) ? undefined : call().then((judge) => judge.event(value))
    },
  }
}
