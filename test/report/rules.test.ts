import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox, type Delivery, type SandboxWorld } from '../../src/index.js'
import { RULES, type RuleId } from '../../src/report/rules.js'
import { validRelease } from '../support/test-sandbox.js'
import { SECRET, startHandler } from '../support/webhook-handler.js'

const sandbox = await createSandbox({ speed: 1, webhookTimeout: { event: 100 } })
afterAll(() => sandbox.close())

interface CallOptions {
  body?: unknown
  key?: string
  headers?: Record<string, string>
}

/** A request over a connection, as a partner's client sends it. */
async function call(world: SandboxWorld, method: string, path: string, { body, key, headers }: CallOptions = {}) {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      'x-api-key': world.apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  const text = await response?.text()
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  return { status: response?.status ?? 0, body: text ? (JSON.parse(text) as any) : undefined }
}

const create = (world: SandboxWorld, key?: string) =>
  call(world, 'POST', '/v1/releases', { body: validRelease, ...(key && { key }) })

const failOnce = (world: SandboxWorld, operation: string, status: 429 | 503 = 503, times = 1) =>
  world.faults.add({ operation, status, times })

const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }

async function deliver(world: SandboxWorld, outcome: 'rejected' | 'action_required' | 'delivered'): Promise<Delivery> {
  const { body } = await call(world, 'POST', '/v1/deliveries', { body: order, key: randomUUID() })
  await world.simulate.delivery({ delivery_id: body.id, outcome })
  return body
}

/** Registers a handler for deliveries. */
async function subscribe(world: SandboxWorld, handle: Parameters<typeof startHandler>[0]) {
  const { url } = await startHandler((received) => (received.event.event_type === 'ping' ? 200 : handle(received)))
  const body = { url, secret: SECRET, event_type: ['delivery.completed'] }
  const { body: webhook } = await call(world, 'POST', '/v1/webhooks', { body, key: randomUUID() })
  expect(webhook.status).toBe('verified')
}

async function readDelivery(world: SandboxWorld, times: number) {
  const { body } = await call(world, 'POST', '/v1/deliveries', { body: order, key: randomUUID() })
  await world.simulate.delivery({ delivery_id: body.id, outcome: 'delivered' })
  for (let i = 0; i < times; i++) await call(world, 'GET', `/v1/deliveries/${body.id}`)
}

const requestToken = (world: SandboxWorld) =>
  fetch(`${world.url}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `client_enterprise_${world.name}`,
      client_secret: world.apiKey,
    }),
  }).then((response) => response.json())

async function readStores(world: SandboxWorld, followsCursor: boolean) {
  const { body } = await call(world, 'GET', '/v1/stores?limit=6')
  expect(body.has_more).toBe(true)
  if (followsCursor) await call(world, 'GET', `/v1/stores?limit=6&cursor=${body.next_cursor}`)
}

interface Case {
  breaks(world: SandboxWorld): Promise<unknown>
  keeps(world: SandboxWorld): Promise<unknown>
  /** Requests that give no opportunity to break the rule. */
  avoids?(world: SandboxWorld): Promise<unknown>
}

const key = randomUUID()
const CASES: Record<RuleId, Case> = {
  'retry-without-key': {
    async breaks(world) {
      await failOnce(world, 'createRelease')
      await create(world)
      await create(world)
    },
    async keeps(world) {
      await failOnce(world, 'createRelease')
      await create(world, key)
      await create(world, key)
    },
  },
  'retry-new-key': {
    async breaks(world) {
      await world.faults.add({ operation: 'createRelease', connection: 'reset', times: 1 })
      expect((await create(world, randomUUID())).status).toBe(0)
      await create(world, randomUUID())
    },
    async keeps(world) {
      await world.faults.add({ operation: 'createRelease', connection: 'reset', times: 1 })
      await create(world, key)
      await create(world, key)
    },
  },
  'key-reused': {
    async breaks(world) {
      await create(world, key)
      expect((await call(world, 'POST', '/v1/tracks', { body: { release_id: 'rel_1' }, key })).status).toBe(422)
      await call(world, 'POST', '/v1/releases', { body: { ...validRelease, title: 'Another' }, key })
    },
    async keeps(world) {
      await create(world, randomUUID())
      await create(world, randomUUID())
    },
    avoids: (world) => create(world),
  },
  'retry-too-early': {
    async breaks(world) {
      await failOnce(world, 'createRelease', 429)
      await create(world, key)
      await create(world, key)
    },
    async keeps(world) {
      await failOnce(world, 'createRelease', 429)
      await create(world, key)
      await world.clock.advance('2s')
      await create(world, key)
    },
  },
  'retry-hopeless': {
    async breaks(world) {
      await call(world, 'POST', '/v1/releases', { body: { title: 'No date' }, key: randomUUID() })
      await call(world, 'POST', '/v1/releases', { body: { title: 'No date' }, key: randomUUID() })
    },
    async keeps(world) {
      await call(world, 'POST', '/v1/releases', { body: { title: 'No date' }, key: randomUUID() })
      await create(world, randomUUID())
    },
  },
  'retry-storm': {
    async breaks(world) {
      await failOnce(world, 'createRelease', 429, 6)
      for (let i = 0; i < 7; i++) {
        await create(world, key)
        await world.clock.advance('2s')
      }
    },
    async keeps(world) {
      await failOnce(world, 'createRelease', 503, 2)
      for (let i = 0; i < 3; i++) await create(world, key)
    },
  },
  'event-slow': {
    async breaks(world) {
      await subscribe(world, () => undefined)
      await deliver(world, 'delivered')
      await world.clock.advance('1s')
    },
    async keeps(world) {
      await subscribe(world, () => 200)
      await deliver(world, 'delivered')
      await world.clock.advance('1s')
    },
  },
  'event-refused': {
    async breaks(world) {
      await subscribe(world, () => 500)
      await deliver(world, 'delivered')
      await world.clock.advance('1s')
    },
    async keeps(world) {
      await subscribe(world, () => 204)
      await deliver(world, 'delivered')
      await world.clock.advance('1s')
    },
  },
  'event-forged-accepted': {
    async breaks(world) {
      await world.scenario.use('flaky-webhooks')
      await subscribe(world, () => 200)
      await deliver(world, 'delivered')
      await world.clock.advance('24h')
    },
    async keeps(world) {
      await world.scenario.use('flaky-webhooks')
      await subscribe(world, ({ isGenuine }) => (isGenuine ? 200 : 401))
      await deliver(world, 'delivered')
      await world.clock.advance('24h')
    },
  },
  polling: {
    breaks: (world) => readDelivery(world, 21),
    keeps: (world) => readDelivery(world, 20),
  },
  'new-delivery-not-resubmit': {
    async breaks(world) {
      await deliver(world, 'rejected')
      expect((await call(world, 'POST', '/v1/deliveries', { body: order, key: randomUUID() })).status).toBe(409)
    },
    async keeps(world) {
      const { id, release_id } = await deliver(world, 'rejected')
      await call(world, 'PATCH', `/v1/releases/${release_id}`, { body: { title: 'Corrected' }, key: randomUUID() })
      expect((await call(world, 'POST', `/v1/deliveries/${id}/resubmit`, { key: randomUUID() })).status).toBe(200)
    },
  },
  'resubmit-unchanged': {
    async breaks(world) {
      const { id } = await deliver(world, 'rejected')
      expect((await call(world, 'POST', `/v1/deliveries/${id}/resubmit`, { key: randomUUID() })).status).toBe(200)
    },
    async keeps(world) {
      const { id } = await deliver(world, 'rejected')
      await call(world, 'PATCH', '/v1/tracks/trk_seed_07', { body: { title: 'Corrected' }, key: randomUUID() })
      expect((await call(world, 'POST', `/v1/deliveries/${id}/resubmit`, { key: randomUUID() })).status).toBe(200)
    },
  },
  'action-required-ignored': {
    breaks: (world) => deliver(world, 'action_required'),
    async keeps(world) {
      const { id } = await deliver(world, 'action_required')
      await call(world, 'GET', `/v1/deliveries/${id}`)
    },
  },
  'list-first-page-only': {
    breaks: (world) => readStores(world, false),
    keeps: (world) => readStores(world, true),
    avoids: (world) => call(world, 'GET', '/v1/stores?limit=1'),
  },
  'token-per-call': {
    async breaks(world) {
      await requestToken(world)
      await requestToken(world)
    },
    async keeps(world) {
      const { access_token } = (await requestToken(world)) as { access_token: string }
      const headers = { authorization: `Bearer ${access_token}` }
      expect((await fetch(`${world.url}/v1/stores`, { headers })).status).toBe(200)
      await world.clock.advance('56m')
      await requestToken(world)
    },
  },
  'deprecated-used': {
    breaks: (world) => call(world, 'GET', '/v1/royalties?limit=5&page=1'),
    keeps: (world) => call(world, 'GET', '/v1/royalties?limit=5'),
    avoids: (world) => call(world, 'GET', '/v1/stores'),
  },
  'unknown-sent': {
    breaks: (world) => call(world, 'GET', '/v1/stores?colour=red'),
    keeps: (world) => call(world, 'GET', '/v1/stores?territory=DE'),
    avoids: (world) => call(world, 'GET', '/v1/stores'),
  },
  'secret-in-url': {
    async breaks(world) {
      await call(world, 'GET', '/v1/stores')
      expect((await fetch(`${world.url}/v1/stores?key=${world.apiKey}`)).status).toBe(401)
    },
    keeps: (world) => call(world, 'GET', '/v1/stores?territory=DE'),
    avoids: (world) => world.clock.now(),
  },
}

let worlds = 0
const verdictsAfter = async (act: (world: SandboxWorld) => Promise<unknown>) => {
  const world = sandbox.world('enterprise', `rule-${++worlds}`)
  await act(world)
  return { world, rules: (await world.report()).rules }
}

describe.each(RULES)('$id', ({ id, severity }) => {
  const { breaks, keeps, avoids = (world) => call(world, 'GET', '/v1/stores') } = CASES[id]

  test('is broken by a client that breaks it, and no other rule is', async () => {
    const { rules } = await verdictsAfter(breaks)
    const verdict = rules.find((rule) => rule.id === id)
    expect(verdict).toMatchObject({ result: 'broken', severity, count: 1, findings: [{ count: 1 }] })
    expect(verdict?.evidence).toHaveLength(1)
    const [evidence] = verdict?.evidence ?? []
    expect((evidence?.request_ids.length ?? 0) + (evidence?.event_id ? 1 : 0)).toBeGreaterThan(0)
    expect(rules.filter(({ result }) => result === 'broken').map((rule) => rule.id)).toEqual([id])
  })

  test('is kept by a client that keeps it, and so are all others', async () => {
    const { rules } = await verdictsAfter(keeps)
    expect(rules.find((rule) => rule.id === id)?.result).toBe('kept')
    expect(rules.filter(({ result }) => result === 'broken')).toEqual([])
  })

  test('is not tried by a client without the opportunity', async () => {
    const { rules } = await verdictsAfter(avoids)
    expect(rules.find((rule) => rule.id === id)?.result).toBe('not_tried')
  })
})
