import { describe, expect, test } from 'vitest'
import { runWalkThrough } from '../../../src/cli/scenarios/walk-through.js'
import {
  collectInvariantData,
  collectStatementData,
  type InvariantData,
  type StatementData,
} from '../../../src/core/engine/invariant-data.js'
import {
  checkInvariants,
  INVARIANTS,
  type InvariantCheck,
  summarizeStatement,
} from '../../../src/core/engine/invariants.js'
import type { Delivery, Dispatch, StoreOrder } from '../../../src/core/engine/rows.js'
import type { World } from '../../../src/core/engine/world.js'
import { createControlOperations } from '../../../src/http/control/control.js'
import { builtInFixtures } from '../../../src/runtime/fixtures/fixtures.js'
import { createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createCoreWorld } from '../../support/core-world.js'
import { startSandbox } from '../../support/test-sandbox.js'
import { startReceiver } from '../../support/webhook-receiver.js'

const NAMES = [
  'a statement is the rounded sum of its lines',
  'net is gross minus fees and withholding',
  'the royalty records of a statement add up to it',
  'no statement is paid twice',
  'nothing is paid before it is closed',
  'a delivery is what its stores make of it',
  'every event has its attempts',
  'every id is unique',
  'an ERN message is applied as a whole or not at all',
]

const processed = {
  id: 'ern_1',
  status: 'accepted',
  outcome: 'created',
  release_id: 'rel_1',
  facts: null,
  processed_at: '2025-01-01T00:05:00.000Z',
  error_count: 0,
}

/** Runs a generator to its end. */
function finish<T>(running: Generator<void, T>): T {
  for (;;) {
    const step = running.next()
    if (step.done) return step.value
  }
}
const check = (world: World): InvariantCheck[] => finish(checkInvariants(world))

test('all invariants hold in a new world of each tier and several seeds', () => {
  for (const tier of ['standard', 'enterprise'] as const)
    for (const seed of [0, 1, 2]) {
      const checks = check(createCoreWorld({ tier, seed }))
      expect(checks).toEqual(NAMES.map((name) => ({ name, ok: true, violations: [] })))
    }
})

test('all invariants hold after a walk-through from upload to payout over HTTP', async () => {
  const { fresh } = await startSandbox({ scenario: 'payout-on-hold' })
  const api = fresh()
  const receiver = await startReceiver({ respond: (_, count) => ({ status: count % 3 === 2 ? 500 : 200 }) })
  await runWalkThrough(api, { takedown: true, payout: true, receiver })
  await api.post('/_sandbox/clock/advance', { duration: '70d' })
  const { status, body } = await api.get('/_sandbox/invariants')
  expect(status).toBe(200)
  expect(body).toEqual({ ok: true, checks: NAMES.map((name) => ({ name, ok: true, violations: [] })) })
})

describe('an invariant fails:', () => {
  const [stores, payout] = [
    (...statuses: string[]) => statuses.map((status, i) => ({ store_id: `s${i}`, status }) as StoreOrder),
    (id: string, status: string, created_at: string, ...statement_ids: string[]) =>
      ({ id, amount: '1.00', currency: 'USD', status, statement_ids, created_at, updated_at: created_at }) as never,
  ]
  const delivery = (status: string, ...orders: string[]) =>
    ({ id: 'dlv_x', status, stores: stores(...orders) }) as Delivery
  const sent = (status: string, ...answers: number[]) =>
    ({
      event_id: 'evt_x',
      webhook_id: 'whk_x',
      status,
      attempts: answers.map((status_code) => ({ status_code })),
      due: null,
      isPing: false,
    }) as unknown as Dispatch
  const cent = (text: string) => (text.endsWith('1') ? text.replace(/1$/, '2') : text.replace(/.$/, '1'))
  const LATER = '2025-02-01T00:00:00.000Z'
  type Line = NonNullable<StatementData['lines'] extends Iterable<infer L> ? L : never>
  type Royalty = StatementData['records'] extends Iterable<infer R> ? R : never
  const lines = (change: (lines: Line[]) => Line[]) => (data: StatementData) => ({
    lines: change([...data.lines].filter((line) => line !== undefined)),
  })
  const records = (change: (records: Royalty[]) => Royalty[]) => (data: StatementData) => ({
    records: change([...data.records]),
  })
  const statement = (change: Partial<StatementData['statement']>) => (data: StatementData) => ({
    statement: { ...data.statement, ...change },
  })

  const brokenStatements: [
    name: number,
    how: string,
    corrupt: (data: StatementData) => Partial<StatementData>,
    violation: RegExp,
  ][] = [
    [0, 'a line is gone', lines((all) => all.slice(1)), /^stm_\w+: the sum of its lines is not \d+/],
    [
      0,
      'a line is not plays times rate',
      lines((all) => all.map((line) => ({ ...line, play_count: line.play_count + 1 }))),
      /^lin_\w+: -?\d+ times [\d.]+ is not /,
    ],
    [
      1,
      'a cent too much is left',
      ({ statement: s }) => ({ statement: { ...s, net_amount: cent(s.net_amount) } }),
      /is not [\d.-]+ minus fees and withholding/,
    ],
    [
      1,
      'another store withholds more',
      records((all) => all.map((record) => ({ ...record, store_id: 'store_kumorigo' }))),
      /is not [\d.-]+ minus fees and withholding/,
    ],
    [2, 'a record is gone', records((all) => all.slice(1)), /the (gross|net)_amount of its records does not add up to/],
    [
      2,
      'a net amount is off by a cent',
      records(([first, ...others]) => [
        { ...(first as Royalty), net_amount: cent(first?.net_amount ?? '') },
        ...others,
      ]),
      /the net_amount of its records does not add up to/,
    ],
    ...(
      [
        ['0.00', '0.01'],
        ['1.00', '1.01'],
        ['1.00', '-0.01'],
        ['-1.00', '0.01'],
        ['-1.00', '-1.01'],
      ] as const
    ).map(([gross_amount, net_amount]): (typeof brokenStatements)[number] => [
      2,
      `a record has ${net_amount} left of ${gross_amount}`,
      (data) => ({
        ...statement({ gross_amount, net_amount })(data),
        records: [{ ...([...data.records][0] as Royalty), gross_amount, net_amount }],
      }),
      new RegExp(`^roy_\\w+: net_amount ${net_amount} is not between 0 and ${gross_amount}$`),
    ]),
    [7, 'a line is there twice', lines((all) => [...all, ...all.slice(0, 1)]), /^lin_\w+ appears twice$/],
    [7, 'a record is there twice', records((all) => [...all, ...all.slice(0, 1)]), /^roy_\w+ appears twice$/],
  ]

  const brokenWorlds: [
    name: string,
    how: string,
    corrupt: (data: InvariantData) => Partial<InvariantData>,
    violation: RegExp,
  ][] = [
    [
      NAMES[3] as string,
      'two payouts pay one statement',
      () => ({ payouts: [payout('pay_a', 'paid', LATER, 'stm_x'), payout('pay_b', 'on_hold', LATER, 'stm_x')] }),
      /^stm_x: pay_a and pay_b both pay it$/,
    ],
    [
      NAMES[4] as string,
      'a payout came before the end of the month',
      ({ closingTimes }) => ({
        payouts: [payout('pay_a', 'paid', '2025-01-31T23:59:59.999Z', [...closingTimes.keys()][0] as string)],
      }),
      /^pay_a: stm_\w+ was still open$/,
    ],
    ...(
      [
        [delivery('delivered', 'delivered', 'rejected'), 'delivered instead of rejected'],
        [delivery('delivered', 'delivered', 'ingesting'), 'delivered instead of in_progress'],
        [delivery('rejected', 'action_required'), 'rejected instead of action_required'],
        [delivery('delivered', 'taken_down', 'taken_down'), 'delivered instead of taken_down'],
        [delivery('taken_down', 'delivered', 'takedown_pending'), 'taken_down instead of delivered'],
        [delivery('rejected', 'taken_down', 'delivered'), 'rejected instead of delivered or taken_down'],
        [delivery('action_required', 'rejected', 'pending'), 'action_required instead of rejected or in_progress'],
      ] as const
    ).map(([wrong, words]): [string, string, () => Partial<InvariantData>, RegExp] => [
      NAMES[5] as string,
      words,
      () => ({ deliveries: [wrong] }),
      new RegExp(`^dlv_x: ${words}$`),
    ]),
    ...(
      [
        [sent('delivered', 500), 'delivered without an attempt that succeeded'],
        [sent('undeliverable', 500, 500), 'undeliverable after 2 attempts'],
        [sent('undeliverable', 500, 500, 500, 500, 500, 200), 'undeliverable after 6 attempts, one of which succeeded'],
        [
          { ...sent('undeliverable', 500, 500, 500, 500, 500, 500), due: 1 },
          'undeliverable, but another attempt is scheduled',
        ],
        [sent('pending'), 'pending, but no attempt is scheduled'],
        [sent('pending', 500), 'pending, but no attempt is scheduled'],
      ] as const
    ).map(([wrong, words]): [string, string, () => Partial<InvariantData>, RegExp] => [
      NAMES[6] as string,
      words,
      () => ({ dispatches: [wrong] }),
      new RegExp(`^evt_x to whk_x: ${words}$`),
    ]),
    [
      NAMES[8] as string,
      'an accepted message has no outcome',
      () => ({ ernMessages: [{ ...processed, outcome: null }] as never }),
      /^ern_1: accepted with the outcome null on rel_1$/,
    ],
    [NAMES[7] as string, 'an id is there twice', () => ({ ids: ['rel_a', 'trk_a', 'rel_a'] }), /^rel_a appears twice$/],
  ]
  const world = createCoreWorld()
  const good = collectInvariantData(world)
  test.each(brokenWorlds)('%s, when %s', (name, _, corrupt, violation) => {
    const violationsOf = (data: InvariantData) => [...(INVARIANTS[name]?.checkWorld?.(data) ?? [])]
    expect(violationsOf(good)).toEqual([])
    const found = violationsOf({ ...good, ...corrupt(good) })
    expect(found.length).toBeGreaterThan(0)
    for (const line of found) expect(line).toMatch(violation)
  })

  test.each(brokenStatements.map(([name, ...rest]) => [NAMES[name] as string, ...rest] as const))(
    '%s, when %s',
    (name, _, corrupt, violation) => {
      // A closed statement in USD with several stores.
      const original = () => [...collectStatementData(world)].filter((data) => data)[4] as StatementData
      const violationsOf = (statement: StatementData) => [
        ...(INVARIANTS[name]?.checkStatement?.(finish(summarizeStatement(statement, good)), good) ?? []),
      ]
      expect(violationsOf(original())).toEqual([])
      const found = violationsOf({ ...original(), ...corrupt(original()) })
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((line) => violation.test(line)).length).toBeGreaterThan(0)
    },
  )

  test('every invariant has a failing case', () => {
    expect(Object.keys(INVARIANTS)).toEqual(NAMES)
    const covered = new Set([...brokenWorlds.map(([name]) => name), ...brokenStatements.map(([name]) => NAMES[name])])
    expect(covered.size).toBe(NAMES.length)
  })
})

test.each([
  ['is due', { due: 1 }],
  ['is in flight', { isUnderWay: true }],
  ['waits for its endpoint', { isParked: true }],
  ['is a ping', { isPing: true }],
])('a dispatch that %s can be pending', (_, state) => {
  const dispatch = { status: 'pending', attempts: [], due: null, isUnderWay: false, isParked: false, isPing: false }
  const data = {
    ...collectInvariantData(createCoreWorld()),
    dispatches: [{ ...dispatch, ...state } as unknown as Dispatch],
  }
  expect([...(INVARIANTS['every event has its attempts']?.checkWorld?.(data) ?? [])]).toEqual([])
})

const rejected = { ...processed, status: 'rejected', outcome: null, release_id: null, error_count: 1 }
test.each([
  [processed, []],
  [rejected, []],
  [{ ...rejected, status: 'superseded', error_count: 0 }, []],
  [{ ...processed, outcome: null }, ['ern_1: accepted with the outcome null on rel_1']],
  [{ ...processed, processed_at: null }, ['ern_1: accepted, but not processed']],
  [{ ...processed, error_count: 2 }, ['ern_1: accepted with 2 errors']],
  [{ ...rejected, error_count: 0 }, ['ern_1: rejected with 0 errors']],
  [{ ...rejected, release_id: 'rel_1' }, ['ern_1: rejected with the outcome null on rel_1']],
])('the ERN message %j violates %j', (message, violations) => {
  const data = { ...collectInvariantData(createCoreWorld()), ernMessages: [message] as never }
  const { checkWorld } = INVARIANTS['an ERN message is applied as a whole or not at all'] ?? {}
  expect([...(checkWorld?.(data) ?? [])]).toEqual(violations)
})

test('a statement of a failed payout can be paid by another payout', () => {
  const world = createCoreWorld()
  const [a, b] = ['failed', 'paid'].map((status, i) => ({ id: `pay_${i}`, status, statement_ids: ['stm_x'] }))
  const { checkWorld } = INVARIANTS['no statement is paid twice'] ?? {}
  expect([...(checkWorld?.({ ...collectInvariantData(world), payouts: [a, b] as never }) ?? [])]).toEqual([])
})

test('checking yields to other work, and changes in between cause no violations', () => {
  const world = createCoreWorld()
  const checking = checkInvariants(world)
  for (let i = 0; i < 3; i++) expect(checking.next().done).toBe(false)
  // The open statements close during the check.
  world.now = Date.UTC(2025, 3, 1)
  expect(finish(checking).filter(({ ok }) => !ok)).toEqual([])
})

test('GET /_sandbox/invariants yields to the event loop every few milliseconds', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const { getInvariants } = createControlOperations({
    scenarios: createScenarios(),
    operations: [],
    fixtures: builtInFixtures,
  } as never)
  const call = { world: { state: createCoreWorld() }, query: {} } as never
  const { body } = (await getInvariants.run(call)) as { body: { ok: boolean } }
  clearImmediate(next)
  expect(body.ok).toBe(true)
  // The check takes dozens of milliseconds, and a slice is five.
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('violations are reported, at most 100 per invariant', () => {
  const world = createCoreWorld()
  for (let i = 0; i < 150; i++)
    world.deliveries.add({ id: `dlv_${i}`, status: 'delivered', stores: [{ status: 'rejected' }] } as never)
  const found = check(world).find(({ name }) => name === 'a delivery is what its stores make of it')
  expect([found?.ok, found?.violations.length]).toEqual([false, 100])
})
