import type { operations } from '../../generated/service-api.js'
import { SERVICE_OPERATIONS } from '../../generated/service-operations.js'
import { type InputOf, type OutputOf, SandboxError } from '../control-call.js'

type Operations = Pick<operations, keyof typeof SERVICE_OPERATIONS>
type Options = { headers?: Record<string, string> }
type CallOf<O> =
  Record<string, never> extends InputOf<O>
    ? (input?: InputOf<O> & Options) => Promise<OutputOf<O>>
    : (input: InputOf<O> & Options) => Promise<OutputOf<O>>

/** One method for each operation of openapi.yaml. Refusals throw a SandboxError. */
export type ApiClient = { readonly [Id in Exclude<keyof Operations, 'uploadAsset'>]: CallOf<Operations[Id]> } & {
  /** The contract has raw bytes as a string. */
  uploadAsset(
    input: { path: { asset_id: string }; body: string | Uint8Array } & Options,
  ): Promise<OutputOf<Operations['uploadAsset']>>
}

export interface ApiClientOptions {
  url: string
  apiKey: string
  /** Default: the global fetch. A world has its own, which needs no connection. */
  fetch?(url: string, init?: RequestInit): Promise<Response>
}

interface CallInput {
  body?: unknown
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string>
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
  bytes: 'application/octet-stream',
}

function encodeBody(kind: keyof typeof CONTENT_TYPES, body: unknown): string | Uint8Array {
  if (kind === 'json') return JSON.stringify(body)
  return kind === 'form'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : (body as string | Uint8Array)
}

async function readResponse(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const value = isJson ? JSON.parse(text) : text || undefined
  if (response.ok) return value
  const requestId = response.headers.get('x-request-id') ?? ''
  const { error, error_description } = value ?? {}
  // The token operation has the errors of OAuth.
  if (typeof error === 'string') throw new SandboxError(response.status, error, error_description ?? error, requestId)
  throw new SandboxError(response.status, error.code, error.message, requestId, error.details)
}

/** A client of the API, typed by the contract. Pass it a world, or the URL and the key of a running sandbox. */
export function createApiClient({ url, apiKey, fetch = globalThis.fetch }: ApiClientOptions): ApiClient {
  const call = async (id: keyof Operations, { body, path = {}, query = {}, headers = {} }: CallInput) => {
    const [method, template, kind] = SERVICE_OPERATIONS[id]
    const target = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])))
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const response = await fetch(`${url}${target}${search && `?${search}`}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body !== undefined && { 'content-type': CONTENT_TYPES[kind] }),
        ...headers,
      },
      ...(body !== undefined && { body: encodeBody(kind, body) }),
    })
    return readResponse(response)
  }
  const ids = Object.keys(SERVICE_OPERATIONS) as (keyof Operations)[]
  return Object.fromEntries(ids.map((id) => [id, (input: CallInput = {}) => call(id, input)])) as unknown as ApiClient
}
