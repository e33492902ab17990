import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { parseJournal } from '../../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../../src/cli/rerun/rerun-journal.js'
import { runWalkThrough, walkThroughOptions } from '../../../src/cli/scenarios/walk-through.js'
import type { SandboxOptions } from '../../../src/composition/create-sandbox.js'
import type { Scenario } from '../../../src/core/delivery/scenario-rules.js'
import { listen } from '../../../src/http/server/listen.js'
import { BUILT_IN_SCENARIO_FILES, createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createReceiver } from '../../../src/webhooks/receiver.js'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const rerun = async (api: Client) =>
  rerunJournal(parseJournal((await api.get('/_sandbox/journal')).text, 'the journal'))
const same = (requests: unknown = expect.any(Number)) => ({
  requests,
  changed: [],
  attempts: { unrecorded: [], missed: [] },
})

/** A receiver that fails sometimes, but accepts the ping, which comes first. */
const failNowAndThen = (_: unknown, count: number) => ({ status: count % 3 === 2 ? 503 : 200 })

describe.each(BUILT_IN_SCENARIO_FILES)(
  'a rerun of a walk-through of $name returns the same responses',
  async (file) => {
    const MODES: [string, SandboxOptions][] = [
      ['a manual clock', { clock: 'manual' }],
      ['a live clock', { clock: 'live' }],
      ['a live clock at full speed', { clock: 'live', speed: Number.POSITIVE_INFINITY }],
    ]
    // At full speed there are no waits, which makes a difference only for scenarios with webhook rules.
    for (const [mode, options] of MODES.slice(0, file.webhooks ? 3 : 2))
      test(`with ${mode}`, async () => {
        const { fresh } = await startSandbox({ ...options, scenario: file.name })
        const api = fresh()
        const receiver = await createReceiver({ secret: 'whsec_walk', respond: failNowAndThen })
        await runWalkThrough(api, { ...walkThroughOptions(file), receiver })
        await receiver.close()
        expect(receiver.arrivals.map(({ status }) => status)).toContain(503)
        expect(await rerun(api)).toEqual(same())
      })
  },
)

const JSON_TYPE = { 'content-type': 'application/json' }
const wav = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
const TYPES = ['release.status.changed', 'delivery.completed', 'asset.ready']

/** Creates a release and delivers it. */
async function deliver(api: Client) {
  const { id } = (await api.post('/v1/releases', validRelease)).body
  await api.post('/v1/tracks', { release_id: id, title: 'One', audio_asset_id: 'ast_seed_audio_01' })
  await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  await api.post(`/v1/releases/${id}/submit`)
  const stores = { store_ids: ['store_lumenwave', 'store_quorvane'], territory_codes: ['WORLDWIDE'] }
  return (await api.post('/v1/deliveries', { release_id: id, ...stores })).body.id as string
}

describe.each(['manual', 'live'] as const)('a rerun with a %s clock returns the same responses for', (clock) => {
  const start = (options: SandboxOptions = {}) => startSandbox({ clock, ...options })

  test('a partner that makes requests when it receives an event', async () => {
    const { fresh } = await start()
    const api = fresh()
    const receiver = await createReceiver({ secret: 'whsec_asks' })
    const asking: Promise<unknown>[] = []
    const partner = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', async () => {
        const { data } = JSON.parse(text)
        if (data.delivery_id) {
          const asked = api.get(`/v1/deliveries/${data.delivery_id}`)
          asking.push(asked)
          await asked
          await api.post('/v1/releases', { ...validRelease, title: `After ${data.delivery_id}` })
        }
        response.end()
      })
    })
    const port = await listen(partner, 0, '127.0.0.1')
    for (const url of [`http://127.0.0.1:${port}/`, receiver.url])
      await api.post('/v1/webhooks', { url, event_type: TYPES })
    await deliver(api)
    await deliver(api)
    await api.post('/_sandbox/clock/advance', { until: 'idle' })
    await api.get('/v1/releases')
    expect(asking.length).toBeGreaterThan(0)
    await receiver.close()
    partner.close()
    expect(await rerun(api)).toEqual(same())
  })

  test('concurrent requests', async () => {
    const { fresh } = await start()
    const api = fresh()
    const answers = Array.from({ length: 40 }, (_, i) =>
      i % 4 === 3 ? api.get('/v1/assets?limit=1') : api.post('/v1/assets', { ...wav, filename: `${i}.wav` }),
    )
    await Promise.all(answers)
    await api.get('/v1/assets')
    expect(await rerun(api)).toEqual(same(41))
  })

  test('retries, refusals, invalid bodies and unknown paths', async () => {
    const { fresh } = await start({ strict: true })
    const api = fresh()
    const key = { 'idempotency-key': '3b241101-e2bb-4255-8caf-4136c566a962' }
    for (const title of ['A', 'A', 'B']) await api.post('/v1/releases', { ...validRelease, title }, key)
    await api.post('/v1/releases', { ...validRelease, surprise: true })
    await api.send('POST', '/v1/releases', { 'x-api-key': api.key, ...JSON_TYPE }, '{"title": ')
    await api.send('POST', '/v1/releases', { 'x-api-key': api.key }, 'hello')
    await api.send('POST', '/v1/releases', { 'x-api-key': api.key, ...JSON_TYPE }, `"${'x'.repeat(1_100_000)}"`)
    await api.get('/v1/nowhere')
    await api.send('PUT', '/v1/assets/ast_seed_audio_01/content', { 'x-api-key': api.key }, 'late')
    const { id } = (await api.post('/v1/assets', wav)).body
    await api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, 'not a WAV at all')
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    await api.get(`/v1/assets/${id}`)
    await api.post('/v1/webhooks', { url: 'http://169.254.169.254/', event_type: 'asset.ready' })
    expect(await rerun(api)).toEqual(same())
  })

  test('a reset, a snapshot, another scenario, faults and reads of the control plane', async () => {
    const { fresh } = await start()
    const api = fresh()
    await deliver(api)
    await api.post('/_sandbox/snapshots', { name: 'before' })
    await api.post('/_sandbox/clock/advance', { duration: '30d' })
    await api.get('/_sandbox/clock')
    await api.post('/_sandbox/snapshots/before/restore')
    await api.get('/v1/deliveries')
    await api.post('/_sandbox/faults', { operation: 'createRelease', status: 503, probability: 0.5, latency: '20ms' })
    for (let i = 0; i < 6; i++) await api.post('/v1/releases', { ...validRelease, title: `${i}` })
    await api.post('/_sandbox/faults', { operation: 'listStores', connection: 'reset' })
    await api.get('/v1/stores').catch(() => undefined)
    await api.send('PUT', '/_sandbox/scenario', { 'x-api-key': api.key, ...JSON_TYPE }, '{"name":"rejection"}')
    const id = await deliver(api)
    await api.get('/_sandbox/agenda')
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    await api.post('/_sandbox/reset')
    await deliver(api)
    await api.post('/_sandbox/clock/advance', { until: 'idle' })
    await api.get('/v1/deliveries')
    expect(await rerun(api)).toEqual(same())
  })

  test('tokens', async () => {
    const { fresh } = await start()
    const api = fresh('enterprise')
    const client = `client_enterprise_${api.key.split('_').at(-1)}`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = `grant_type=client_credentials&client_id=${client}&client_secret=${api.key}`
    const { access_token } = (await api.send('POST', '/v1/oauth/token', form, asked)).body
    const basic = { ...form, authorization: `Basic ${Buffer.from(`${client}:${api.key}`).toString('base64')}` }
    expect((await api.send('POST', '/v1/oauth/token', basic, 'grant_type=client_credentials')).status).toBe(200)
    await api.send('GET', '/v1/releases', { authorization: `Bearer ${access_token}` })
    expect(await rerun(api)).toEqual(same(3))
  })

  test('exceeded rate limits', async () => {
    const { fresh } = await start({ rateLimit: 'production' })
    const api = fresh()
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) statuses.push((await api.get('/v1/releases?limit=1')).status)
    await api.post('/_sandbox/clock/advance', { duration: '2s' })
    statuses.push((await api.get('/v1/releases?limit=1')).status)
    if (clock === 'manual') expect(statuses).toContain(429)
    expect(await rerun(api)).toEqual(same(16))
  })

  test('a reset while an event is being sent', async () => {
    const { fresh } = await start()
    const api = fresh()
    const receiver = await createReceiver({
      secret: 'whsec_slow',
      respond: (_, count) => ({ status: 200, delayMs: count === 1 ? 0 : 300 }),
    })
    await api.post('/v1/webhooks', { url: receiver.url, event_type: TYPES, secret: 'whsec_slow' })
    const { id } = (await api.post('/v1/assets', wav)).body
    await api.post('/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
    while (receiver.arrivals.length < 2) await new Promise(setImmediate)
    await api.post('/_sandbox/reset')
    await api.get('/v1/webhooks')
    await receiver.close()
    expect(await rerun(api)).toEqual(same(5))
  })

  test('a named world with a custom scenario', async () => {
    const own = { ...(createScenarios().find('rejection') as Scenario), name: 'my-own', summary: 'Mine' }
    const { fresh, client } = await start({ scenario: own, rateLimit: 'off' })
    const settings = { seed: 99, scenario: 'takedown', clock: { mode: clock, start: '2026-06-01T00:00:00Z' } }
    const created = await fresh().post('/_sandbox/worlds', { tier: 'enterprise', name: `own-${clock}`, ...settings })
    expect(created.status).toBe(201)
    const api = client(created.body.api_key)
    await deliver(api)
    const { id } = (await api.post('/v1/releases', { ...validRelease, title: '[sandbox:my-own]' })).body
    await api.post('/_sandbox/reset')
    await api.get(`/v1/releases/${id}`)
    await deliver(api)
    expect(await rerun(api)).toEqual(same())
  })
})

test('a rerun with a live clock repeats retries that no request triggers', async () => {
  const { fresh } = await startSandbox({ clock: 'live', speed: 36_000 })
  const api = fresh()
  const receiver = await createReceiver({ secret: 'whsec_walk', respond: failNowAndThen })
  await api.post('/v1/webhooks', { url: receiver.url, event_type: TYPES, secret: 'whsec_walk' })
  for (let i = 0; i < 3; i++) {
    const { id } = (await api.post('/v1/assets', wav)).body
    await api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, 'RIFF----WAVE')
    const delivery = await deliver(api)
    for (let polls = 0; polls < 200; polls++) {
      const { status } = (await api.get(`/v1/deliveries/${delivery}`)).body
      if (status === 'delivered') break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const { data } = (await api.get('/v1/webhooks')).body
  await api.get(`/v1/webhooks/${data[0].id}/events`)
  const verdict = await rerun(api)
  await receiver.close()
  expect(receiver.arrivals.length).toBeGreaterThan(6)
  expect(verdict).toEqual(same())
})
