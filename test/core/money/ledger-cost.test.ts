import { describe, expect, test } from 'vitest'
import { checkInvariants } from '../../../src/core/engine/invariants.js'
import type { World } from '../../../src/core/engine/world.js'
import { ledgerOf, type StatementKey } from '../../../src/core/money/ledger.js'
import { monthOf } from '../../../src/core/money/months.js'
import {
  pageOfLines,
  pageOfRecords,
  prepareStatements,
  type RoyaltyFilter,
  statementView,
} from '../../../src/core/money/statements.js'
import { TRACKS_PER_STEP } from '../../../src/core/money/store-reports.js'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import { createCoreWorld } from '../../support/core-world.js'
import { addSale } from '../../support/sales.js'

/** How many statements and lines a read computes. Counts, unlike times, are the same on every machine. */
function costOf(world: World, read: () => unknown) {
  const { computed } = ledgerOf(world)
  const before = { ...computed }
  read()
  return { statements: computed.statements - before.statements, lines: computed.lines - before.lines }
}
const NOTHING = { statements: 0, lines: 0 }
const records = (world: World, filter: RoyaltyFilter, more: { skip?: number } = {}) =>
  runAllSteps(pageOfRecords(world, filter, 20, more))

/** Thirty releases at six stores since 2026, five years ago. */
function longWorld() {
  const world = createCoreWorld()
  world.now = Date.UTC(2026, 0, 1)
  for (let i = 0; i < 30; i++)
    for (const { store_id } of world.stores.slice(0, 6))
      addSale(world, store_id, { release: `rel_${i}`, delivery: `dlv_${i}`, tracks: 2 })
  world.now = Date.UTC(2028, 0, 1)
  addSale(world, 'store_kumorigo', { release: 'rel_late', delivery: 'dlv_late' })
  world.now = Date.UTC(2031, 0, 1)
  return world
}

describe('a list of royalties computes', () => {
  test('nothing for a release that was never on sale', () => {
    const world = longWorld()
    expect(costOf(world, () => expect(records(world, { release_id: 'nope' }).rows).toEqual([]))).toEqual(NOTHING)
  })

  test('nothing for a page beyond the last possible record', () => {
    const world = longWorld()
    for (const filter of [{}, { release_id: 'rel_1' }, { store_id: 'store_lumenwave' }, { currency: 'JPY' }])
      expect(costOf(world, () => expect(records(world, filter, { skip: 1e15 }).rows).toEqual([]))).toEqual(NOTHING)
    const many = [...ledgerOf(world).statements()].length * 400
    expect(costOf(world, () => records(world, {}, { skip: many }))).toEqual(NOTHING)
  })

  test('the statements of its stores since its first sale, for a known release', () => {
    const world = longWorld()
    // In yen, and from January 2028 to January 2031.
    const { statements } = costOf(world, () => records(world, { release_id: 'rel_late' }, { skip: 50 }))
    expect(statements).toBe(37)
    expect(costOf(world, () => records(world, { release_id: 'rel_late' }))).toEqual(NOTHING)
  })

  test('no statements from before its first sale or long after its takedown', () => {
    const world = longWorld()
    const sales = world.money.sales as unknown[]
    sales.push({
      at: world.now,
      delivery_id: 'dlv_late',
      release_id: 'rel_late',
      store_id: 'store_kumorigo',
      offer: null,
    })
    world.now = Date.UTC(2036, 0, 1)
    const seen = new Set<number>()
    const { rows } = runAllSteps(pageOfRecords(world, { release_id: 'rel_late' }, 100, {}))
    for (const { key } of rows) seen.add(key.month)
    expect(Math.min(...seen)).toBe(2028 * 12)
    // The last reports, and the corrections after them, come at most five months later.
    expect(ledgerOf(world).computed.statements).toBeLessThanOrEqual(37 + 5)
  })

  test('only the statements on the page', () => {
    const world = longWorld()
    expect(costOf(world, () => records(world, {})).statements).toBeLessThanOrEqual(4)
  })
})

describe('a page of lines computes', () => {
  const manyLines = () => {
    const world = createCoreWorld()
    addSale(world, 'store_lumenwave', { tracks: 300 })
    world.now = Date.UTC(2026, 0, 1)
    const keys = [...ledgerOf(world).statements()].filter(({ currency }) => currency.code === 'USD')
    return { world, keys: keys.slice(1, 13) }
  }

  test('only its lines and those of the tracks at its ends, at any position and in any order of statements', () => {
    const { world, keys } = manyLines()
    const ledger = ledgerOf(world)
    for (const key of keys) expect(ledger.lineCount(key)).toBeGreaterThan(10_000)
    const most = 100 + 2 * world.territories.length
    for (let from = 0; from < 10_000; from += 1_234)
      for (const key of keys) {
        const cost = costOf(world, () => expect(runAllSteps(pageOfLines(world, key, 100, from)).rows).toHaveLength(100))
        expect(cost.statements).toBe(0)
        expect(cost.lines).toBeLessThanOrEqual(most)
      }
  })

  test('the same lines as a full iteration', () => {
    const { world, keys } = manyLines()
    const ledger = ledgerOf(world)
    const key = keys[0] as StatementKey
    const all = [...ledger.lines(key)]
    expect(all).toHaveLength(ledger.lineCount(key))
    expect(all.map(({ index }) => index)).toEqual(all.map((_, i) => i))
    for (const from of [0, 1, 99, 100, 101, 5_000, all.length - 7, all.length - 1, all.length]) {
      const { rows, next } = runAllSteps(pageOfLines(world, key, 100, from))
      expect(rows).toEqual(all.slice(from, from + 100))
      expect(next).toBe(from + 100 < all.length ? from + 100 : undefined)
    }
  })
})

test('the invariants compute every line once more than its statement does, and yield', () => {
  const world = longWorld()
  const ledger = ledgerOf(world)
  let all = 0
  for (const key of ledger.statements()) all += ledger.lineCount(key)
  let pauses = 0
  const cost = costOf(world, () => {
    for (const checking = checkInvariants(world); !checking.next().done; ) pauses++
  })
  expect(all).toBeGreaterThan(100_000)
  expect(cost).toEqual({ statements: 0, lines: all - corrections(world) })
  expect(pauses).toBeGreaterThanOrEqual([...ledger.statements()].length + all / 4000)
}, 30_000)

test('the invariants from a month on compute no lines of earlier months', () => {
  const world = longWorld()
  const ledger = ledgerOf(world)
  const last = monthOf(world.now) - 1
  let few = 0
  for (const key of ledger.statements()) if (key.month >= last) few += ledger.lineCount(key)
  const cost = costOf(world, () => {
    for (const checking = checkInvariants(world, last); !checking.next().done; );
  })
  expect(few).toBeGreaterThan(100)
  expect(cost.lines).toBeGreaterThan(0)
  expect(cost.lines).toBeLessThanOrEqual(few)
}, 30_000)

const corrections = (world: World) => {
  const ledger = ledgerOf(world)
  let found = 0
  for (const key of ledger.statements()) for (const { count } of ledger.lines(key)) if (count < 0) found++
  return found
}

describe('the cache', () => {
  test('replaces an open statement with the closed one when its month is over', () => {
    const world = createCoreWorld()
    const ledger = ledgerOf(world)
    const touch = () => [...ledger.statements()].slice(0, 4).map((key) => ledger.totals(key))
    touch()
    expect(ledger.cached.statements).toBe(4)
    world.now = Date.UTC(2025, 1, 1)
    const [newest] = ledger.statements()
    ledger.totals(newest as StatementKey)
    expect(ledger.cached.statements).toBe(1)
  })

  test('has no statements that are no longer kept', () => {
    const world = createCoreWorld()
    const ledger = ledgerOf(world)
    for (let year = 2025; year < 2060; year += 5) {
      world.now = Date.UTC(year, 0, 1)
      for (const key of ledger.statements()) ledger.totals(key)
      const count = [...ledger.statements()].length
      expect(ledger.cached.statements).toBe(count)
      expect(ledger.cached.reports).toBeLessThanOrEqual((121 + 6) * world.stores.length)
    }
  })
})

describe('statements of many tracks are computed in many short steps', () => {
  const TRACKS = 5000
  const manyTracks = () => {
    const world = createCoreWorld()
    for (const { store_id } of world.stores) addSale(world, store_id, { tracks: TRACKS })
    world.now = Date.UTC(2026, 0, 1)
    return world
  }
  /** The most lines that one step computes. */
  function largestStep(world: World, steps: Generator): number {
    const { computed } = ledgerOf(world)
    let largest = 0
    for (let before = computed.lines, done = false; !done; before = computed.lines) {
      done = steps.next().done === true
      largest = Math.max(largest, computed.lines - before)
    }
    return largest
  }

  test('their totals are known afterwards, however many there are', () => {
    const world = manyTracks()
    const keys = [...ledgerOf(world).statements()].slice(0, 8)
    let steps = 0
    for (const _ of prepareStatements(world, keys)) steps++
    expect(steps).toBeGreaterThan((TRACKS / 100) * keys.length)
    expect(costOf(world, () => keys.map((key) => statementView(world, key)))).toEqual(NOTHING)
  })

  test('a page of records, a page of lines and the invariants compute a bounded number of lines per step', () => {
    const world = manyTracks()
    const [, key] = [...ledgerOf(world).statements()].filter(({ currency }) => currency.code === 'USD')
    for (const steps of [
      pageOfRecords(world, {}, 100, {}),
      pageOfLines(world, key as StatementKey, 100, 5000),
      checkInvariants(world, monthOf(world.now) - 1),
    ])
      expect(largestStep(world, steps)).toBeLessThanOrEqual(TRACKS_PER_STEP * world.territories.length)
  }, 30_000)
})
