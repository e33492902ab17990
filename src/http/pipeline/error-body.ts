import { ERRORS } from '../../core/primitives/error-catalogue.js'
import type { Refusal } from '../../core/primitives/result.js'

export function errorBody({ code, message, details }: Refusal, request_id: string) {
  const listed = details?.map(({ field, issue }) => (field === undefined ? { issue } : { field, issue }))
  return { error: { code, message, request_id, ...(listed && { details: listed }) } }
}

/** RFC 6749, section 5.2, for the token endpoint. */
export function oauthErrorBody({ code, message, details }: Refusal) {
  const description = details?.map(({ field, issue }) => `${field ?? ''} ${issue}`.trim()).join('; ')
  const hasWrongGrant = details?.some(({ field, code }) => field === 'grant_type' && code !== 'missing_required_field')
  const requestError = hasWrongGrant ? 'unsupported_grant_type' : 'invalid_request'
  const error = ERRORS[code].status < 500 ? requestError : 'server_error'
  // RFC 6749 allows printable ASCII without quotes and backslashes.
  return { error, error_description: (description ?? message).replaceAll('"', "'").replaceAll(/[^ -~]|\\/g, '?') }
}
