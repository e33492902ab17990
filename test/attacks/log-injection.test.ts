import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { createLog } from '../../src/http/logging/request-log.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { createLogSink } from '../support/log-sink.js'
import { formatRequest, sendRaw } from '../support/raw-http.js'
import { validRelease } from '../support/test-sandbox.js'

/** Characters that move the cursor, start a line, change the text direction or are invisible. */
const UNSEEN = [
  '\n',
  '\r\n',
  '\r',
  '\0',
  '\b',
  '\x1b[2J',
  '\x1b]0;title\x07',
  '\x7f',
  '\x85',
  '\x9b2J',
  '\xad',
  '\u2028',
  '\u2029',
  '\u200b',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ud800',
  '\u{e0001}',
]
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}]/u
const FORGED = '00:00:00 200 GET /forged'

const pretty = /^(?:\d\d:\d\d:\d\d \d{3} [A-Z?]+ |\d\d:\d\d:\d\d \S+ → | {9}warning: )/

describe.each(['pretty', 'json'] as const)('the %s log', (mode) => {
  const isOwn = (line: string) =>
    mode === 'json' ? line.startsWith('{"time":"') && !!JSON.parse(line) : pretty.test(line)

  async function loggedBy(attack: (port: number, post: (body: string) => Promise<Response>) => Promise<unknown>) {
    const { stream, lines } = createLogSink()
    const sandbox = await createSandbox({ clock: 'manual', log: mode, logTo: stream })
    const world = sandbox.world('standard', 'a')
    const headers = { 'content-type': 'application/json' }
    await attack(sandbox.port, (body) => world.fetch('/v1/releases', { method: 'POST', headers, body }))
    await sandbox.close()
    expect(lines().filter((line) => HARMFUL.test(line))).toEqual([])
    expect(lines().filter((line) => !isOwn(line))).toEqual([])
    return lines()
  }

  test('has one line per request, for any field names', async () => {
    const names = UNSEEN.map((unseen) => `a${unseen}${FORGED}`)
    const lines = await loggedBy(async (_, post) => {
      for (const name of names) expect((await post(JSON.stringify({ ...validRelease, [name]: 1 }))).status).toBe(201)
    })
    expect(lines).toHaveLength(mode === 'json' ? names.length : 2 * names.length)
  })

  test('has one line per request, for any target', async () => {
    const targets = UNSEEN.map((unseen) =>
      Buffer.from(`/v1/x${unseen}${FORGED.replaceAll(' ', '%20')}`).toString('latin1'),
    )
    const escaped = UNSEEN.flatMap((unseen) =>
      unseen === '\ud800' ? [] : [`/v1/releases?${encodeURIComponent(unseen)}=1`],
    )
    const lines = await loggedBy(async (port) => {
      for (const target of [...targets, ...escaped])
        await sendRaw(
          port,
          formatRequest(`GET ${target}`, [
            ['Host', 'a'],
            ['X-API-Key', 'sk_sandbox_standard_a'],
            ['Connection', 'close'],
          ]),
        )
    })
    expect(lines.length).toBeGreaterThanOrEqual(targets.length + escaped.length)
  })

  test('has one line per request, for any headers', async () => {
    const values = UNSEEN.map((unseen) => Buffer.from(`a${unseen}${FORGED}`).toString('latin1'))
    await loggedBy(async (port) => {
      for (const value of values)
        for (const name of [
          'X-API-Key',
          'Idempotency-Key',
          'X-Sandbox-Scenario',
          'Content-Type',
          'Authorization',
          'Host',
          'Expect',
        ]) {
          const answers = await sendRaw(
            port,
            formatRequest('POST /v1/releases/rel_seed_08/submit', [
              ['Host', 'a'],
              ['X-API-Key', 'sk_sandbox_standard_a'],
              [name, value],
              ['Connection', 'close'],
            ]),
          )
          // No value creates a header in the response.
          for (const { headers } of answers) expect(Object.keys(headers).join()).not.toMatch(/forged|\s/)
        }
    })
  })

  test('has one line per internal error', () => {
    const { stream, lines } = createLogSink()
    const log = createLog(mode, stream, () => 0)
    for (const unseen of UNSEEN) if (unseen !== '\n') log.error('req_1', new Error(`a${unseen}b`))
    expect(lines().filter((line) => HARMFUL.test(line))).toEqual([])
  })
})

describe('no request value creates a response header', async () => {
  const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))
  const FOLDS = [
    'a\r\nX-Injected: 1',
    'a\nX-Injected: 1',
    'a\rX-Injected: 1',
    'a\0X-Injected: 1',
    'a\r\n X-Injected: 1',
  ]
  const PLACES: [what: string, request: (value: string) => string][] = [
    ['a path', (value) => formatRequest(`GET /v1/releases/${encodeURIComponent(value)}`, HEADERS)],
    ['a query', (value) => formatRequest(`GET /v1/releases?cursor=${encodeURIComponent(value)}`, HEADERS)],
    [
      'a path of the control plane',
      (value) => formatRequest(`POST /_sandbox/snapshots/${encodeURIComponent(value)}/restore`, HEADERS),
    ],
    ['a name', (value) => body('POST /_sandbox/snapshots', { name: value })],
    ['a scenario', (value) => body('PUT /_sandbox/scenario', { name: value })],
    [
      'a title that names a scenario',
      (value) => body('POST /v1/releases', { ...validRelease, title: `[sandbox:${value}]` }),
    ],
    ['a file name', (value) => body('POST /v1/assets', { type: 'audio', filename: value, content_type: 'audio/wav' })],
    ['a host', (value) => formatRequest('GET /v1/assets', [['Host', value], ...HEADERS.slice(1)])],
    [
      'a key',
      (value) =>
        formatRequest('GET /v1/assets', [
          ['Host', 'a'],
          ['X-API-Key', value],
          ['Connection', 'close'],
        ]),
    ],
    [
      'a scenario in a header',
      (value) => formatRequest('POST /v1/releases/rel_seed_08/submit', [...HEADERS, ['X-Sandbox-Scenario', value]]),
    ],
    [
      'a key of a retry',
      (value) => formatRequest('POST /v1/releases/rel_seed_08/submit', [...HEADERS, ['Idempotency-Key', value]]),
    ],
  ]
  for (const [what, request] of PLACES)
    test(what, async () => {
      for (const value of FOLDS)
        for (const { status, headers } of await sendRaw(sandbox.port, request(value), Number.POSITIVE_INFINITY)) {
          expect(status).toBeLessThan(500)
          expect(headers['x-request-id']).toMatch(/^req_\w+$/)
          expect(Object.keys(headers)).not.toContain('x-injected')
          expect(Object.values(headers).join()).not.toContain('Injected')
        }
    })
})

const HEADERS = [
  ['Host', 'a'],
  ['X-API-Key', 'sk_sandbox_standard_a'],
  ['Connection', 'close'],
] as const

function body(line: string, value: object): string {
  const text = JSON.stringify(value)
  return formatRequest(
    line,
    [...HEADERS, ['Content-Type', 'application/json'], ['Content-Length', String(Buffer.byteLength(text))]],
    text,
  )
}
