import type { Upload } from '../core/catalogue/assets.js'
import type { AttemptOutcome, WorldEvent } from '../core/engine/rows.js'

/** The status of a request whose connection was cut before a response. */
export const CONNECTION_CUT = 499

/** A request and its response, whatever the source: the pipeline or a journal file. */
export interface ObservedRequest {
  kind: 'request'
  isControl: boolean
  requestId: string
  /** The world's time, in milliseconds since 1970. */
  now: number
  /** Wall time when the request arrived, in milliseconds. It never goes back. Undefined in journals of earlier versions. */
  receivedAt: number | undefined
  milliseconds: number
  method: string
  target: string
  /** One header per line, with a lower-case name: `idempotency-key: …\n`. */
  headers: string
  /** Left out of the report by its own header. */
  isExcluded?: boolean | undefined
  userAgent?: string | undefined
  body: string | undefined
  upload: Upload | undefined
  operation: string | undefined
  status: number
  code: string | undefined
  replayed: boolean
  warnings: readonly { field?: string; issue: string }[]
  /** The same for the response, with names as the sandbox sends them: `Retry-After: …\n`. */
  responseHeaders: string
  /** Empty when the response has no body. */
  responseBody: string
}

/** An attempt to send an event. Only attempts with an outcome are judged. */
export interface ObservedAttempt {
  kind: 'attempt'
  eventId: string
  webhookId: string
  isForged: boolean
  end?: { endedAt: number; outcome: AttemptOutcome }
}

export type ObservedRecord =
  | ObservedRequest
  | ObservedAttempt
  | { kind: 'event'; event: WorldEvent }
  | { kind: 'clock'; to: number }

/** The value of a header in the serialized form, or undefined. */
export function findHeader(headers: string, name: string): string | undefined {
  const start = headers.startsWith(`${name}: `) ? 0 : headers.indexOf(`\n${name}: `) + 1
  if (start === 0 && !headers.startsWith(`${name}: `)) return undefined
  const from = start + name.length + 2
  return headers.slice(from, headers.indexOf('\n', from))
}

/** Parses JSON, or returns undefined. */
export function parseJson(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
