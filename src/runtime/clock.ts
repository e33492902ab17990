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
    // The world's time must not go backwards when the system clock does.
    now: () => (latest = Math.max(latest, wall() + offset)),
    moveTo(instant) {
      offset += Math.max(0, instant - (wall() + offset))
    },
  }
}
