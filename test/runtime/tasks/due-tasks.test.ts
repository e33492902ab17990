import { describe, expect, test } from 'vitest'
import { createDueTasks, MAX_TASKS_PER_RUN } from '../../../src/runtime/tasks/due-tasks.js'
import { createCoreWorld } from '../../support/core-world.js'

/** Tasks of one instant. Each takes 20 µs. */
function createTasks(count: number) {
  const state = createCoreWorld()
  const ran: string[] = []
  for (let i = 0; i < count; i++)
    state.agenda.schedule(state.now, { type: 'process-asset', subject: `ast_${i}`, fault: null })
  const dueTasks = createDueTasks({
    state,
    clock: { mode: 'manual', now: () => state.now, moveTo: () => {} },
    send() {},
    recordTask(_, subject) {
      ran.push(subject)
      for (const began = performance.now(); performance.now() - began < 0.02; );
    },
    scheduleTimer() {},
  })
  return { ...dueTasks, ran }
}

describe('the tasks of one instant', () => {
  test('run at once if they are few', () => {
    const { catchUp, runDue, ran } = createTasks(MAX_TASKS_PER_RUN)
    expect(catchUp()).toBeUndefined()
    runDue()
    expect(ran).toHaveLength(MAX_TASKS_PER_RUN)
  })

  test('run in slices if they are many, in their order, once for all who wait', async () => {
    const { catchUp, ran } = createTasks(5 * MAX_TASKS_PER_RUN)
    const caughtUp = catchUp()
    let turns = 0
    let isDone = false
    void caughtUp?.then(() => (isDone = true))
    for (; !isDone; turns++) {
      expect(catchUp()).toBe(caughtUp)
      await new Promise(setImmediate)
    }
    expect(turns).toBeGreaterThan(5)
    expect(ran).toEqual(Array.from({ length: 5 * MAX_TASKS_PER_RUN }, (_, i) => `ast_${i}`))
    expect(catchUp()).toBeUndefined()
  })
})
