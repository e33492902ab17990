import { describe, expect, test } from 'vitest'
import type { Scenario, StoreRule } from '../../../src/core/delivery/scenario-rules.js'
import { type Command, execute } from '../../../src/core/engine/commands.js'
import type { Delivery } from '../../../src/core/engine/rows.js'
import type { ReleaseAspect } from '../../../src/core/engine/seed-types.js'
import { deserializeWorld, serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { runTask } from '../../../src/core/engine/tasks.js'
import type { World } from '../../../src/core/engine/world.js'
import { builtInSeeds as seeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { BUILT_IN_SCENARIO_FILES } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createCoreOptions, createCoreWorld } from '../../support/core-world.js'

const RELEASE = 'rel_seed_07'
const STORE = 'store_lumenwave'

function run<C extends Command>(world: World, command: C) {
  const result = execute(world, command)
  if (!result.ok) throw new Error(`${command.type}: ${result.message}`)
  return result.value
}

/** Runs everything that is scheduled, and returns the answer of the store. */
function answer(world: World, id: string): string {
  for (let entry = world.agenda.take(); entry; entry = world.agenda.take()) {
    world.now = entry.due
    if (entry.task.type !== 'send-event') runTask(world, entry.task)
  }
  const [order] = (world.deliveries.get(id) as Delivery).stores
  return `${order?.status} ${order?.rejection_code ?? ''}`.trim()
}

function deliver(world: World, scenario: string, store_ids = [STORE]): string {
  const input = { release_id: RELEASE, store_ids, territory_codes: ['US'] }
  return run(world, { type: 'create-delivery', input, scenario }).id
}

const resubmit = (world: World, id: string) => run(world, { type: 'resubmit-delivery', id, store_ids: undefined })

/** A change of each aspect that a partner can change. */
const CHANGES: Record<Exclude<ReleaseAspect, 'artists' | 'upc'>, Command> = {
  artwork: { type: 'update-release', id: RELEASE, changes: { artwork_asset_id: 'ast_seed_artwork_01' } },
  label: { type: 'update-release', id: RELEASE, changes: { label: 'Another Label' } },
  release_date: { type: 'update-release', id: RELEASE, changes: { release_date: '2030-01-01' } },
  territories: { type: 'update-release', id: RELEASE, changes: { territories: ['US'] } },
  title: { type: 'update-release', id: RELEASE, changes: { title: 'Another Title' } },
  track_audio: { type: 'update-track', id: 'trk_seed_11', changes: { audio_asset_id: 'ast_seed_audio_01' } },
  track_isrc: { type: 'update-track', id: 'trk_seed_11', changes: { isrc: 'QZ-K3V-25-99999' } },
  track_title: { type: 'update-track', id: 'trk_seed_11', changes: { title: 'Another Title' } },
}

function worldWithRules(...stores: StoreRule[]): World {
  const scenario: Scenario = { name: 'custom', summary: '', stores, takedowns: [], assets: [], faults: [] }
  return createCoreWorld({ findScenario: () => scenario })
}

describe.each(seeds.rejections)('a store that answers $code', ({ code, outcome, wants, remedy }) => {
  test('gives the same answer until something that it wants changed has changed', () => {
    for (const [aspect, change] of Object.entries(CHANGES) as [ReleaseAspect, Command][]) {
      const world = worldWithRules({ until: 'corrected', outcome, code })
      const id = deliver(world, 'custom')
      expect(answer(world, id)).toBe(`${outcome} ${code}`)
      resubmit(world, id)
      expect(answer(world, id)).toBe(`${outcome} ${code}`)
      run(world, change)
      resubmit(world, id)
      expect([aspect, answer(world, id)]).toEqual([aspect, wants.includes(aspect) ? 'delivered' : `${outcome} ${code}`])
    }
  })

  test('says in its remedy whether a new release is needed', () => {
    const isCorrectable = wants.some((aspect) => aspect in CHANGES)
    if (!isCorrectable) expect(remedy).toMatch(/^Create a new release/)
    else expect(remedy).not.toMatch(/^Create a new release/)
  })
})

test('a correction counts from what the store was sent, even if it came before the answer of the store', () => {
  const world = worldWithRules({ until: 'corrected', outcome: 'rejected', code: 'artwork_quality' })
  const id = deliver(world, 'custom')
  run(world, CHANGES.artwork)
  expect(answer(world, id)).toBe('rejected artwork_quality')
  resubmit(world, id)
  expect(answer(world, id)).toBe('delivered')
})

test('a correction that is taken back is answered as before', () => {
  const world = worldWithRules(
    { until: 'corrected', outcome: 'rejected', code: 'artwork_quality' },
    { until: 'corrected', outcome: 'action_required', code: 'metadata_formatting' },
  )
  const before = world.releases.get(RELEASE)?.artwork_asset_id as string
  const id = deliver(world, 'custom')
  expect(answer(world, id)).toBe('rejected artwork_quality')
  run(world, CHANGES.artwork)
  resubmit(world, id)
  expect(answer(world, id)).toBe('action_required metadata_formatting')
  run(world, { type: 'update-release', id: RELEASE, changes: { title: 'T', artwork_asset_id: before } })
  resubmit(world, id)
  expect(answer(world, id)).toBe('rejected artwork_quality')
})

test('the simulator records what the store saw too', () => {
  const world = worldWithRules({ until: 'corrected', outcome: 'rejected', code: 'artwork_quality' })
  const id = deliver(world, 'custom')
  const input = { delivery_id: id, outcome: 'rejected' as const, rejection_code: 'artwork_quality' }
  run(world, { type: 'simulate-delivery', input })
  run(world, CHANGES.artwork)
  resubmit(world, id)
  expect(answer(world, id)).toBe('delivered')
})

test('a restored world remembers what each store saw', () => {
  const world = createCoreWorld()
  const id = deliver(world, 'resubmission')
  answer(world, id)
  const restored = deserializeWorld(createCoreOptions(), seeds, JSON.parse(JSON.stringify(serializeWorld(world))))
  resubmit(restored, id)
  expect(answer(restored, id)).toBe('rejected artwork_prohibited_content')
  run(restored, CHANGES.artwork)
  resubmit(restored, id)
  expect(answer(restored, id)).toBe('action_required artist_in_title')
})

describe('every built-in scenario whose summary says "corrected"', () => {
  const files = BUILT_IN_SCENARIO_FILES.filter(({ summary }) => summary.includes('corrected'))

  test('is known', () => {
    expect(files.map(({ name }) => name)).toEqual(['action-required', 'mixed-outcomes', 'resubmission'])
  })

  test.each(files)('$name gives the same answer to a release that was not corrected', ({ name }) => {
    const world = createCoreWorld()
    const id = deliver(world, name, ['store_quorvane'])
    const first = answer(world, id)
    for (let attempt = 2; attempt <= 4; attempt++) {
      run(world, { type: 'update-release', id: RELEASE, changes: { label: `Label ${attempt}` } })
      resubmit(world, id)
      expect(answer(world, id)).toBe(first)
    }
  })

  test.each(files)('$name delivers the corrected release', ({ name }) => {
    const world = createCoreWorld()
    const id = deliver(world, name, ['store_quorvane'])
    for (let attempt = 2; answer(world, id) !== 'delivered'; attempt++) {
      expect(attempt).toBeLessThanOrEqual(3)
      for (const change of [CHANGES.artwork, CHANGES.track_audio]) run(world, change)
      run(world, { type: 'update-release', id: RELEASE, changes: { title: `Corrected ${attempt}` } })
      resubmit(world, id)
    }
  })
})
