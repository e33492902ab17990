import type { World } from '../core/engine/world.js'
import { END_OF_TIME } from '../core/primitives/time.js'
import type { Clock } from './clock.js'
import type { Lanes } from './endpoint-queues.js'
import type { Advanced, RunningWorld, Step } from './running-world.js'

/** What moving the clock needs of the world whose clock it is. */
export interface Moving {
  readonly state: World
  readonly clock: Clock
  readonly lanes: Lanes
  settle(): void
  /** Does the next thing on the agenda. */
  step(): void
  /** Where steps are noted from now on. */
  note(steps: Step[] | undefined): void
  /** The clock has come to where it was to go. */
  arrived(): void
}

/** So many steps are done at a stretch before others get their turn. */
const STRETCH = 2000

export function createAdvancing(world: Moving): Pick<RunningWorld, 'advance' | 'advanceUntil'> {
  let turn: Promise<unknown> = Promise.resolve()

  /** Moves the clock from instant to instant, as long as the next one's due time says so. */
  function advanceWhile<T extends Advanced>(
    isNext: (due: number) => boolean,
    last: () => number,
    end: (advanced: Advanced) => T,
  ): Promise<T> {
    const move = async () => {
      const began = world.state
      const steps: Step[] = []
      world.note(steps)
      try {
        await goOn(began, isNext)
      } finally {
        world.note(undefined)
      }
      if (world.state === began) {
        began.now = Math.max(began.now, last())
        world.clock.moveTo(began.now)
        world.arrived()
      }
      // Told at once: whoever waits for this turn to be over may move the clock again.
      return end({ now: world.state.now, steps: steps.filter(({ change }) => change !== '') })
    }
    const moved = turn.then(move)
    turn = moved.catch(() => {})
    return moved
  }

  async function goOn(began: World, isNext: (due: number) => boolean) {
    world.settle()
    for (let done = 1; world.state === began; ) {
      const next = began.agenda.peek()
      // An instant is over when all that was sent in it has been answered, or was called off.
      const isWaiting = world.lanes.isBusy && !world.lanes.signal.aborted
      if (isWaiting && !(next && next.due <= began.now)) {
        await world.lanes.idle()
        continue
      }
      if (!next || !isNext(next.due)) break
      world.clock.moveTo(next.due)
      world.step()
      if (done++ % STRETCH === 0) await new Promise(setImmediate)
    }
  }

  return {
    async advance(to) {
      let target: number | undefined
      const last = () => (target ??= Math.min(to(world.state.now), END_OF_TIME))
      return advanceWhile(
        (due) => due <= last(),
        last,
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
