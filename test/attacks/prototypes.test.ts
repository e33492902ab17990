import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { validRelease } from '../support/test-sandbox.js'

const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))
let worlds = 0
const fresh = () => sandbox.world('enterprise', `w${++worlds}`)

/** The server runs in this process, so the test sees its prototypes. */
const own = Object.getOwnPropertyNames(Object.prototype).sort()
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(own)
  expect(Object.getOwnPropertyNames(Array.prototype)).not.toContain('polluted')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(Function.prototype)).toEqual([])
})

/** Property names that every object inherits. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']

const POISON = '{"polluted":true,"prototype":{"polluted":true},"status":"delivered","id":"rel_x","length":7}'

/** JSON text with every such name added to each object. */
const poisoned = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(poisoned).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${poisoned(inner)}`)
  return `{${[...NAMES.map((name) => `"${name}":${POISON}`), ...fields].join()}}`
}

const json = { 'content-type': 'application/json' }

describe('prototype property names in a body are treated like other unknown fields', async () => {
  const CALLS: [method: string, path: string, body: object][] = [
    ['POST', '/v1/releases', { ...validRelease, territories: ['DE'] }],
    ['PATCH', '/v1/releases/rel_seed_08', { title: 'New' }],
    ['POST', '/v1/tracks', { release_id: 'rel_seed_08', title: 'T' }],
    ['POST', '/v1/tracks/bulk', { tracks: [{ release_id: 'rel_seed_08', title: 'T' }] }],
    ['PATCH', '/v1/tracks/trk_seed_01', { title: 'New' }],
    ['POST', '/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }],
    ['POST', '/v1/deliveries', { release_id: 'rel_seed_01', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }],
    ['POST', '/v1/webhooks', { url: 'http://127.0.0.1:1/', event_type: ['asset.ready'] }],
    ['POST', '/v1/payouts', { statement_ids: ['stm_x'] }],
  ]
  for (const [method, path, body] of CALLS)
    test(`${method} ${path}`, async () => {
      const [plain, attacked] = [fresh(), fresh()]
      const send = async (world: typeof plain, text: string) => {
        const answer = await world.fetch(path, { method, headers: json, body: text })
        return { status: answer.status, body: (await answer.text()).replaceAll(/\b[a-z]{3}_[0-9a-z]{21}\b/g, '…') }
      }
      // Fields that differ between worlds.
      const same = (text: string) => text.replaceAll(/"(?:secret|saved_at)":"[^"]*"/g, '…')
      const [expected, given] = [await send(plain, JSON.stringify(body)), await send(attacked, poisoned(body))]
      expect([given.status, same(given.body)]).toEqual([expected.status, same(expected.body)])
    })

  const CONTROL_CALLS: [method: string, path: string, body: object][] = [
    ['PUT', '/_sandbox/scenario', { name: 'rejection' }],
    ['POST', '/_sandbox/simulate/asset', { asset_id: 'ast_seed_audio_01', outcome: 'ready' }],
    ['POST', '/_sandbox/faults', { operation: 'listStores', status: 503, times: 1 }],
    ['POST', '/_sandbox/snapshots', { name: 'one' }],
    ['POST', '/_sandbox/changelog', { date: '2025-01-01', summary: 'New.' }],
  ]
  for (const [method, path, body] of CONTROL_CALLS)
    test(`${method} ${path} names them as unknown fields, because the control plane is strict`, async () => {
      const response = await fresh().fetch(path, { method, headers: json, body: poisoned(body) })
      const { error } = (await response.json()) as { error: { details: { field: string }[] } }
      expect([response.status, error.details.map(({ field }) => field).sort()]).toEqual([422, [...NAMES].sort()])
    })

  test('in a form', async () => {
    const world = fresh()
    const client = `client_id=client_enterprise_${world.name}&client_secret=${world.apiKey}`
    const names = NAMES.map((name) => `${name}=1&${name}[polluted]=1&${name}.polluted=1`).join('&')
    const answer = await sandbox.fetch('/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&${client}&${names}`,
    })
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      200,
      ['access_token', 'token_type', 'expires_in'],
    ])
  })

  test('in a refused body, each is named as an unknown field', async () => {
    const strict = await createSandbox({ listen: false, strict: true, clock: 'manual' })
    onTestFinished(() => strict.close())
    const body = poisoned({ ...validRelease, artists: [{ name: 'A', role: 'main' }] })
    const answer = await strict.world('standard', 'a').fetch('/v1/releases', { method: 'POST', headers: json, body })
    const { error } = (await answer.json()) as { error: { details: { field: string }[] } }
    const fields = error.details.map(({ field }) => field)
    expect(answer.status).toBe(422)
    expect(fields.sort()).toEqual([...NAMES, ...NAMES.map((name) => `artists[0].${name}`)].sort())
  })
})

describe('a prototype property name is not a known name', () => {
  type Row = [what: string, method: string, path: (name: string) => string, body: (name: string) => object | undefined]
  const none = () => undefined
  const ROWS: [...Row, status: number][] = [
    ['a release', 'GET', (name) => `/v1/releases/${name}`, none, 404],
    ['a release to change', 'PATCH', (name) => `/v1/releases/${name}`, () => ({ title: 'x' }), 404],
    ['a track', 'GET', (name) => `/v1/tracks/${name}`, none, 404],
    ['an asset', 'GET', (name) => `/v1/assets/${name}`, none, 404],
    ['a delivery', 'GET', (name) => `/v1/deliveries/${name}`, none, 404],
    ['a delivery to take down', 'POST', (name) => `/v1/deliveries/${name}/takedown`, none, 404],
    ['an endpoint', 'GET', (name) => `/v1/webhooks/${name}`, none, 404],
    ['an endpoint to remove', 'DELETE', (name) => `/v1/webhooks/${name}`, none, 404],
    ['a statement', 'GET', (name) => `/v1/statements/${name}/line-items`, none, 404],
    ['a payout', 'POST', (name) => `/v1/payouts/${name}/release`, none, 404],
    ['a snapshot', 'GET', (name) => `/_sandbox/snapshots/${name}`, none, 404],
    ['a snapshot to restore', 'POST', (name) => `/_sandbox/snapshots/${name}/restore`, none, 404],
    ['a status', 'GET', (name) => `/v1/releases?status=${name}`, none, 400],
    ['a territory to look for', 'GET', (name) => `/v1/stores?territory=${name}`, none, 400],
    ['a type of event to look for', 'GET', (name) => `/_sandbox/events?event_type=${name}`, none, 400],
    ['a page', 'GET', (name) => `/docs/${name}`, none, 404],
    ['a path', 'GET', (name) => `/v1/${name}`, none, 404],
    ['a path of the control plane', 'GET', (name) => `/_sandbox/${name}`, none, 404],
    [
      'a store',
      'POST',
      () => '/v1/deliveries',
      (name) => ({ release_id: 'rel_seed_01', store_ids: [name], territory_codes: ['DE'] }),
      422,
    ],
    ['a territory', 'POST', () => '/v1/releases', (name) => ({ ...validRelease, territories: [name] }), 422],
    ['a role', 'POST', () => '/v1/releases', (name) => ({ ...validRelease, artists: [{ name, role: name }] }), 422],
    ['a scenario', 'PUT', () => '/_sandbox/scenario', (name) => ({ name }), 400],
    ['an operation', 'POST', () => '/_sandbox/faults', (name) => ({ operation: name, status: 503 }), 422],
    [
      'a type of event',
      'POST',
      () => '/v1/webhooks',
      (name) => ({ url: 'http://127.0.0.1:1/', event_type: [name] }),
      422,
    ],
    ['an asset to use', 'PATCH', () => '/v1/releases/rel_seed_08', (name) => ({ artwork_asset_id: name }), 422],
    ['a statement to pay', 'POST', () => '/v1/payouts', (name) => ({ statement_ids: [name] }), 422],
    [
      'a delivery to drive',
      'POST',
      () => '/_sandbox/simulate/delivery',
      (name) => ({ delivery_id: name, status: name }),
      422,
    ],
  ]
  for (const [what, method, path, body, status] of ROWS)
    test(`${what}: ${status}`, async () => {
      const world = fresh()
      for (const name of NAMES) {
        const given = body(name)
        const init = { method, ...(given && { headers: json, body: JSON.stringify(given) }) }
        expect([name, (await world.fetch(path(name), init)).status]).toEqual([name, status])
      }
    })

  test('in headers and queries', async () => {
    const world = fresh()
    const query = NAMES.map((name) => `${name}=1&${name}[polluted]=1&${name}%5Bpolluted%5D=1`).join('&')
    expect((await world.fetch(`/v1/releases?${query}`)).status).toBe(200)
    for (const name of NAMES) {
      const post = (headers: Record<string, string>, path = '/v1/releases') =>
        world.fetch(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(validRelease) })
      expect((await post({ 'idempotency-key': name })).status).toBe(400)
      expect((await post({ 'x-sandbox-scenario': name }, '/v1/releases/rel_seed_08/submit')).status).toBe(400)
      expect((await sandbox.fetch('/v1/stores', { headers: { 'x-api-key': name } })).status).toBe(401)
      expect((await world.fetch('/v1/stores', { headers: { [name.replaceAll('_', '-')]: '1' } })).status).toBe(200)
    }
  })
})

describe('a prototype property name is a valid free-form name', () => {
  test('for a world and its snapshot', async () => {
    const world = sandbox.world('standard', 'constructor')
    await world.snapshot('constructor')
    await world.clock.advance('1h')
    await world.restore('constructor')
    expect(await world.clock.now()).toBe('2025-01-01T00:00:00.000Z')
    expect((await world.fetch('/_sandbox/snapshots/constructor', { method: 'DELETE' })).status).toBe(204)
    expect((await world.fetch('/_sandbox/snapshots/constructor')).status).toBe(404)
  })

  for (const name of ['constructor', 'valueof'])
    test(`for a scenario: ${name}`, async () => {
      const faults = [{ operations: ['listStores'], times: 1, status: 503 as const }]
      const own = await createSandbox({
        listen: false,
        clock: 'manual',
        scenario: { name, summary: 'Mine.', stores: [], takedowns: [], assets: [], faults },
      })
      onTestFinished(() => own.close())
      const world = own.world('standard', name)
      const stores = async () => (await world.fetch('/v1/stores')).status
      expect([await stores(), await stores()]).toEqual([503, 200])
      expect((await world.scenario.current()).name).toBe(name)
      await world.snapshot('a')
      await world.restore('a')
      expect(await stores()).toBe(200)
      await world.reset()
      expect(await stores()).toBe(503)
    })
})
