/** Every error the API can answer with. Nothing else makes an error body. */
export const ERRORS = {
  missing_required_field: { status: 422, message: 'Required fields are missing. See details.' },
  invalid_isrc_format: { status: 422, message: 'An ISRC is not in ISO 3901 format (CC-XXX-YY-NNNNN). See details.' },
  territory_not_supported: {
    status: 422,
    message:
      'A territory is not supported by the network, not licensed to the organization, not served by a store, or not covered by the release. See details.',
  },
  validation_failed: { status: 422, message: 'The body has invalid values. See details.' },
  duplicate_submission: {
    status: 409,
    message:
      'A release with the same UPC, label and release date was already submitted. Change one of them, or continue with that release.',
  },
  asset_not_ready: { status: 409, message: 'A referenced asset is not ready. See details.' },
  invalid_state: { status: 409, message: 'The resource is not in a state that allows this.' },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Retry when it has finished.',
  },
  idempotency_key_reused: {
    status: 422,
    message:
      'This Idempotency-Key was already used with another method, path or body. Use a new key for a new request.',
  },
  payout_on_hold: { status: 409, message: 'The payout is on hold and cannot be released.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Retry after the number of seconds in Retry-After.' },
  invalid_request: { status: 400, message: 'The request has invalid path, query or header values. See details.' },
  invalid_cursor: {
    status: 400,
    message: 'The cursor was not issued for this list with these filters. Start again without a cursor.',
  },
  invalid_idempotency_key: { status: 400, message: 'Idempotency-Key must be a UUID v4.' },
  unauthorized: {
    status: 401,
    message:
      'The request has no credentials. Send an API key as X-API-Key, or a key or access token as Authorization: Bearer.',
  },
  forbidden: { status: 403, message: 'The account is not allowed to do this.' },
  not_found: { status: 404, message: 'The resource does not exist.' },
  method_not_allowed: { status: 405, message: 'The path does not support this method. See the Allow header.' },
  payload_too_large: { status: 413, message: 'The body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json in UTF-8, uncompressed.' },
  internal_error: {
    status: 500,
    message: 'An internal error occurred in the sandbox. Please report it with this request id.',
  },
  service_unavailable: { status: 503, message: 'The service is unavailable. Try again later.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** One fault of a request. `code` says which error it calls for; `field` is a path such as `artists[0].role`. */
export interface Issue {
  code: ErrorCode
  field?: string
  issue: string
}

export interface Refusal {
  ok: false
  code: ErrorCode
  message: string
  details?: Issue[]
  headers?: Record<string, string>
}

export interface Success<T> {
  ok: true
  value: T
}

export type Result<T> = Success<T> | Refusal

export const ok = <T>(value: T): Success<T> => ({ ok: true, value })

export function refuse(
  code: ErrorCode,
  more: { message?: string; details?: Issue[]; headers?: Record<string, string> } = {},
): Refusal {
  return { ok: false, code, ...more, message: more.message ?? ERRORS[code].message }
}

const PRECEDENCE: readonly ErrorCode[] = [
  'missing_required_field',
  'invalid_isrc_format',
  'territory_not_supported',
  'validation_failed',
  'asset_not_ready',
  'invalid_state',
]

/** As many faults as one answer names. A megabyte of wrong items must not become ten of explanation. */
const MOST_DETAILS = 1000

/** One answer for all faults; the code is the first of the precedence that applies. */
export function refuseAll(issues: readonly Issue[]): Refusal {
  const code = PRECEDENCE.find((candidate) => issues.some((issue) => issue.code === candidate))
  const details = issues.slice(0, MOST_DETAILS)
  const more = issues.length - details.length
  if (more > 0) details.push({ code: 'validation_failed', issue: `and ${more} more` })
  return refuse(code ?? 'validation_failed', { details })
}

export const invalid = (field: string, issue: string): Issue => ({ code: 'validation_failed', field, issue })
export const missing = (field: string, issue = 'is required'): Issue => ({
  code: 'missing_required_field',
  field,
  issue,
})
