import { expect, test } from 'vitest'
import { monthOf, monthStart, parsePeriod, periodOf } from '../../../src/core/money/months.js'
import { positionalId, positionOf } from '../../../src/core/primitives/ids.js'
import { createCoreWorld } from '../../support/core-world.js'

test('a statement id can be resolved only in its own world', () => {
  const [world, other] = [createCoreWorld(), createCoreWorld({ key: 'sk_sandbox_standard_other' })]
  for (const place of [0, 1, 777_600, 777_631, 3_840_000, 2 ** 32 - 1]) {
    const id = positionalId(world, 'stm', place)
    expect(id).toMatch(/^stm_[0-9a-z]{21}$/)
    expect(positionOf(world, 'stm', id)).toBe(place)
    expect(positionOf(other, 'stm', id)).toBeUndefined()
    expect(positionOf(world, 'pay', id)).toBeUndefined()
  }
  expect(positionOf(world, 'stm', '')).toBeUndefined()
  expect(positionOf(world, 'stm', `stm_${'z'.repeat(21)}`)).toBeUndefined()
})

test('two positions never have the same id', () => {
  const world = createCoreWorld()
  const ids = new Set<string>()
  for (let statement = 0; statement < 50; statement++)
    for (let line = 0; line < 2000; line++) ids.add(positionalId(world, 'lin', statement, line))
  expect(ids.size).toBe(100_000)
})

test.each(['1971-01', '1999-12', '2024-02', '9999-12'])('%s is a month like any other', (period) => {
  const month = parsePeriod(period)
  expect(periodOf(month)).toBe(period)
  expect(monthOf(monthStart(month))).toBe(month)
  expect(monthOf(monthStart(month + 1) - 1)).toBe(month)
})

test('the ledger is computed only on demand', () => {
  const { money } = createCoreWorld()
  expect([money.sales.length, money.payouts.size, money.claims.size]).toEqual([0, 0, 0])
})
