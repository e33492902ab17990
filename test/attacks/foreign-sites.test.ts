import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { formatRequest, type RawResponse, sendRaw } from '../support/raw-http.js'

const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))
const key = 'sk_sandbox_standard_foreign'

type Header = readonly [name: string, value: string]

async function ask(line: string, headers: readonly Header[]): Promise<RawResponse> {
  const answers = await sendRaw(
    sandbox.port,
    formatRequest(line, [...headers, ['X-API-Key', key], ['Connection', 'close']]),
  )
  expect(answers).toHaveLength(1)
  return answers[0] as RawResponse
}

const world = sandbox.world('standard', 'foreign')
await world.clock.advance('1h')
/** The clock shows whether a reset happened. */
const isUntouched = async () => (await world.clock.now()) === '2025-01-01T01:00:00.000Z'

/** The response is a JSON error without CORS headers. */
function expectNothingGiven({ headers, body }: RawResponse) {
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(headers['x-request-id']).toMatch(/^req_/)
  expect(headers['content-type']).toBe('application/json')
  expect(JSON.parse(body)).toEqual({
    error: { code: expect.any(String), message: expect.any(String), request_id: headers['x-request-id'] },
  })
}

const CLOSED = [
  'POST /_sandbox/reset',
  'GET /_sandbox/clock',
  'GET /v1/stores',
  'POST /v1/webhooks',
  'GET /v1/nothing',
  'GET /',
  'GET /docs',
  'GET /openapi.json',
]
const PROBES = ['GET /_sandbox/health', 'GET /_sandbox/ready', 'GET /_sandbox/ready?']

async function expectRefused(headers: readonly Header[], status: number) {
  for (const line of CLOSED) {
    const answer = await ask(line, headers)
    expect([line, answer.status]).toEqual([line, status])
    expectNothingGiven(answer)
  }
  expect(await isUntouched()).toBe(true)
}

describe('refuses the Host of another site', () => {
  const HOSTS: [what: string, host: string][] = [
    ['a site that points its name here', 'evil.example'],
    ['the same with our port', 'evil.example:4010'],
    ['with its last dot', 'evil.example.'],
    ['one that begins like an address', '127.0.0.1.evil.example'],
    ['one that begins like localhost', 'localhost.evil.example'],
    ['one that ends like localhost', 'evillocalhost.example'],
    ['one whose last part is no address', '127.0.0.1.x'],
    ['an internal name of another site', 'internal.evil.com'],
    ['one in capitals', 'EVIL.EXAMPLE'],
    ['one of another script', 'xn--vil-9la.example'],
    ['one whose wildcard leads here', '127.0.0.1.nip.io'],
  ]
  for (const [what, host] of HOSTS)
    test(`${what}: ${host}`, async () => {
      await expectRefused([['Host', host]], 403)
      for (const line of PROBES) expect([line, (await ask(line, [['Host', host]])).status]).toEqual([line, 200])
    })

  test('the refusal names the flag', async () => {
    const { body } = await ask('GET /v1/stores', [['Host', 'Rebind.Evil.com:4010']])
    expect(JSON.parse(body).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(
        'start the sandbox with --allow-host rebind.evil.com (in the library: allowHosts)',
      ),
    })
  })

  test('the token endpoint refuses it in the format of OAuth', async () => {
    const { status, body } = await ask('POST /v1/oauth/token', [['Host', 'evil.example']])
    expect([status, JSON.parse(body)]).toEqual([
      403,
      { error: 'invalid_request', error_description: expect.stringContaining('--allow-host evil.example') },
    ])
  })

  test('after it has accepted another one', async () => {
    expect((await ask('GET /v1/stores', [['Host', '127.0.0.1']])).status).toBe(200)
    expect((await ask('GET /_sandbox/health', [['Host', 'evil.example']])).status).toBe(200)
    expect((await ask('GET /v1/stores', [['Host', 'evil.example']])).status).toBe(403)
    expect(
      (
        await ask('GET /v1/stores', [
          ['Host', '127.0.0.1'],
          ['Origin', 'http://evil.example'],
        ])
      ).status,
    ).toBe(403)
  })
})

describe('an invalid Host is a bad request', () => {
  const HOSTS: [what: string, ...hosts: string[]][] = [
    ['none at all'],
    ['an empty one', ''],
    ['two', '127.0.0.1', 'evil.example'],
    ['two, the other way round', 'evil.example', '127.0.0.1'],
    ['the same twice', '127.0.0.1', '127.0.0.1'],
    ['two in one', '127.0.0.1, evil.example'],
    ['a space', '127.0.0.1 evil.example'],
    ['a tab that a URL would forgive', 'local\thost'],
    ['an escape that a URL would undo', '%6cocalhost'],
    ['a soft hyphen that a URL would drop', 'local\xadhost'],
    ['letters beyond ASCII', '\xe9vil'],
    ['a user', '127.0.0.1@evil.example'],
    ['a path', 'evil.example/@127.0.0.1'],
    ['a fragment', 'evil.example#127.0.0.1'],
    ['a query', 'evil.example?127.0.0.1'],
    ['a backslash', 'evil.example\\127.0.0.1'],
    ['an invalid port', '127.0.0.1:port'],
    ['a port that is too large', '127.0.0.1:99999'],
    ['a port below zero', '127.0.0.1:-1'],
    ['two ports', '127.0.0.1:4010:4010'],
    ['an IPv6 address without brackets', '::1'],
    ['one that is not closed', '[::1'],
    ['one with a zone', '[fe80::1%25eth0]'],
    ['brackets around a name', '[evil.example]'],
    ['only a dot', '.'],
    ['two dots at the end', 'localhost..'],
    ['a dot in front', '.localhost'],
    ['markup', '<script>'],
    ['a quote', '"'],
    ['a star', '*'],
  ]
  for (const [what, ...hosts] of HOSTS)
    test(what, () =>
      expectRefused(
        hosts.map((host) => ['Host', host]),
        400,
      ),
    )

  test('a NUL is an invalid HTTP request', async () => {
    const [answer] = await sendRaw(sandbox.port, formatRequest('GET /_sandbox/health', [['Host', '127.0.0.1\0']]))
    expect([answer?.status, answer?.code]).toEqual([400, 'invalid_request'])
  })
})

describe('accepts hosts that no other site can have', () => {
  for (const host of [
    '127.0.0.1',
    '127.0.0.1:4010',
    '127.0.0.1:',
    'localhost:4010',
    'LOCALHOST',
    'localhost.',
    'sandbox.localhost',
    '[::1]:4010',
    '[::ffff:127.0.0.1]',
    'mds-sandbox:4010',
    'mds_sandbox',
    'host.docker.internal:4010',
    'mds.test',
    'mds.internal:80',
    'laptop.local:4010',
    'nas.home.arpa',
  ])
    test(host, async () => {
      for (const line of ['GET /_sandbox/clock', 'GET /v1/stores', 'GET /', 'GET /docs'])
        expect([line, (await ask(line, [['Host', host]])).status]).toEqual([line, 200])
    })
})

describe('an absolute target is checked by its own host', () => {
  const TARGETS: [line: string, host: string, status: number][] = [
    ['GET http://evil.example/_sandbox/clock', '127.0.0.1', 403],
    ['GET http://evil.example/v1/stores', '127.0.0.1', 403],
    ['GET http://127.0.0.1/v1/stores', 'evil.example', 200],
    ['GET http://evil.example:80/', '127.0.0.1', 403],
    ['GET http://127.0.0.1@evil.example/_sandbox/health', '127.0.0.1', 400],
    ['GET http:///_sandbox/health', '127.0.0.1', 400],
    ['GET HTTP://127.0.0.1/_sandbox/health', 'evil.example', 200],
    ['GET http://127.0.0.1/docs', '127.0.0.1', 200],
    // Targets that match no path of the server.
    ['GET //evil.example/_sandbox/health', '127.0.0.1', 404],
    ['GET ftp://127.0.0.1/_sandbox/health', '127.0.0.1', 404],
    ['GET http://127.0.0.1?/_sandbox/health', '127.0.0.1', 404],
    ['GET /%5fsandbox/health', '127.0.0.1', 404],
    ['GET /_sandbox//health', '127.0.0.1', 404],
    ['GET /v1/../_sandbox/health', '127.0.0.1', 404],
    ['GET \\_sandbox\\health', '127.0.0.1', 400],
    ['GET _sandbox/health', '127.0.0.1', 400],
    ['OPTIONS *', '127.0.0.1', 404],
  ]
  for (const [line, host, status] of TARGETS)
    test(`${line} with Host ${host} is ${status}`, async () =>
      expect((await ask(line, [['Host', host]])).status).toBe(status))
})

describe('refuses other origins', () => {
  const own = `127.0.0.1:${sandbox.port}`
  const ORIGINS: [what: string, ...origins: string[]][] = [
    ['a foreign one', 'http://evil.example'],
    ['null, as of a sandboxed frame or a file', 'null'],
    ['an empty one', ''],
    ['another port of this machine', 'http://127.0.0.1:1'],
    ['no port', 'http://127.0.0.1'],
    ['another name of this machine', `http://localhost:${sandbox.port}`],
    ['one that begins like ours', `http://${own}.evil.example`],
    ['one that ends like ours', `http://evil.example#http://${own}`],
    ['ours as a user', `http://${own}@evil.example`],
    ['ours with a path', `http://${own}/`],
    ['ours in capitals', `HTTP://${own}`],
    ['another scheme', `ftp://${own}`],
    ['ours and another in one', `http://${own} http://evil.example`],
    ['ours and another', `http://${own}`, 'http://evil.example'],
  ]
  for (const [what, ...origins] of ORIGINS)
    test(what, () => expectRefused([['Host', own], ...origins.map((origin) => ['Origin', origin] as const)], 403))

  test('accepts its own origin', async () => {
    for (const scheme of ['http', 'https'])
      expect(
        (
          await ask('GET /_sandbox/health', [
            ['Host', own],
            ['Origin', `${scheme}://${own}`],
          ])
        ).status,
      ).toBe(200)
  })

  test('the refusal names the flag', async () => {
    const message = async (origin: string) =>
      JSON.parse(
        (
          await ask('GET /v1/stores', [
            ['Host', own],
            ['Origin', origin],
          ])
        ).body,
      ).error.message
    expect(await message('http://localhost:5173')).toContain(
      'start the sandbox with --allow-origin http://localhost:5173',
    )
    expect(await message('null')).toBe('The sandbox refuses requests from this origin, because it is not its own.')
  })

  test('health and readiness are refused, too', async () => {
    for (const line of PROBES)
      expect(
        (
          await ask(line, [
            ['Host', own],
            ['Origin', 'http://evil.example'],
          ])
        ).status,
      ).toBe(403)
  })

  test('a preflight request is not allowed by the control plane or the API', async () => {
    for (const target of ['/_sandbox/reset', '/v1/releases', '/']) {
      for (const origin of ['http://evil.example', `http://${own}`]) {
        const { status, headers } = await ask(`OPTIONS ${target}`, [
          ['Host', own],
          ['Origin', origin],
          ['Access-Control-Request-Method', 'POST'],
          ['Access-Control-Request-Headers', 'x-api-key'],
          ['Access-Control-Request-Private-Network', 'true'],
        ])
        expect([403, 405]).toContain(status)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
    expect(await isUntouched()).toBe(true)
  })

  test('responses can not be read or framed by another site', async () => {
    for (const target of ['/', '/openapi.json', '/docs/viewer.js']) {
      const { headers } = await ask(`GET ${target}`, [
        ['Host', own],
        ['Sec-Fetch-Site', 'cross-site'],
        ['Sec-Fetch-Mode', 'no-cors'],
      ])
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

test('an accepted request does reset the world (control case)', async () => {
  expect((await ask('POST /_sandbox/reset', [['Host', '127.0.0.1']])).status).toBe(200)
  expect(await isUntouched()).toBe(false)
})
