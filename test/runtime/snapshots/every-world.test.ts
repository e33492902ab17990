import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { runWalkThrough, type WalkThroughClient, walkThroughOptions } from '../../../src/cli/scenarios/walk-through.js'
import { createSandbox, type Sandbox } from '../../../src/composition/create-sandbox.js'
import { SERVICE_DPID } from '../../../src/ern/message/party-ids.js'
import { BUILT_IN_SCENARIO_FILES } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createReceiver } from '../../../src/webhooks/receiver.js'
import { channel, deal, newRelease, purge } from '../../ern/message-builder.js'
import { jpeg, wav } from '../../support/media-files.js'

type Headers = Record<string, string>

/** A client that exports and imports its world after every change, and collects the sections of the files. */
function createTravellingClient(sandbox: Sandbox, tier: 'standard' | 'enterprise', sections: Set<string>) {
  const { apiKey: key, fetch } = sandbox.world(tier, 'odd')
  async function request(method: string, path: string, headers: Headers = {}, body?: string | Buffer) {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), text, body: isJson ? JSON.parse(text) : undefined }
  }
  const post = (path: string, body: unknown, headers: Headers = {}, method = 'POST') =>
    request(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body ?? {}))
  async function roundTrip<T>(calling: Promise<T>): Promise<T> {
    const response = await calling
    await post('/_sandbox/snapshots', { name: 'trip' })
    const { text } = await request('GET', '/_sandbox/snapshots/trip')
    for (const line of text.split('\n')) sections.add(/^\["(\w+)"/.exec(line)?.[1] ?? 'header')
    const imported = await request('POST', '/_sandbox/snapshots/import', {}, text)
    expect([imported.status, imported.text]).toEqual([201, expect.stringContaining('trip')])
    return response
  }
  return {
    key,
    get: (path: string) => request('GET', path),
    post: (path: string, body?: unknown, headers?: Headers) => roundTrip(post(path, body, headers)),
    patch: (path: string, body?: unknown) => roundTrip(post(path, body, {}, 'PATCH')),
    send: (method: string, path: string, headers: Headers, body?: string | Buffer) =>
      roundTrip(request(method, path, headers, body)),
  } satisfies WalkThroughClient
}

const seenSections = new Set<string>()

test.each(BUILT_IN_SCENARIO_FILES)(
  'a world of $name can be exported and imported after every step',
  async (file) => {
    for (const clock of ['manual', 'live'] as const) {
      const options = { listen: false, clock, ...(clock === 'live' && { speed: 1e6 }), scenario: file.name }
      const sandbox = await createSandbox(options)
      const receiver = await createReceiver({ secret: 'whsec_walk' })
      const api = createTravellingClient(sandbox, clock === 'live' ? 'standard' : 'enterprise', seenSections)
      await runWalkThrough(api, { ...walkThroughOptions(file), takedown: true, payout: true, receiver }).catch(
        (error: Error) => expect(error.message).toMatch(/never succeeded/),
      )
      await sandbox.close()
      await receiver.close()
    }
  },
  60_000,
)

test('a world with faults, tokens, kept answers, a deleted endpoint and a failed payout travels too', async () => {
  const sandbox = await createSandbox({ listen: false, clock: 'manual' })
  const receiver = await createReceiver({ secret: 'whsec_walk' })
  const api = createTravellingClient(sandbox, 'enterprise', seenSections)
  const idempotencyKey = (n: number) => ({ 'idempotency-key': `7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c1${n}` })
  const artists = [{ name: 'M', role: 'main' }]
  const release = { title: 'Tänzer "x"', artists, release_date: '2027-01-01' }
  const { id: release_id } = (await api.post('/v1/releases', release, idempotencyKey(0))).body
  await api.patch(`/v1/releases/${release_id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  await api.post('/v1/tracks', { release_id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
  await api.post(`/v1/releases/${release_id}/submit`, undefined, { 'x-sandbox-scenario': 'rejection' })
  await api.post('/_sandbox/faults', { operation: 'getAsset', status: 503, times: 2 })
  await api.post('/_sandbox/faults', { delay: '1ms', probability: 0.5 })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const client = `client_id=client_enterprise_odd&client_secret=${api.key}`
  await api.send('POST', '/v1/oauth/token', form, `grant_type=client_credentials&${client}`)
  const hook = { url: receiver.url, secret: 'whsec_walk', event_type: ['asset.ready', 'api.changelog.published'] }
  const { id } = (await api.post('/v1/webhooks', hook)).body
  const { id: deadId } = (await api.post('/v1/webhooks', { ...hook, url: 'http://127.0.0.1:9/' })).body
  await api.post('/_sandbox/changelog', { summary: 'News' })
  await api.send('DELETE', `/v1/webhooks/${deadId}`, {})
  await api.post(`/v1/webhooks/${id}/ping`)
  const store_ids = ['store_pernickel', 'store_lumenwave']
  const order = { release_id: 'rel_seed_07', store_ids, territory_codes: ['WORLDWIDE'] }
  await api.post('/v1/deliveries', order, idempotencyKey(1))
  await receiver.close()
  await api.post('/_sandbox/clock/advance', { duration: '40d' })
  const statement_ids = [(await api.get('/v1/statements?status=closed')).body.data.at(-1).id]
  const { id: payout_id } = (await api.post('/v1/payouts', { statement_ids }, idempotencyKey(2))).body
  await api.post('/_sandbox/simulate/payout', { payout_id, outcome: 'failed' })
  await api.post('/v1/payouts', { statement_ids }, idempotencyKey(3))
  await api.post('/_sandbox/clock/advance', { duration: '80d' })
  await api.send('DELETE', `/v1/webhooks/${id}`, {})
  await api.send('PUT', '/_sandbox/scenario', { 'content-type': 'application/json' }, '{"name":"outage"}')
  await sandbox.close()
})

test('a world with ERN messages in every state travels too', async () => {
  const sandbox = await createSandbox({ listen: false, clock: 'manual' })
  const api = createTravellingClient(sandbox, 'enterprise', seenSections)
  const send = (xml: string, headers: Headers = {}) =>
    api.send('POST', '/v1/ern/messages', { 'content-type': 'application/xml', ...headers }, xml)
  const advance = (duration: string) => api.post('/_sandbox/clock/advance', { duration })
  const read = async (path: string) => (await api.get(path)).body
  const created = '2024-12-01T00:00:00Z'
  const hash = { algorithm: 'MD5', value: createHash('md5').update(wav()).digest('hex') }
  const { id } = (await send(newRelease({ created, recordings: [{ hash }], deals: deal({ territories: ['KR'] }) })))
    .body
  const { id: rejectedId } = (await send(newRelease({ created, messageId: 'B', releaseDate: 'x' }))).body
  await send(
    purge({
      created,
      messageId: 'C',
      releaseId: `<ProprietaryId Namespace="${SERVICE_DPID}">rel_seed_02</ProprietaryId><ICPN>036000291452</ICPN>`,
    }),
  )
  await send(newRelease({ created: '2020-01-01T00:00:00Z', messageId: 'D' }), { 'x-sandbox-scenario': 'rejection' })
  await send(
    newRelease({
      created,
      messageId: 'E',
      version: '4.1',
      releaseId: '<ICPN>4006381333931</ICPN>',
      deals: deal({ extra: channel('store_lumenwave') }),
    }),
  )
  await advance('5m')
  const statuses = (await read('/v1/ern/messages')).data.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['accepted', 'superseded', 'accepted', 'rejected', 'accepted'])
  const { resources, release_id } = await read(`/v1/ern/messages/${id}`)
  for (const [i, content] of [wav(), jpeg(3000)].entries()) {
    await api.send('PUT', `/v1/assets/${resources[i].asset_id}/content`, {}, content)
    await advance('2m')
  }
  const { delivery_ids } = await read(`/v1/ern/messages/${id}`)
  expect(delivery_ids).toHaveLength(1)
  await send(newRelease({ created: '2024-12-02T00:00:00Z', messageId: 'F', recordings: [{ hash }], deals: null }))
  await advance('24h')
  const orders = (await read(`/v1/deliveries/${delivery_ids[0]}`)).stores.map(
    ({ status }: { status: string }) => status,
  )
  expect(orders).toContain('ingesting')
  await advance('300h')
  expect((await read(`/v1/deliveries/${delivery_ids[0]}`)).status).toBe('taken_down')
  expect((await api.get(`/v1/releases/${release_id}/ern`)).text).toContain('<NewReleaseMessage'.replace('<', '<ern:'))
  expect((await api.get(`/v1/ern/messages/${rejectedId}/acknowledgement`)).status).toBe(200)
  expect((await read('/_sandbox/invariants')).ok).toBe(true)
  await sandbox.close()
})

test('the worlds above have rows in every section', () => {
  expect([...seenSections].sort()).toEqual(
    [
      ...['agenda', 'answers', 'assets', 'claims', 'deliveries', 'dispatches', 'end', 'events', 'failures', 'faults'],
      ...['fingerprints', 'header', 'held', 'payouts', 'releaseScenarios', 'releases', 'sales', 'tokens', 'tracks'],
      ...['webhooks', 'world', 'ernMessages', 'ernReleases', 'ernAttempts', 'ernPurges', 'purged'],
    ].sort(),
  )
})
