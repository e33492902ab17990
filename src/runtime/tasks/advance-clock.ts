import type { World } from '../../core/engine/world.js'
import { expireEvents } from '../../core/events/events.js'
import { END_OF_TIME } from '../../core/primitives/time.js'
import type { Clock } from '../clock.js'
import type { EndpointQueues } from '../event-delivery/endpoint-queues.js'
import type { Advanced, RunningWorld, Step } from '../running-world.js'
import { createTimeSlices } from '../time-slices.js'

/** The parts of a world that advancing its clock uses. */
export interface ClockContext {
  readonly state: World
  readonly clock: Clock
  readonly queues: EndpointQueues
  runDue(): void
  /** Undefined, or resolves when the many tasks that are due have run. */
  catchUp(): Promise<void> | undefined
  runNextTask(): void
  /** Sets the list that following steps are appended to. */
  recordStepsIn(steps: Step[] | undefined): void
  /** Called when the clock has reached its target. */
  finishAdvance(): void
}

/** Tasks to run, or events to remove, between two checks whether it is another request's turn. */
const TASKS_PER_STEP = 100
const EVENTS_PER_STEP = 200

export function createClockAdvancer(world: ClockContext): Pick<RunningWorld, 'advance' | 'advanceUntil'> {
  let previousAdvance: Promise<unknown> = Promise.resolve()

  /** Moves the clock from task to task while `shouldRun` accepts the next due time. */
  function advanceWhile<T extends Advanced>(
    shouldRun: (due: number) => boolean,
    targetTime: () => number,
    end: (advanced: Advanced) => T,
  ): Promise<T> {
    const move = async () => {
      const initialState = world.state
      const steps: Step[] = []
      world.recordStepsIn(steps)
      const pause = createTimeSlices()
      try {
        await runTasks(initialState, shouldRun, pause)
        await expireInSlices(initialState, targetTime(), pause)
      } finally {
        world.recordStepsIn(undefined)
      }
      if (world.state === initialState) {
        initialState.now = Math.max(initialState.now, targetTime())
        world.clock.moveTo(initialState.now)
        world.finishAdvance()
      }
      // Evaluate `end` here, before a queued advance moves the clock again.
      return end({ now: world.state.now, steps: steps.filter(({ change }) => change !== '') })
    }
    const moved = previousAdvance.then(move)
    previousAdvance = moved.catch(() => {})
    return moved
  }

  /** Before the clock jumps: the events of many months would otherwise be removed in one step. */
  async function expireInSlices(initialState: World, now: number, pause: () => Promise<void> | undefined) {
    while (world.state === initialState && expireEvents(initialState, now, EVENTS_PER_STEP)) {
      const paused = pause()
      if (paused) await paused
    }
  }

  async function runTasks(
    initialState: World,
    shouldRun: (due: number) => boolean,
    pause: () => Promise<void> | undefined,
  ) {
    const busy = world.catchUp()
    if (busy) await busy
    world.runDue()
    for (let done = 1; world.state === initialState; ) {
      const next = initialState.agenda.peek()
      // An instant ends when all events sent in it are answered or cancelled.
      const isWaiting = world.queues.isBusy && !world.queues.signal.aborted
      if (isWaiting && !(next && next.due <= initialState.now)) {
        await world.queues.idle()
        continue
      }
      if (!next || !shouldRun(next.due)) break
      if (next.due > initialState.now && expireEvents(initialState, next.due, EVENTS_PER_STEP)) {
        const paused = pause()
        if (paused) await paused
        continue
      }
      world.clock.moveTo(next.due)
      world.runNextTask()
      // Without a pause there is no await: it would let queued events be sent before the instant is complete.
      const paused = done++ % TASKS_PER_STEP === 0 ? pause() : undefined
      if (paused) await paused
    }
  }

  return {
    async advance(computeTarget) {
      let target: number | undefined
      const targetTime = () => (target ??= Math.min(computeTarget(world.state.now), END_OF_TIME))
      return advanceWhile(
        (due) => due <= targetTime(),
        targetTime,
        (advanced) => advanced,
      )
    },
    // Finish the current instant before checking the condition.
    advanceUntil: (isReached) =>
      advanceWhile(
        (due) => due <= world.state.now || (due <= END_OF_TIME && !isReached(world.state)),
        () => world.state.now,
        (advanced) => ({ ...advanced, reached: isReached(world.state) }),
      ),
  }
}
