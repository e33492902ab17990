export const CLOCK_MODES = ['live', 'manual'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** A manual clock's first instant unless told otherwise. */
const MANUAL_START = Date.UTC(2025, 0, 1)

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Forward only. A live clock goes on from there. */
  moveTo(instant: number): void
}

/** `wall` is the machine's time; a live clock follows it, from `start` if one is given. */
export function createClock(mode: ClockMode, start: number | undefined, wall: () => number): Clock {
  if (mode === 'manual') {
    let now = start ?? MANUAL_START
    return { mode, now: () => now, moveTo: (instant) => void (now = Math.max(now, instant)) }
  }
  let offset = start === undefined ? 0 : start - wall()
  let latest = Number.NEGATIVE_INFINITY
  return {
    mode,
    // A machine whose clock is set back must not make a world's time run backwards.
    now: () => (latest = Math.max(latest, wall() + offset)),
    moveTo(instant) {
      offset += Math.max(0, instant - (wall() + offset))
    },
  }
}
