import type { Steps } from '../core/primitives/steps.js'

/** How long one job works before other requests are served. */
export const SLICE_MS = 5

let waiting: (() => void)[] = []

/** Only one job continues per turn of the event loop, so that many long jobs together delay a request no more than one. */
function continueNext() {
  const [next, ...others] = waiting
  waiting = others
  next?.()
  if (others.length > 0) setImmediate(continueNext)
}

/**
 * For long work: call the returned function between steps, and wait if it returns a promise. It does so when the job has
 * worked for a slice, so that requests are served in between.
 */
export function createTimeSlices(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined
    return new Promise((resolve) => {
      waiting.push(() => {
        began = performance.now()
        resolve()
      })
      if (waiting.length === 1) setImmediate(continueNext)
    })
  }
}

/**
 * Runs a computation that yields between short steps. If it ends within the first slice, the result is returned
 * synchronously, because promises cost more than most computations. The first `unslicedSteps` run without a pause
 * however long they take, so that a short computation ends in the same turn in every run.
 */
export function runInSlices<T>(work: Steps<T>, unslicedSteps = 0): T | Promise<T> {
  const pause = createTimeSlices()
  for (let step = work.next(), done = 1; ; step = work.next(), done++) {
    if (step.done) return step.value
    const paused = done > unslicedSteps ? pause() : undefined
    if (paused) return paused.then(() => continueInSlices(work, pause))
  }
}

async function continueInSlices<T>(work: Steps<T>, pause: () => Promise<void> | undefined): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    await pause()
  }
}
