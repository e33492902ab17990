import { expect, test } from 'vitest'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
const KEY = '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18'
const key = (value = KEY) => ({ 'idempotency-key': value })
const count = async (api: ReturnType<typeof fresh>) => (await api.get('/v1/releases?limit=100')).body.data.length

test('a retry gets the first response byte for byte and has no second effect', async () => {
  const api = fresh()
  const first = await api.post('/v1/releases', validRelease, key())
  await api.post('/_sandbox/clock/advance', { duration: '1h' })
  const retry = await api.post('/v1/releases', validRelease, key())
  expect([retry.status, retry.text]).toEqual([first.status, first.text])
  expect(retry.headers['idempotent-replayed']).toBe('true')
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(first.headers['x-original-request-id']).toBeUndefined()
  expect(await count(api)).toBe(9)
})

test('the key may be quoted and written in either case', async () => {
  const api = fresh()
  const first = await api.post('/v1/releases', validRelease, key())
  for (const form of [`"${KEY}"`, KEY.toUpperCase()])
    expect((await api.post('/v1/releases', validRelease, key(form))).text).toBe(first.text)
})

test('a replay has its own X-Request-Id and names the first in X-Original-Request-Id', async () => {
  const api = fresh()
  const responses = []
  for (let i = 0; i < 3; i++) responses.push(await api.patch('/v1/releases/rel_seed_01', { label: 'X' }, key()))
  const [first, ...replays] = responses
  expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
  for (const { text, headers } of replays) {
    expect(text).toBe(first?.text)
    expect(headers['x-original-request-id']).toBe(first?.headers['x-request-id'])
  }
  const { data } = (await api.get('/_sandbox/requests')).body
  expect(data.map(({ request_id }: { request_id: string }) => request_id)).toEqual(
    responses.map(({ headers }) => headers['x-request-id']).reverse(),
  )
})

test('a refusal is not kept: 409 asset_not_ready becomes 200 with the same key once the asset is ready', async () => {
  const api = fresh()
  const asset = { type: 'artwork', filename: 'cover.png', content_type: 'image/png' }
  const { id } = (await api.post('/v1/assets', asset)).body
  const patch = () => api.patch('/v1/releases/rel_seed_01', { artwork_asset_id: id }, key())
  const refused = await patch()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'asset_not_ready'])
  await api.post('/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
  const accepted = await patch()
  expect([accepted.status, accepted.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('a 404 is not kept, so its key can be used for another request', async () => {
  const api = fresh()
  const first = await api.patch('/v1/releases/rel_nowhere', { label: 'X' }, key())
  const retry = await api.patch('/v1/releases/rel_nowhere', { label: 'X' }, key())
  expect([first.status, retry.status, retry.headers['idempotent-replayed']]).toEqual([404, 404, undefined])
  expect((await api.patch('/v1/releases/rel_seed_01', { label: 'X' }, key())).status).toBe(200)
})

test('the same key for anything else is refused: another body, path or method', async () => {
  const api = fresh()
  await api.post('/v1/releases', validRelease, key())
  const answers = [
    await api.post('/v1/releases', { ...validRelease, title: 'Other' }, key()),
    await api.patch('/v1/releases/rel_seed_06', { label: 'X' }, key()),
  ]
  for (const { status, body } of answers) expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await count(api)).toBe(9)
})

test("keys are kept for exactly 24 hours on the world's clock", async () => {
  const api = fresh()
  const first = await api.post('/v1/releases', validRelease, key())
  await api.post('/_sandbox/clock/advance', { duration: '23h59m59s' })
  expect((await api.post('/v1/releases', validRelease, key())).text).toBe(first.text)
  await api.post('/_sandbox/clock/advance', { duration: '1s' })
  const late = await api.post('/v1/releases', validRelease, key())
  expect(late.status).toBe(201)
  expect(late.body.id).not.toBe(first.body.id)
})

test('each organization has its own keys', async () => {
  const [a, b] = [fresh(), fresh()]
  await a.post('/v1/releases', validRelease, key())
  expect((await b.post('/v1/releases', { ...validRelease, title: 'Other' }, key())).status).toBe(201)
})

test('a refused request is not kept, so a corrected retry succeeds', async () => {
  const api = fresh()
  expect((await api.post('/v1/releases', { ...validRelease, title: undefined }, key())).status).toBe(422)
  expect(
    (await api.send('POST', '/v1/releases', { ...key(), 'x-api-key': api.key, 'content-type': 'text/plain' }, 'x'))
      .status,
  ).toBe(415)
  expect((await api.post('/v1/releases', validRelease, key())).status).toBe(201)
})

for (const bad of [
  'not-a-uuid',
  '7a4d0e6c-6f2b-1c7e-9a51-0d6a3f9b2c18',
  '7a4d0e6c6f2b4c7e9a510d6a3f9b2c18',
  '""',
  `"${KEY}`,
  `${KEY}"`,
  '{7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18}',
])
  test(`${bad} is not a UUID v4`, async () => {
    const api = fresh()
    const { status, body } = await api.post('/v1/releases', validRelease, key(bad))
    expect([status, body.error.code]).toEqual([400, 'invalid_idempotency_key'])
    expect(await count(api)).toBe(8)
  })

test('a GET ignores the header', async () => {
  expect((await fresh().get('/v1/releases', key('nonsense'))).status).toBe(200)
})

test('32 concurrent calls with one key have exactly one effect', async () => {
  const api = fresh()
  const answers = await Promise.all(Array.from({ length: 32 }, () => api.post('/v1/releases', validRelease, key())))
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use'])
  expect(await count(api)).toBe(9)
})
