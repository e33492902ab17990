import { expect, test } from 'vitest'
import type { Dispatch } from '../../../src/core/engine/rows.js'
import { deserializeWorld, type SerializedWorld, serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { statusKeyOf } from '../../../src/core/events/dispatches.js'
import { builtInSeeds as seeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { createCoreOptions, createCoreWorld } from '../../support/core-world.js'

test('computes the status key of dispatches from old snapshots, which stored it as `shelf`', () => {
  const serialized = JSON.parse(JSON.stringify(serializeWorld(createCoreWorld()))) as SerializedWorld
  const row = { id: 'evt_1 whk_1', event_id: 'evt_1', webhook_id: 'whk_1', status: 'pending', attempts: [] }
  const rows = [null, { ...row, shelf: 'whk_1 delivered' }] as unknown as Dispatch[]
  const world = deserializeWorld(createCoreOptions(), seeds, { ...serialized, dispatches: { start: 0, rows } })
  const found = world.dispatches.where({ statusKey: statusKeyOf('whk_1', 'pending') })
  expect(found).toEqual([{ ...row, statusKey: 'whk_1 pending' }])
  expect(world.dispatches.where({ statusKey: 'whk_1 delivered' })).toEqual([])
  expect(serializeWorld(world).dispatches.rows).toEqual([null, found[0]].slice(1))
})
