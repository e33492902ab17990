import type { operations as Control } from '../generated/control-api.js'

type ContentOf<B> = B extends { content: infer C } ? C[keyof C] : never
type Argument<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: Exclude<T, undefined> }
    : { [N in Name]: T }
type BodyOf<O> = O extends { requestBody: infer B } ? ContentOf<B> : never
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : never
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q | undefined : never
type SuccessBodies<R> = {
  [S in keyof R]: S extends 200 | 201 | 202 ? ContentOf<R[S]> : S extends 204 ? undefined : never
}

/** What an operation takes: the operations of the generated types have the shape of the contract. */
export type InputOf<O> = Argument<'body', BodyOf<O>> & Argument<'path', PathOf<O>> & Argument<'query', QueryOf<O>>
/** The body of a successful response. */
export type OutputOf<O> = O extends { responses: infer R } ? SuccessBodies<R>[keyof R] : undefined

export type Input<Id extends keyof Control> = InputOf<Control[Id]>
export type Output<Id extends keyof Control> = OutputOf<Control[Id]>

/** Calls an operation of the control plane by its operationId, without HTTP. Typed by control.openapi.yaml. */
export type ControlCall = <Id extends keyof Control>(
  id: Id,
  ...input: Record<string, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
) => Promise<Output<Id>>

interface Issue {
  field?: string
  issue: string
}

/** A refusal of the sandbox, with the status, code and details of the HTTP response. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string,
    readonly details: readonly Issue[] = [],
  ) {
    super([message, ...details.map(({ field = '', issue }) => `${field} ${issue}`.trim())].join('\n  '))
  }
}
