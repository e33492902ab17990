import { describe, expect, test } from 'vitest'
import { wav } from '../../support/media-files.js'
import { type ApiResponse, type Client, startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

const LUMENWAVE = 'store_lumenwave'
const QUORVANE = 'store_quorvane'
const AMBERHOARD = 'store_amberhoard' // takes nothing down
const START = '2025-01-01T00:00:00.000Z'

const deliver = async (api: Client, store_ids = [LUMENWAVE, QUORVANE], release_id = 'rel_seed_07') =>
  (await api.post('/v1/deliveries', { release_id, store_ids, territory_codes: ['WORLDWIDE'] })).body.id as string
const simulate = (api: Client, delivery_id: string, outcome: string, more: object = {}) =>
  api.post('/_sandbox/simulate/delivery', { delivery_id, outcome, ...more })
const read = async (api: Client, id: string) => (await api.get(`/v1/deliveries/${id}`)).body
const settle = async (api: Client) => (await api.post('/_sandbox/clock/advance', { until: 'idle' })).body
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]
const statuses = ({ stores }: { stores: { status: string }[] }) => stores.map(({ status }) => status)
interface Event {
  event_type: string
  data: { previous_status?: string; status?: string }
}
const story = async (api: Client) =>
  ((await api.get('/_sandbox/events')).body.data as Event[]).map(({ event_type, data }) =>
    `${event_type} ${data.status ?? ''}`.trim(),
  )

describe('a delivery can be moved', () => {
  const outcomes: [outcome: string, code: string | undefined, reason: RegExp, release: string, events: string[]][] = [
    ['delivered', undefined, /^$/, 'delivered', ['release.status.changed delivered', 'delivery.completed delivered']],
    [
      'rejected',
      'artwork_too_small',
      /3000 pixels/,
      'rejected',
      ['release.status.changed rejected', 'delivery.completed rejected'],
    ],
    ['action_required', 'metadata_formatting', /The title/, 'submitted', ['delivery.completed action_required']],
  ]
  test.each(outcomes)('to %s at once, with all its events', async (outcome, code, reason, release, events) => {
    const api = fresh()
    const id = await deliver(api)
    const { status, body } = await simulate(api, id, outcome)
    expect([status, body.delivery_id, body.status]).toEqual([200, id, outcome])
    for (const store of body.stores) {
      expect([store.status, store.rejection_code]).toEqual([outcome, code])
      expect(store.rejection_reason ?? '').toMatch(reason)
    }
    const delivery = await read(api, id)
    expect([delivery.status, delivery.completed_at, ...statuses(delivery)]).toEqual([outcome, START, outcome, outcome])
    expect((await api.get('/v1/releases/rel_seed_07')).body.status).toBe(release)
    expect(await story(api)).toEqual(events)
    expect((await api.get('/_sandbox/clock')).body.now).toBe(START)
  })

  test('with a code and a reason from the caller', async () => {
    const api = fresh()
    const id = await deliver(api)
    const more = { store_id: QUORVANE, rejection_code: 'copyright_claim', rejection_reason: 'Sounds like mine.' }
    const { body } = await simulate(api, id, 'action_required', more)
    expect(body.stores).toEqual([
      { store_id: LUMENWAVE, status: 'pending' },
      {
        store_id: QUORVANE,
        status: 'action_required',
        rejection_code: 'copyright_claim',
        rejection_reason: 'Sounds like mine.',
      },
    ])
    expect(body.status).toBe('action_required')
    expect((await read(api, id)).stores[1]).toMatchObject(body.stores[1])
  })

  test('with a code alone, using the reason of that code', async () => {
    const api = fresh()
    const { body } = await simulate(api, await deliver(api), 'rejected', { rejection_code: 'audio_too_short' })
    expect(body.stores[0].rejection_reason).toBe('The single lasts less than thirty seconds.')
  })

  test('store by store, and is delivered with the last store', async () => {
    const api = fresh()
    const id = await deliver(api)
    const first = await simulate(api, id, 'delivered', { store_id: LUMENWAVE })
    expect([first.body.status, ...statuses(first.body)]).toEqual(['in_progress', 'delivered', 'pending'])
    expect(await story(api)).toEqual([])
    const second = await simulate(api, id, 'delivered')
    expect([second.body.status, ...statuses(second.body)]).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('while it is being ingested', async () => {
    const api = fresh()
    const id = await deliver(api)
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    expect(statuses(await read(api, id))).toEqual(['ingesting', 'pending'])
    expect((await simulate(api, id, 'rejected')).body.status).toBe('rejected')
    expect((await read(api, id)).completed_at).toBe('2025-01-01T01:00:00.000Z')
  })

  test('through its life cycle: rejected, resubmitted, delivered, taken down', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'rejected')
    expect((await api.post(`/v1/deliveries/${id}/resubmit`)).body.status).toBe('in_progress')
    await simulate(api, id, 'delivered')
    const { body } = await simulate(api, id, 'taken_down')
    expect([body.status, ...statuses(body)]).toEqual(['taken_down', 'taken_down', 'taken_down'])
    expect(await story(api)).toEqual([
      'release.status.changed rejected',
      'delivery.completed rejected',
      'release.status.changed submitted',
      'release.status.changed delivered',
      'delivery.completed delivered',
    ])
    expect((await settle(api)).steps).toEqual([])
    expect(statuses(await read(api, id))).toEqual(['taken_down', 'taken_down'])
  })

  test('to the end of a requested takedown', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'delivered')
    await api.post(`/v1/deliveries/${id}/takedown`)
    expect((await simulate(api, id, 'taken_down')).body.status).toBe('taken_down')
    const events = await story(api)
    expect((await settle(api)).steps).toEqual([])
    expect(await story(api)).toEqual(events)
  })

  test('to taken_down from the start, through delivered', async () => {
    const api = fresh()
    const id = await deliver(api)
    const answer = await simulate(api, id, 'taken_down')
    expect([answer.status, answer.body.status]).toEqual([200, 'taken_down'])
    const events = (await api.get('/_sandbox/events?event_type=delivery.completed')).body.data
    expect(events.map(({ data }: { data: { status: string } }) => data.status)).toEqual(['delivered'])
    expect((await api.get('/_sandbox/agenda')).body.total).toBe(0)
  })
})

describe('a takedown of one store', () => {
  test('does not wait for another store', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'delivered', { store_id: LUMENWAVE })
    const answer = await simulate(api, id, 'taken_down', { store_id: LUMENWAVE })
    expect([answer.status, answer.body.status, ...statuses(answer.body)]).toEqual([
      200,
      'in_progress',
      'taken_down',
      'pending',
    ])
    const whole = await simulate(api, id, 'taken_down')
    expect([whole.body.status, ...statuses(whole.body)]).toEqual(['taken_down', 'taken_down', 'taken_down'])
  })

  test('is possible while another store rejects, but not that of the whole delivery', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'delivered', { store_id: LUMENWAVE })
    await simulate(api, id, 'rejected', { store_id: QUORVANE })
    expect(refusal(await simulate(api, id, 'taken_down'))).toEqual([409, 'invalid_state'])
    const answer = await simulate(api, id, 'taken_down', { store_id: LUMENWAVE })
    expect([answer.body.status, ...statuses(answer.body)]).toEqual(['rejected', 'taken_down', 'rejected'])
  })

  test('leaves the delivery unchanged if no other store can be taken down', async () => {
    const api = fresh()
    const id = await deliver(api, [LUMENWAVE, AMBERHOARD])
    await simulate(api, id, 'delivered', { store_id: LUMENWAVE })
    await simulate(api, id, 'taken_down', { store_id: LUMENWAVE })
    const before = await read(api, id)
    expect(refusal(await simulate(api, id, 'taken_down'))).toEqual([409, 'invalid_state'])
    expect(await read(api, id)).toEqual(before)
  })
})

describe('a task that was scheduled before a simulation', () => {
  test.each(['delivered', 'rejected', 'action_required'])('does not happen again after %s', async (outcome) => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, outcome)
    const [before, events] = [await read(api, id), await story(api)]
    expect((await api.post('/_sandbox/clock/advance', { duration: '30d' })).body.steps).toEqual([])
    expect([await read(api, id), await story(api)]).toEqual([before, events])
  })

  test('does not affect a later resubmission', async () => {
    const api = fresh()
    const id = await deliver(api, [LUMENWAVE])
    await simulate(api, id, 'rejected')
    await api.post('/_sandbox/clock/advance', { duration: '15m' })
    await api.post(`/v1/deliveries/${id}/resubmit`)
    const { steps } = await settle(api)
    expect(steps.map(({ at }: { at: string }) => at)).toEqual(['2025-01-01T00:45:00.000Z', '2025-01-01T02:15:00.000Z'])
    expect((await read(api, id)).status).toBe('delivered')
  })

  test('still runs for the other stores', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'rejected', { store_id: LUMENWAVE })
    const { steps } = await settle(api)
    expect(steps.map(({ change }: { change: string }) => change)).toEqual([
      'store_quorvane: pending → ingesting',
      'store_quorvane: ingesting → delivered',
    ])
    expect((await read(api, id)).status).toBe('rejected')
  })

  test('is no longer on the agenda', async () => {
    const api = fresh()
    await simulate(api, await deliver(api), 'delivered')
    expect((await api.get('/_sandbox/agenda')).body).toEqual({ data: [], total: 0 })
  })

  test('leaves nothing scheduled for an advance until idle', async () => {
    const api = fresh()
    await simulate(api, await deliver(api), 'delivered')
    expect(await settle(api)).toEqual({ now: START, reached: true, steps: [] })
  })
})

describe('a delivery cannot be moved', () => {
  const illegal: [from: string, outcome: string, legal: RegExp][] = [
    ['delivered', 'delivered', /delivered and can become taken_down/],
    ['delivered', 'rejected', /delivered and can become taken_down/],
    ['delivered', 'action_required', /delivered and can become taken_down/],
    ['rejected', 'delivered', /rejected and must be resubmitted first/],
    ['rejected', 'action_required', /must be resubmitted first/],
    ['rejected', 'taken_down', /must be resubmitted first/],
    ['action_required', 'delivered', /action_required and must be resubmitted first/],
    ['action_required', 'rejected', /must be resubmitted first/],
    ['taken_down', 'delivered', /taken_down and can't change/],
    ['taken_down', 'taken_down', /taken_down and can't change/],
  ]
  test.each(illegal)('from %s to %s: 409 lists the allowed outcomes', async (from, outcome, legal) => {
    const api = fresh()
    const id = await deliver(api)
    if (from === 'taken_down') await simulate(api, id, 'delivered')
    if (from !== 'in_progress') await simulate(api, id, from)
    const before = [await read(api, id), await story(api)]
    expect((before[0] as { status: string }).status).toBe(from)
    const answer = await simulate(api, id, outcome)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toMatch(legal)
    expect([await read(api, id), await story(api)]).toEqual(before)
  })

  test('out of a takedown in progress', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'delivered')
    await api.post(`/v1/deliveries/${id}/takedown`)
    const answer = await simulate(api, id, 'delivered')
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toMatch(/takedown_pending and can become taken_down/)
  })

  test('to a takedown by a store without the takedown capability', async () => {
    const api = fresh()
    const id = await deliver(api, [AMBERHOARD])
    await simulate(api, id, 'delivered')
    expect((await api.post(`/v1/deliveries/${id}/takedown`)).status).toBe(409)
    expect(refusal(await simulate(api, id, 'taken_down'))).toEqual([409, 'invalid_state'])
  })

  test('halfway: either the outcome is reached or the response is 409', async () => {
    const api = fresh()
    const id = await deliver(api)
    await simulate(api, id, 'rejected', { store_id: LUMENWAVE })
    const answer = await simulate(api, id, 'delivered')
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(statuses(await read(api, id))).toEqual(['rejected', 'pending'])
  })

  const wrong: [what: string, body: object, code: string, field: string][] = [
    ['an unknown delivery', { delivery_id: 'dlv_x' }, 'validation_failed', 'delivery_id'],
    ['a store not in the order', { store_id: AMBERHOARD }, 'validation_failed', 'store_id'],
    ['an unknown store', { store_id: 'store_x' }, 'validation_failed', 'store_id'],
    ['an unknown outcome', { outcome: 'lost' }, 'validation_failed', 'outcome'],
    ['pending, which is no outcome', { outcome: 'pending' }, 'validation_failed', 'outcome'],
    ['no outcome', { outcome: undefined }, 'missing_required_field', 'outcome'],
    ['no delivery', { delivery_id: undefined }, 'missing_required_field', 'delivery_id'],
    ['an unknown rejection code', { rejection_code: 'too_good' }, 'validation_failed', 'rejection_code'],
    ['the code of a flag', { rejection_code: 'copyright_claim' }, 'validation_failed', 'rejection_code'],
    [
      'a code for a success',
      { outcome: 'delivered', rejection_code: 'audio_quality' },
      'validation_failed',
      'rejection_code',
    ],
  ]
  test.each(wrong)('with %s, and nothing changes', async (_, body, code, field) => {
    const api = fresh()
    const id = await deliver(api)
    const before = await read(api, id)
    const answer = await simulate(api, id, 'rejected', body)
    expect(refusal(answer)).toEqual([422, code])
    expect(answer.body.error.details[0].field).toBe(field)
    expect(await read(api, id)).toEqual(before)
    expect(await story(api)).toEqual([])
  })

  test('in another world', async () => {
    const id = await deliver(fresh())
    expect(refusal(await simulate(fresh(), id, 'delivered'))).toEqual([422, 'validation_failed'])
  })

  test('with several issues: all of them are listed', async () => {
    const body = { store_id: 'store_x', rejection_code: 'x' }
    const api = fresh()
    const { error } = (await simulate(api, await deliver(api), 'rejected', body)).body
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual(['store_id', 'rejection_code'])
  })
})

describe('an asset', () => {
  const announce = async (api: Client) =>
    (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body.id as string
  const upload = (api: Client, id: string) =>
    api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, wav())
  const drive = (api: Client, asset_id: string, outcome: unknown) =>
    api.post('/_sandbox/simulate/asset', { asset_id, outcome })
  const statusOf = async (api: Client, id: string) => (await api.get(`/v1/assets/${id}`)).body.status

  for (const uploaded of [true, false])
    test(`that ${uploaded ? 'is processed' : 'awaits its upload'} is driven to ready, with its event, once`, async () => {
      const api = fresh()
      const id = await announce(api)
      if (uploaded) await upload(api, id)
      const { status, body } = await drive(api, id, 'ready')
      expect([status, body]).toEqual([200, { asset_id: id, status: 'ready' }])
      expect(await story(api)).toEqual(['asset.ready'])
      expect((await api.post('/_sandbox/clock/advance', { duration: '1h' })).body.steps).toEqual([])
      expect(await story(api)).toEqual(['asset.ready'])
      expect(await statusOf(api, id)).toBe('ready')
    })

  test('is driven to failed, with a reason and no event, and stays there', async () => {
    const api = fresh()
    const id = await announce(api)
    await upload(api, id)
    expect((await drive(api, id, 'failed')).body.status).toBe('failed')
    await settle(api)
    const { body } = await api.get(`/v1/assets/${id}`)
    expect([body.status, body.failure_reason]).toEqual(['failed', 'Failed by the simulator.'])
    expect(await story(api)).toEqual([])
  })

  test.each([
    ['ready', 'failed'],
    ['ready', 'ready'],
    ['failed', 'ready'],
  ])('that is %s cannot become %s: 409 says so', async (from, to) => {
    const api = fresh()
    const id = await announce(api)
    await drive(api, id, from)
    const answer = await drive(api, id, to)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(`the asset is ${from}`)
    expect(await statusOf(api, id)).toBe(from)
  })

  test.each([
    ['that is unknown', 'ast_x', 'ready', 'validation_failed', 'asset_id'],
    ['with an unknown outcome', 'ast_seed_audio_01', 'processing', 'validation_failed', 'outcome'],
    ['with no outcome', 'ast_seed_audio_01', undefined, 'missing_required_field', 'outcome'],
  ])('%s is refused', async (_, id, outcome, code, field) => {
    const answer = await drive(fresh(), id, outcome)
    expect([...refusal(answer), answer.body.error.details[0].field]).toEqual([422, code, field])
  })
})
