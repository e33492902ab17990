import type { World } from '../core/engine/world.js'
import { END_OF_TIME } from '../core/primitives/time.js'
import type { Clock } from './clock.js'
import type { EndpointQueues } from './endpoint-queues.js'
import type { Advanced, RunningWorld, Step } from './running-world.js'

/** The parts of a world that advancing its clock uses. */
export interface ClockContext {
  readonly state: World
  readonly clock: Clock
  readonly queues: EndpointQueues
  runDue(): void
  runNextTask(): void
  /** Sets the list that following steps are appended to. */
  recordStepsIn(steps: Step[] | undefined): void
  /** Called when the clock has reached its target. */
  finishAdvance(): void
}

/** Tasks to run before yielding to the event loop. */
const TASKS_PER_TURN = 2000

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
      try {
        await runTasks(initialState, shouldRun)
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

  async function runTasks(initialState: World, shouldRun: (due: number) => boolean) {
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
      world.clock.moveTo(next.due)
      world.runNextTask()
      if (done++ % TASKS_PER_TURN === 0) await new Promise(setImmediate)
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
