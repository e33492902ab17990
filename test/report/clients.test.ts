import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createSandbox, type SandboxWorld } from '../../src/index.js'
import { SECRET, startHandler } from '../support/webhook-handler.js'

const sandbox = await createSandbox({ speed: 1 })
afterAll(() => sandbox.close())

interface Faults {
  /** Retries a POST without a key. */
  hasNoKeys?: true
  ignoresRetryAfter?: true
  polls?: true
  readsFirstPageOnly?: true
  createsNewDelivery?: true
}

/** A partner's client, good except for its faults. It waits by moving the clock of its world. */
function createClient(world: SandboxWorld, faults: Faults) {
  const wait = (ms: number) => world.clock.advance(`${ms}ms`)

  async function call(method: string, path: string, body?: unknown) {
    const key = randomUUID()
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(world.url + path, {
        method,
        headers: {
          'x-api-key': world.apiKey,
          'user-agent': 'partner/2.1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method !== 'GET' && !faults.hasNoKeys && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
      const result = { status: response.status, body: (text ? JSON.parse(text) : undefined) as any }
      if (response.status < 429 || attempt === 3) return result
      const retryAfter = response.headers.get('retry-after')
      if (!(faults.ignoresRetryAfter && retryAfter))
        await wait(retryAfter ? Number(retryAfter) * 1000 + 100 : 500 * 2 ** attempt)
    }
  }

  async function listStores(): Promise<string[]> {
    const stores: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { body } = await call('GET', `/v1/stores?limit=6${cursor ? `&cursor=${cursor}` : ''}`)
      stores.push(...body.data.map(({ store_id }: { store_id: string }) => store_id))
      cursor = body.next_cursor ?? undefined
      if (cursor === undefined || faults.readsFirstPageOnly) return stores
    }
  }

  return {
    listStores,
    register: (url: string) =>
      call('POST', '/v1/webhooks', { url, secret: SECRET, event_type: ['delivery.completed'] }),
    async publish(title: string) {
      const artists = [{ name: 'Mira Solane', role: 'main' }]
      const { body: release } = await call('POST', '/v1/releases', { title, artists, release_date: '2027-03-05' })
      await call('PATCH', `/v1/releases/${release.id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
      await call('POST', '/v1/tracks', { release_id: release.id, title, audio_asset_id: 'ast_seed_audio_01' })
      await call('POST', `/v1/releases/${release.id}/submit`)
      return release.id as string
    },
    async deliver(release_id: string) {
      const order = { release_id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
      const { body } = await call('POST', '/v1/deliveries', order)
      if (faults.polls) for (let i = 0; i < 25; i++) await call('GET', `/v1/deliveries/${body.id}`)
      return body.id as string
    },
    async correct(release_id: string, delivery: string) {
      const { body } = await call('GET', `/v1/deliveries/${delivery}`)
      expect(body.stores[0].rejection_code).toBeDefined()
      await call('PATCH', `/v1/releases/${release_id}`, { title: 'Corrected' })
      if (faults.createsNewDelivery)
        await call('POST', '/v1/deliveries', { release_id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] })
      else await call('POST', `/v1/deliveries/${delivery}/resubmit`)
    },
  }
}

/** The daily work of a partner, with a throttled call, an outage and a rejection. */
async function work(world: SandboxWorld, faults: Faults) {
  const client = createClient(world, faults)
  const handler = await startHandler(({ isGenuine }) => (isGenuine ? 200 : 401))
  // The one who polls has no webhook.
  if (!faults.polls) expect((await client.register(handler.url)).status).toBe(201)
  expect((await client.listStores()).length).toBe(faults.readsFirstPageOnly ? 6 : 10)
  await world.faults.add({ operation: 'createRelease', status: 503, times: 2 })
  await world.faults.add({ operation: 'createDelivery', status: 429, times: 1 })
  const release = await client.publish('Paper Lanterns')
  const delivery = await client.deliver(release)
  await world.simulate.delivery({ delivery_id: delivery, outcome: 'rejected', rejection_code: 'artwork_too_small' })
  await world.clock.advance('1s')
  await client.correct(release, delivery)
  return world.report()
}

test.each<[string, Faults, string[]]>([
  ['a client without faults', {}, []],
  ['a client that sends no key', { hasNoKeys: true }, ['retry-without-key']],
  ['a client that ignores Retry-After', { ignoresRetryAfter: true }, ['retry-too-early']],
  ['a client that polls', { polls: true }, ['polling']],
  ['a client that reads only the first page', { readsFirstPageOnly: true }, ['list-first-page-only']],
  ['a client that creates a new delivery', { createsNewDelivery: true }, ['new-delivery-not-resubmit']],
])('%s breaks %j: %j', async (name, faults, expected) => {
  const world = sandbox.world('standard', name.replaceAll(/\W/g, '-').toLowerCase())
  const { rules, clients } = await work(world, faults)
  expect(rules.filter(({ result }) => result === 'broken').map(({ id }) => id)).toEqual(expected)
  expect(clients).toEqual(['partner/2.1'])
  if (expected.length === 0)
    expect(rules.filter(({ result }) => result === 'kept').map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'retry-without-key',
        'retry-new-key',
        'retry-too-early',
        'polling',
        'list-first-page-only',
        'new-delivery-not-resubmit',
        'resubmit-unchanged',
        'event-refused',
      ]),
    )
})
