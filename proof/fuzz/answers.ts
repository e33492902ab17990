import type { Documented, Node } from './contract.js'
import type { Answer } from './exchange.js'
import { type Reading, schemasOf } from './reading.js'

/** The error of an answer, in either shape. */
export interface Told {
  isOAuth: boolean
  code: string
  requestId: string | undefined
  /** Each as `field issue`. */
  details: { field: string; words: string }[]
}

/** What every answer may carry, whether the document says so or not: HTTP's own. */
const HTTPS_OWN = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

const ERROR: Node = { $ref: '#/components/schemas/Error' }
const OAUTH_ERROR: Node = { $ref: '#/components/schemas/OAuthError' }

type Header = Documented['headers'][number]
const required = (name: string, schema: Node): Header => ({ name, required: true, schema })
const REQUEST_ID = required('x-request-id', { type: 'string', pattern: '^req_[0-9a-z]{21}$' })
const QUOTA = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => required(name, { type: 'integer' }))
const ALLOW = required('allow', { type: 'string', minLength: 3 })
const NO_STORE = required('cache-control', { const: 'no-store' })

/** How an answer to what the document has no operation for must look: its own words say so. */
function unrouted({ contract, isOAuth }: Reading, code: string): Documented {
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

export function documentedFor(reading: Reading, status: number): Documented | undefined {
  if (reading.operation) return reading.operation.answers.get(status)
  if (status === 404 && !reading.allowed) return unrouted(reading, 'not_found')
  return status === 405 && reading.allowed ? unrouted(reading, 'method_not_allowed') : undefined
}

/** What in an answer is not as the document says, whatever was asked for. */
export function undocumented(reading: Reading, answer: Answer): string[] {
  const documented = documentedFor(reading, answer.status)
  if (!documented) return [`the document has no status ${answer.status} here`]
  const complaints = [...headerComplaints(reading, documented, answer)]
  const { content } = documented
  if (!content) return answer.text === '' ? complaints : [...complaints, 'there must be no body']
  if (answer.headers['content-type'] !== content.type)
    return [...complaints, `the content type must be ${content.type}, not ${answer.headers['content-type']}`]
  if (content.type !== 'application/json') return complaints
  let value: unknown
  try {
    value = JSON.parse(answer.text)
  } catch {
    return [...complaints, 'the body is not JSON']
  }
  complaints.push(...schemasOf[reading.contract.name].complaints(content.schema, value))
  if (answer.status < 400 || complaints.length > 0) return complaints
  const { code, requestId } = toldBy(answer)
  if (documented.codes && !documented.codes.includes(code)) complaints.push(`the code ${code} is not documented here`)
  if (requestId !== undefined && requestId !== answer.headers['x-request-id'])
    complaints.push(`the error names the request ${requestId}, its header ${answer.headers['x-request-id']}`)
  return complaints
}

function* headerComplaints({ contract }: Reading, documented: Documented, { headers }: Answer): Generator<string> {
  for (const { name, required, schema } of documented.headers) {
    const text = headers[name]
    if (text === undefined) {
      if (required) yield `the header ${name} is missing`
      continue
    }
    const value = schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
    if (schemasOf[contract.name].wrongFields(schema, value).length > 0) yield `the header ${name} can't be ${text}`
  }
  const known = documented.headers.map(({ name }) => name)
  for (const name of Object.keys(headers))
    if (!known.includes(name) && !HTTPS_OWN.has(name)) yield `the header ${name} is not documented`
}

export function toldBy({ text }: Answer): Told {
  const { error, error_description: words = '' } = JSON.parse(text)
  if (typeof error === 'string') {
    const details = words.split('; ').map((part: string) => ({ field: part.split(' ')[0] ?? '', words: part }))
    return { isOAuth: true, code: error, requestId: undefined, details }
  }
  const details = ((error.details ?? []) as { field?: string; issue?: string }[]).map(({ field = '', issue }) => ({
    field,
    words: `${field} ${issue}`.trim(),
  }))
  return { isOAuth: false, code: error.code, requestId: error.request_id, details }
}
