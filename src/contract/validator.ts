import type { Issue } from '../core/primitives/result.js'
import type { Operation } from './router.js'

/** Synchronous, unless the detailed validator has to be loaded first. */
export type MaybePromise<T> = T | Promise<T>

/** Checks requests, responses and events against the document. Valid values are accepted synchronously. */
export interface Validator {
  validateParameters(operation: Operation, values: Record<string, unknown>): MaybePromise<Issue[]>
  validateBody(operation: Operation, value: unknown): MaybePromise<Issue[]>
  /** Describes for the log how a response body differs from the document. Undefined when it conforms. */
  validateResponse(operation: Operation, status: number, value: unknown): MaybePromise<string | undefined>
  /** The same for an event before it is sent. */
  validateEvent(value: { event_type: string }): MaybePromise<string | undefined>
}
