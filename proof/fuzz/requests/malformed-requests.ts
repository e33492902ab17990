import { CaseFailure } from '../../runner/proof.js'
import type { Node } from '../checks/contract.js'
import { schemaValidators } from '../checks/request-analysis.js'
import { parseError } from '../checks/response-check.js'
import type { Connection } from '../raw-http.js'

const rawRequest = (...lines: string[]) => [...lines, '', ''].join('\r\n')
const HOST = 'Host: mds.test'
const ERROR: Node = { $ref: '#/components/schemas/ErrorResponse' }

/** Malformed HTTP, with the expected status. */
const MALFORMED_REQUESTS: [what: string, bytes: string, status: number][] = [
  ['no HTTP', rawRequest('GARBAGE'), 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a version of the future', rawRequest('GET /v1/stores HTTP/9.9', HOST), 400],
  ['a method in lower case', rawRequest('get /v1/stores HTTP/1.1', HOST), 400],
  ['an unknown method', rawRequest('FETCH /v1/stores HTTP/1.1', HOST), 400],
  ['a target with a blank', rawRequest('GET /v1/sto res HTTP/1.1', HOST), 400],
  ['a header without a colon', rawRequest('GET /v1/stores HTTP/1.1', HOST, 'oops'), 400],
  ['a header name with a blank', rawRequest('GET /v1/stores HTTP/1.1', HOST, 'X-API-Key : x'), 400],
  ['a NUL in a header', rawRequest('GET /v1/stores HTTP/1.1', HOST, 'X-API-Key: a\0b'), 400],
  ['headers over the limit', rawRequest('GET /v1/stores HTTP/1.1', HOST, `X: ${'x'.repeat(17_000)}`), 431],
  ['a target over the limit', rawRequest(`GET /v1/${'x'.repeat(17_000)} HTTP/1.1`, HOST), 431],
  ['no Host', rawRequest('GET /v1/stores HTTP/1.1'), 400],
  ['another expectation', rawRequest('GET /v1/stores HTTP/1.1', HOST, 'Expect: wonders'), 400],
  ['a tunnel', rawRequest('CONNECT mds.test:443 HTTP/1.1', HOST), 405],
  [
    'two ways to say how long',
    rawRequest('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    400,
  ],
  ['two lengths', rawRequest('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: 5', 'Content-Length: 6'), 400],
  ['a negative length', rawRequest('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: -1'), 400],
  ['a length in words', rawRequest('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: five'), 400],
  ['a target with a host', rawRequest('GET http://mds.test/v1/stores HTTP/1.1', 'Host: elsewhere.example'), 401],
  ['a target with a foreign host', rawRequest('GET http://elsewhere.example/v1/stores HTTP/1.1', HOST), 403],
  ['a control target with a host', rawRequest('GET http://elsewhere.example/_sandbox/clock HTTP/1.1', HOST), 403],
  ['an asterisk', rawRequest('OPTIONS * HTTP/1.1', HOST), 404],
]

/** Malformed requests get the error envelope, and the server continues to serve. */
export async function sendMalformed(seed: number, connection: Connection): Promise<number> {
  for (const [label, bytes, status] of MALFORMED_REQUESTS) {
    const response = await connection.write(Buffer.from(bytes, 'latin1'))
    const fail = (issue: string) => {
      throw new CaseFailure(seed, `${label}: ${issue}\n${bytes.slice(0, 300)}\n${JSON.stringify(response)}`)
    }
    if (response?.status !== status) return fail(`the status must be ${status}`)
    const issues = schemaValidators.service.valueIssues(ERROR, JSON.parse(response.text))
    if (issues.length > 0) fail(issues.join())
    if (parseError(response).requestId !== response.headers['x-request-id']) fail('the request ids differ')
    if (response.headers['content-type'] !== 'application/json') fail('the content type must be application/json')
  }
  return MALFORMED_REQUESTS.length
}
