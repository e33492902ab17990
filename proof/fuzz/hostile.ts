import { CaseFailed } from '../runner/proof.js'
import { toldBy } from './answers.js'
import type { Node } from './contract.js'
import type { Connection } from './raw-http.js'
import { schemasOf } from './reading.js'

const line = (...lines: string[]) => [...lines, '', ''].join('\r\n')
const HOST = 'Host: mds.test'
const ERROR: Node = { $ref: '#/components/schemas/Error' }

/** What is hardly HTTP, or not at all, and the status that it is worth. */
const HOSTILE: [what: string, bytes: string, status: number][] = [
  ['no HTTP', line('GARBAGE'), 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a version of the future', line('GET /v1/stores HTTP/9.9', HOST), 400],
  ['a method in lower case', line('get /v1/stores HTTP/1.1', HOST), 400],
  ['a method that nobody knows', line('FETCH /v1/stores HTTP/1.1', HOST), 400],
  ['a target with a blank', line('GET /v1/sto res HTTP/1.1', HOST), 400],
  ['a header without a colon', line('GET /v1/stores HTTP/1.1', HOST, 'oops'), 400],
  ['a header name with a blank', line('GET /v1/stores HTTP/1.1', HOST, 'X-API-Key : x'), 400],
  ['a NUL in a header', line('GET /v1/stores HTTP/1.1', HOST, 'X-API-Key: a\0b'), 400],
  ['headers over the limit', line('GET /v1/stores HTTP/1.1', HOST, `X: ${'x'.repeat(17_000)}`), 431],
  ['a target over the limit', line(`GET /v1/${'x'.repeat(17_000)} HTTP/1.1`, HOST), 431],
  ['no Host', line('GET /v1/stores HTTP/1.1'), 400],
  ['another expectation', line('GET /v1/stores HTTP/1.1', HOST, 'Expect: wonders'), 400],
  ['a tunnel', line('CONNECT mds.test:443 HTTP/1.1', HOST), 405],
  [
    'two ways to say how long',
    line('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    400,
  ],
  ['two lengths', line('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: 5', 'Content-Length: 6'), 400],
  ['a negative length', line('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: -1'), 400],
  ['a length in words', line('POST /v1/releases HTTP/1.1', HOST, 'Content-Length: five'), 400],
  ['a target with a host', line('GET http://elsewhere.example/v1/stores HTTP/1.1', HOST), 401],
  ['a control target with a host', line('GET http://elsewhere.example/_sandbox/clock HTTP/1.1', HOST), 403],
  ['an asterisk', line('OPTIONS * HTTP/1.1', HOST), 404],
]

/** Whatever a connection is given, it answers with the error envelope, and goes on serving. */
export async function sendHostile(seed: number, connection: Connection): Promise<number> {
  for (const [what, bytes, status] of HOSTILE) {
    const answer = await connection.write(Buffer.from(bytes, 'latin1'))
    const fail = (complaint: string) => {
      throw new CaseFailed(seed, `${what}: ${complaint}\n${bytes.slice(0, 300)}\n${JSON.stringify(answer)}`)
    }
    if (answer?.status !== status) return fail(`the status must be ${status}`)
    const wrong = schemasOf.service.complaints(ERROR, JSON.parse(answer.text))
    if (wrong.length > 0) fail(wrong.join())
    if (toldBy(answer).requestId !== answer.headers['x-request-id']) fail('the request ids differ')
    if (answer.headers['content-type'] !== 'application/json') fail('the content type must be application/json')
  }
  return HOSTILE.length
}
