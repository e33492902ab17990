import type { Operation } from '../contract/router.js'
import type { operations as Control } from '../http/control-wire.js'
import type { Incoming } from '../http/exchange.js'
import type { Pipeline } from '../http/pipeline.js'

type ContentOf<B> = B extends { content: infer C } ? C[keyof C] : never
type Given<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: Exclude<T, undefined> }
    : { [N in Name]: T }
type BodyOf<O> = O extends { requestBody: infer B } ? ContentOf<B> : never
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : never
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q | undefined : never
type Successes<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? ContentOf<R[S]> : S extends 204 ? undefined : never }

/** What an operation of the control plane takes. */
export type Input<Id extends keyof Control> = Given<'body', BodyOf<Control[Id]>> &
  Given<'path', PathOf<Control[Id]>> &
  Given<'query', QueryOf<Control[Id]>>
/** What it answers when it does not refuse. */
export type Output<Id extends keyof Control> = Control[Id] extends { responses: infer R }
  ? Successes<R>[keyof R]
  : undefined

/** Calls an operation of the control plane by its operationId, without HTTP. Typed by control.openapi.yaml. */
export type ControlCall = <Id extends keyof Control>(
  id: Id,
  ...input: Record<string, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
) => Promise<Output<Id>>

interface Issue {
  field?: string
  issue: string
}

/** What the control plane refuses, with the code, status and details that it would answer over HTTP. */
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

const asText = (value: unknown) => encodeURIComponent(String(value))

function targetOf({ path }: Operation, variables: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => asText(variables[name]))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? filled
    : `${filled}?${asked.map(([name, value]) => `${asText(name)}=${asText(value)}`).join('&')}`
}

/**
 * Goes through the pipeline like a request, so that whatever holds for those holds here: every check, the journal, the
 * log of requests.
 */
export function createControlCall(
  control: Pipeline,
  operations: readonly Operation[],
  key: string,
  closing: AbortSignal,
): ControlCall {
  return async (id, ...[input = {}]) => {
    if (closing.aborted) throw new Error('The sandbox is closed.')
    const operation = operations.find((candidate) => candidate.id === id)
    if (!operation) throw new TypeError(`The control plane has no operation ${String(id)}.`)
    const { body, path, query } = input as { body?: unknown; path?: object; query?: object }
    const isRaw = operation.body?.mediaType === '*/*'
    const bytes =
      body === undefined ? undefined : Buffer.from(isRaw && typeof body === 'string' ? body : JSON.stringify(body))
    const incoming: Incoming = {
      method: operation.method,
      target: targetOf(operation, { ...path }, { ...query }),
      headers: { 'x-api-key': key, ...(bytes && { 'content-type': 'application/json' }) },
      async stream(limit, take) {
        if (bytes && bytes.length > limit) return 'too-large'
        if (bytes) take(bytes)
        return 'complete'
      },
    }
    const outgoing = await control.handle(incoming)
    if (!outgoing) throw new Error(`${String(id)} was cut off.`)
    if (outgoing.feed) throw new TypeError(`${String(id)} is a stream: use fetch.`)
    const isJson = outgoing.headers['Content-Type'] === 'application/json'
    const answer = isJson ? JSON.parse(outgoing.body) : outgoing.body || undefined
    if (outgoing.status < 400) return answer
    const { code, message, request_id, details } = answer.error
    throw new SandboxError(outgoing.status, code, message, request_id, details)
  }
}
