import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { IHttpRequest, PrismHttpComponents } from '@stoplight/prism-http'
import { knownDifference } from './known-differences.js'

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  request: {
    method: string
    /** Path and query, as sent. */
    url: string
    headers: Record<string, string>
    body: Buffer | string | undefined
  }
  response: { status: number; headers: Record<string, string>; body: string }
}

/** What our answer says about the request. */
export interface Answer {
  status: number
  /** The code of the error envelope, or OAuth's `error`. */
  code: string | undefined
  message: string
  /** Each as `field issue`. */
  details: string[]
}

/**
 * - `route`: one finds the path or the method in the document, the other does not.
 * - `security`: one sees a credential, the other does not.
 * - `request`: one takes the request for what the document describes, the other does not.
 * - `response`: our answer is not what the document describes.
 */
export interface Disagreement {
  kind: 'route' | 'security' | 'request' | 'response'
  /** The operationId, or method and path where Prism finds no operation. */
  operation: string
  ours: string
  /** What Prism objects to; empty when it has no objection. */
  prism: string[]
  detail: string
}

/** A disagreement with all that one needs to tell whether it is a known one. */
export interface Finding {
  exchange: Exchange
  answer: Answer
  disagreement: Disagreement
}

interface Diagnostic {
  code?: string | number | undefined
  message: string
  severity: number
  path?: string[] | undefined
}

type Verdict = { _tag: 'Left'; left: Diagnostic[] } | { _tag: 'Right' }

const ERROR = 0
/** Where Prism cannot read a request it throws. That is an objection too. */
const UNREADABLE = 'unreadable'

const DOCUMENTS = { service: '../../openapi.yaml', control: '../../control.openapi.yaml' }

/** With these codes, and status 400 or 422, the request was held against the contract and found wanting. */
const CONTRACT_CODES = new Set([
  'invalid_request',
  'invalid_idempotency_key',
  'missing_required_field',
  'validation_failed',
  'invalid_isrc_format',
])

let loading: Promise<(exchange: Exchange) => Finding[]> | undefined

/** Gives Prism's opinion of an exchange where it differs from ours, known differences left out. */
export async function secondJudge(): Promise<(exchange: Exchange) => Disagreement[]> {
  const judge = await strictJudge()
  return (exchange) =>
    judge(exchange)
      .filter((finding) => !knownDifference(finding))
      .map(({ disagreement }) => disagreement)
}

/** The same, known differences included. Prism takes a second to load, so it is loaded once. */
export function strictJudge(): Promise<(exchange: Exchange) => Finding[]> {
  loading ??= load()
  return loading
}

async function load(): Promise<SecondJudge> {
  // Not the package's entry: that one loads the mocking half as well, with two more seconds.
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  const { validateInput, validateOutput, validateSecurity } = await import(
    '@stoplight/prism-http/dist/validator/index.js'
  )
  // Node and Vitest differ in what the default export of a CommonJS module is.
  const { default: findOperation } = createRequire(import.meta.url)('@stoplight/prism-http/dist/router/index.js') as {
    default: PrismHttpComponents['route']
  }
  const [service, control] = await Promise.all(
    [DOCUMENTS.service, DOCUMENTS.control].map((path) =>
      getHttpOperationsFromSpec(fileURLToPath(new URL(path, import.meta.url))),
    ),
  )
  if (!service?.length || !control?.length) throw new Error('Prism found no operations in the documents')

  return (exchange) => {
    const input = toInput(exchange.request)
    const answer = readAnswer(exchange.response)
    const { path } = input.url
    const resources = path.startsWith('/_sandbox') ? control : service
    const route = findOperation({ resources, input })
    const disagree = disagreer(exchange, answer)

    if (route._tag === 'Left') {
      const { status, message } = route.left as Error & { status?: number }
      return answer.status === status ? [] : [disagree('route', `${input.method} ${path}`, `${status} ${message}`)]
    }
    const resource = route.right
    const operation = resource.iid ?? `${resource.method} ${resource.path}`
    if (isUnrouted(answer)) return [disagree('route', operation, `finds ${resource.method} ${resource.path}`)]

    const found: Disagreement[] = []
    const blame = (kind: Disagreement['kind'], objections: Diagnostic[]) =>
      void found.push(disagree(kind, operation, describe(objections)))

    const isOpen = !resource.security?.length || resource.security.some((schemes) => schemes.length === 0)
    const insecure = errors(() => validateSecurity({ resource, element: input }))
    const claimed = isOpen ? isRefused(answer) : answer.status === 401
    if (insecure.length > 0 && !claimed) blame('security', insecure)
    if (insecure.length === 0 && !isOpen && isWithoutCredential(exchange, answer)) blame('security', insecure)

    const wrong = errors(() => validateInput({ resource, element: input }))
    if (!agree(answer, wrong)) blame('request', wrong)

    // Prism only warns of a refusal that the document does not list. Here nothing undocumented passes.
    const element = { statusCode: answer.status, headers: lowerCase(exchange.response.headers), body: parsed(exchange) }
    const undocumented = objections(() => validateOutput({ resource, element })).filter(
      ({ code }) => code !== 'deprecated',
    )
    if (undocumented.length > 0) blame('response', undocumented)
    return found
  }
}

/** Whether our answer and Prism's objections to the request can both be right. */
function agree({ status, code }: Answer, wrong: Diagnostic[]): boolean {
  const isWrongType = wrong.some((objection) => objection.code === 415 || objection.message.includes('MIME type'))
  if (status === 415) return isWrongType
  if (status === 422 && isWrongType) return false
  const isRefusedByContract = (status === 400 || status === 422) && CONTRACT_CODES.has(code ?? '')
  return isRefusedByContract === wrong.length > 0
}

const isRefused = ({ status }: Answer) => status >= 400 && status < 500

/** Whether our router found nothing, as opposed to an operation that found nothing. */
const isUnrouted = ({ status, message }: Answer) =>
  status === 405 || (status === 404 && message.startsWith('There is nothing at this path'))

/** RFC 6750: whoever sends no credential is told no error. */
const isWithoutCredential = ({ response }: Exchange, { status }: Answer) =>
  status === 401 && !lowerCase(response.headers)['www-authenticate']?.includes('error=')

function objections(judge: () => Verdict): Diagnostic[] {
  try {
    const verdict = judge()
    return verdict._tag === 'Left' ? verdict.left : []
  } catch (error) {
    return [{ code: UNREADABLE, message: String(error), severity: ERROR }]
  }
}

const errors = (judge: () => Verdict) => objections(judge).filter(({ severity }) => severity === ERROR)

const describe = (found: Diagnostic[]): string =>
  found.length === 0 ? 'no objection' : found.map(({ code, message }) => `${message} (${code ?? 'warning'})`).join('; ')

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The request as Prism's own server would hand it on. */
function toInput({ method, url, headers: given, body }: Exchange['request']): IHttpRequest {
  const [path = '', ...search] = url.split('?')
  const params = new URLSearchParams(search.join('?'))
  const query = [...new Set(params.keys())].map((name): [string, string | string[]] => {
    const [value = '', ...more] = params.getAll(name)
    return [name, more.length === 0 ? value : [value, ...more]]
  })
  const headers = lowerCase(given)
  const bytes = Buffer.from(body ?? '')
  if (bytes.length > 0) headers['content-length'] = String(bytes.length)
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: Object.fromEntries(query) },
    headers,
    body:
      bytes.length === 0
        ? undefined
        : /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '')
          ? json(bytes.toString())
          : bytes.toString(),
  }
}

const parsed = ({ response }: Exchange) => (response.body === '' ? undefined : json(response.body))

/** What is not JSON stays text. No operation takes a text, so Prism objects to it. */
function json(text: string): unknown {
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

function readAnswer({ status, body }: Exchange['response']): Answer {
  const { error, error_description } = Object(json(body)) as Envelope
  if (typeof error === 'string') return { status, code: error, message: error_description ?? '', details: [] }
  const details = (error?.details ?? []).map(({ field = '', issue = '' }) => `${field} ${issue}`.trim())
  return { status, code: error?.code, message: error?.message ?? '', details }
}

function disagreer({ request, response }: Exchange, { status, code }: Answer) {
  const shown = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
  const detail = `${request.method} ${request.url} ${shown(String(request.body ?? ''))} → ${shown(response.body)}`
  const ours = code === undefined ? String(status) : `${status} ${code}`
  return (kind: Disagreement['kind'], operation: string, prism: string): Disagreement => ({
    kind,
    operation,
    ours,
    prism,
    detail,
  })
}
