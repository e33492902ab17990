import { expect, test } from 'vitest'
import type { World } from '../../../src/core/engine/world.js'
import { createEndpointQueues } from '../../../src/runtime/event-delivery/endpoint-queues.js'
import { createClockAdvancer } from '../../../src/runtime/tasks/advance-clock.js'

test('an advance does not wait for cancelled deliveries', async () => {
  const queues = createEndpointQueues(() => {})
  queues.enqueue('whk_hanging', () => new Promise(() => {}))
  await Promise.resolve()
  queues.cancel()
  expect(queues.isBusy).toBe(true)
  const state = {
    now: 5,
    agenda: { peek: () => undefined },
    events: { first: () => undefined, size: 0 },
  } as unknown as World
  const { advance } = createClockAdvancer({
    state,
    clock: { mode: 'manual', now: () => state.now, moveTo: () => {} },
    queues,
    runDue: () => {},
    catchUp: () => undefined,
    runNextTask: () => {},
    recordStepsIn: () => {},
    finishAdvance: () => {},
  })
  expect(await advance((now) => now + 10)).toEqual({ now: 15, steps: [] })
})
