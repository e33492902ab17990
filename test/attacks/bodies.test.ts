import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { formatRequest, type RawResponse, sendRaw } from '../support/raw-http.js'
import { validRelease } from '../support/test-sandbox.js'

const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))
const world = sandbox.world('standard', 'bodies')

type Header = readonly [name: string, value: string]
const HEADERS: readonly Header[] = [
  ['Host', 'a'],
  ['X-API-Key', world.apiKey],
  ['Connection', 'close'],
]
const JSON_TYPE = ['Content-Type', 'application/json'] as const

async function post(body: string | Buffer, ...more: Header[]): Promise<RawResponse> {
  const bytes = Buffer.from(body as string)
  const length = ['Content-Length', String(bytes.length)] as const
  const head = formatRequest('POST /v1/releases', [...HEADERS, JSON_TYPE, length, ...more])
  const answers = await sendRaw(sandbox.port, Buffer.concat([Buffer.from(head), bytes]))
  expect(answers).toHaveLength(1)
  return answers[0] as RawResponse
}

const titles = async (): Promise<string[]> => {
  const answer = (await (await world.fetch('/v1/releases?limit=100')).json()) as { data: { title: string }[] }
  return answer.data.map(({ title }) => title)
}
const before = await titles()

/** The JSON text of a release with the given text as its title value. */
const titled = (title: string) => JSON.stringify({ ...validRelease, title: '§' }).replace('"§"', title)

describe('refuses without any effect:', () => {
  const DEEP = 100_000
  const CASES: [what: string, body: string | Buffer, status: number, code: string][] = [
    ['a mebibyte of [', '['.repeat(1024 * 1024), 400, 'invalid_request'],
    ['a mebibyte of {', '{"a":'.repeat(200_000), 400, 'invalid_request'],
    ['arrays in a field', titled('['.repeat(DEEP) + ']'.repeat(DEEP)), 400, 'invalid_request'],
    ['objects in a field', titled('{"a":'.repeat(DEEP) + 1 + '}'.repeat(DEEP)), 400, 'invalid_request'],
    ['both in turn', titled('[{"a":'.repeat(40) + 1 + '}]'.repeat(40)), 400, 'invalid_request'],
    [
      'deep after a string with a quote in it',
      titled(`["\\"", ${'['.repeat(70)}${']'.repeat(70)}]`),
      400,
      'invalid_request',
    ],
    ['a mebibyte of quotes', '"'.repeat(1024 * 1024), 400, 'invalid_request'],
    ['a mebibyte of backslashes', `"${'\\'.repeat(1024 * 1024 - 3)}"`, 400, 'invalid_request'],
    ['a mebibyte of digits', '9'.repeat(1024 * 1024), 422, 'validation_failed'],
    ['a mebibyte of minus', '-'.repeat(1024 * 1024), 400, 'invalid_request'],
    ['a mebibyte of blanks', ' '.repeat(1024 * 1024), 400, 'invalid_request'],
    ['one byte too many', `"${'a'.repeat(1024 * 1024 - 1)}"`, 413, 'payload_too_large'],
    ['a name given twice, the second wrong', '{"title":"a","title":1}', 422, 'missing_required_field'],
    ['a byte order mark', `\ufeff${titled('"BOM"')}`, 400, 'invalid_request'],
    ['UTF-16', Buffer.from(titled('"UTF-16"'), 'utf16le'), 400, 'invalid_request'],
    ['Latin-1', Buffer.from(titled('"\xe9"'), 'latin1'), 400, 'invalid_request'],
    ['an overlong slash', Buffer.from(titled('"\xc0\xaf"'), 'latin1'), 400, 'invalid_request'],
    ['a surrogate in UTF-8', Buffer.from(titled('"\xed\xa0\x80"'), 'latin1'), 400, 'invalid_request'],
    ['beyond the last character', Buffer.from(titled('"\xf4\x90\x80\x80"'), 'latin1'), 400, 'invalid_request'],
    ['a character cut short', Buffer.from(titled('"\xe2\x82"'), 'latin1'), 400, 'invalid_request'],
    ['a raw NUL', titled('"\0"'), 400, 'invalid_request'],
    ['a NUL after the end', `${titled('"T"')}\0`, 400, 'invalid_request'],
    ['a raw line break', titled('"a\nb"'), 400, 'invalid_request'],
    ['infinity', titled('Infinity'), 400, 'invalid_request'],
    ['not a number', titled('NaN'), 400, 'invalid_request'],
    ['a number beyond all', titled('1e999999'), 422, 'validation_failed'],
    ['a comment', titled('"a"/*b*/'), 400, 'invalid_request'],
    ['two values', `${titled('"a"')}${titled('"b"')}`, 400, 'invalid_request'],
  ]
  for (const [what, body, status, code] of CASES)
    test(what, async () => {
      const answer = await post(body)
      expect([answer.status, answer.code]).toEqual([status, code])
      expect(await titles()).toEqual(before)
    })

  const BOMB = Buffer.from(titled(`"${'a'.repeat(4 * 1024 * 1024)}"`))
  const BOMBS: [encoding: string, bytes: Buffer][] = [
    ['gzip', gzipSync(BOMB)],
    ['GZIP', gzipSync(BOMB)],
    ['x-gzip', gzipSync(BOMB)],
    ['gzip, gzip', gzipSync(gzipSync(BOMB))],
    ['deflate', deflateSync(BOMB)],
    ['br', brotliCompressSync(BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', Buffer.from(titled('"T"'))],
    ['unheard-of', Buffer.from(titled('"T"'))],
    ['identity, gzip', gzipSync(BOMB)],
  ]
  for (const [encoding, bytes] of BOMBS)
    test(`a bomb by Content-Encoding: ${encoding}`, async () => {
      const answer = await post(bytes, ['Content-Encoding', encoding])
      expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type'])
      expect(await titles()).toEqual(before)
    })

  test('no source file uses decompression', () => {
    const src = join(import.meta.dirname, '../../src')
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => /unzip|inflate|decompress/i.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
  })

  test('a number that is not a positive safe integer', async () => {
    for (const number of ['1e999', '-1e999', '1e400', '99999999999999999999', '0', '-0', '1.5', '-1']) {
      const body = `{"release_id":"rel_seed_01","title":"T","track_number":${number}}`
      const length = ['Content-Length', String(body.length)] as const
      const [answer] = await sendRaw(
        sandbox.port,
        formatRequest('POST /v1/tracks', [...HEADERS, JSON_TYPE, length], body),
      )
      expect([number, answer?.status, answer?.code]).toEqual([number, 422, 'validation_failed'])
    }
  })
})

describe('accepts unusual but valid JSON', () => {
  const CASES: [what: string, title: string, meant: string][] = [
    ['brackets in a string', JSON.stringify('[{'.repeat(200)), '[{'.repeat(200)],
    ['half of a pair', '"a\\ud800b"', 'a\ud800b'],
    ['an escaped NUL', '"a\\u0000b"', 'a\0b'],
    ['line separators', '"a\u2028\u2029b"', 'a\u2028\u2029b'],
    ['escapes of a terminal', '"a\\u001b[2Jb"', 'a\u001b[2Jb'],
    ['a name given twice: the last', '"first","title":"last"', 'last'],
    ['a million digits in an unknown field', `"digits","extra":${'9'.repeat(1_000_000)}`, 'digits'],
  ]
  for (const [what, title, meant] of CASES)
    test(what, async () => {
      const { status, body } = await post(titled(title))
      expect([status, JSON.parse(body).title]).toEqual([201, meant])
      expect((await titles())[0]).toBe(meant)
    })
})

describe('oversized targets and headers get an answer', () => {
  const CASES: [what: string, line: string, headers: readonly Header[], status: number][] = [
    ['7,000 parameters', `GET /v1/releases?${'a&'.repeat(7000)}`, [], 200],
    ['2,000 parameters that look like one of ours', `GET /v1/releases?${'limt=1&'.repeat(2000)}`, [], 200],
    ['a long path', `GET /v1/releases/${'a'.repeat(15_000)}`, [], 400],
    ['a path of slashes', `GET /v1${'/'.repeat(15_000)}`, [], 404],
    ['a path of escapes', `GET /v1/releases/${'%41'.repeat(5000)}`, [], 400],
    ['a target beyond all', `GET /v1/releases/${'a'.repeat(20_000)}`, [], 431],
    ['300 headers', 'GET /v1/releases', Array<Header>(300).fill(['a', '']), 200],
    ['headers beyond all', 'GET /v1/releases', Array<Header>(20_000).fill(['a', '']), 431],
  ]
  for (const [what, line, headers, status] of CASES)
    test(`${what}: ${status}`, async () =>
      expect((await sendRaw(sandbox.port, formatRequest(line, [...HEADERS, ...headers])))[0]?.status).toBe(status))
})

describe('request smuggling', () => {
  /** If the smuggled request were answered, it would create this world. */
  const HIDDEN = formatRequest('GET /v1/stores', [
    ['Host', 'a'],
    ['X-API-Key', 'sk_sandbox_standard_hidden'],
    ['Connection', 'close'],
  ])
  const worldNames = async () => {
    const { data } = (await (await world.fetch('/_sandbox/worlds')).json()) as { data: { world: string }[] }
    return data.map(({ world }) => world)
  }
  const CHUNKED = 'Transfer-Encoding: chunked'
  const all = String(HIDDEN.length + 5)
  /** The framing headers and the body. */
  const CASES: [what: string, lines: string, body: string, status?: number][] = [
    ['a length and chunks', `Content-Length: ${all}\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`],
    ['chunks and a length', `${CHUNKED}\r\nContent-Length: 4`, `0\r\n\r\n${HIDDEN}`],
    ['two lengths', `Content-Length: 2\r\nContent-Length: ${all}`, `{}${HIDDEN}`],
    ['two lengths in one', `Content-Length: 2, ${all}`, `{}${HIDDEN}`],
    ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2', `{}${HIDDEN}`],
    ['a length with a sign', 'Content-Length: +2', `{}${HIDDEN}`],
    ['a length below zero', 'Content-Length: -2', `{}${HIDDEN}`],
    ['a length in hexadecimal', 'Content-Length: 0x2', `{}${HIDDEN}`],
    ['a length with a blank in it', 'Content-Length: 2 2', `{}${HIDDEN}`],
    ['a length beyond all numbers', `Content-Length: ${'9'.repeat(30)}`, `{}${HIDDEN}`],
    ['no length', 'Content-Length: ', `{}${HIDDEN}`],
    ['a blank before the colon of a length', 'Content-Length : 2', `{}${HIDDEN}`],
    ['a blank before the colon of chunks', 'Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`],
    ['chunks on a folded line', 'Transfer-Encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`],
    ['another coding', 'Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`],
    ['another coding after chunks', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`],
    ['a coding in odd clothes', 'Transfer-Encoding: \x0bchunked', `0\r\n\r\n${HIDDEN}`],
    ['two codings', `${CHUNKED}\r\nTransfer-Encoding: identity`, `0\r\n\r\n${HIDDEN}`],
    ['a chunk size with 0x', CHUNKED, `0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk size below zero', CHUNKED, `-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['an invalid chunk size', CHUNKED, `g\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk size beyond all numbers', CHUNKED, `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk that is longer than it says', CHUNKED, `2\r\n{}{}\r\n0\r\n\r\n${HIDDEN}`],
    ['chunks ended by a line feed', CHUNKED, `2\n{}\n0\n\n${HIDDEN}`],
    ['an extension with a line feed', CHUNKED, `2;a\nb\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk size with a blank in it', CHUNKED, `2 2\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a NUL in a header', 'X-Nul: a\0b\r\nContent-Length: 2', `{}${HIDDEN}`],
    ['a lone carriage return in a header', 'X-CR: a\rContent-Length: 0\r\nContent-Length: 2', `{}${HIDDEN}`],
    ['a header without a name', ': a\r\nContent-Length: 2', `{}${HIDDEN}`],
    ['a header without a colon', 'Nothing\r\nContent-Length: 2', `{}${HIDDEN}`],
  ]
  for (const [what, lines, body] of CASES)
    test(`${what} is refused and the connection closed`, async () => {
      const head = formatRequest('POST /v1/releases', [['Host', 'a'], ['X-API-Key', world.apiKey], JSON_TYPE])
      const answers = await sendRaw(sandbox.port, `${head.slice(0, -2)}${lines}\r\n\r\n${body}`, Infinity)
      expect(answers.map(({ status, code }) => [status, code])).toEqual([[400, 'invalid_request']])
      expect(answers[0]?.headers.connection).toBe('close')
      expect(await worldNames()).not.toContain('hidden')
    })

  test('a pipelined second request is answered (control case)', async () => {
    const head = formatRequest('GET /v1/stores', [
      ['Host', 'a'],
      ['X-API-Key', world.apiKey],
    ])
    expect((await sendRaw(sandbox.port, `${head}${HIDDEN}`, Infinity)).map(({ status }) => status)).toEqual([200, 200])
    expect(await worldNames()).toContain('hidden')
  })

  test('a truncated body changes nothing', async () => {
    const now = await titles()
    for (const lines of [`Content-Length: 1000\r\n\r\n${titled('"Cut"')}`, `${CHUNKED}\r\n\r\n5\r\n{"tit`]) {
      const head = formatRequest('POST /v1/releases', [...HEADERS, JSON_TYPE]).slice(0, -2)
      const call = sendRaw(sandbox.port, `${head}${lines}`)
      expect(await Promise.race([call, sandbox.fetch('/_sandbox/health')])).toHaveProperty('status', 200)
      expect(await titles()).toEqual(now)
    }
  })
})

test('the server still answers after all attacks', async () => {
  expect((await post(titled('"Still here"'))).status).toBe(201)
})
