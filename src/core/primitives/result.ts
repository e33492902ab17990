import { ERRORS, type ErrorCode } from './error-catalogue.js'

/** One problem of a request. `code` is the error it leads to; `field` is a path such as `artists[0].role`. */
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
  options: { message?: string; details?: Issue[]; headers?: Record<string, string> } = {},
): Refusal {
  return { ok: false, code, ...options, message: options.message ?? ERRORS[code].message }
}

const CODE_PRECEDENCE: readonly ErrorCode[] = [
  'missing_required_field',
  'invalid_isrc_format',
  'territory_not_supported',
  'validation_failed',
  'asset_not_ready',
  'invalid_state',
]

/** Limits the response: a 1 MB body of invalid items must not lead to a 10 MB error. */
const MAX_DETAILS = 1000

/** One error for all issues. Its code is `preferredCode`, or else the first of `CODE_PRECEDENCE`, that occurs. */
export function refuseWithIssues(issues: readonly Issue[], preferredCode?: ErrorCode): Refusal {
  const precedence = preferredCode ? [preferredCode, ...CODE_PRECEDENCE] : CODE_PRECEDENCE
  const code = precedence.find((candidate) => issues.some((issue) => issue.code === candidate))
  const details = issues.slice(0, MAX_DETAILS)
  const omitted = issues.length - details.length
  if (omitted > 0) details.push({ code: 'validation_failed', issue: `and ${omitted} more` })
  return refuse(code ?? 'validation_failed', { details })
}

export const invalidField = (field: string, issue: string): Issue => ({ code: 'validation_failed', field, issue })
export const missingField = (field: string, issue = 'is required'): Issue => ({
  code: 'missing_required_field',
  field,
  issue,
})
