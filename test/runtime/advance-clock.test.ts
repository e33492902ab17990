import { expect, test } from 'vitest'
import type { World } from '../../src/core/engine/world.js'
import { createAdvancing } from '../../src/runtime/advance-clock.js'
import { createLanes } from '../../src/runtime/endpoint-queues.js'

test('an advance does not wait for what has been called off', async () => {
  const lanes = createLanes(() => {})
  lanes.add('a receiver that is still waited for', () => new Promise(() => {}))
  await Promise.resolve()
  lanes.stop()
  expect(lanes.isBusy).toBe(true)
  const state = { now: 5, agenda: { peek: () => undefined } } as unknown as World
  const { advance } = createAdvancing({
    state,
    clock: { mode: 'manual', now: () => state.now, moveTo: () => {} },
    lanes,
    settle: () => {},
    step: () => {},
    note: () => {},
    arrived: () => {},
  })
  expect(await advance((now) => now + 10)).toEqual({ now: 15, steps: [] })
})
