import { END_OF_TIME } from '../core/primitives/time.js'

export const CLOCK_MODES = ['live', 'manual'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** Default start of a manual clock. */
const MANUAL_START = Date.UTC(2025, 0, 1)

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Forward only. A live clock continues from there. */
  moveTo(instant: number): void
}

/**
 * A system time that never goes back. When the system clock is set back, time goes on from where it was, so that
 * scheduled tasks are not held up until the clock reaches that time again. `onFirstStepBack` is called once.
 */
export function createSteadyWall(wall: () => number, onFirstStepBack: (ms: number) => void): () => number {
  let latest = wall()
  let correction = 0
  return () => {
    const given = wall()
    const stepBack = latest - given
    latest = given
    if (stepBack > 0) {
      if (correction === 0) onFirstStepBack(stepBack)
      correction += stepBack
    }
    return given + correction
  }
}

/** `wall` returns the system time. A live clock follows it, starting at `start` if given. */
export function createClock(mode: ClockMode, start: number | undefined, wall: () => number): Clock {
  if (mode === 'manual') {
    let now = start ?? MANUAL_START
    return { mode, now: () => now, moveTo: (instant) => void (now = Math.max(now, instant)) }
  }
  let offset = start === undefined ? 0 : start - wall()
  let latest = Number.NEGATIVE_INFINITY
  return {
    mode,
    // Not after the last instant either, because timestamps have four-digit years.
    now: () => (latest = Math.max(latest, Math.min(wall() + offset, END_OF_TIME))),
    moveTo(instant) {
      offset += Math.max(0, instant - (wall() + offset))
    },
  }
}
