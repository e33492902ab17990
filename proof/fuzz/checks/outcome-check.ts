import { isIssueBeyondSchema } from '../../../test/support/prism/known-differences.js'
import type { HttpRequest, HttpResponse } from '../http-message.js'
import type { RequestAnalysis } from './request-analysis.js'
import { type ParsedError, parseError } from './response-check.js'

/** What the test knows about a request besides its bytes. */
export interface RequestContext {
  credential: 'good' | 'none' | 'wrong'
  isStrict: boolean
  /** The status that a fault, a foreign origin or an exhausted quota forces before the request is validated. */
  forcedStatus?: number | undefined
}

const quoteList = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

/** Why this response is wrong for this request. Undefined if it is the one that the document requires. */
export function outcomeIssue(
  analysis: RequestAnalysis,
  request: HttpRequest,
  response: HttpResponse,
  { credential, isStrict, forcedStatus }: RequestContext,
): string | undefined {
  const { status, headers } = response
  const { operation, allowedMethods } = analysis
  const expectStatus = (expected: number, why: string) =>
    status === expected ? undefined : `the status must be ${expected}, because ${why}`
  if (forcedStatus !== undefined) return expectStatus(forcedStatus, 'it was forced')
  if (!allowedMethods) return expectStatus(404, 'the document has no such path')
  if (!operation) {
    const allowHeader = (headers.allow ?? '').split(', ').sort().join()
    return (
      expectStatus(405, `the path takes ${quoteList(allowedMethods)}`) ??
      expectEqual('Allow', allowHeader, [...allowedMethods].sort().join())
    )
  }
  if (credential !== 'good' && !operation.isPublic)
    return (
      expectStatus(401, 'there is no valid credential') ?? challengeIssue(headers['www-authenticate'] ?? '', credential)
    )
  if (operation.isEnterpriseOnly && isStandardKey(request))
    return expectStatus(403, 'the account is not an enterprise one')
  if (analysis.invalidParameters.length > 0)
    return (
      expectStatus(400, `${quoteList(analysis.invalidParameters)} is wrong`) ??
      detailsIssue(parseError(response), analysis.invalidParameters)
    )
  if (isStrict && analysis.unknownParameters.length > 0)
    return (
      expectStatus(400, `${quoteList(analysis.unknownParameters)} is unknown`) ??
      detailsIssue(parseError(response), analysis.unknownParameters)
    )
  const expected = { 'too large': 413, empty: 400, 'of another type': 415, unreadable: 400 } as const
  if (analysis.body !== 'fine' && analysis.body !== 'wrong')
    return expectStatus(expected[analysis.body], `the body is ${analysis.body}`)
  const fields = [...analysis.invalidFields, ...(isStrict ? analysis.unknownFields : [])]
  if (fields.length > 0)
    return (
      expectStatus(operation.isOAuth ? 400 : 422, `${quoteList(fields)} is wrong`) ??
      detailsIssue(parseError(response), fields)
    )
  return status < 400 ? undefined : refusalIssue(analysis, request, response)
}

const isStandardKey = ({ headers }: HttpRequest): boolean =>
  /sk_sandbox_standard_/.test(headers['x-api-key'] ?? headers.authorization ?? '')

const expectEqual = (label: string, actual: string, expected: string) =>
  actual === expected ? undefined : `${label} must be ${expected}, not ${actual}`

/** RFC 6750: without a credential, the challenge has no `error`. */
function challengeIssue(challenge: string, credential: 'none' | 'wrong'): string | undefined {
  if (!challenge.startsWith('Bearer realm=')) return `WWW-Authenticate can't be ${challenge}`
  return challenge.includes('error="invalid_token"') === (credential === 'wrong')
    ? undefined
    : `WWW-Authenticate is ${challenge}, but the credential was ${credential}`
}

/** `details` must name every issue and nothing else. */
function detailsIssue({ code, details, isOAuth }: ParsedError, fields: readonly string[]): string | undefined {
  // OAuth has one description for all issues.
  if (isOAuth) {
    const text = details.map(({ text }) => text).join('; ')
    const unnamed = fields.filter((field) => !text.includes(field))
    return unnamed.length === 0 ? undefined : `error_description must name ${quoteList(unnamed)}`
  }
  if (code === 'invalid_idempotency_key') return expectEqual('The wrong field', fields.join(), 'Idempotency-Key')
  const named = details.map(({ field, text }) => (/^the body\b/.test(text) ? '' : field))
  const missing = fields.filter((field) => !named.includes(field))
  if (missing.length > 0) return `details must name ${quoteList(missing)}`
  const extra = details.filter(({ text }, i) => !fields.includes(named[i] as string) && !isIssueBeyondSchema(text))
  return extra.length === 0 ? undefined : `details names fields that are valid: ${extra.map(({ text }) => text)}`
}

/** The request is valid by the document, so only the state of the world can be a reason to refuse it. */
function refusalIssue(
  { operation }: RequestAnalysis,
  request: HttpRequest,
  response: HttpResponse,
): string | undefined {
  const { code, details } = parseError(response)
  const issue = `the request is valid but refused with ${response.status} ${code}`
  const expectCode = (...codes: string[]) => (codes.includes(code) ? undefined : issue)
  const isWorldIssue = details.length > 0 && details.every(({ text }) => isIssueBeyondSchema(text))
  // OAuth has its own rules for the form and the client.
  if (operation?.isOAuth) return [400, 401].includes(response.status) ? undefined : issue
  switch (response.status) {
    case 400:
      if (code === 'invalid_cursor')
        return new URLSearchParams(request.target.split('?')[1]).has('cursor') ? undefined : issue
      return isWorldIssue || operation?.id === 'uploadAsset' ? undefined : issue
    case 403:
      return expectCode('forbidden')
    case 404:
      return operation?.path.includes('{') ? expectCode('not_found') : issue
    case 409:
      return undefined
    case 413:
      return Number(request.headers['content-length'] ?? 0) > 64 * 1024 * 1024 ? undefined : issue
    case 415:
      return /^multipart/i.test(request.headers['content-type'] ?? '') && !operation?.body?.type.includes('json')
        ? undefined
        : issue
    case 422:
      if (code === 'idempotency_key_reused') return request.headers['idempotency-key'] === undefined ? issue : undefined
      return isWorldIssue ? undefined : issue
    default:
      return issue
  }
}
