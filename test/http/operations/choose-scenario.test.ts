import { describe, expect, test } from 'vitest'
import type { FaultRule, Scenario } from '../../../src/core/delivery/scenario-rules.js'
import { type ApiResponse, type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh, client } = await startSandbox()

const STORES = ['store_lumenwave']
const NAMES = [
  'happy-path',
  'rejection',
  'action-required',
  'takedown',
  'mixed-outcomes',
  'resubmission',
  'slow-ingestion',
  'asset-failure',
  'flaky-webhooks',
  'duplicate-events',
  'out-of-order-events',
  'rate-limited',
  'outage',
  'payout-on-hold',
  'legacy-sunset',
  'late-completion',
]
const HEADER = 'x-sandbox-scenario'

const put = (api: Client, body: unknown) =>
  api.send(
    'PUT',
    '/_sandbox/scenario',
    { 'x-api-key': api.key, 'content-type': 'application/json' },
    JSON.stringify(body),
  )
const asked = (name: string | undefined) => (name === undefined ? {} : { [HEADER]: name })
const deliver = (api: Client, release_id: string, headers: Record<string, string> = {}) =>
  api.post('/v1/deliveries', { release_id, store_ids: STORES, territory_codes: ['WORLDWIDE'] }, headers)
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]

async function draft(api: Client, title = validRelease.title) {
  const { id } = (await api.post('/v1/releases', { ...validRelease, title })).body
  await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
  await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  return id as string
}

async function outcomeOf(api: Client, { body }: ApiResponse) {
  await api.post('/_sandbox/clock/advance', { until: 'idle' })
  return (await api.get(`/v1/deliveries/${body.id}`)).body.status
}

interface Choice {
  header?: string
  submit?: string
  title?: string
  world?: string
}

describe('precedence', () => {
  const table: [what: string, choice: Choice, chosen: string, outcome: string][] = [
    ['nothing: the default', {}, 'happy-path; source=default', 'delivered'],
    ['the world', { world: 'rejection' }, 'rejection; source=world', 'rejected'],
    ['the world, by the name of the default', { world: 'happy-path' }, 'happy-path; source=world', 'delivered'],
    [
      'the title before the world',
      { world: 'rejection', title: '[sandbox:action-required] Lanterns' },
      'action-required; source=title',
      'action_required',
    ],
    [
      'a tag in the middle of the title',
      { title: 'Lanterns [sandbox:rejection] Deluxe' },
      'rejection; source=title',
      'rejected',
    ],
    [
      "the submission's header before the title and the world",
      { world: 'rejection', title: 'Lanterns [sandbox:rejection]', submit: 'action-required' },
      'action-required; source=header',
      'action_required',
    ],
    [
      "the delivery's header before all else",
      { world: 'action-required', title: '[sandbox:action-required]', submit: 'action-required', header: 'rejection' },
      'rejection; source=header',
      'rejected',
    ],
    [
      'a header back to the happy path',
      { world: 'rejection', title: '[sandbox:rejection]', header: 'happy-path' },
      'happy-path; source=header',
      'delivered',
    ],
  ]
  test.each(table)('%s', async (_, { header, submit, title, world }, chosen, outcome) => {
    const api = fresh()
    if (world !== undefined) await put(api, { name: world })
    const id = await draft(api, title)
    const submitted = await api.post(`/v1/releases/${id}/submit`, undefined, asked(submit))
    expect(submitted.status).toBe(200)
    if (header === undefined) expect(submitted.headers[HEADER]).toBe(chosen)
    const delivery = await deliver(api, id, asked(header))
    expect([delivery.status, delivery.headers[HEADER]]).toEqual([201, chosen])
    expect(await outcomeOf(api, delivery)).toBe(outcome)
  })

  test('the scenario from the command line is the default of every world', async () => {
    const started = await startSandbox({ scenario: 'rejection' })
    const api = started.fresh()
    const delivery = await deliver(api, 'rel_seed_07')
    expect(delivery.headers[HEADER]).toBe('rejection; source=default')
    expect(await outcomeOf(api, delivery)).toBe('rejected')
    expect((await api.get('/_sandbox/scenario')).body).toEqual({
      name: 'rejection',
      summary: 'Every store rejects the cover, however often it is resubmitted.',
      source: 'default',
    })
  })

  test('a custom scenario can have the name of a built-in one', async () => {
    const own: Scenario = {
      name: 'house-rules',
      summary: 'Ours.',
      stores: [{ outcome: 'action_required', code: 'artist_in_title' }],
      takedowns: [],
      assets: [],
      faults: [],
    }
    const api = (await startSandbox({ scenario: own })).fresh()
    await put(api, { name: 'happy-path' })
    const delivery = await deliver(api, 'rel_seed_07', asked('house-rules'))
    expect(delivery.headers[HEADER]).toBe('house-rules; source=header')
    expect(await outcomeOf(api, delivery)).toBe('action_required')
  })

  test('a header applies to its own delivery only', async () => {
    const api = fresh()
    await deliver(api, 'rel_seed_07', asked('rejection'))
    const next = await deliver(api, 'rel_seed_05')
    expect(next.headers[HEADER]).toBe('happy-path; source=default')
    expect(await outcomeOf(api, next)).toBe('delivered')
  })

  test('a refused submission does not set a scenario', async () => {
    const api = fresh()
    const { id } = (await api.post('/v1/releases', validRelease)).body
    expect((await api.post(`/v1/releases/${id}/submit`, undefined, asked('rejection'))).status).toBe(422)
    await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
    await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    const submitted = await api.post(`/v1/releases/${id}/submit`)
    expect(submitted.headers[HEADER]).toBe('happy-path; source=default')
    expect((await deliver(api, id)).headers[HEADER]).toBe('happy-path; source=default')
  })

  test("a delivery in progress keeps its scenario when the world's scenario changes", async () => {
    const api = fresh()
    const delivery = await deliver(api, 'rel_seed_07')
    await put(api, { name: 'rejection' })
    expect(await outcomeOf(api, delivery)).toBe('delivered')
  })
})

describe('an unknown name is 400 invalid_request', () => {
  const names: [what: string, name: string][] = [
    ['a slip of the finger', 'rejektion'],
    ['another case', 'Rejection'],
    ['a word that objects know', '__proto__'],
    ['more than the name', 'rejection; source=header'],
    ['nothing', ''],
    ['a very long one', 'x'.repeat(200)],
  ]
  test.each(names)('in the header of a delivery: %s', async (_, name) => {
    const api = fresh()
    const answer = await deliver(api, 'rel_seed_07', asked(name))
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.error.details[0].field.toLowerCase()).toBe(HEADER)
    expect((await api.get('/v1/deliveries')).body.data).toEqual([])
  })

  test('with a suggestion for another form of a name', async () => {
    for (const [name, meant] of [
      ['rejected', 'rejection'],
      ['Outages', 'outage'],
      ['happy_path', 'happy-path'],
    ] as const) {
      const { status, body } = await fresh().send(
        'PUT',
        '/_sandbox/scenario',
        { 'x-api-key': fresh().key, 'content-type': 'application/json' },
        JSON.stringify({ name }),
      )
      expect([status, body.error.details[0].issue]).toEqual([
        400,
        `${JSON.stringify(name)} is not a known scenario; did you mean ${meant}?`,
      ])
    }
  })

  test('in the header of a submission, which is refused', async () => {
    const api = fresh()
    const id = await draft(api)
    const answer = await api.post(`/v1/releases/${id}/submit`, undefined, asked('rejektion'))
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect((await api.get(`/v1/releases/${id}`)).body.status).toBe('draft')
    expect((await api.get('/_sandbox/events')).body.data).toEqual([])
  })

  test('in the title, on the submission and on the delivery, until the title is corrected', async () => {
    const api = fresh()
    const id = await draft(api, 'Lanterns [sandbox:rejektion]')
    const submit = () => api.post(`/v1/releases/${id}/submit`)
    const answer = await submit()
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.error.details[0]).toEqual({
      field: 'title',
      issue: '"rejektion" is not a known scenario; did you mean rejection?',
    })
    await api.patch(`/v1/releases/${id}`, { title: 'Lanterns [sandbox:rejection]' })
    expect((await submit()).status).toBe(200)
    await api.patch(`/v1/releases/${id}`, { title: 'Lanterns [sandbox:rejektion]' })
    expect(refusal(await deliver(api, id))).toEqual([400, 'invalid_request'])
    expect((await deliver(api, id, asked('happy-path'))).status).toBe(201)
  })

  test('for the world, which keeps its current scenario', async () => {
    const api = fresh()
    await put(api, { name: 'rejection' })
    const answer = await put(api, { name: 'rejektion' })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.error.details[0].field).toBe('name')
    expect(answer.body.error.details[0].issue).toBe('"rejektion" is not a known scenario; did you mean rejection?')
    expect((await api.get('/_sandbox/scenario')).body.name).toBe('rejection')
  })

  test('at start-up, before the server listens', async () => {
    await expect(startSandbox({ scenario: 'rejektion' })).rejects.toThrow(/no scenario rejektion/)
  })
})

test.each([
  ['long before the seeds', '0001-01-01T00:00:00Z'],
  ['at the end of time', '9999-12-31T00:00:00Z'],
])('a scenario whose clock starts %s is refused at the start, as --now is', async (_, start) => {
  const now = Date.parse(start)
  const own = { name: 'own', summary: 'x', clock: { start: now }, stores: [], takedowns: [], assets: [], faults: [] }
  await expect(startSandbox({ now })).rejects.toThrow(RangeError)
  await expect(startSandbox({ scenario: own })).rejects.toThrow(RangeError)
})

describe("a world's scenario", () => {
  test.each(NAMES)('%s is built in', async (name) => {
    const api = fresh()
    const { status, body } = await put(api, { name })
    expect([status, body.name, body.source]).toEqual([200, name, 'world'])
    expect(body.summary.length).toBeGreaterThan(10)
    expect((await api.get('/_sandbox/scenario')).body).toEqual(body)
  })

  test('does not affect other worlds', async () => {
    const [mine, other] = [fresh(), fresh()]
    await put(mine, { name: 'rejection' })
    expect((await other.get('/_sandbox/scenario')).body).toMatchObject({ name: 'happy-path', source: 'default' })
  })

  test('is the default again after a reset', async () => {
    const api = fresh()
    await put(api, { name: 'rejection' })
    await api.post('/_sandbox/reset')
    expect((await api.get('/_sandbox/scenario')).body).toMatchObject({ name: 'happy-path', source: 'default' })
    expect((await deliver(api, 'rel_seed_07')).headers[HEADER]).toBe('happy-path; source=default')
  })

  test.each([
    ['nothing', {}, 'validation_failed'],
    ['a number', { name: 7 }, 'validation_failed'],
    ['a list', [], 'validation_failed'],
  ])('is not chosen by %s', async (_, body, code) => {
    expect(refusal(await put(fresh(), body))).toEqual([422, code])
  })

  test('needs a credential', async () => {
    const answer = await client('').send('PUT', '/_sandbox/scenario', { 'content-type': 'application/json' }, '{}')
    expect(refusal(answer)).toEqual([401, 'unauthorized'])
  })

  test('sets its rate limits, and removes them with the next scenario', async () => {
    const api = fresh()
    await put(api, { name: 'rate-limited' })
    expect((await api.get('/v1/stores')).headers['ratelimit-limit']).toBe('120')
    for (let i = 0; i < 9; i++) expect((await api.get('/v1/stores')).status).toBe(200)
    const { status, headers } = await api.get('/v1/stores')
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    await put(api, { name: 'happy-path' })
    expect((await api.get('/v1/stores')).status).toBe(200)
  })

  test('determines the outcome of uploads', async () => {
    const api = fresh()
    await put(api, { name: 'asset-failure' })
    const { id } = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
    await api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, Buffer.from('RIFF1234WAVE'))
    const { body } = await api.post('/_sandbox/clock/advance', { until: 'idle' })
    expect(body.now).toBe('2025-01-01T00:10:00.000Z')
    const asset = (await api.get(`/v1/assets/${id}`)).body
    expect([asset.status, asset.failure_reason]).toEqual(['failed', "The audio can't be decoded."])
  })
})

describe('HTTP faults', () => {
  const faulty = async (...faults: FaultRule[]) =>
    (
      await startSandbox({
        scenario: { name: 'faulty', summary: 'Faulty.', stores: [], takedowns: [], assets: [], faults },
      })
    ).fresh()

  test('503 as often as configured, without side effects, then success', async () => {
    const api = fresh()
    await put(api, { name: 'outage' })
    for (let i = 0; i < 2; i++) {
      expect(refusal(await deliver(api, 'rel_seed_07'))).toEqual([503, 'service_unavailable'])
      expect((await api.get('/v1/deliveries')).body.data).toEqual([])
      expect((await api.get('/_sandbox/agenda')).body.total).toBe(0)
    }
    expect((await deliver(api, 'rel_seed_07')).status).toBe(201)
    expect((await api.get('/v1/deliveries')).body.data).toHaveLength(1)
  })

  test('503 on a submission leaves the draft a draft and makes no event', async () => {
    const api = fresh()
    const id = await draft(api)
    await put(api, { name: 'outage' })
    for (let i = 0; i < 2; i++) {
      expect((await api.post(`/v1/releases/${id}/submit`)).status).toBe(503)
      expect((await api.get(`/v1/releases/${id}`)).body.status).toBe('draft')
    }
    expect((await api.get('/_sandbox/events')).body.data).toEqual([])
    expect((await api.post(`/v1/releases/${id}/submit`)).status).toBe(200)
  })

  test('429 has Retry-After, and a retry with the same key succeeds', async () => {
    const api = fresh()
    await put(api, { name: 'rate-limited' })
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    for (let i = 0; i < 2; i++) {
      const answer = await deliver(api, 'rel_seed_07', key)
      expect(refusal(answer)).toEqual([429, 'rate_limit_exceeded'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(answer.headers['ratelimit-limit']).toBe('120')
    }
    const done = await deliver(api, 'rel_seed_07', key)
    expect([done.status, done.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect((await api.get('/v1/deliveries')).body.data).toHaveLength(1)
  })

  test('a connection reset, once, for reads only', async () => {
    const api = fresh()
    const { id } = (await deliver(api, 'rel_seed_07')).body
    await put(api, { name: 'outage' })
    await expect(api.get(`/v1/deliveries/${id}`)).rejects.toThrow(/socket hang up|ECONNRESET/)
    expect((await api.get(`/v1/deliveries/${id}`)).status).toBe(200)
  })

  test('a connection reset on a write has no side effects', async () => {
    const api = await faulty({ operations: ['createDelivery'], connection: 'reset', times: 1 })
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    await expect(deliver(api, 'rel_seed_07', key)).rejects.toThrow(/socket hang up|ECONNRESET/)
    expect((await api.get('/v1/deliveries')).body.data).toEqual([])
    const retry = await deliver(api, 'rel_seed_07', key)
    expect([retry.status, retry.headers['idempotent-replayed']]).toEqual([201, undefined])
  })

  test('500 is a documented response', async () => {
    const api = await faulty({ operations: ['listStores'], status: 500, times: 1 })
    await expect(api.get('/v1/stores')).rejects.toThrow(/"internal_error"/)
    expect((await api.get('/v1/stores')).status).toBe(200)
  })

  test('a delay does not change the response', async () => {
    const api = await faulty({ operations: ['listStores'], delay: 60, times: 1 })
    await api.get('/v1/releases')
    const started = performance.now()
    expect((await api.get('/v1/stores')).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
  })

  test('rules apply from top to bottom, each up to its limit; a rule without times has none', async () => {
    const api = await faulty(
      { operations: ['listReleases', 'listStores'], status: 503, times: 1 },
      { operations: ['listReleases'], status: 429, times: 2 },
      { operations: ['listTracks'], status: 503 },
    )
    const seen: number[] = []
    for (let i = 0; i < 4; i++) seen.push((await api.get('/v1/releases')).status)
    expect(seen).toEqual([503, 429, 429, 200])
    expect((await api.get('/v1/stores')).status).toBe(200)
    for (let i = 0; i < 4; i++) expect((await api.get('/v1/tracks')).status).toBe(503)
  })

  test('without operations apply to all operations except the control plane', async () => {
    const api = await faulty({ status: 503, times: 2 })
    for (const path of ['/_sandbox/clock', '/_sandbox/scenario']) expect((await api.get(path)).status).toBe(200)
    expect((await api.get('/v1/stores')).status).toBe(503)
    expect((await api.get('/v1/releases/rel_x')).status).toBe(503)
    expect((await api.get('/v1/releases/rel_x')).status).toBe(404)
  })

  test('are counted per world, and restart with a new scenario or a reset', async () => {
    const [one, two] = [fresh(), fresh()]
    const attempt = async (api: Client) => (await deliver(api, 'rel_x')).status
    for (const api of [one, two]) await put(api, { name: 'outage' })
    const seen = [await attempt(one), await attempt(one), await attempt(one), await attempt(two)]
    expect(seen).toEqual([503, 503, 422, 503])
    await put(one, { name: 'outage' })
    expect(await attempt(one)).toBe(503)
    await one.post('/_sandbox/reset')
    expect(await attempt(one)).toBe(422)
  })

  test('do not apply to unauthenticated requests', async () => {
    const api = await faulty({ status: 503 })
    expect((await api.send('GET', '/v1/stores', { 'x-api-key': 'nobody' })).status).toBe(401)
  })
})

test('a header applies the faults of its scenario to its own call only', async () => {
  const { fresh } = await startSandbox()
  const api = fresh()
  const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
  const outage = { 'x-sandbox-scenario': 'outage' }
  for (let i = 0; i < 2; i++) {
    const { status, body } = await api.post('/v1/deliveries', order, outage)
    expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
    expect(body.error.message).toBe('This failure was injected by the scenario outage.')
  }
  expect((await api.post('/v1/deliveries', order, outage)).status).toBe(201)
  expect((await api.get('/v1/deliveries')).status).toBe(200)
})

test('setting the status before the sunset is a submission with a scenario', async () => {
  const { fresh } = await startSandbox({ scenario: 'legacy-sunset' })
  const api = fresh()
  const patch = (name: string) =>
    api.patch('/v1/releases/rel_seed_06', { status: 'submitted' }, { 'x-sandbox-scenario': name })
  expect((await patch('nope')).status).toBe(400)
  const { status, headers } = await patch('rejection')
  expect([status, headers['x-sandbox-scenario']]).toEqual([200, 'rejection; source=header'])
  const order = { release_id: 'rel_seed_06', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
  expect((await api.post('/v1/deliveries', order)).headers['x-sandbox-scenario']).toBe('rejection; source=header')
})
