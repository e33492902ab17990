import type { HttpResponse } from '../http-message.js'
import type { DocumentedResponse, Node } from './contract.js'
import { type RequestAnalysis, schemaValidators } from './request-analysis.js'

/** The error of a response, in either format. */
export interface ParsedError {
  isOAuth: boolean
  code: string
  requestId: string | undefined
  /** Each entry is `field issue`. */
  details: { field: string; text: string }[]
}

/** Headers of HTTP itself, which any response may have. */
const STANDARD_HEADERS = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

const ERROR: Node = { $ref: '#/components/schemas/ErrorResponse' }
const OAUTH_ERROR: Node = { $ref: '#/components/schemas/OAuthError' }

type Header = DocumentedResponse['headers'][number]
const required = (name: string, schema: Node): Header => ({ name, required: true, schema })
const REQUEST_ID = required('x-request-id', { type: 'string', pattern: '^req_[0-9a-z]{21}$' })
const QUOTA = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => required(name, { type: 'integer' }))
const ALLOW = required('allow', { type: 'string', minLength: 3 })
const NO_STORE = required('cache-control', { const: 'no-store' })

/** The response to a request for which the document has no operation, as its description says. */
function unroutedResponse({ contract, isOAuth }: RequestAnalysis, code: string): DocumentedResponse {
  return {
    headers: [
      REQUEST_ID,
      ...(contract.name === 'service' ? QUOTA : []),
      ...(code === 'method_not_allowed' ? [ALLOW] : []),
      ...(isOAuth ? [NO_STORE] : []),
    ],
    content: { type: 'application/json', schema: isOAuth ? OAUTH_ERROR : ERROR },
    codes: isOAuth ? undefined : [code],
  }
}

export function findDocumentedResponse(analysis: RequestAnalysis, status: number): DocumentedResponse | undefined {
  if (analysis.operation) return analysis.operation.responses.get(status)
  if (status === 404 && !analysis.allowedMethods) return unroutedResponse(analysis, 'not_found')
  return status === 405 && analysis.allowedMethods ? unroutedResponse(analysis, 'method_not_allowed') : undefined
}

/** Everything in a response that differs from the document, whatever the request was. */
export function responseIssues(analysis: RequestAnalysis, response: HttpResponse): string[] {
  const documented = findDocumentedResponse(analysis, response.status)
  if (!documented) return [`the document has no status ${response.status} here`]
  const issues = [...headerIssues(analysis, documented, response)]
  const { content } = documented
  if (!content) return response.text === '' ? issues : [...issues, 'there must be no body']
  if (response.headers['content-type'] !== content.type)
    return [...issues, `the content type must be ${content.type}, not ${response.headers['content-type']}`]
  if (content.type !== 'application/json') return issues
  let value: unknown
  try {
    value = JSON.parse(response.text)
  } catch {
    return [...issues, 'the body is not JSON']
  }
  issues.push(...schemaValidators[analysis.contract.name].valueIssues(content.schema, value))
  if (response.status < 400 || issues.length > 0) return issues
  const { code, requestId } = parseError(response)
  if (documented.codes && !documented.codes.includes(code)) issues.push(`the code ${code} is not documented here`)
  if (requestId !== undefined && requestId !== response.headers['x-request-id'])
    issues.push(`the error names the request ${requestId}, its header ${response.headers['x-request-id']}`)
  return issues
}

function* headerIssues(
  { contract }: RequestAnalysis,
  documented: DocumentedResponse,
  { headers }: HttpResponse,
): Generator<string> {
  for (const { name, required, schema } of documented.headers) {
    const text = headers[name]
    if (text === undefined) {
      if (required) yield `the header ${name} is missing`
      continue
    }
    const value = schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
    if (schemaValidators[contract.name].invalidFields(schema, value).length > 0)
      yield `the header ${name} can't be ${text}`
  }
  const known = documented.headers.map(({ name }) => name)
  for (const name of Object.keys(headers))
    if (!known.includes(name) && !STANDARD_HEADERS.has(name)) yield `the header ${name} is not documented`
}

export function parseError({ text }: HttpResponse): ParsedError {
  const { error, error_description: description = '' } = JSON.parse(text)
  if (typeof error === 'string') {
    const details = description.split('; ').map((part: string) => ({ field: part.split(' ')[0] ?? '', text: part }))
    return { isOAuth: true, code: error, requestId: undefined, details }
  }
  const details = ((error.details ?? []) as { field?: string; issue?: string }[]).map(({ field = '', issue }) => ({
    field,
    text: `${field} ${issue}`.trim(),
  }))
  return { isOAuth: false, code: error.code, requestId: error.request_id, details }
}
