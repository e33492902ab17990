import { settings } from './settings.js'
import type { CollectionName, Page, StateItem } from './types.js'
import { apiKey } from './world.js'

interface Issue {
  field?: string
  issue: string
}

/** A refusal of the sandbox, or a failed connection (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly Issue[] = [],
  ) {
    super(message)
  }
}

type Query = Record<string, string | number | undefined>

export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries.map(([name, v]) => [name, String(v)]))}`
}

export interface CallOptions {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends a request with the key of the current world. The path is one of the control plane or of the API. */
export function send(method: string, path: string, { query, body, headers, signal }: CallOptions = {}) {
  return fetch(settings.root + withQuery(path, query), {
    method,
    headers: {
      'X-API-Key': apiKey.peek(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/** Sends a request and returns the JSON of its answer. Throws an `ApiError`. */
export async function call<T>(method: string, path: string, options?: CallOptions): Promise<T> {
  let response: Response
  try {
    response = await send(method, path, options)
  } catch (error) {
    if (options?.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The sandbox does not answer. Is it still running?')
  }
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw toError(response.status, text)
}

/** The error in the body of a refusal. */
export function toError(status: number, text: string): ApiError {
  try {
    const { code, message, details } = JSON.parse(text).error
    return new ApiError(status, code, message, details)
  } catch {
    return new ApiError(status, 'unknown', `The sandbox answered with ${status}.`)
  }
}

export const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  call<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) })

export const post = <T>(path: string, body?: unknown): Promise<T> => call<T>('POST', path, { body })

/** A page of a collection, newest first. */
export const listState = <C extends CollectionName>(collection: C, query?: Query): Promise<Page<StateItem<C>>> =>
  get(`/_sandbox/state/${collection}`, query)

export const readState = <C extends CollectionName>(collection: C, id: string): Promise<StateItem<C>> =>
  get(`/_sandbox/state/${collection}/${encodeURIComponent(id)}`)
