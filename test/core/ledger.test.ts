import { expect, test } from 'vitest'
import { placedId, placeOf } from '../../src/core/ids.js'
import { ledgerOf } from '../../src/core/ledger.js'
import { monthOf, monthStart, parsePeriod, periodOf } from '../../src/core/months.js'
import { listPage } from '../../src/http/page.js'
import { coreWorld } from '../support/core-world.js'

test('an id tells its place, to its own world only', () => {
  const [world, other] = [coreWorld(), coreWorld({ key: 'sk_sandbox_standard_other' })]
  for (const place of [0, 1, 777_600, 777_631, 3_840_000, 2 ** 32 - 1]) {
    const id = placedId(world, 'stm', place)
    expect(id).toMatch(/^stm_[0-9a-z]{21}$/)
    expect(placeOf(world, 'stm', id)).toBe(place)
    expect(placeOf(other, 'stm', id)).toBeUndefined()
    expect(placeOf(world, 'pay', id)).toBeUndefined()
  }
  expect(placeOf(world, 'stm', '')).toBeUndefined()
  expect(placeOf(world, 'stm', `stm_${'z'.repeat(21)}`)).toBeUndefined()
})

test('two places never have one id', () => {
  const world = coreWorld()
  const ids = new Set<string>()
  for (let statement = 0; statement < 50; statement++)
    for (let line = 0; line < 2000; line++) ids.add(placedId(world, 'lin', statement, line))
  expect(ids.size).toBe(100_000)
})

test.each(['1971-01', '1999-12', '2024-02', '9999-12'])('%s is a month like any other', (period) => {
  const month = parsePeriod(period)
  expect(periodOf(month)).toBe(period)
  expect(monthOf(monthStart(month))).toBe(month)
  expect(monthOf(monthStart(month + 1) - 1)).toBe(month)
})

test('a world that never asks for money has none made', () => {
  const { money } = coreWorld()
  expect([money.sales.length, money.payouts.size, money.claims.size]).toEqual([0, 0, 0])
})

test('a page of lines looks at as many lines as it shows, wherever it lies in ten thousand', () => {
  const world = coreWorld()
  const tracks = Array.from({ length: 400 }, (_, i) => ({
    isrc: `QZ-K3V-25-${String(i).padStart(5, '0')}`,
    territory: ['WORLD'],
  }))
  const territory_codes = world.territories.map(({ code }) => code)
  const offer = { territory_codes, tracks }
  world.money.sales.push({ at: world.now, release_id: 'rel_x', store_id: 'store_lumenwave', offer })
  world.now = Date.UTC(2025, 1, 1)
  const ledger = ledgerOf(world)
  const key = [...ledger.statements()][4] as Parameters<typeof ledger.lines>[0]
  const lines = ledger.lines(key)
  expect(lines.length).toBeGreaterThan(10_000)
  // Asked again, they are not made again.
  expect(ledger.lines(key)).toBe(lines)

  let looked = 0
  const watched = new Proxy(lines as (typeof lines)[number][], {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked++
      return Reflect.get(target, name, receiver)
    },
  })
  let cursor: string | undefined
  const costs = new Set<number>()
  for (let pages = 0; pages < 100; pages++) {
    looked = 0
    const page = listPage(world, 'line-items', watched, {}, { limit: 100, cursor }, ({ place }) => place)
    cursor = (page as { body: { next_cursor: string } }).body.next_cursor
    costs.add(looked)
  }
  expect([...costs]).toEqual([100])
})

test('lines that are no longer at hand are made again, the same ones', () => {
  const world = coreWorld()
  const tracks = Array.from({ length: 400 }, (_, i) => ({ isrc: `QZ-K3V-25-${i}`, territory: ['WORLD'] }))
  const offer = { territory_codes: world.territories.map(({ code }) => code), tracks }
  world.money.sales.push({ at: world.now, release_id: 'rel_x', store_id: 'store_lumenwave', offer })
  world.now = Date.UTC(2026, 0, 1)
  const ledger = ledgerOf(world)
  const keys = [...ledger.statements()].filter(({ currency }) => currency.code === 'USD').slice(1, 13)
  const first = keys.map((key) => ledger.lines(key))
  const again = ledger.lines(keys[0] as (typeof keys)[number])
  expect(again).not.toBe(first[0])
  expect(again).toEqual(first[0])
})
