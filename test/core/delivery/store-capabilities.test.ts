import { describe, expect, test } from 'vitest'
import type { Scenario, StoreRule } from '../../../src/core/delivery/scenario-rules.js'
import { type Command, execute } from '../../../src/core/engine/commands.js'
import { runTask } from '../../../src/core/engine/tasks.js'
import type { World } from '../../../src/core/engine/world.js'
import { createCoreWorld } from '../../support/core-world.js'

function run<C extends Command>(world: World, command: C) {
  const result = execute(world, command)
  if (!result.ok) throw new Error(`${command.type}: ${result.message}`)
  return result.value
}

function runScheduled(world: World) {
  for (let entry = world.agenda.take(); entry; entry = world.agenda.take()) {
    world.now = entry.due
    if (entry.task.type !== 'send-event') runTask(world, entry.task)
  }
}

const WAV_ONLY = 'store_plattenkrug'
const deliver = (world: World, store_ids: string[]) =>
  run(world, {
    type: 'create-delivery',
    input: { release_id: 'rel_seed_07', store_ids, territory_codes: ['DE'] },
    scenario: 'any',
  }).id
const useAudio = (world: World, audio_asset_id: string) =>
  run(world, { type: 'update-track', id: 'trk_seed_11', changes: { audio_asset_id } })

function createWorldWithRules(stores: StoreRule[] = []): World {
  const scenario: Scenario = { name: 'any', summary: '', stores, takedowns: [], assets: [], faults: [] }
  return createCoreWorld({ findScenario: () => scenario })
}

describe('audio in a format that a store does not take', () => {
  const FLAC = 'ast_seed_audio_02'
  const WAV = 'ast_seed_audio_01'

  test('is rejected by that store only, and delivered after a correction', () => {
    const world = createWorldWithRules()
    useAudio(world, FLAC)
    const id = deliver(world, [WAV_ONLY, 'store_lumenwave'])
    runScheduled(world)
    expect(world.deliveries.get(id)?.stores).toMatchObject([
      {
        status: 'rejected',
        rejection_code: 'audio_format_unsupported',
        rejection_reason: 'The store does not take flac audio, only wav.',
      },
      { status: 'delivered' },
    ])
    useAudio(world, WAV)
    run(world, { type: 'resubmit-delivery', id, store_ids: undefined })
    runScheduled(world)
    expect(world.deliveries.get(id)?.status).toBe('delivered')
  })

  test('is not rejected if a rule of the scenario matches the order', () => {
    const world = createWorldWithRules([{ stores: [WAV_ONLY], outcome: 'delivered' }])
    useAudio(world, FLAC)
    const id = deliver(world, [WAV_ONLY])
    runScheduled(world)
    expect(world.deliveries.get(id)?.status).toBe('delivered')
  })
})

describe('a second order of a release at a store', () => {
  const secondOrder = (world: World) =>
    execute(world, {
      type: 'create-delivery',
      input: { release_id: 'rel_seed_07', store_ids: [WAV_ONLY], territory_codes: ['DE'] },
      scenario: 'any',
    })

  test('is a duplicate even if the fingerprint of the release has changed', () => {
    const world = createWorldWithRules()
    const id = deliver(world, [WAV_ONLY])
    run(world, { type: 'update-release', id: 'rel_seed_07', changes: { label: 'Another Label' } })
    expect(secondOrder(world)).toMatchObject({ ok: false, code: 'duplicate_submission' })
    runScheduled(world)
    run(world, { type: 'simulate-delivery', input: { delivery_id: id, outcome: 'taken_down' } })
    expect(secondOrder(world).ok).toBe(true)
  })
})
