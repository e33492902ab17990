import { describe, expect, test } from 'vitest'
import type { Scenario, StoreRule, TakedownRule } from '../../../src/core/delivery/scenario-rules.js'
import { type ApiResponse, type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

const LUMENWAVE = 'store_lumenwave' // 2 hours
const QUORVANE = 'store_quorvane' // 12 hours
const PERNICKEL = 'store_pernickel' // 96 hours
const AMBERHOARD = 'store_amberhoard' // 30 hours, does not support takedowns
const ALL = [LUMENWAVE, QUORVANE, PERNICKEL]
const START = '2025-01-01T00:00:00.000Z'
const HOUR = 3_600_000

const at = (hours: number) => new Date(Date.parse(START) + hours * HOUR).toISOString()
const order = (fields: object = {}) => ({
  release_id: 'rel_seed_07',
  store_ids: ALL,
  territory_codes: ['WORLDWIDE'],
  ...fields,
})
const post = (api: Client, fields: object = {}, headers: Record<string, string> = {}) =>
  api.post('/v1/deliveries', order(fields), headers)
const follow = (name: string) => ({ 'x-sandbox-scenario': name })
const advance = async (api: Client, duration: string) =>
  (await api.post('/_sandbox/clock/advance', { duration })).body.steps as Record<string, string>[]
const settle = (api: Client) => api.post('/_sandbox/clock/advance', { until: 'idle' })
const read = async (api: Client, id: string) => (await api.get(`/v1/deliveries/${id}`)).body
const resubmit = (api: Client, id: string, ...store_ids: string[]) =>
  api.post(`/v1/deliveries/${id}/resubmit`, store_ids.length > 0 ? { store_ids } : undefined)
let corrections = 0
/** Changes everything about rel_seed_07 that a store may want changed. */
async function correct(api: Client) {
  // The release already has cover 4.
  const n = [1, 2, 3, 5, 6][corrections++ % 5]
  await api.patch('/v1/releases/rel_seed_07', { title: `Corrected ${n}`, artwork_asset_id: `ast_seed_artwork_0${n}` })
  await api.patch('/v1/tracks/trk_seed_11', { audio_asset_id: `ast_seed_audio_0${n}` })
}
const takedown = (api: Client, id: string, ...store_ids: string[]) =>
  api.post(`/v1/deliveries/${id}/takedown`, store_ids.length > 0 ? { store_ids } : undefined)
const releaseStatus = async (api: Client, id = 'rel_seed_07') => (await api.get(`/v1/releases/${id}`)).body.status
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]
const fields = ({ body }: ApiResponse) => (body.error.details ?? []).map(({ field }: { field?: string }) => field)
const statuses = ({ stores }: { stores: { status: string }[] }) => stores.map(({ status }) => status)

interface Event {
  id: string
  event_type: string
  created_at: string
  data: { previous_status?: string; status: string }
}
const eventsOf = async (api: Client) => (await api.get('/_sandbox/events')).body.data as Event[]
/** Such as `24 delivery.completed rejected`, with the hours since the start. */
const story = async (api: Client) =>
  (await eventsOf(api)).map(({ event_type, created_at, data }) => {
    const hours = (Date.parse(created_at) - Date.parse(START)) / HOUR
    const change = data.previous_status ? `${data.previous_status} → ${data.status}` : data.status
    return `${hours} ${event_type} ${change}`
  })

const play = (stores: StoreRule[], takedowns: TakedownRule[] = []): Scenario => ({
  name: 'own',
  summary: 'A test of its own.',
  stores,
  takedowns,
  assets: [],
  faults: [],
})

describe('a delivery is created', () => {
  test('in progress, with every store pending and the scenario in the response', async () => {
    const api = fresh()
    await advance(api, '5m')
    const { status, body, headers } = await post(api, { store_ids: [LUMENWAVE], territory_codes: ['DE', 'FR'] })
    const now = '2025-01-01T00:05:00.000Z'
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^dlv_[0-9a-z]{21}$/),
      release_id: 'rel_seed_07',
      status: 'in_progress',
      territory_codes: ['DE', 'FR'],
      stores: [{ store_id: LUMENWAVE, status: 'pending', territory_codes: ['DE', 'FR'], updated_at: now }],
      created_at: now,
      updated_at: now,
      completed_at: null,
    })
    expect(headers['x-sandbox-scenario']).toBe('happy-path; source=default')
    expect(await read(api, body.id)).toEqual(body)
    expect(await releaseStatus(api)).toBe('submitted')
  })

  const expansions: [what: string, tier: 'standard' | 'enterprise', release: string, store: string, codes: string[]][] =
    [
      ['all that a store serves', 'standard', 'rel_seed_07', 'store_plattenkrug', ['DE']],
      ['what the account is licensed for', 'standard', 'rel_seed_07', 'store_kumorigo', ['KR']],
      ['all of it with a larger licence', 'enterprise', 'rel_seed_07', 'store_kumorigo', ['JP', 'KR']],
      ['what the release may go to', 'standard', 'rel_seed_05', AMBERHOARD, ['CA', 'US']],
      ['that also in a worldwide store', 'standard', 'rel_seed_05', LUMENWAVE, ['CA', 'MX', 'US']],
      ['the one code in common', 'standard', 'rel_seed_05', 'store_marembola', ['MX']],
    ]
  test.each(expansions)('WORLDWIDE means %s (%s, %s, %s)', async (_, tier, release_id, store, codes) => {
    const { status, body } = await post(fresh(tier), { release_id, store_ids: [store] })
    expect([status, body.territory_codes]).toEqual([201, ['WORLDWIDE']])
    expect(body.stores[0].territory_codes).toEqual(codes)
  })

  test("WORLDWIDE expands per store, within the account's territories", async () => {
    const api = fresh()
    const { body } = await post(api, { store_ids: [LUMENWAVE, 'store_kumorigo', 'store_plattenkrug'] })
    const licensed = (await api.get('/v1/stores/territories')).body.data.map(({ code }: { code: string }) => code)
    expect(body.stores.map(({ territory_codes }: { territory_codes: string[] }) => territory_codes)).toEqual([
      licensed,
      ['KR'],
      ['DE'],
    ])
  })

  test('codes are the same for every store', async () => {
    const { body } = await post(fresh(), { store_ids: [QUORVANE, 'store_velostrand'], territory_codes: ['FR', 'DE'] })
    for (const store of body.stores) expect(store.territory_codes).toEqual(['FR', 'DE'])
  })

  test('for a release that is already delivered, which stays delivered', async () => {
    const api = fresh()
    expect((await post(api, { release_id: 'rel_seed_01' })).status).toBe(201)
    expect(await releaseStatus(api, 'rel_seed_01')).toBe('delivered')
  })

  test('once for all retries with the same key and scenario header', async () => {
    const api = fresh()
    const headers = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18', ...follow('rejection') }
    const first = await post(api, {}, headers)
    const retry = await post(api, {}, headers)
    expect([retry.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect(retry.headers['x-sandbox-scenario']).toBe(first.headers['x-sandbox-scenario'])
    expect((await api.get('/v1/deliveries')).body.data).toHaveLength(1)
    expect(refusal(await post(api, { store_ids: [AMBERHOARD] }, headers))).toEqual([422, 'idempotency_key_reused'])
  })

  test('once for sixteen concurrent identical requests', async () => {
    const api = fresh()
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(api)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
  })
})

describe('a delivery is refused', () => {
  const thousand = Array.from({ length: 1000 }, (_, i) => `store_${i}`)
  const wrong: [what: string, fields: object, code: string, field: string, issue: RegExp][] = [
    ['an unknown release', { release_id: 'rel_x' }, 'validation_failed', 'release_id', /not a known release/],
    ['a release id that is a number', { release_id: 7 }, 'validation_failed', 'release_id', /must be a string/],
    ['no release', { release_id: undefined }, 'missing_required_field', 'release_id', /required/],
    ['no stores', { store_ids: undefined }, 'missing_required_field', 'store_ids', /required/],
    ['no territories', { territory_codes: undefined }, 'missing_required_field', 'territory_codes', /required/],
    ['an unknown store', { store_ids: [LUMENWAVE, 'store_x'] }, 'validation_failed', 'store_ids[1]', /store_x .*known/],
    ['an empty list of stores', { store_ids: [] }, 'validation_failed', 'store_ids', /at least 1 item/],
    ['a store as a text', { store_ids: LUMENWAVE }, 'validation_failed', 'store_ids', /must be an array/],
    [
      'the same store twice',
      { store_ids: [LUMENWAVE, LUMENWAVE] },
      'validation_failed',
      'store_ids',
      /same value twice/,
    ],
    ['1,000 stores', { store_ids: thousand }, 'validation_failed', 'store_ids', /at most 100 items; it has 1000/],
    ['an empty list of codes', { territory_codes: [] }, 'validation_failed', 'territory_codes', /at least 1 item/],
    ['WORLD', { territory_codes: ['WORLD'] }, 'validation_failed', 'territory_codes[0]', /WORLDWIDE/],
    [
      'WORLDWIDE with codes',
      { territory_codes: ['WORLDWIDE', 'DE'] },
      'validation_failed',
      'territory_codes',
      /not both/,
    ],
    [
      'codes with WORLDWIDE',
      { territory_codes: ['DE', 'WORLDWIDE'] },
      'validation_failed',
      'territory_codes',
      /not both/,
    ],
    ['a code in lower case', { territory_codes: ['de'] }, 'validation_failed', 'territory_codes[0]', /upper case/],
    ['a code twice', { territory_codes: ['DE', 'DE'] }, 'validation_failed', 'territory_codes', /same value twice/],
    [
      'a code that one of the stores lacks',
      { store_ids: [LUMENWAVE, 'store_plattenkrug'], territory_codes: ['DE', 'FR'] },
      'territory_not_supported',
      'territory_codes[1]',
      /FR is not served by store_plattenkrug/,
    ],
    [
      'a code that the account is not licensed for',
      { store_ids: ['store_kumorigo'], territory_codes: ['KR', 'JP'] },
      'territory_not_supported',
      'territory_codes[1]',
      /JP is not licensed/,
    ],
    [
      'a code that the network lacks',
      { territory_codes: ['KP'] },
      'territory_not_supported',
      'territory_codes[0]',
      /KP is not supported/,
    ],
    [
      'a code outside the release',
      { release_id: 'rel_seed_05', territory_codes: ['US', 'DE'] },
      'territory_not_supported',
      'territory_codes[1]',
      /DE is not among the release's territories/,
    ],
    [
      'WORLDWIDE where store and release have nothing in common',
      { release_id: 'rel_seed_05', store_ids: [LUMENWAVE, 'store_velostrand'] },
      'territory_not_supported',
      'store_ids[1]',
      /none of the territories/,
    ],
  ]
  test.each(wrong)('for %s, and nothing changes', async (_, changes, code, field, issue) => {
    const api = fresh()
    const answer = await post(api, changes)
    expect(refusal(answer)).toEqual([422, code])
    expect(answer.body.error.details).toContainEqual({ field, issue: expect.stringMatching(issue) })
    expect((await api.get('/v1/deliveries')).body.data).toEqual([])
    expect((await api.get('/_sandbox/agenda')).body.total).toBe(0)
  })

  test('with all issues in one response, under the code that comes first', async () => {
    const api = fresh()
    const answer = await post(api, { release_id: 'rel_x', store_ids: ['store_x'], territory_codes: ['KP', 'WORLD'] })
    expect(refusal(answer)).toEqual([422, 'territory_not_supported'])
    expect(fields(answer).sort()).toEqual(['release_id', 'store_ids[0]', 'territory_codes[0]', 'territory_codes[1]'])
    const bare = await api.post('/v1/deliveries', { store_ids: ['store_x'] })
    expect(refusal(bare)).toEqual([422, 'missing_required_field'])
    expect(fields(bare).sort()).toEqual(['release_id', 'store_ids[0]', 'territory_codes'])
  })

  test.each([
    ['a draft', 'rel_seed_06', 'draft'],
    ['a rejected release', 'rel_seed_03', 'rejected'],
  ])('for %s', async (_, release_id, state) => {
    const api = fresh()
    const answer = await post(api, { release_id })
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(state)
    expect((await api.get('/v1/deliveries')).body.data).toEqual([])
  })

  test('for a draft, with a hint to submit it first', async () => {
    const api = fresh()
    const { id } = (await api.post('/v1/releases', validRelease)).body
    const order = { release_id: id, store_ids: ['store_lumenwave'], territory_codes: ['US'] }
    const { status, body } = await api.post('/v1/deliveries', order)
    expect([status, body.error.code]).toEqual([409, 'invalid_state'])
    expect(body.error.message).toContain(`this one is draft. Submit it first: POST /v1/releases/${id}/submit.`)
  })

  test('for a misspelt store, with a suggestion', async () => {
    const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwve', 'spotify'], territory_codes: ['US'] }
    const { status, body } = await fresh().post('/v1/deliveries', order)
    expect([status, body.error.details]).toEqual([
      422,
      [
        { field: 'store_ids[0]', issue: 'store_lumenwve is not a known store; did you mean store_lumenwave?' },
        { field: 'store_ids[1]', issue: 'spotify is not a known store; GET /v1/stores lists them' },
      ],
    ])
  })

  test('for a release of another world, as for an unknown one', async () => {
    const [mine, other] = [fresh(), fresh()]
    const { id } = (await other.post('/v1/releases', validRelease)).body
    expect(fields(await post(mine, { release_id: id }))).toEqual(['release_id'])
  })
})

describe('a second delivery to the same store', () => {
  test('is a duplicate that names the store; another store is accepted', async () => {
    const api = fresh()
    await post(api, { store_ids: [LUMENWAVE] })
    const answer = await post(api, { store_ids: [QUORVANE, LUMENWAVE] })
    expect(refusal(answer)).toEqual([409, 'duplicate_submission'])
    expect(answer.body.error.details).toEqual([
      {
        field: 'store_ids[1]',
        issue: expect.stringMatching(/^store_lumenwave has this release already, in dlv_\w+, where it is pending$/),
      },
    ])
    expect((await post(api, { store_ids: [QUORVANE] })).status).toBe(201)
  })

  test('is a duplicate in every state except taken_down', async () => {
    const api = fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE] })).body
    const again = async () => refusal(await post(api, { store_ids: [LUMENWAVE], territory_codes: ['DE'] }))
    const seen: [string, unknown][] = []
    const look = async () => seen.push([(await read(api, id)).stores[0].status, await again()])
    const duplicate = [409, 'duplicate_submission']
    await look()
    await advance(api, '1h')
    await look()
    await advance(api, '1h')
    await look()
    await takedown(api, id)
    await look()
    expect(seen).toEqual([
      ['pending', duplicate],
      ['ingesting', duplicate],
      ['delivered', duplicate],
      ['takedown_pending', duplicate],
    ])
    await settle(api)
    expect((await read(api, id)).status).toBe('taken_down')
    expect((await post(api, { store_ids: [LUMENWAVE] })).status).toBe(201)
  })

  test('is a duplicate after a flag, which needs a resubmission', async () => {
    const api = fresh()
    await post(api, { store_ids: [LUMENWAVE] }, follow('action-required'))
    await settle(api)
    expect(refusal(await post(api, { store_ids: [LUMENWAVE] }))).toEqual([409, 'duplicate_submission'])
  })

  async function twins(api: Client) {
    const upc = '036000291452'
    const made: string[] = []
    for (const label of ['One', 'Two']) {
      const { id } = (await api.post('/v1/releases', { ...validRelease, upc, label })).body
      await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
      await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
      await api.post(`/v1/releases/${id}/submit`)
      made.push(id)
    }
    return made as [string, string]
  }

  test('is a duplicate by fingerprint, for any release', async () => {
    const api = fresh()
    const [one, two] = await twins(api)
    expect((await post(api, { release_id: one, store_ids: [LUMENWAVE] })).status).toBe(201)
    expect((await post(api, { release_id: two, store_ids: [QUORVANE] })).status).toBe(201)
    await api.patch(`/v1/releases/${two}`, { label: 'One' })
    expect(refusal(await post(api, { release_id: two, store_ids: [LUMENWAVE] }))).toEqual([409, 'duplicate_submission'])
  })

  test('is a duplicate by the fingerprint at the time of delivery, even if the first release changed since', async () => {
    const api = fresh()
    const [one, two] = await twins(api)
    await post(api, { release_id: one, store_ids: [LUMENWAVE] })
    await api.patch(`/v1/releases/${one}`, { label: 'Three' })
    await api.patch(`/v1/releases/${two}`, { label: 'One' })
    expect(refusal(await post(api, { release_id: two, store_ids: [LUMENWAVE] }))).toEqual([409, 'duplicate_submission'])
  })
})

describe('deliveries are read', () => {
  test('not if they are unknown or belong to another world', async () => {
    const { id } = (await post(fresh())).body
    for (const path of [`/v1/deliveries/${id}`, '/v1/deliveries/dlv_x'])
      expect(refusal(await fresh().get(path))).toEqual([404, 'not_found'])
  })

  test('newest first, page by page, by status and by release', async () => {
    const api = fresh()
    const ids: string[] = []
    for (const [release_id, store] of [
      ['rel_seed_07', LUMENWAVE],
      ['rel_seed_05', LUMENWAVE],
      ['rel_seed_07', QUORVANE],
      ['rel_seed_05', PERNICKEL],
    ] as const) {
      ids.unshift((await post(api, { release_id, store_ids: [store] })).body.id)
      await advance(api, '1m')
    }
    const [d, c, b, a] = ids
    const list = async (query: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await api.get(`/v1/deliveries?limit=1${query}${cursor}`)
        found.push(...body.data.map(({ id }: { id: string }) => id))
        expect(body.has_more).toBe(body.next_cursor !== null)
        if (!body.has_more) return found
        cursor = `&cursor=${body.next_cursor}`
      }
    }
    expect(await list('')).toEqual([d, c, b, a])
    expect(await list('&release_id=rel_seed_07')).toEqual([c, a])
    expect(await list('&release_id=rel_nowhere')).toEqual([])
    await advance(api, '3h')
    expect(await list('&status=delivered')).toEqual([b, a])
    expect(await list('&status=in_progress')).toEqual([d, c])
    expect(await list('&status=delivered&release_id=rel_seed_05')).toEqual([b])
    expect(await list('&status=taken_down')).toEqual([])
    const whole = (await api.get('/v1/deliveries')).body
    expect(whole).toMatchObject({ next_cursor: null, has_more: false })
    expect(whole.data[3]).toEqual(await read(api, a as string))
  })

  test('not with an unknown status, a wrong limit or the cursor of another filter', async () => {
    const api = fresh()
    await post(api, { store_ids: [LUMENWAVE] })
    await post(api, { store_ids: [QUORVANE] })
    const cursor = (await api.get('/v1/deliveries?limit=1&release_id=rel_seed_07')).body.next_cursor
    for (const [query, code] of [
      ['status=pending', 'invalid_request'],
      ['limit=101', 'invalid_request'],
      ['limit=0', 'invalid_request'],
      [`limit=1&cursor=${cursor}`, 'invalid_cursor'],
      [`limit=1&release_id=rel_seed_05&cursor=${cursor}`, 'invalid_cursor'],
    ])
      expect([query, ...refusal(await api.get(`/v1/deliveries?${query}`))]).toEqual([query, 400, code])
  })
})

describe('stores are independent', () => {
  test('each store has its own steps and times', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    const steps = await advance(api, '96h')
    const step = (hours: number, task: string, change: string) => ({ at: at(hours), task, subject: id, change })
    expect(steps).toEqual([
      step(0.5, 'ingest-order', 'store_lumenwave: pending → ingesting'),
      step(2, 'review-order', 'store_lumenwave: ingesting → delivered'),
      step(3, 'ingest-order', 'store_quorvane: pending → ingesting'),
      step(12, 'review-order', 'store_quorvane: ingesting → delivered'),
      step(24, 'ingest-order', 'store_pernickel: pending → ingesting'),
      step(96, 'review-order', 'store_pernickel: ingesting → delivered; delivery: in_progress → delivered'),
    ])
  })

  test('the delivery is delivered when the last store has confirmed', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    const seen: unknown[] = []
    let now = 0
    for (const hours of [0.5, 2, 3, 12, 24, 95, 96]) {
      await advance(api, `${(hours - now) * 60}m`)
      now = hours
      const { status, stores, updated_at, completed_at } = await read(api, id)
      seen.push([hours, status, statuses({ stores }).join(' '), completed_at, await releaseStatus(api)])
      if (hours !== 95) expect(updated_at).toBe(at(hours))
    }
    expect(seen).toEqual([
      [0.5, 'in_progress', 'ingesting pending pending', null, 'submitted'],
      [2, 'in_progress', 'delivered pending pending', null, 'submitted'],
      [3, 'in_progress', 'delivered ingesting pending', null, 'submitted'],
      [12, 'in_progress', 'delivered delivered pending', null, 'submitted'],
      [24, 'in_progress', 'delivered delivered ingesting', null, 'submitted'],
      [95, 'in_progress', 'delivered delivered ingesting', null, 'submitted'],
      [96, 'delivered', 'delivered delivered delivered', at(96), 'delivered'],
    ])
    const { stores } = await read(api, id)
    expect(stores.map(({ updated_at }: { updated_at: string }) => updated_at)).toEqual([at(2), at(12), at(96)])
    for (const store of stores) expect(store).not.toHaveProperty('rejection_code')
  })

  test('a long advance keeps every step and event at its own time', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    await advance(api, '4w')
    expect((await read(api, id)).completed_at).toBe(at(96))
    const events = await eventsOf(api)
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        event_type: 'release.status.changed',
        created_at: at(96),
        data: { release_id: 'rel_seed_07', previous_status: 'submitted', status: 'delivered' },
        deliveries: [],
      },
      {
        id: expect.stringMatching(/^evt_/),
        event_type: 'delivery.completed',
        created_at: at(96),
        data: {
          delivery_id: id,
          release_id: 'rel_seed_07',
          status: 'delivered',
          stores: (await read(api, id)).stores,
        },
        deliveries: [],
      },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(2)
    const completed = (await api.get('/_sandbox/events?event_type=delivery.completed')).body
    expect(completed.data).toEqual([events[1]])
  })
})

describe('the aggregate status', () => {
  const outcomes: [what: string, stores: StoreRule[], story: string[], end: string, release: string][] = [
    [
      'is rejected by the first store that rejects, while the others go on',
      [{ stores: [LUMENWAVE], outcome: 'rejected', code: 'audio_quality' }],
      ['2 release.status.changed submitted → rejected', '2 delivery.completed rejected'],
      'rejected',
      'rejected',
    ],
    [
      'waits for a correction from the first store that flags, and its release stays as it is',
      [{ stores: [QUORVANE], outcome: 'action_required', code: 'artist_in_title' }],
      ['12 delivery.completed action_required'],
      'action_required',
      'submitted',
    ],
    [
      'is flagged, then rejected: a rejection outweighs a flag',
      [
        { stores: [LUMENWAVE], outcome: 'action_required', code: 'artist_in_title' },
        { stores: [QUORVANE], outcome: 'rejected', code: 'audio_quality' },
      ],
      [
        '2 delivery.completed action_required',
        '12 release.status.changed submitted → rejected',
        '12 delivery.completed rejected',
      ],
      'rejected',
      'rejected',
    ],
    [
      'stays rejected when another store flags or rejects it later, without a second event',
      [
        { stores: [LUMENWAVE], outcome: 'rejected', code: 'audio_quality' },
        { stores: [QUORVANE], outcome: 'action_required', code: 'artist_in_title' },
        { stores: [PERNICKEL], outcome: 'rejected', code: 'artwork_quality' },
      ],
      ['2 release.status.changed submitted → rejected', '2 delivery.completed rejected'],
      'rejected',
      'rejected',
    ],
  ]
  for (const [what, stores, events, end, release] of outcomes)
    test(what, async () => {
      const api = (await startSandbox({ scenario: play(stores) })).fresh()
      const { id } = (await post(api)).body
      await settle(api)
      const delivery = await read(api, id)
      expect([await story(api), delivery.status, await releaseStatus(api)]).toEqual([events, end, release])
      const outcomeOf = (store: string) => stores.find((rule) => rule.stores?.includes(store))?.outcome ?? 'delivered'
      expect(statuses(delivery)).toEqual(ALL.map(outcomeOf))
      const last = Number(events.at(-1)?.split(' ')[0])
      expect(delivery.completed_at).toBe(at(last))
      expect(delivery.updated_at).toBe(at(96))
    })

  test('a rejection and a flag carry their code and reason, a confirmation neither', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('mixed-outcomes'))).body
    await settle(api)
    const { stores } = await read(api, id)
    expect(stores[0]).not.toHaveProperty('rejection_code')
    expect(stores[0]).not.toHaveProperty('rejection_reason')
    expect(stores[1]).toMatchObject({
      status: 'rejected',
      rejection_code: 'audio_quality',
      rejection_reason: "The audio clips, is noisy or can't be decoded.",
    })
    expect(stores[2]).toMatchObject({
      status: 'action_required',
      rejection_code: 'artwork_text_mismatch',
      rejection_reason: 'The words on the cover are not the title and artist of the release.',
    })
  })

  test('the reason of a scenario replaces that of the code', async () => {
    const rule: StoreRule = { outcome: 'rejected', code: 'audio_quality', reason: 'Too loud.', after: 90 * 60_000 }
    const api = (await startSandbox({ scenario: play([rule]) })).fresh()
    const { id } = (await post(api, { store_ids: [PERNICKEL] })).body
    await advance(api, '90m')
    const [store] = (await read(api, id)).stores
    expect(store).toMatchObject({ rejection_code: 'audio_quality', rejection_reason: 'Too loud.', updated_at: at(1.5) })
  })

  test('two deliveries of one release both change its status', async () => {
    const api = fresh()
    await post(api, { store_ids: [LUMENWAVE] })
    await post(api, { store_ids: [QUORVANE] }, follow('rejection'))
    await settle(api)
    expect(await story(api)).toEqual([
      '2 release.status.changed submitted → delivered',
      '2 delivery.completed delivered',
      '12 release.status.changed delivered → rejected',
      '12 delivery.completed rejected',
    ])
  })

  test('a second delivery of a delivered release makes no release event', async () => {
    const api = fresh()
    await post(api, { release_id: 'rel_seed_01', store_ids: [LUMENWAVE] })
    await settle(api)
    expect(await story(api)).toEqual(['2 delivery.completed delivered'])
  })
})

describe('a resubmission', () => {
  test('goes to the affected stores, sets the release to submitted, and can succeed', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('mixed-outcomes'))).body
    await advance(api, '100h')
    await correct(api)
    const { status, body } = await resubmit(api, id)
    expect([status, body.status, body.completed_at, body.updated_at]).toEqual([200, 'in_progress', null, at(100)])
    expect(statuses(body)).toEqual(['delivered', 'pending', 'pending'])
    for (const store of body.stores) expect(store).not.toHaveProperty('rejection_reason')
    expect(body.stores[0].updated_at).toBe(at(2))
    expect(await releaseStatus(api)).toBe('submitted')
    await settle(api)
    const end = await read(api, id)
    expect([end.status, end.completed_at, await releaseStatus(api)]).toEqual(['delivered', at(196), 'delivered'])
    expect(end.stores[0].updated_at).toBe(at(2))
    expect(await story(api)).toEqual([
      '12 release.status.changed submitted → rejected',
      '12 delivery.completed rejected',
      '100 release.status.changed rejected → submitted',
      '196 release.status.changed submitted → delivered',
      '196 delivery.completed delivered',
    ])
  })

  test('does not change a release that was only flagged, and accepts an empty body', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('action-required'))).body
    await settle(api)
    await correct(api)
    expect((await api.post(`/v1/deliveries/${id}/resubmit`, {})).status).toBe(200)
    await settle(api)
    expect((await story(api)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'delivery.completed action_required',
      'release.status.changed submitted → delivered',
      'delivery.completed delivered',
    ])
  })

  test('of some stores leaves the others rejected, and the delivery becomes rejected again', async () => {
    const rule: StoreRule = { attempt: 1, outcome: 'rejected', code: 'audio_quality' }
    const api = (await startSandbox({ scenario: play([rule]) })).fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE, QUORVANE] })).body
    await advance(api, '12h')
    const { status, body } = await resubmit(api, id, QUORVANE)
    expect([status, body.status, ...statuses(body)]).toEqual([200, 'in_progress', 'rejected', 'pending'])
    expect(body.stores[0].rejection_code).toBe('audio_quality')
    await settle(api)
    const then = await read(api, id)
    expect([then.status, ...statuses(then)]).toEqual(['rejected', 'rejected', 'delivered'])
    expect((await resubmit(api, id)).status).toBe(200)
    await settle(api)
    expect((await read(api, id)).status).toBe('delivered')
    expect(await story(api)).toEqual([
      '2 release.status.changed submitted → rejected',
      '2 delivery.completed rejected',
      '12 release.status.changed rejected → submitted',
      '24 release.status.changed submitted → rejected',
      '24 delivery.completed rejected',
      '24 release.status.changed rejected → submitted',
      '26 release.status.changed submitted → delivered',
      '26 delivery.completed delivered',
    ])
  })

  test('does not wait for stores that are still ingesting', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('rejection'))).body
    await advance(api, '4h')
    const { body } = await resubmit(api, id)
    expect([body.status, ...statuses(body)]).toEqual(['in_progress', 'pending', 'ingesting', 'pending'])
    await advance(api, '2h')
    expect((await read(api, id)).status).toBe('rejected')
    await advance(api, '6h')
    expect(statuses(await read(api, id))).toEqual(['rejected', 'rejected', 'pending'])
  })

  test('follows the scenario of its delivery, correction by correction, whatever scenario the world uses by then', async () => {
    const api = fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE] }, follow('resubmission'))).body
    const headers = { 'x-api-key': api.key, 'content-type': 'application/json' }
    await api.send('PUT', '/_sandbox/scenario', headers, JSON.stringify({ name: 'rejection' }))
    const found: string[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      await advance(api, '2h')
      const { stores } = await read(api, id)
      found.push(`${stores[0].status} ${stores[0].rejection_code ?? ''}`.trim())
      await correct(api)
      if (attempt < 3) await resubmit(api, id)
    }
    expect(found).toEqual(['rejected artwork_prohibited_content', 'action_required artist_in_title', 'delivered'])
  })

  test('uses the current title of the release', async () => {
    const rules: StoreRule[] = [{ release: '*Remix*', outcome: 'action_required', code: 'metadata_formatting' }]
    const api = (await startSandbox({ scenario: play(rules) })).fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE] })).body
    await settle(api)
    expect((await read(api, id)).status).toBe('action_required')
    await api.patch('/v1/releases/rel_seed_07', { title: 'No Postcard After August' })
    await resubmit(api, id)
    await settle(api)
    expect((await read(api, id)).status).toBe('delivered')
  })

  test('makes a rejected release submitted again, even when its own delivery was in progress', async () => {
    const api = fresh()
    const first = (await post(api, { store_ids: [LUMENWAVE, QUORVANE] }, follow('rejection'))).body.id
    await advance(api, '12h')
    await resubmit(api, first, QUORVANE)
    const second = (await post(api, { store_ids: ['store_marembola'] }, follow('rejection'))).body.id
    await advance(api, '8h')
    expect([(await read(api, second)).status, await releaseStatus(api)]).toEqual(['rejected', 'rejected'])
    expect((await read(api, first)).status).toBe('in_progress')
    expect((await resubmit(api, first, LUMENWAVE)).status).toBe(200)
    expect(await releaseStatus(api)).toBe('submitted')
  })

  const refused: [
    what: string,
    hours: number,
    body: unknown,
    status: number,
    code: string,
    field: string | undefined,
  ][] = [
    ['when no store has said anything', 0, undefined, 409, 'invalid_state', undefined],
    ['when the first store only has confirmed', 2, undefined, 409, 'invalid_state', undefined],
    ['of a store that has confirmed', 12, { store_ids: [LUMENWAVE] }, 409, 'invalid_state', 'store_ids[0]'],
    ['of a store still at it', 12, { store_ids: [QUORVANE, PERNICKEL] }, 409, 'invalid_state', 'store_ids[1]'],
    ['of a store not in the order', 12, { store_ids: [AMBERHOARD] }, 422, 'validation_failed', 'store_ids[0]'],
    ['of an unknown store', 12, { store_ids: ['store_x'] }, 422, 'validation_failed', 'store_ids[0]'],
    ['of no store', 12, { store_ids: [] }, 422, 'validation_failed', 'store_ids'],
    ['of a store twice', 12, { store_ids: [QUORVANE, QUORVANE] }, 422, 'validation_failed', 'store_ids'],
  ]
  test.each(refused)('is refused %s, and nothing changes', async (_, hours, body, status, code, field) => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('mixed-outcomes'))).body
    await advance(api, `${hours}h`)
    const before = [await read(api, id), await eventsOf(api), (await api.get('/_sandbox/agenda')).body]
    const answer = await api.post(`/v1/deliveries/${id}/resubmit`, body)
    expect([...refusal(answer), fields(answer)[0]]).toEqual([status, code, field])
    expect([await read(api, id), await eventsOf(api), (await api.get('/_sandbox/agenda')).body]).toEqual(before)
  })

  test('of one store leaves the rejection of another outweighing a flag', async () => {
    const { fresh: begin } = await startSandbox({
      scenario: {
        name: 'flag-after-rejection',
        summary: '',
        stores: [
          { stores: [LUMENWAVE], attempt: 2, outcome: 'action_required' },
          { stores: [LUMENWAVE, QUORVANE], outcome: 'rejected' },
        ],
        takedowns: [],
        assets: [],
        faults: [],
      },
    })
    const api = begin()
    const { id } = (await post(api, { store_ids: [LUMENWAVE, QUORVANE] })).body
    await settle(api)
    expect((await resubmit(api, id, LUMENWAVE)).body.status).toBe('in_progress')
    await settle(api)
    const { status, stores } = await read(api, id)
    expect([status, ...statuses({ stores })]).toEqual(['rejected', 'action_required', 'rejected'])
  })

  test("must be within the release's territories, and expands WORLDWIDE again", async () => {
    const api = fresh()
    const orders = { codes: ['DE', 'FR'], all: ['WORLDWIDE'] }
    const ids: Record<string, string> = {}
    for (const [name, territory_codes] of Object.entries(orders)) {
      const store_ids = [name === 'all' ? LUMENWAVE : QUORVANE]
      ids[name] = (
        await post(api, { release_id: 'rel_seed_07', store_ids, territory_codes }, follow('rejection'))
      ).body.id
    }
    await settle(api)
    await api.patch('/v1/releases/rel_seed_07', { territories: ['DE', 'US'] })
    const refused = await resubmit(api, ids.codes as string)
    expect(refusal(refused)).toEqual([422, 'territory_not_supported'])
    expect(fields(refused)).toEqual(['territory_codes[1]'])
    expect((await resubmit(api, ids.all as string)).body.stores[0].territory_codes).toEqual(['DE', 'US'])
  })

  test('is refused for a store that serves none of the remaining territories; the others can be named', async () => {
    const api = fresh()
    const store_ids = [LUMENWAVE, 'store_marembola']
    const { id } = (await post(api, { store_ids }, follow('action-required'))).body
    await settle(api)
    await api.patch('/v1/releases/rel_seed_07', { territories: ['DE'] })
    for (const [answer, field] of [
      [await resubmit(api, id), 'territory_codes[0]'],
      [await resubmit(api, id, ...store_ids), 'store_ids[1]'],
    ] as const) {
      expect(refusal(answer)).toEqual([422, 'territory_not_supported'])
      expect(fields(answer)).toEqual([field])
      expect(answer.body.error.details[0].issue).toMatch(/^store_marembola serves none of the territories/)
    }
    expect(statuses(await read(api, id))).toEqual(['action_required', 'action_required'])
    expect((await resubmit(api, id, LUMENWAVE)).body.stores[0].territory_codes).toEqual(['DE'])
  })

  test('is refused if everything is delivered or the delivery is unknown', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    await settle(api)
    expect(refusal(await resubmit(api, id))).toEqual([409, 'invalid_state'])
    expect(refusal(await resubmit(api, 'dlv_x'))).toEqual([404, 'not_found'])
    expect(refusal(await resubmit(fresh(), id))).toEqual([404, 'not_found'])
  })

  test('with an Idempotency-Key happens once', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('rejection'))).body
    await settle(api)
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const first = await api.post(`/v1/deliveries/${id}/resubmit`, undefined, key)
    const retry = await api.post(`/v1/deliveries/${id}/resubmit`, undefined, key)
    expect([first.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
  })
})

describe('a takedown', () => {
  const delivered = async (api: Client, store_ids = ALL, hours = 96) => {
    const { id } = (await post(api, { store_ids })).body
    await advance(api, `${hours}h`)
    return id as string
  }

  test('is confirmed by each store between 24 and 72 hours later, and is complete with the last one', async () => {
    const api = fresh()
    const id = await delivered(api)
    const { status, body } = await takedown(api, id)
    expect([status, body.status, ...statuses(body)]).toEqual([202, 'delivered', ...ALL.map(() => 'takedown_pending')])
    expect(body.completed_at).toBe(at(96))
    expect(await advance(api, '23h59m59s')).toEqual([])
    const steps = await advance(api, '48h1s')
    expect(steps.map(({ change }) => change)).toEqual([
      'store_lumenwave: takedown_pending → taken_down',
      'store_quorvane: takedown_pending → taken_down',
      'store_pernickel: takedown_pending → taken_down; delivery: delivered → taken_down',
    ])
    const end = await read(api, id)
    expect([end.status, ...statuses(end)]).toEqual(['taken_down', ...ALL.map(() => 'taken_down')])
    expect(end.updated_at).toBe(steps[2]?.at)
    for (const store of end.stores) {
      const hours = (Date.parse(store.updated_at) - Date.parse(at(96))) / HOUR
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThanOrEqual(72)
    }
  })

  test('does not change the release and makes no event', async () => {
    const api = fresh()
    const id = await delivered(api)
    const before = await eventsOf(api)
    await takedown(api, id)
    await settle(api)
    expect([await eventsOf(api), await releaseStatus(api)]).toEqual([before, 'delivered'])
  })

  test('takes as long as the scenario says', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('takedown'))).body
    await advance(api, '96h')
    await takedown(api, id)
    const steps = await advance(api, '72h')
    expect(steps.map(({ at: when }) => when)).toEqual([at(120), at(144), at(168)])
  })

  test('of some stores is complete when those have confirmed; the others can follow', async () => {
    const api = fresh()
    const id = await delivered(api)
    const asked = await takedown(api, id, QUORVANE)
    expect([asked.status, ...statuses(asked.body)]).toEqual([202, 'delivered', 'takedown_pending', 'delivered'])
    await settle(api)
    const partly = await read(api, id)
    expect([partly.status, ...statuses(partly)]).toEqual(['taken_down', 'delivered', 'taken_down', 'delivered'])
    expect(refusal(await takedown(api, id, QUORVANE))).toEqual([409, 'invalid_state'])
    const later = await takedown(api, id)
    expect([later.status, later.body.status, ...statuses(later.body)]).toEqual([
      202,
      'taken_down',
      'takedown_pending',
      'taken_down',
      'takedown_pending',
    ])
    await settle(api)
    const end = await read(api, id)
    expect([end.status, ...statuses(end)]).toEqual(['taken_down', ...ALL.map(() => 'taken_down')])
  })

  test('can be requested store by store, and is complete when all of them have confirmed', async () => {
    const api = fresh()
    const id = await delivered(api)
    await takedown(api, id, LUMENWAVE)
    await advance(api, '1h')
    await takedown(api, id, PERNICKEL)
    await advance(api, '30h')
    const half = await read(api, id)
    expect([half.status, ...statuses(half)]).toEqual(['delivered', 'taken_down', 'delivered', 'takedown_pending'])
    await settle(api)
    expect((await read(api, id)).status).toBe('taken_down')
  })

  test('leaves out stores that do not support takedowns, and is refused if one is named', async () => {
    const api = fresh()
    const id = await delivered(api, [LUMENWAVE, AMBERHOARD])
    const answer = await takedown(api, id, LUMENWAVE, AMBERHOARD)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    const issue = 'store_amberhoard does not support takedowns'
    expect(answer.body.error.details).toEqual([{ field: 'store_ids[1]', issue }])
    expect((await takedown(api, id)).status).toBe(202)
    await settle(api)
    const end = await read(api, id)
    expect([end.status, ...statuses(end)]).toEqual(['taken_down', 'taken_down', 'delivered'])
    expect((await takedown(api, id)).body.error.message).toBe(
      'No store can take this delivery down: store_lumenwave is taken_down, not delivered; store_amberhoard does not support takedowns.',
    )
  })

  test('suggests the store of the delivery that a mistyped id resembles', async () => {
    const api = fresh()
    const id = await delivered(api, [LUMENWAVE])
    const { status, body } = await takedown(api, id, 'store_lumenwve')
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect(body.error.details).toEqual([
      { field: 'store_ids[0]', issue: `store_lumenwve is not part of this delivery; did you mean ${LUMENWAVE}?` },
    ])
  })

  test('is refused where the only store does not support takedowns', async () => {
    const api = fresh()
    const id = await delivered(api, [AMBERHOARD])
    expect(refusal(await takedown(api, id))).toEqual([409, 'invalid_state'])
    expect((await read(api, id)).status).toBe('delivered')
  })

  test.each([
    ['before any store has delivered', 'happy-path', 0, 'pending'],
    ['if every store flagged the release', 'action-required', 96, 'action_required'],
  ])('is refused %s', async (_, scenario, hours, state) => {
    const api = fresh()
    const { id } = (await post(api, {}, follow(scenario))).body
    await advance(api, `${hours}h`)
    const before = await read(api, id)
    expect(refusal(await takedown(api, id, LUMENWAVE))).toEqual([409, 'invalid_state'])
    const answer = await takedown(api, id)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(`store_lumenwave is ${state}, not delivered`)
    expect(await read(api, id)).toEqual(before)
  })

  test('of a store that has delivered does not wait for the others', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    await advance(api, '12h')
    const asked = await takedown(api, id)
    expect([asked.status, asked.body.status, ...statuses(asked.body)]).toEqual([
      202,
      'in_progress',
      'takedown_pending',
      'takedown_pending',
      'pending',
    ])
    await advance(api, '80h')
    const half = await read(api, id)
    expect([half.status, ...statuses(half)]).toEqual(['in_progress', 'taken_down', 'taken_down', 'ingesting'])
    await advance(api, '4h')
    const confirmed = await read(api, id)
    expect([confirmed.status, ...statuses(confirmed)]).toEqual(['delivered', 'taken_down', 'taken_down', 'delivered'])
    expect((await story(api)).at(-1)).toBe('96 delivery.completed delivered')
    await takedown(api, id)
    await settle(api)
    expect((await read(api, id)).status).toBe('taken_down')
  })

  test('of the stores that delivered leaves a rejected delivery rejected', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('mixed-outcomes'))).body
    await settle(api)
    expect((await takedown(api, id)).status).toBe(202)
    await settle(api)
    const end = await read(api, id)
    expect([end.status, ...statuses(end)]).toEqual(['rejected', 'taken_down', 'rejected', 'action_required'])
    expect((await api.get('/_sandbox/invariants')).body.ok).toBe(true)
  })

  test('is refused twice: while it runs and when it is done', async () => {
    const api = fresh()
    const id = await delivered(api)
    await takedown(api, id)
    expect(refusal(await takedown(api, id))).toEqual([409, 'invalid_state'])
    await settle(api)
    expect(refusal(await takedown(api, id))).toEqual([409, 'invalid_state'])
    expect((await api.get('/_sandbox/agenda')).body.total).toBe(0)
  })

  const refused: [what: string, store_ids: string[], field: string, issue: RegExp][] = [
    ['a store that is being taken down', [QUORVANE, LUMENWAVE], 'store_ids[1]', /takedown_pending, not delivered/],
    ['a store not in the order', [AMBERHOARD], 'store_ids[0]', /not part of this delivery/],
    ['an unknown store', ['store_x'], 'store_ids[0]', /not part of this delivery/],
    ['no store', [], 'store_ids', /at least 1 item/],
    ['a store twice', [QUORVANE, QUORVANE], 'store_ids', /same value twice/],
  ]
  test.each(refused)('is refused for %s, and nothing changes', async (_, store_ids, field, issue) => {
    const api = fresh()
    const id = await delivered(api)
    await takedown(api, id, LUMENWAVE)
    const before = [await read(api, id), (await api.get('/_sandbox/agenda')).body]
    const answer = await api.post(`/v1/deliveries/${id}/takedown`, { store_ids })
    const isAboutState = issue.source.includes('takedown_pending')
    expect(refusal(answer)).toEqual(isAboutState ? [409, 'invalid_state'] : [422, 'validation_failed'])
    expect(answer.body.error.details).toEqual([{ field, issue: expect.stringMatching(issue) }])
    expect([await read(api, id), (await api.get('/_sandbox/agenda')).body]).toEqual(before)
  })

  test('is refused for an unknown delivery', async () => {
    expect(refusal(await takedown(fresh(), 'dlv_x'))).toEqual([404, 'not_found'])
  })
})

describe('the agenda', () => {
  test('lists scheduled tasks with their times and outcomes', async () => {
    const api = fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE, QUORVANE] }, follow('rejection'))).body
    await advance(api, '1h')
    expect((await api.get('/_sandbox/agenda')).body).toEqual({
      data: [
        { due: at(2), task: 'review-order', subject: id, store_id: LUMENWAVE, outcome: 'rejected' },
        { due: at(3), task: 'ingest-order', subject: id, store_id: QUORVANE },
        { due: at(12), task: 'review-order', subject: id, store_id: QUORVANE, outcome: 'rejected' },
      ],
      total: 3,
    })
    await settle(api)
    expect((await api.get('/_sandbox/agenda')).body).toEqual({ data: [], total: 0 })
  })

  test('lists takedowns', async () => {
    const api = fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE] }, follow('takedown'))).body
    await settle(api)
    await takedown(api, id)
    expect((await api.get('/_sandbox/agenda')).body.data).toEqual([
      { due: at(26), task: 'confirm-takedown', subject: id, store_id: LUMENWAVE },
    ])
  })
})

describe('advance until', () => {
  const until = (api: Client, wanted: unknown) => api.post('/_sandbox/clock/advance', { until: wanted })

  test('idle runs to the last step, and lists them all', async () => {
    const api = fresh()
    await post(api)
    const { status, body } = await until(api, 'idle')
    expect([status, body.now, body.reached, body.steps.length]).toEqual([200, at(96), true, 6])
    expect((await api.get('/_sandbox/clock')).body.now).toBe(at(96))
  })

  test('idle does nothing if nothing is scheduled', async () => {
    expect((await until(fresh(), 'idle')).body).toEqual({ now: START, reached: true, steps: [] })
  })

  test('a delivery has a status stops there, with the other tasks still scheduled', async () => {
    const api = fresh()
    const { id } = (await post(api, {}, follow('mixed-outcomes'))).body
    const { body } = await until(api, { delivery: id, status: 'rejected' })
    expect([body.now, body.reached, body.steps.length]).toEqual([at(12), true, 4])
    expect(body.steps[3]).toEqual({
      at: at(12),
      task: 'review-order',
      subject: id,
      change: 'store_quorvane: ingesting → rejected; delivery: in_progress → rejected',
    })
    expect((await read(api, id)).completed_at).toBe(at(12))
    expect((await api.get('/_sandbox/agenda')).body.total).toBe(2)
    expect((await until(api, { delivery: id, status: 'rejected' })).body).toEqual({
      now: at(12),
      reached: true,
      steps: [],
    })
  })

  test('a status that is never reached ends with reached: false', async () => {
    const api = fresh()
    const { id } = (await post(api)).body
    const { status, body } = await until(api, { delivery: id, status: 'rejected' })
    expect([status, body.reached, body.now, body.steps.length]).toEqual([200, false, at(96), 6])
  })

  test('responds after everything due at that time has happened, and lists it', async () => {
    const api = fresh()
    const { id } = (await post(api, { store_ids: [LUMENWAVE] }, follow('rejection'))).body
    const other = (await post(api, { release_id: 'rel_seed_05', store_ids: [LUMENWAVE] })).body.id
    const { body } = await until(api, { delivery: id, status: 'rejected' })
    expect(body.now).toBe(at(2))
    const told = body.steps.filter(({ subject }: { subject: string }) => subject === other).at(-1)?.change ?? ''
    expect(told).toContain(`→ ${(await read(api, other)).stores[0].status}`)
  })

  const refused: [what: string, wanted: unknown, field: string][] = [
    ['an unknown delivery', { delivery: 'dlv_x', status: 'rejected' }, 'until.delivery'],
    ['an unknown status', { delivery: 'dlv_x', status: 'pending' }, 'until'],
    ['no status', { delivery: 'dlv_x' }, 'until'],
    ['another word', 'forever', 'until'],
    ['null', null, 'until'],
  ]
  test.each(refused)('%s is refused', async (_, wanted, field) => {
    const api = fresh()
    await post(api)
    const answer = await until(api, wanted)
    expect(refusal(answer)).toEqual([422, 'validation_failed'])
    expect(fields(answer)).toContain(field)
    expect((await api.get('/_sandbox/clock')).body.now).toBe(START)
  })
})
