import { expect, test } from 'vitest'
import { execute } from '../../../src/core/engine/commands.js'
import type { Delivery } from '../../../src/core/engine/rows.js'
import type { World } from '../../../src/core/engine/world.js'
import type { Result } from '../../../src/core/primitives/result.js'
import { createCoreWorld } from '../../support/core-world.js'

const STORES = ['store_lumenwave', 'store_quorvane', 'store_pernickel'] as const

function deliver(world: World, scenario: string) {
  const input = { release_id: 'rel_seed_07', store_ids: [...STORES], territory_codes: ['US'] }
  const created = unwrap(execute(world, { type: 'create-delivery', input, scenario }))
  return (store_id: string, outcome: 'delivered' | 'rejected' | 'action_required' | 'taken_down') =>
    unwrap(execute(world, { type: 'simulate-delivery', input: { delivery_id: created.id, store_id, outcome } }))
}

function unwrap(result: Result<Delivery>): Delivery {
  if (!result.ok) throw new Error(result.message)
  return result.value
}

const completedEvents = (world: World) =>
  world.events.where({ event_type: 'delivery.completed' }).map(({ data }) => 'status' in data && data.status)

test('is sent for each terminal status by default: a flag and then a rejection send two events', () => {
  const world = createCoreWorld()
  const move = deliver(world, 'happy-path')
  move('store_lumenwave', 'action_required')
  expect(completedEvents(world)).toEqual(['action_required'])
  move('store_quorvane', 'rejected')
  expect(completedEvents(world)).toEqual(['action_required', 'rejected'])
  expect(move('store_pernickel', 'delivered').status).toBe('rejected')
  expect(completedEvents(world)).toEqual(['action_required', 'rejected'])
})

test('is sent once, when no store is open any more, if the scenario says all-stores-answered', () => {
  const world = createCoreWorld()
  const move = deliver(world, 'late-completion')
  move('store_lumenwave', 'action_required')
  const { id } = move('store_quorvane', 'rejected')
  expect(completedEvents(world)).toEqual([])
  expect(world.releases.get('rel_seed_07')?.status).toBe('rejected')
  move('store_pernickel', 'delivered')
  expect(completedEvents(world)).toEqual(['rejected'])
  move('store_pernickel', 'taken_down')
  expect(completedEvents(world)).toEqual(['rejected'])
  unwrap(execute(world, { type: 'resubmit-delivery', id, store_ids: undefined }))
  move('store_lumenwave', 'delivered')
  expect(completedEvents(world)).toEqual(['rejected'])
  move('store_quorvane', 'delivered')
  expect(completedEvents(world)).toEqual(['rejected', 'delivered'])
})
