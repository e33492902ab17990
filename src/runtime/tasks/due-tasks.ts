import { runTask } from '../../core/engine/tasks.js'
import type { World } from '../../core/engine/world.js'
import { beginAttempt, dispatchId } from '../../core/events/dispatches.js'
import { expireEvents } from '../../core/events/events.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { Clock } from '../clock.js'
import type { Step } from '../running-world.js'
import { createTimeSlices } from '../time-slices.js'

/** The parts of a world that running its tasks uses. */
export interface TaskContext {
  readonly state: World
  readonly clock: Clock
  /** Queues an event for its endpoint. */
  send(webhookId: string, dispatchId: string, step: Step): void
  recordTask(type: string, subject: string, change: string): void
  /** Sets the timer for the next task. */
  scheduleTimer(): void
}

export interface DueTasks {
  /** Runs the next task at its own due time, not at the current time, so that results do not depend on polling. */
  runNextTask(): void
  /** Runs every task that is due. */
  runDue(): void
  /**
   * Undefined if few tasks are due, so that `runDue` is short. Otherwise runs them in slices. A request or an event of this
   * world waits for that; those of other worlds are served in between.
   */
  catchUp(): Promise<void> | undefined
  /** Sets the list that following steps are appended to. */
  recordStepsIn(steps: Step[] | undefined): void
}

/** Tasks of a backlog that run at once, for example after the system was suspended. */
export const MAX_TASKS_PER_RUN = 1000
/** Tasks to run between two checks whether it is another request's turn. */
const TASKS_PER_STEP = 100

export function createDueTasks(world: TaskContext): DueTasks {
  /** Of the advance that is running. */
  let recordedSteps: Step[] | undefined
  let catchingUp: Promise<void> | undefined

  function runNextTask() {
    const { state } = world
    const entry = state.agenda.take()
    if (!entry) return
    const { due, task, sequence } = entry
    state.now = Math.max(state.now, due)
    const step = { at: formatInstant(state.now), task: task.type, subject: task.subject, change: '' }
    recordedSteps?.push(step)
    if (task.type !== 'send-event') {
      step.change = runTask(state, task) ?? ''
      world.recordTask(task.type, task.subject, step.change)
    } else if (beginAttempt(state, task, sequence))
      world.send(task.webhook_id, dispatchId(task.subject, task.webhook_id), step)
  }

  async function runInSlices(target: number) {
    const { state } = world
    const pause = createTimeSlices()
    for (let ran = 1; world.state === state; ran++) {
      const next = state.agenda.peek()
      if (!next || next.due > target) return
      runNextTask()
      const paused = ran % TASKS_PER_STEP === 0 ? pause() : undefined
      if (paused) await paused
    }
  }

  return {
    runNextTask,
    runDue() {
      const { state, clock } = world
      const head = state.agenda.peek()
      const target = clock.now()
      let ran = 0
      for (let next = head; next && next.due <= target; next = state.agenda.peek()) {
        // The timer continues a long backlog. Only between two instants: commands run after everything that was due.
        if (ran++ >= MAX_TASKS_PER_RUN && next.due > state.now) return world.scheduleTimer()
        runNextTask()
      }
      state.now = Math.max(state.now, target)
      expireEvents(state)
      if (state.agenda.peek() !== head) world.scheduleTimer()
    },
    catchUp() {
      if (catchingUp) return catchingUp
      const { agenda } = world.state
      if (agenda.size <= MAX_TASKS_PER_RUN) return undefined
      const target = world.clock.now()
      if (!agenda.hasDue(target, MAX_TASKS_PER_RUN)) return undefined
      catchingUp = runInSlices(target).finally(() => {
        catchingUp = undefined
        world.scheduleTimer()
      })
      return catchingUp
    },
    recordStepsIn: (steps) => (recordedSteps = steps),
  }
}
