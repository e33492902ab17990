import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'

const { fresh, client } = await startSandbox()
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

describe('API keys', () => {
  test('a key is accepted in either header', async () => {
    const api = fresh()
    for (const headers of [
      { 'x-api-key': api.key },
      { authorization: `Bearer ${api.key}` },
      { authorization: `bearer ${api.key}` },
    ])
      expect((await api.send('GET', '/v1/releases', headers as Record<string, string>)).status).toBe(200)
  })

  test('the same key in both headers is accepted; two different ones are refused', async () => {
    const api = fresh()
    const both = { 'x-api-key': api.key, authorization: `Bearer ${api.key}` }
    expect((await api.send('GET', '/v1/releases', both)).status).toBe(200)
    expect(
      (await api.send('GET', '/v1/releases', { ...both, authorization: 'Bearer sk_sandbox_standard_other' })).status,
    ).toBe(401)
  })

  test('a request without credentials is 401 with a challenge without an error', async () => {
    for (const headers of [{}, { authorization: 'Basic abc' }]) {
      const answer = await fresh().send('GET', '/v1/releases', headers as Record<string, string>)
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="mds-sandbox"')
      expect(answer.headers['ratelimit-limit']).toBe('6000')
      expect(answer.headers['ratelimit-remaining']).toBe('6000')
    }
  })

  const wrong = [
    'x',
    'sk_live_standard_demo',
    'sk_sandbox_gold_demo',
    'sk_sandbox_standard_',
    'sk_sandbox_standard_-a',
    'sk_sandbox_standard_Demo',
    `sk_sandbox_standard_${'a'.repeat(64)}`,
    'at_sandbox_enterprise_demo_000000000000000000000',
  ]
  for (const key of wrong)
    test(`${key.slice(0, 40)} is 401 with invalid_token`, async () => {
      const { status, headers } = await client(key).send('GET', '/v1/releases', { authorization: `Bearer ${key}` })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toContain('error="invalid_token"')
    })

  test('a token in X-API-Key is refused with a hint to use Authorization', async () => {
    const { body } = await client('x').get('/v1/releases', {
      'x-api-key': 'at_sandbox_enterprise_demo_000000000000000000000',
    })
    expect(body.error.message).toBe('X-API-Key contains an access token. Send it as Authorization: Bearer.')
  })

  test.each(['authorization', 'x-api-key'])(
    'a client_id in %s is refused with a pointer to the token endpoint',
    async (name) => {
      const id = 'client_enterprise_a'
      const { status, body } = await fresh().send('GET', '/v1/releases', {
        [name]: name === 'x-api-key' ? id : `Bearer ${id}`,
      })
      expect([status, body.error.code, body.error.message]).toEqual([
        401,
        'unauthorized',
        expect.stringMatching(/^This is a client_id, .*POST \/v1\/oauth\/token/),
      ])
    },
  )

  test('the longest world name is 63 characters', async () => {
    expect((await client(`sk_sandbox_standard_${'a'.repeat(63)}`).get('/v1/releases')).status).toBe(200)
  })
})

describe('OAuth', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const grant = { grant_type: 'client_credentials' }
  const world = (key: string) => key.replace('sk_sandbox_', 'client_')

  test('an enterprise client gets a token by Basic or in the form, and the token works for its world', async () => {
    const api = fresh('enterprise')
    const id = world(api.key)
    const answers = [
      await api.send('POST', '/v1/oauth/token', { ...FORM, ...basic(id, api.key) }, form(grant)),
      await api.send('POST', '/v1/oauth/token', FORM, form({ ...grant, client_id: id, client_secret: api.key })),
    ]
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['ratelimit-limit']).toBeDefined()
      expect((await api.send('GET', '/v1/releases', { authorization: `Bearer ${body.access_token}` })).status).toBe(200)
    }
    expect(answers[0]?.body.access_token).not.toBe(answers[1]?.body.access_token)
  })

  test("a token expires after exactly one hour on the world's clock", async () => {
    const api = fresh('enterprise')
    const { access_token } = (
      await api.send('POST', '/v1/oauth/token', { ...FORM, ...basic(world(api.key), api.key) }, form(grant))
    ).body
    const bearer = { authorization: `Bearer ${access_token}` }
    await api.post('/_sandbox/clock/advance', { duration: '59m59s' })
    expect((await api.send('GET', '/v1/releases', bearer)).status).toBe(200)
    await api.post('/_sandbox/clock/advance', { duration: '1s' })
    const { status, headers } = await api.send('GET', '/v1/releases', bearer)
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toContain('expired')
  })

  test('a token is not an API key and works for no other world', async () => {
    const api = fresh('enterprise')
    const { access_token } = (
      await api.send('POST', '/v1/oauth/token', { ...FORM, ...basic(world(api.key), api.key) }, form(grant))
    ).body
    expect((await api.send('GET', '/v1/releases', { 'x-api-key': access_token })).status).toBe(401)
    const moved = access_token.replace(/_test-\d+_/, '_elsewhere_')
    expect((await api.send('GET', '/v1/releases', { authorization: `Bearer ${moved}` })).status).toBe(401)
  })

  const refusals: [what: string, headers: Record<string, string>, body: string, status: number, error: string][] = [
    [
      'another grant',
      basic('client_enterprise_a', 'sk_sandbox_enterprise_a'),
      form({ grant_type: 'password' }),
      400,
      'unsupported_grant_type',
    ],
    ['no grant', basic('client_enterprise_a', 'sk_sandbox_enterprise_a'), '', 400, 'invalid_request'],
    [
      'a parameter given twice',
      basic('client_enterprise_a', 'sk_sandbox_enterprise_a'),
      `${form(grant)}&${form(grant)}`,
      400,
      'invalid_request',
    ],
    ['no client', {}, form(grant), 401, 'invalid_client'],
    ['a wrong secret', basic('client_enterprise_a', 'sk_sandbox_enterprise_b'), form(grant), 401, 'invalid_client'],
    ['an unknown client', basic('nobody', 'nothing'), form(grant), 401, 'invalid_client'],
    ['broken Basic', { authorization: 'Basic %%%' }, form(grant), 401, 'invalid_client'],
    [
      'two ways at once',
      basic('client_enterprise_a', 'sk_sandbox_enterprise_a'),
      form({ ...grant, client_id: 'client_enterprise_a' }),
      400,
      'invalid_request',
    ],
    ['a standard client', basic('client_standard_a', 'sk_sandbox_standard_a'), form(grant), 400, 'unauthorized_client'],
  ]
  for (const [what, headers, body, status, error] of refusals)
    test(`${what} is refused in the OAuth error shape`, async () => {
      const answer = await fresh().send('POST', '/v1/oauth/token', { ...FORM, ...headers }, body)
      expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }])
      expect(answer.headers['cache-control']).toBe('no-store')
      if (status === 401) expect(answer.headers['www-authenticate']).toBe('Basic realm="mds-sandbox"')
    })

  test('another method is refused in the same shape', async () => {
    const { status, body, headers } = await fresh().send('GET', '/v1/oauth/token')
    expect([status, body.error, headers.allow]).toEqual([405, 'invalid_request', 'POST'])
  })

  test('a description has only characters that RFC 6749 allows', async () => {
    const { body } = await fresh().send('POST', '/v1/oauth/token', FORM, 'é"\\=1&é"\\=2')
    expect(body.error_description).toMatch(/^[ !#-[\]-~]+$/)
  })

  test('a JSON body is refused in the same shape', async () => {
    const { status, body } = await fresh().send(
      'POST',
      '/v1/oauth/token',
      { 'content-type': 'application/json' },
      JSON.stringify(grant),
    )
    expect([status, body.error]).toEqual([415, 'invalid_request'])
  })
})
