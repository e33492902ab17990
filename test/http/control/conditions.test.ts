import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'
import { registerWebhook, startReceiver } from '../../support/webhook-receiver.js'

const { sandbox, fresh } = await startSandbox()
type Api = ReturnType<typeof fresh>

const advance = async (api: Api, until: unknown) => (await api.post('/_sandbox/clock/advance', { until })).body
const check = async (api: Api, until: unknown) => (await api.post('/_sandbox/condition', { until })).body

async function upload(api: Api): Promise<string> {
  const { body } = await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
  const wav = Buffer.concat([Buffer.from('RIFF\x38\0\0\0WAVEfmt '), Buffer.alloc(48)])
  const headers = { 'x-api-key': api.key, 'content-type': 'application/octet-stream' }
  await fetch(`${sandbox.url}/v1/assets/${body.id}/content`, { method: 'PUT', headers, body: wav })
  return body.id
}

async function deliver(api: Api): Promise<string> {
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
  return (await api.post('/v1/deliveries', order)).body.id
}

describe('the clock advances until', () => {
  test('an asset is ready, and not further', async () => {
    const api = fresh()
    const asset = await upload(api)
    await deliver(api)
    const until = { asset, status: 'ready' }
    expect(await check(api, until)).toMatchObject({
      reached: false,
      status: 'processing',
      scheduled: true,
      reachable: true,
    })
    const { reached, now } = await advance(api, until)
    expect(reached).toBe(true)
    expect(await check(api, until)).toEqual({ reached: true, status: 'ready', scheduled: false, reachable: true, now })
    // The delivery takes hours longer.
    expect((await api.get('/_sandbox/agenda')).body.total).toBeGreaterThan(0)
  })

  test('a release is delivered', async () => {
    const api = fresh()
    const delivery = await deliver(api)
    const until = { release: 'rel_seed_05', status: 'delivered' }
    expect(await check(api, until)).toMatchObject({ reached: false, status: 'submitted', scheduled: true })
    expect((await advance(api, until)).reached).toBe(true)
    expect((await api.get(`/v1/deliveries/${delivery}`)).body.status).toBe('delivered')
  })

  test('a payout is paid', async () => {
    const api = fresh()
    const { data } = (await api.get('/v1/statements?status=closed&currency=EUR&limit=100')).body
    const { id } = data.find(({ net_amount }: { net_amount: string }) => Number(net_amount) > 1)
    const payout = (await api.post('/v1/payouts', { statement_ids: [id] })).body.id
    expect((await advance(api, { payout, status: 'processing' })).reached).toBe(true)
    expect((await advance(api, { payout, status: 'paid' })).reached).toBe(true)
    expect(await check(api, { payout, status: 'failed' })).toMatchObject({ status: 'paid', reachable: false })
  })

  test('a statement is closed, although nothing is scheduled for it', async () => {
    const api = fresh()
    const [{ id: statement }] = (await api.get('/v1/statements?status=open&limit=1')).body.data
    const until = { statement, status: 'closed' }
    expect(await check(api, until)).toMatchObject({ reached: false, status: 'open', scheduled: true })
    expect(await advance(api, until)).toEqual({ now: '2025-02-01T00:00:00.000Z', reached: true, steps: [] })
    expect(await check(api, until)).toMatchObject({ reached: true, status: 'closed' })
    expect(await check(api, { statement, status: 'open' })).toMatchObject({ reached: false, reachable: false })
    // It stays where it is.
    expect((await advance(api, until)).now).toBe('2025-02-01T00:00:00.000Z')
  })

  test('an event with these values has happened, also in the past', async () => {
    const api = fresh()
    const delivery_id = await deliver(api)
    const until = { event: 'delivery.completed', data: { delivery_id, status: 'delivered' } }
    expect(await check(api, until)).toMatchObject({ reached: false, status: null, scheduled: true })
    const { reached, now } = await advance(api, until)
    expect(reached).toBe(true)
    expect(await check(api, until)).toMatchObject({ reached: true })
    expect(await advance(api, until)).toEqual({ now, reached: true, steps: [] })
    const other = { event: 'delivery.completed', data: { delivery_id, status: 'rejected' } }
    expect((await advance(api, other)).reached).toBe(false)
  })

  test('an event has been delivered to an endpoint, by its type and by its id', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await deliver(api)
    expect((await advance(api, { event: 'delivery.completed', status: 'delivered' })).reached).toBe(true)
    const { data } = (await api.get('/_sandbox/events?event_type=delivery.completed')).body
    const until = { event: data[0].id, status: 'delivered' }
    expect(await check(api, until)).toMatchObject({ reached: true, status: 'delivered' })
    expect((await advance(api, { ...until, status: 'undeliverable' })).reached).toBe(false)
  })
})

test.each([
  [{ asset: 'ast_x', status: 'ready' }, 'until.asset', 'is not a known asset'],
  [{ release: 'rel_x', status: 'draft' }, 'until.release', 'is not a known release'],
  [{ payout: 'pay_x', status: 'paid' }, 'until.payout', 'is not a known payout'],
  [{ statement: 'stm_x', status: 'closed' }, 'until.statement', 'is not a known statement'],
  [{ event: 'evt_x' }, 'until.event', 'is not a known event'],
  [{ event: 'delivery.complete' }, 'until.event', 'is not an event type; did you mean delivery.completed?'],
  [
    { event: 'asset.ready', data: { release_id: 'rel_x' } },
    'until.data.release_id',
    'is not a field of asset.ready; it can be asset_id, type',
  ],
  [{ asset: 'ast_x', status: 'done' }, 'until', expect.stringMatching(/^must be .*"ready"/)],
  [{ asset: 'ast_x', status: 'ready', delivery: 'dlv_x' }, undefined, undefined],
])('refuses %j', async (until, field, issue) => {
  const api = fresh()
  for (const path of ['/_sandbox/clock/advance', '/_sandbox/condition']) {
    const { status, body } = await api.post(path, { until })
    expect(status).toBe(422)
    if (field) expect(body.error.details).toEqual([{ field, issue }])
  }
  expect((await api.get('/_sandbox/clock')).body.now).toBe('2025-01-01T00:00:00.000Z')
})

test('a check leaves no trace in the world', async () => {
  const api = fresh()
  await api.get('/v1/stores')
  const before = (await api.get('/_sandbox/requests')).body
  await check(api, { asset: 'ast_seed_audio_01', status: 'ready' })
  expect((await api.get('/_sandbox/requests')).body).toEqual(before)
})
