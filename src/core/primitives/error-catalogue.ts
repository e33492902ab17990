/** All error codes of the API. */
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
