import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { IHttpRequest, PrismHttpComponents } from '@stoplight/prism-http'
import type { Disagreement, Exchange, Finding, ResponseSummary } from './prism/exchange.js'
import { findKnownDifference, TERRITORY_ISSUE } from './prism/known-differences.js'

interface Diagnostic {
  code?: string | number | undefined
  message: string
  severity: number
}

type PrismResult = { _tag: 'Left'; left: Diagnostic[] } | { _tag: 'Right' }

const ERROR = 0
/** Prism throws if it cannot parse a request. That counts as an objection. */
const UNREADABLE = 'unreadable'

/** Codes that, with status 400 or 422, mean that the request does not match the contract. */
const CONTRACT_CODES = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'missing_required_field',
  'validation_failed',
  'invalid_isrc_format',
  'unsupported_grant_type',
])

let loading: Promise<(exchange: Exchange) => Finding[]> | undefined

/** Returns the disagreements between Prism and the sandbox about an exchange, without known differences. */
export async function loadPrismCheck(): Promise<(exchange: Exchange) => Disagreement[]> {
  const findDisagreements = await loadStrictPrismCheck()
  return (exchange) =>
    findDisagreements(exchange)
      .filter((finding) => !findKnownDifference(finding))
      .map(({ disagreement }) => disagreement)
}

/** The same with known differences. Prism takes a second to load, so it is loaded once. */
export function loadStrictPrismCheck(): Promise<(exchange: Exchange) => Finding[]> {
  loading ??= loadPrism()
  return loading
}

async function loadPrism(): Promise<(exchange: Exchange) => Finding[]> {
  // Not the package's entry point, which also loads the mock server.
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  const { validateInput, validateOutput, validateSecurity } = await import(
    '@stoplight/prism-http/dist/validator/index.js'
  )
  // Node and Vitest treat the default export of a CommonJS module differently.
  const { default: findOperation } = createRequire(import.meta.url)('@stoplight/prism-http/dist/router/index.js') as {
    default: PrismHttpComponents['route']
  }
  // The bundle in proof/built is as deep in the tree as this file.
  const read = (path: string) => getHttpOperationsFromSpec(fileURLToPath(new URL(path, import.meta.url)))
  const service = await read('../../openapi.yaml')
  const control = await read('../../control.openapi.yaml')

  return (exchange) => {
    const input = toInput(exchange.request)
    const response = summarizeResponse(exchange.response)
    const { path } = input.url
    const findings: Finding[] = []
    let operation = `${exchange.request.method} ${path}`
    const addFinding = (kind: Disagreement['kind'], prism: string[]) => {
      findings.push({
        exchange,
        response,
        disagreement: { kind, operation, ours: formatSummary(response), prism, detail: formatExchange(exchange) },
      })
      return findings
    }

    const resources = path === '/_sandbox' || path.startsWith('/_sandbox/') ? control : service
    const route = findOperation({ resources, input })
    if (route._tag === 'Left') {
      const { status, message } = route.left as Error & { status?: number }
      return response.status === status ? [] : addFinding('route', [`${status} ${message}`])
    }
    const resource = route.right
    operation = resource.iid ?? operation
    if (isUnrouted(response)) return addFinding('route', [`This is ${resource.method} ${resource.path}`])
    const takesJson = resource.request?.body?.contents?.some(({ mediaType }) => mediaType === 'application/json')
    if (takesJson && isJson(input)) input.body = parseJson(String(input.body))

    const isOpen = !resource.security?.length || resource.security.some((schemes) => schemes.length === 0)
    const securityErrors = findErrors(() => validateSecurity({ resource, element: input }))
    if (!agreeOnSecurity(exchange, response, isOpen, securityErrors))
      addFinding('security', securityErrors.map(formatDiagnostic))

    const inputErrors = findErrors(() => validateInput({ resource, element: input }))
    if (!agreeOnRequest(response, inputErrors)) addFinding('request', inputErrors.map(formatDiagnostic))

    const { status: statusCode, headers, body } = exchange.response
    // A single line of NDJSON would pass as JSON.
    const isText = lowerCaseNames(headers)['content-type'] === 'application/x-ndjson'
    const content = isText ? body : parseJson(body)
    const output = { statusCode, headers: lowerCaseNames(headers), body: body === '' ? undefined : content }
    // Prism only warns about undocumented error statuses. Here they count.
    const outputDiagnostics = runValidation(() => validateOutput({ resource, element: output })).filter(
      ({ code }) => code !== 'deprecated',
    )
    if (outputDiagnostics.length > 0) addFinding('response', outputDiagnostics.map(formatDiagnostic))
    return findings
  }
}

/** Prism only checks that there is a credential, not whether it is valid. */
function agreeOnSecurity(
  exchange: Exchange,
  response: ResponseSummary,
  isOpen: boolean,
  securityErrors: Diagnostic[],
): boolean {
  // A public operation reports other issues first, and may require OAuth client credentials, which OpenAPI does not
  // describe.
  if (isOpen) return securityErrors.length === 0 || (response.status >= 400 && response.status < 500)
  if (securityErrors.length > 0) return response.status === 401
  // RFC 6750: without a credential, the challenge has no `error`.
  const namesError = lowerCaseNames(exchange.response.headers)['www-authenticate']?.includes('error=')
  return response.status !== 401 || namesError === true
}

/** Whether our response is compatible with Prism's objections to the request. */
function agreeOnRequest(response: ResponseSummary, inputErrors: Diagnostic[]): boolean {
  const { status } = response
  const isWrongType = inputErrors.some((objection) => objection.code === 415 || objection.message.includes('MIME type'))
  if (status === 415) return isWrongType
  if (status === 422 && isWrongType) return false
  return isRefusedByContract(response) === inputErrors.length > 0
}

function isRefusedByContract({ status, code = '', details }: ResponseSummary): boolean {
  if (status !== 400 && status !== 422) return false
  // One response names all issues under one code, so a territory issue may come with a body issue.
  if (code === 'territory_not_supported') return !details.every((detail) => TERRITORY_ISSUE.test(detail))
  return CONTRACT_CODES.has(code)
}

/** Whether the 404 comes from the router and not from an operation. */
const isUnrouted = ({ status, message }: ResponseSummary) =>
  status === 405 || (status === 404 && message.startsWith('This path does not exist'))

function runValidation(validate: () => PrismResult): Diagnostic[] {
  try {
    const result = validate()
    return result._tag === 'Left' ? result.left : []
  } catch (error) {
    return [{ code: UNREADABLE, message: String(error), severity: ERROR }]
  }
}

const findErrors = (validate: () => PrismResult) => runValidation(validate).filter(({ severity }) => severity === ERROR)

const formatDiagnostic = ({ code, message }: Diagnostic) => (code === undefined ? message : `${message} (${code})`)
const formatSummary = ({ status, code }: ResponseSummary) => (code === undefined ? String(status) : `${status} ${code}`)

const lowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The request as Prism's own server would pass it on, with its body as text. */
function toInput({ method, url, headers: given, body }: Exchange['request']): IHttpRequest {
  const [path = '', ...search] = url.split('?')
  const params = new URLSearchParams(search.join('?'))
  const query = [...new Set(params.keys())].map((name): [string, string | string[]] => {
    const [value = '', ...more] = params.getAll(name)
    return [name, more.length === 0 ? value : [value, ...more]]
  })
  const headers = lowerCaseNames(given)
  const text = String(body ?? '')
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: Object.fromEntries(query) },
    headers,
    body: text === '' ? undefined : text,
  }
}

const isJson = ({ headers, body }: IHttpRequest) =>
  body !== undefined && /^[^;]*[/+]json\b/i.test(headers?.['content-type'] ?? '')

/** Invalid JSON stays a string. No operation accepts a string, so Prism objects to it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Envelope {
  error?: string | { code?: string; message?: string; details?: { field?: string; issue?: string }[] }
  error_description?: string
}

function summarizeResponse({ status, body }: Exchange['response']): ResponseSummary {
  const { error, error_description: description = '' } = Object(parseJson(body)) as Envelope
  if (typeof error === 'string') return { status, code: error, message: description, details: description.split('; ') }
  const details = [error?.details ?? []].flat().map(({ field = '', issue = '' }) => `${field} ${issue}`.trim())
  return { status, code: error?.code, message: error?.message ?? '', details }
}

function formatExchange({ request, response }: Exchange): string {
  const truncate = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
  return `${request.method} ${request.url} ${truncate(String(request.body ?? ''))} → ${truncate(response.body)}`
}
