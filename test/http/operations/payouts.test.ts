import { describe, expect, test } from 'vitest'
import type { PayoutRule, Scenario } from '../../../src/core/delivery/scenario-rules.js'
import { type ApiResponse, type Client, startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
const HOUR = 3_600_000

interface Statement {
  id: string
  period: string
  currency: string
  net_amount: string
}

const statements = async (api: Client, query = 'status=closed&currency=USD') =>
  (await api.get(`/v1/statements?limit=100&${query}`)).body.data as Statement[]
const ids = (rows: Statement[]) => rows.map(({ id }) => id)
const pay = (api: Client, ...statement_ids: string[]) => api.post('/v1/payouts', { statement_ids })
const read = async (api: Client, id: string) => (await api.get(`/v1/payouts/${id}`)).body
const release = (api: Client, id: string) => api.post(`/v1/payouts/${id}/release`)
const simulate = (api: Client, payout_id: string, outcome: string, more: object = {}) =>
  api.post('/_sandbox/simulate/payout', { payout_id, outcome, ...more })
const advance = async (api: Client, duration: string) =>
  (await api.post('/_sandbox/clock/advance', { duration })).body.steps as Record<string, string>[]
const settle = (api: Client) => api.post('/_sandbox/clock/advance', { until: 'idle' })
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]
const details = ({ body }: ApiResponse) =>
  (body.error.details ?? []).map(({ field, issue }: Record<string, string>) => `${field} ${issue}`)

const following = async (...payouts: PayoutRule[]) => {
  const scenario: Scenario = {
    name: 'own',
    summary: 'Own.',
    stores: [],
    takedowns: [],
    assets: [],
    faults: [],
    payouts,
  }
  return (await startSandbox({ scenario })).fresh()
}

describe('a payout is created', () => {
  test('pending, with the sum of the net amounts of its statements', async () => {
    const api = fresh()
    const [a, b] = (await statements(api)) as [Statement, Statement]
    const { status, body } = await pay(api, a.id, b.id)
    const cents = (text: string) => Number(text.replace('.', ''))
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^pay_[0-9a-z]{21}$/),
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      currency: 'USD',
      status: 'pending',
      statement_ids: [a.id, b.id],
      created_at: '2025-01-01T00:00:00.000Z',
      updated_at: '2025-01-01T00:00:00.000Z',
    })
    expect(cents(body.amount)).toBe(cents(a.net_amount) + cents(b.net_amount))
    expect(await read(api, body.id)).toEqual(body)
  })

  test('in JPY without decimals', async () => {
    const api = fresh()
    const [statement] = await statements(api, 'status=closed&currency=JPY')
    const { body } = await pay(api, statement?.id as string)
    expect([body.amount, body.currency]).toEqual([statement?.net_amount, 'JPY'])
    expect(body.amount).toMatch(/^\d+$/)
  })

  test('and becomes processing after a day and paid after two more', async () => {
    const api = fresh()
    const { id } = (await pay(api, ids(await statements(api))[0] as string)).body
    expect((await api.get('/_sandbox/agenda')).body.data).toEqual([
      { due: '2025-01-02T00:00:00.000Z', task: 'process-payout', subject: id },
    ])
    await advance(api, '23h')
    expect((await read(api, id)).status).toBe('pending')
    expect(await advance(api, '1h')).toEqual([
      { at: '2025-01-02T00:00:00.000Z', task: 'process-payout', subject: id, change: 'pending → processing' },
    ])
    expect((await api.get('/_sandbox/agenda')).body.data).toEqual([
      { due: '2025-01-04T00:00:00.000Z', task: 'settle-payout', subject: id, outcome: 'paid' },
    ])
    expect(await advance(api, '48h')).toEqual([
      { at: '2025-01-04T00:00:00.000Z', task: 'settle-payout', subject: id, change: 'processing → paid' },
    ])
    expect(await read(api, id)).toMatchObject({ status: 'paid', updated_at: '2025-01-04T00:00:00.000Z' })
  })

  test('once for all retries with the same key', async () => {
    const api = fresh()
    const [statement] = ids(await statements(api))
    const headers = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const first = await api.post('/v1/payouts', { statement_ids: [statement] }, headers)
    const retry = await api.post('/v1/payouts', { statement_ids: [statement] }, headers)
    expect([retry.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect((await api.get('/v1/payouts')).body.data).toHaveLength(1)
  })

  test('once for sixteen concurrent identical requests', async () => {
    const api = fresh()
    const [statement] = ids(await statements(api))
    const answers = await Promise.all(Array.from({ length: 16 }, () => pay(api, statement as string)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)])
  })

  test('for a statement as soon as its month has ended', async () => {
    const api = fresh()
    const [open] = ids(await statements(api, 'status=open&currency=USD'))
    expect(refusal(await pay(api, open as string))).toEqual([409, 'invalid_state'])
    await api.post('/_sandbox/clock/advance', { to: '2025-02-01T00:00:00Z' })
    expect((await pay(api, open as string)).status).toBe(201)
  })
})

describe('a payout is refused', () => {
  const simulateDelivery = (api: Client, delivery_id: string, outcome: string) =>
    api.post('/_sandbox/simulate/delivery', { delivery_id, outcome })

  test('for an open statement, with the time when it closes', async () => {
    const api = fresh()
    const [closed] = ids(await statements(api))
    const [open] = ids(await statements(api, 'status=open&currency=USD'))
    const answer = await pay(api, closed as string, open as string)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(details(answer)).toEqual(['statement_ids[1] is open; it closes at 2025-02-01T00:00:00.000Z'])
  })

  test('for a statement that is being paid or was paid', async () => {
    const api = fresh()
    const [statement] = ids(await statements(api)) as [string]
    const { id } = (await pay(api, statement)).body
    const second = await pay(api, statement)
    expect(refusal(second)).toEqual([409, 'invalid_state'])
    expect(details(second)).toEqual([`statement_ids[0] is claimed by ${id}, which is pending`])
    await settle(api)
    expect(details(await pay(api, statement))).toEqual([`statement_ids[0] is claimed by ${id}, which is paid`])
  })

  test('for statements in two currencies', async () => {
    const api = fresh()
    const [dollars] = ids(await statements(api)) as [string]
    const [euros] = ids(await statements(api, 'status=closed&currency=EUR')) as [string]
    const answer = await pay(api, dollars, euros)
    expect(refusal(answer)).toEqual([422, 'validation_failed'])
    expect(details(answer)).toEqual(['statement_ids[1] is in EUR, not in USD'])
  })

  test('for a statement of another world, as for an unknown one', async () => {
    const api = fresh()
    const [foreign] = ids(await statements(fresh())) as [string]
    const [own] = ids(await statements(api)) as [string]
    const answer = await pay(api, own, foreign, 'stm_x')
    expect(refusal(answer)).toEqual([422, 'validation_failed'])
    expect(details(answer)).toEqual([
      'statement_ids[1] is not a known statement; GET /v1/statements lists them',
      'statement_ids[2] is not a known statement; GET /v1/statements lists them',
    ])
  })

  test('for an empty statement', async () => {
    const api = fresh()
    // JPY comes from one store alone: without its two releases there is nothing to pay.
    for (const release_id of ['rel_seed_01', 'rel_seed_04']) {
      const order = { release_id, store_ids: ['store_kumorigo'], territory_codes: ['WORLDWIDE'] }
      const { id } = (await api.post('/v1/deliveries', order)).body
      await simulateDelivery(api, id, 'delivered')
      await simulateDelivery(api, id, 'taken_down')
    }
    await api.post('/_sandbox/clock/advance', { to: '2025-07-01T00:00:00Z' })
    const [empty] = await statements(api, 'status=closed&currency=JPY')
    expect(empty?.net_amount).toBe('0')
    const answer = await pay(api, empty?.id as string)
    expect(refusal(answer)).toEqual([422, 'validation_failed'])
    expect(details(answer)).toEqual(['statement_ids add up to 0 JPY; a payout must be greater than zero'])
  })

  const bodies: [what: string, body: object, code: string, field: string][] = [
    ['none', { statement_ids: [] }, 'validation_failed', 'statement_ids'],
    ['nothing', {}, 'missing_required_field', 'statement_ids'],
    ['the same twice', { statement_ids: ['stm_x', 'stm_x'] }, 'validation_failed', 'statement_ids'],
    ['a text', { statement_ids: 'stm_x' }, 'validation_failed', 'statement_ids'],
    ['a number', { statement_ids: [7] }, 'validation_failed', 'statement_ids[0]'],
    ['251', { statement_ids: Array.from({ length: 251 }, (_, i) => `s${i}`) }, 'validation_failed', 'statement_ids'],
  ]
  test.each(bodies)('for %s', async (_, body, code, field) => {
    const answer = await fresh().post('/v1/payouts', body)
    expect(refusal(answer)).toEqual([422, code])
    expect(details(answer)[0]).toMatch(new RegExp(`^${field.replace(/[[\]]/g, '\\$&')} `))
  })

  test('without using an id or claiming a statement', async () => {
    const api = fresh()
    const [closed] = ids(await statements(api)) as [string]
    const [open] = ids(await statements(api, 'status=open')) as [string]
    await pay(api, closed, open)
    expect((await api.get('/v1/payouts')).body.data).toEqual([])
    expect((await pay(api, closed)).status).toBe(201)
  })
})

describe('a payout is released', () => {
  test('if it is pending, and is then processing', async () => {
    const api = fresh()
    const { id } = (await pay(api, ids(await statements(api))[0] as string)).body
    await advance(api, '1h')
    const released = await release(api, id)
    expect([released.status, released.body.status]).toEqual([200, 'processing'])
    expect(released.body.updated_at).toBe('2025-01-01T01:00:00.000Z')
    expect((await api.get('/_sandbox/agenda')).body.data).toEqual([
      { due: '2025-01-03T01:00:00.000Z', task: 'settle-payout', subject: id, outcome: 'paid' },
    ])
    await settle(api)
    expect((await read(api, id)).status).toBe('paid')
  })

  test.each(['processing', 'paid', 'failed'])('not if it is %s', async (status) => {
    const api = fresh()
    const { id } = (await pay(api, ids(await statements(api))[0] as string)).body
    await simulate(api, id, status)
    const answer = await release(api, id)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(status)
  })

  test('not if it is unknown or belongs to another world', async () => {
    const api = fresh()
    const other = fresh()
    const { id } = (await pay(other, ids(await statements(other))[0] as string)).body
    for (const unknown of ['pay_x', id]) {
      expect(refusal(await release(api, unknown))).toEqual([404, 'not_found'])
      expect(refusal(await api.get(`/v1/payouts/${unknown}`))).toEqual([404, 'not_found'])
    }
  })

  test('not while it is on hold, until the hold is resolved', async () => {
    const api = await following({ outcome: 'on_hold', reason: 'compliance_review' })
    const { body } = await pay(api, ids(await statements(api))[0] as string)
    expect(body).toMatchObject({ status: 'on_hold', hold_reason: 'compliance_review' })
    const refused = await release(api, body.id)
    expect(refusal(refused)).toEqual([409, 'payout_on_hold'])
    expect(refused.body.error.message).toBe(
      'The payout is on hold for compliance_review. Resolve that first: POST /_sandbox/simulate/payout with the outcome pending.',
    )
    await advance(api, '30d')
    expect((await read(api, body.id)).status).toBe('on_hold')
    expect((await simulate(api, body.id, 'pending')).body).toEqual({ payout_id: body.id, status: 'pending' })
    expect(await read(api, body.id)).not.toHaveProperty('hold_reason')
    expect((await release(api, body.id)).body.status).toBe('processing')
    await settle(api)
    expect((await read(api, body.id)).status).toBe('paid')
  })
})

describe('scenarios', () => {
  test('a payout that fails frees its statements, and the next attempt is paid', async () => {
    const api = await following({ attempt: 1, outcome: 'failed', after: HOUR })
    const [one, two] = ids(await statements(api)) as [string, string]
    const first = (await pay(api, one, two)).body
    const { body } = await settle(api)
    expect(body.steps.at(-1)).toMatchObject({ at: '2025-01-02T01:00:00.000Z', change: 'processing → failed' })
    expect((await read(api, first.id)).status).toBe('failed')
    const second = (await pay(api, two)).body
    await settle(api)
    expect((await read(api, second.id)).status).toBe('paid')
    expect((await pay(api, one)).status).toBe(201)
    expect((await api.get('/_sandbox/invariants')).body.ok).toBe(true)
  })

  test('failures of a statement are counted across payouts', async () => {
    const api = await following(
      { attempt: 1, outcome: 'failed' },
      { attempt: 2, outcome: 'failed' },
      { outcome: 'paid' },
    )
    const [one, two] = ids(await statements(api)) as [string, string]
    for (const [paid, outcome] of [
      [[one], 'failed'],
      [[one, two], 'failed'],
      [[two], 'failed'],
      [[one, two], 'paid'],
    ] as const) {
      const { id } = (await pay(api, ...paid)).body
      await settle(api)
      expect((await read(api, id)).status).toBe(outcome)
    }
  })

  test('rules apply from top to bottom and can name a currency', async () => {
    const api = await following(
      { currency: 'JPY', outcome: 'on_hold' },
      { outcome: 'paid', after: 5 * HOUR },
      { outcome: 'failed' },
    )
    const [yen] = ids(await statements(api, 'status=closed&currency=JPY')) as [string]
    const [dollars] = ids(await statements(api)) as [string]
    expect((await pay(api, yen)).body).toMatchObject({ status: 'on_hold', hold_reason: 'identity_verification' })
    await pay(api, dollars)
    expect((await settle(api)).body.now).toBe('2025-01-02T05:00:00.000Z')
    const listed = (await api.get('/v1/payouts')).body.data.map(({ status }: { status: string }) => status)
    expect(listed).toEqual(['paid', 'on_hold'])
    expect((await api.get('/v1/payouts?status=paid')).body.data).toHaveLength(1)
  })
})

describe('X-Sandbox-Scenario', () => {
  const named = (api: Client, scenario: string, ...statement_ids: string[]) =>
    api.post('/v1/payouts', { statement_ids }, { 'x-sandbox-scenario': scenario })

  test('names the scenario of one payout, which keeps it', async () => {
    const api = fresh()
    const [one, two] = ids(await statements(api)) as [string, string]
    const held = await named(api, 'payout-on-hold', one)
    expect([held.status, held.body.status]).toEqual([201, 'on_hold'])
    expect(held.headers['x-sandbox-scenario']).toBe('payout-on-hold; source=header')
    const plain = await pay(api, two)
    expect([plain.body.status, plain.headers['x-sandbox-scenario']]).toEqual(['pending', 'happy-path; source=default'])
    await api.send(
      'PUT',
      '/_sandbox/scenario',
      { 'x-api-key': api.key, 'content-type': 'application/json' },
      '{"name":"rejection"}',
    )
    await simulate(api, held.body.id, 'pending')
    await settle(api)
    expect((await read(api, held.body.id)).status).toBe('paid')
  })

  test('overrides the scenario of the world', async () => {
    const api = fresh()
    const [one, two] = ids(await statements(api)) as [string, string]
    await api.send(
      'PUT',
      '/_sandbox/scenario',
      { 'x-api-key': api.key, 'content-type': 'application/json' },
      '{"name":"payout-on-hold"}',
    )
    const worlds = await pay(api, one)
    expect([worlds.body.status, worlds.headers['x-sandbox-scenario']]).toEqual([
      'on_hold',
      'payout-on-hold; source=world',
    ])
    expect((await named(api, 'happy-path', two)).body.status).toBe('pending')
  })

  test('with an unknown name is 400 and has no side effects', async () => {
    const api = fresh()
    const [one] = ids(await statements(api)) as [string]
    const answer = await named(api, 'payout-on-hol', one)
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(details(answer)[0]).toBe(
      'X-Sandbox-Scenario "payout-on-hol" is not a known scenario; did you mean payout-on-hold?',
    )
    expect((await pay(api, one)).status).toBe(201)
  })
})

test('the last month never closes', async () => {
  const { fresh: anew } = await startSandbox({ now: Date.UTC(9998, 0, 1) })
  const api = anew()
  await api.post('/_sandbox/clock/advance', { to: '9999-12-31T00:00:00Z' })
  const [open] = ids(await statements(api, 'status=open&currency=USD')) as [string]
  expect(details(await pay(api, open))).toEqual(['statement_ids[0] is open; the clock ends before it closes'])
})

describe('a payout is simulated', () => {
  const WAYS: [from: string[], to: string, agenda: string[]][] = [
    [[], 'on_hold', []],
    [[], 'processing', ['settle-payout']],
    [[], 'paid', []],
    [[], 'failed', []],
    [['on_hold'], 'pending', ['process-payout']],
    [['on_hold'], 'processing', ['settle-payout']],
    [['on_hold'], 'paid', []],
    [['on_hold'], 'failed', []],
    [['processing'], 'on_hold', []],
    [['processing'], 'paid', []],
    [['processing'], 'failed', []],
  ]
  test.each(WAYS)('from pending by %j to %s, with %j still scheduled', async (way, outcome, agenda) => {
    const api = fresh()
    const [statement] = ids(await statements(api)) as [string]
    const { id } = (await pay(api, statement)).body
    for (const step of way) await simulate(api, id, step)
    const { status, body } = await simulate(api, id, outcome)
    const hold = outcome === 'on_hold' ? { hold_reason: 'identity_verification' } : {}
    expect([status, body]).toEqual([200, { payout_id: id, status: outcome, ...hold }])
    const left = (await api.get('/_sandbox/agenda')).body.data.map(({ task }: { task: string }) => task)
    expect(left).toEqual(agenda)
    expect((await pay(api, statement)).status).toBe(outcome === 'failed' ? 201 : 409)
  })

  test.each([
    [[], 'pending', 'pending and can become on_hold or processing or paid or failed'],
    [['on_hold'], 'on_hold', 'on_hold and can become pending or processing or paid or failed'],
    [['processing'], 'pending', 'processing and can become on_hold or paid or failed'],
    [['paid'], 'failed', 'paid, which is final.'],
    [['failed'], 'paid', 'failed, which is final.'],
  ] as [string[], string, string][])('not from %j to %s, but it says what is legal', async (way, outcome, legal) => {
    const api = fresh()
    const { id } = (await pay(api, ids(await statements(api))[0] as string)).body
    for (const step of way) await simulate(api, id, step)
    const answer = await simulate(api, id, outcome)
    expect(refusal(answer)).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(`the payout is ${legal}`)
  })

  test('with the requested reason, or none where the status has none', async () => {
    const api = fresh()
    const { id } = (await pay(api, ids(await statements(api))[0] as string)).body
    expect((await simulate(api, id, 'on_hold', { hold_reason: 'compliance_review' })).body.hold_reason).toBe(
      'compliance_review',
    )
    expect((await read(api, id)).hold_reason).toBe('compliance_review')
    for (const [payout, outcome, more, field] of [
      [id, 'paid', { hold_reason: 'compliance_review' }, 'hold_reason'],
      [id, 'on_hold', { hold_reason: 'boredom' }, 'hold_reason'],
      [id, 'lost', {}, 'outcome'],
      ['pay_x', 'paid', {}, 'payout_id is not a known payout; GET /v1/payouts lists them'],
    ] as const) {
      const answer = await simulate(api, payout, outcome, more)
      expect(refusal(answer)).toEqual([422, 'validation_failed'])
      expect(details(answer)[0]).toContain(field)
    }
  })
})

test('a reset removes payouts', async () => {
  const api = fresh()
  const [statement] = ids(await statements(api)) as [string]
  const { id } = (await pay(api, statement)).body
  await api.post('/_sandbox/reset')
  expect((await api.get('/v1/payouts')).body.data).toEqual([])
  expect((await pay(api, statement)).body.id).toBe(id)
})
