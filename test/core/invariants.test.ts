import { describe, expect, test } from 'vitest'
import { walkThrough } from '../../src/cli/walk-through.js'
import type { Dispatch } from '../../src/core/dispatches.js'
import { type Books, booksOf, checkInvariants, INVARIANTS } from '../../src/core/invariants.js'
import type { Delivery, StoreOrder } from '../../src/core/world.js'
import { startSandbox } from '../support/api.js'
import { coreWorld } from '../support/core-world.js'
import { startReceiver } from '../support/webhooks.js'

const NAMES = [
  'a statement is the rounded sum of its lines',
  'net is gross minus fees and withholding',
  'the royalty records of a statement add up to it',
  'no statement is paid twice',
  'nothing is paid before it is closed',
  'a delivery is what its stores make of it',
  'every event has its attempts',
  'every id is unique',
]

test('all hold in a fresh world, of either tier and of many seeds', () => {
  for (const tier of ['standard', 'enterprise'] as const)
    for (const seed of [0, 1, 2]) {
      const checks = checkInvariants(coreWorld({ tier, seed }))
      expect(checks).toEqual(NAMES.map((name) => ({ name, ok: true, violations: [] })))
    }
})

test('all hold after a walk from upload to payout, over HTTP', async () => {
  const { fresh } = await startSandbox({ scenario: 'payout-on-hold' })
  const api = fresh()
  const receiver = await startReceiver({ respond: (_, count) => ({ status: count % 3 === 2 ? 500 : 200 }) })
  await walkThrough(api, { takedown: true, payout: true, receiver })
  await api.post('/_sandbox/clock/advance', { duration: '70d' })
  const { status, body } = await api.get('/_sandbox/invariants')
  expect(status).toBe(200)
  expect(body).toEqual({ ok: true, checks: NAMES.map((name) => ({ name, ok: true, violations: [] })) })
})

describe('each can fail:', () => {
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
  const lineless = (books: Books): Partial<Books> => ({ linesOf: (statement) => books.linesOf(statement).slice(1) })

  const broken: [name: string, how: string, bend: (books: Books) => Partial<Books>, violation: RegExp][] = [
    [NAMES[0] as string, 'a line is gone', lineless, /^stm_\w+: its lines do not add up to \d+/],
    [
      NAMES[0] as string,
      'a line is not plays times rate',
      ({ linesOf }) => ({
        linesOf: (statement) => linesOf(statement).map((line) => ({ ...line, play_count: line.play_count + 1 })),
      }),
      /^lin_\w+: -?\d+ times [\d.]+ is not /,
    ],
    [
      NAMES[1] as string,
      'a cent too much is left',
      ({ statements }) => ({ statements: statements.map((s) => ({ ...s, net_amount: cent(s.net_amount) })) }),
      /is not what is left of/,
    ],
    [NAMES[1] as string, 'the fee is another', ({ fee }) => ({ fee: fee + 100n }), /is not what is left of/],
    [
      NAMES[2] as string,
      'a record is gone',
      ({ recordsOf }) => ({ recordsOf: (statement) => recordsOf(statement).slice(1) }),
      /its records do not add up to a (gross|net)_amount of/,
    ],
    [
      NAMES[2] as string,
      'a net amount is off by a cent',
      ({ recordsOf }) => ({
        recordsOf: (statement) =>
          recordsOf(statement).map((record, i) => (i ? record : { ...record, net_amount: cent(record.net_amount) })),
      }),
      /its records do not add up to a net_amount of/,
    ],
    [
      NAMES[3] as string,
      'two payouts pay one statement',
      () => ({ payouts: [payout('pay_a', 'paid', LATER, 'stm_x'), payout('pay_b', 'on_hold', LATER, 'stm_x')] }),
      /^stm_x: pay_a and pay_b both pay it$/,
    ],
    [
      NAMES[4] as string,
      'a payout came before the end of the month',
      ({ statements }) => ({
        payouts: [payout('pay_a', 'paid', '2025-01-31T23:59:59.999Z', statements[0]?.id as string)],
      }),
      /^pay_a: stm_\w+ was still open$/,
    ],
    ...(
      [
        [delivery('delivered', 'delivered', 'rejected'), 'delivered instead of rejected'],
        [delivery('delivered', 'delivered', 'ingesting'), 'delivered instead of in_progress'],
        [delivery('rejected', 'action_required'), 'rejected instead of action_required'],
        [delivery('delivered', 'taken_down', 'delivered'), 'delivered instead of taken_down'],
        [delivery('taken_down', 'taken_down', 'takedown_pending'), 'taken_down instead of delivered'],
        [delivery('action_required', 'rejected', 'pending'), 'action_required instead of rejected or in_progress'],
      ] as const
    ).map(([wrong, words]): [string, string, () => Partial<Books>, RegExp] => [
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
          'undeliverable, and yet to be tried again',
        ],
      ] as const
    ).map(([wrong, words]): [string, string, () => Partial<Books>, RegExp] => [
      NAMES[6] as string,
      words,
      () => ({ dispatches: [wrong] }),
      new RegExp(`^evt_x to whk_x: ${words}$`),
    ]),
    [
      NAMES[7] as string,
      'an id is there twice',
      () => ({ ids: ['rel_a', 'trk_a', 'rel_a'] }),
      /^rel_a is there twice$/,
    ],
    [
      NAMES[7] as string,
      'two statements share their lines',
      ({ statements, linesOf }) => ({ linesOf: () => linesOf(statements[4] as (typeof statements)[number]) }),
      /^lin_\w+ is there twice$/,
    ],
  ]
  const good = booksOf(coreWorld())
  test.each(broken)('%s, when %s', (name, _, bend, violation) => {
    const check = INVARIANTS[name] as (books: Books) => Iterable<string>
    expect([...check(good)]).toEqual([])
    const found = [...check({ ...good, ...bend(good) })]
    expect(found.length).toBeGreaterThan(0)
    for (const line of found) expect(line).toMatch(violation)
  })

  test('there is a way for each', () => {
    expect(Object.keys(INVARIANTS)).toEqual(NAMES)
    expect(new Set(broken.map(([name]) => name)).size).toBe(NAMES.length)
  })
})

test('a payout that failed pays nothing, so another may', () => {
  const world = coreWorld()
  const [a, b] = ['failed', 'paid'].map((status, i) => ({ id: `pay_${i}`, status, statement_ids: ['stm_x'] }))
  const check = INVARIANTS['no statement is paid twice'] as (books: Books) => Iterable<string>
  expect([...check({ ...booksOf(world), payouts: [a, b] as never })]).toEqual([])
})

test('a broken world is told about without an error, and at most a hundred violations of a kind', () => {
  const world = coreWorld()
  for (let i = 0; i < 150; i++)
    world.deliveries.add({ id: `dlv_${i}`, status: 'delivered', stores: [{ status: 'rejected' }] } as never)
  const check = checkInvariants(world).find(({ name }) => name === 'a delivery is what its stores make of it')
  expect([check?.ok, check?.violations.length]).toEqual([false, 100])
})
