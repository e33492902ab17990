import { describe, expect, test } from 'vitest'
import { execute } from '../../../src/core/engine/commands.js'
import { deserializeWorld, serializeWorld } from '../../../src/core/engine/serialize-world.js'
import type { World } from '../../../src/core/engine/world.js'
import { ledgerOf, type StatementKey } from '../../../src/core/money/ledger.js'
import { statementView } from '../../../src/core/money/statements.js'
import { builtInSeeds as seeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { createCoreOptions, createCoreWorld } from '../../support/core-world.js'
import { addSale, addTakedown } from '../../support/sales.js'

const STORE = 'store_lumenwave'
const CODES = ['DE', 'FR', 'US', 'BR', 'MX', 'GB']
const day = (month: number, date: number) => Date.UTC(2025, month - 1, date)

/** Plays by track and territory in the previous month. */
function playsOf(world: World, release = 'rel_x'): Record<string, number> {
  const ledger = ledgerOf(world)
  const keys = [...ledger.statements()].filter(({ currency }) => currency.code === 'USD')
  const found: Record<string, number> = {}
  for (const { release_id, isrc, territory, store, count } of ledger.lines(keys[1] as StatementKey)) {
    if (release_id !== release || store.store_id !== STORE || count < 0) continue
    const pair = `${isrc} ${territory}`
    expect(found[pair]).toBeUndefined()
    found[pair] = count
  }
  return found
}
const tracks = 20
const placesOf = (lines: Record<string, number>) =>
  [...new Set(Object.keys(lines).map((pair) => pair.slice(-2)))].sort()

/** The plays of January in a world with these events. */
function january(arrange: (world: World, at: (date: number) => void) => void) {
  const world = createCoreWorld()
  arrange(world, (date) => (world.now = day(1, date)))
  world.now = day(2, 1)
  return playsOf(world)
}

describe('two deliveries of one release at one store', () => {
  const alone = january((world) => addSale(world, STORE, { delivery: 'a', tracks, codes: CODES }))

  test('earn once where they overlap', () => {
    const both = january((world, at) => {
      addSale(world, STORE, { delivery: 'a', tracks, codes: CODES })
      at(12)
      addSale(world, STORE, { delivery: 'b', tracks, codes: CODES.slice(2) })
    })
    expect(Object.keys(alone).length).toBeGreaterThan(20)
    expect(both).toEqual(alone)
  })

  test('follow each other without a gap', () => {
    const relay = january((world, at) => {
      addSale(world, STORE, { delivery: 'a', tracks, codes: CODES })
      at(12)
      addSale(world, STORE, { delivery: 'b', tracks, codes: CODES })
      addTakedown(world, STORE, 'a')
    })
    expect(relay).toEqual(alone)
  })

  test('end independently', () => {
    const world = createCoreWorld()
    addSale(world, STORE, { delivery: 'a', tracks, codes: ['DE', 'FR'] })
    addSale(world, STORE, { delivery: 'b', tracks, codes: ['FR', 'US'] })
    addTakedown(world, STORE, 'b')
    world.now = day(2, 1)
    expect(placesOf(playsOf(world))).toEqual(['DE', 'FR'])
    addTakedown(world, STORE, 'a')
    world.now = day(3, 1)
    expect(playsOf(world)).toEqual({})
  })
})

describe('a release that is delivered before its release date', () => {
  const sale = { delivery: 'a', tracks, codes: CODES }

  test('earns from its release date on', () => {
    const early = january((world) => addSale(world, STORE, { ...sale, release_date: '2025-01-20' }))
    const onTheDay = january((world, at) => {
      at(20)
      addSale(world, STORE, sale)
    })
    expect(Object.keys(early).length).toBeGreaterThan(0)
    expect(early).toEqual(onTheDay)
  })

  test('earns from its delivery on if its release date has passed', () => {
    const late = january((world, at) => {
      at(20)
      addSale(world, STORE, { ...sale, release_date: '2025-01-10' })
    })
    const onTheDay = january((world, at) => {
      at(20)
      addSale(world, STORE, sale)
    })
    expect(late).toEqual(onTheDay)
  })

  test('earns nothing before its release date, or if it is taken down before', () => {
    expect(january((world) => addSale(world, STORE, { ...sale, release_date: '2025-02-01' }))).toEqual({})
    const takenDown = january((world, at) => {
      addSale(world, STORE, { ...sale, release_date: '2025-01-20' })
      at(10)
      addTakedown(world, STORE, 'a')
    })
    expect(takenDown).toEqual({})
  })

  test('keeps its date when the world is restored', () => {
    const world = createCoreWorld()
    addSale(world, STORE, { ...sale, release_date: '2025-01-20' })
    const restored = deserializeWorld(createCoreOptions(), seeds, JSON.parse(JSON.stringify(serializeWorld(world))))
    for (const each of [world, restored]) each.now = day(2, 1)
    expect(playsOf(restored)).toEqual(playsOf(world))
  })
})

test('a delivery records the release date', () => {
  const world = createCoreWorld()
  const input = { release_id: 'rel_seed_07', store_ids: [STORE], territory_codes: ['US'] }
  const created = execute(world, { type: 'create-delivery', input, scenario: 'happy-path' })
  if (!created.ok) throw new Error(created.message)
  execute(world, { type: 'simulate-delivery', input: { delivery_id: created.value.id, outcome: 'delivered' } })
  expect(world.money.sales).toMatchObject([
    { offer: { release_date: world.releases.get('rel_seed_07')?.release_date } },
  ])
})

test('the seeds sell every delivered release before the first statement of a new world', () => {
  for (const { status, days_to_release } of seeds.catalogue.releases)
    if (status === 'delivered') expect(days_to_release).toBeLessThanOrEqual(-1000)
})

test('every store reports at least one play of each track in each full month', () => {
  for (const seed of [1, 2, 3]) {
    const world = createCoreWorld({ seed })
    for (const { store_id, territories } of world.stores)
      for (const code of territories)
        addSale(world, store_id, { release: `rel_${code}`, delivery: `${store_id}_${code}`, tracks: 3, codes: [code] })
    world.now = Date.UTC(2025, 6, 1)
    const ledger = ledgerOf(world)
    const played = new Set<string>()
    for (const key of ledger.statements())
      for (const { store, isrc } of ledger.lines(key))
        if (key.month - store.monthsLate === 2025 * 12 + 1) played.add(`${store.store_id} ${isrc}`)
    const missing = world.stores.flatMap(({ store_id, territories }) =>
      territories
        .flatMap((code) => [0, 1, 2].map((i) => `${store_id} QZ-rel_${code}-${i}`))
        .filter((pair) => !played.has(pair)),
    )
    expect(missing).toEqual([])
  }
})

describe('a seeded release', () => {
  test('stays on sale in the territories that no delivery took over', () => {
    const [world, untouched] = [createCoreWorld(), createCoreWorld()]
    addSale(world, STORE, { release: 'rel_seed_01', delivery: 'a', codes: ['DE', 'FR'] })
    addTakedown(world, STORE, 'a', 'rel_seed_01')
    for (const each of [world, untouched]) each.now = day(2, 1)
    const all = Object.entries(playsOf(untouched, 'rel_seed_01'))
    const left = Object.entries(playsOf(world, 'rel_seed_01'))
    expect(all.length).toBeGreaterThan(20)
    expect(left).toEqual(all.filter(([pair]) => !/ (DE|FR)$/.test(pair)))
    expect(left.length).toBeLessThan(all.length)
  })

  test('earns the same after a delivery to a store that already sells it', () => {
    const [world, untouched] = [createCoreWorld(), createCoreWorld()]
    const offer = {
      territory_codes: ['DE', 'FR', 'US'],
      tracks: seeds.catalogue.tracks.filter(({ release_id }) => release_id === 'rel_seed_01'),
    }
    world.now = day(1, 9)
    const sale = { delivery_id: 'a', release_id: 'rel_seed_01', store_id: STORE, offer }
    world.money.sales.push({ at: world.now, ...sale })
    for (const each of [world, untouched]) each.now = day(2, 1)
    expect(playsOf(world, 'rel_seed_01')).toEqual(playsOf(untouched, 'rel_seed_01'))
  })
})

test('a restored world has the same figures and failed payouts', () => {
  const world = createCoreWorld()
  addSale(world, STORE, { delivery: 'a', tracks })
  world.now = day(2, 10)
  addTakedown(world, STORE, 'a')
  world.money.failures.set('stm_x', 2)
  world.now = day(5, 1)
  const restored = deserializeWorld(createCoreOptions(), seeds, JSON.parse(JSON.stringify(serializeWorld(world))))
  const figures = (of: World) => [...ledgerOf(of).statements()].map((key) => statementView(of, key))
  expect(figures(restored)).toEqual(figures(world))
  expect(restored.money.failures.get('stm_x')).toBe(2)
})
