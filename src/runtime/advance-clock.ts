import type { World } from '../core/engine/world.js'
import { END_OF_TIME } from '../core/primitives/time.js'
import type { Clock } from './clock.js'
import type { EndpointQueues } from './endpoint-queues.js'
import type { Advanced, RunningWorld, Step } from './running-world.js'

/** What moving the clock needs of the world whose clock it is. */
export interface ClockContext {
  readonly state: World
  readonly clock: Clock
  readonly queues: EndpointQueues
  runDue(): void
  /** Does the next thing on the agenda. */
  runNextTask(): void
  /** Where steps are noted from now on. */
  recordStepsIn(steps: Step[] | undefined): void
  /** The clock has come to where it was to go. */
  finishAdvance(): void
}

/** So many steps are done at a stretch before others get their turn. */
const TASKS_PER_TURN = 2000

export function createClockAdvancer(world: ClockContext): Pick<RunningWorld, 'advance' | 'advanceUntil'> {
  let previousAdvance: Promise<unknown> = Promise.resolve()

  /** Moves the clock from instant to instant, as long as the next one's due time says so. */
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
      // Told at once: whoever waits for this turn to be over may move the clock again.
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
      // An instant is over when all that was sent in it has been answered, or was called off.
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
    // What is reached at an instant is reached when that instant is over.
    advanceUntil: (isReached) =>
      advanceWhile(
        (due) => due <= world.state.now || (due <= END_OF_TIME && !isReached(world.state)),
        () => world.state.now,
        (advanced) => ({ ...advanced, reached: isReached(world.state) }),
      ),
  }
}
