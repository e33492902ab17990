import { expect, test } from 'vitest'
import type { World } from '../../src/core/engine/world.js'
import { createClockAdvancer } from '../../src/runtime/advance-clock.js'
import { createEndpointQueues } from '../../src/runtime/endpoint-queues.js'

test('an advance does not wait for what has been called off', async () => {
  const lanes = createEndpointQueues(() => {})
  lanes.enqueue('a receiver that is still waited for', () => new Promise(() => {}))
  await Promise.resolve()
  lanes.cancel()
  expect(lanes.isBusy).toBe(true)
  const state = { now: 5, agenda: { peek: () => undefined } } as unknown as World
  const { advance } = createClockAdvancer({
    state,
    clock: { mode: 'manual', now: () => state.now, moveTo: () => {} },
    queues: lanes,
    runDue: () => {},
    runNextTask: () => {},
    recordStepsIn: () => {},
    finishAdvance: () => {},
  })
  expect(await advance((now) => now + 10)).toEqual({ now: 15, steps: [] })
})
