import { createHash } from 'node:crypto'
import type { Random } from '../runner/random.js'

/** A group of timers that can be cancelled together. */
export interface TimerScope {
  readonly isEnded: boolean
  after(ms: number, callback: () => void): () => void
  end(): void
}

/** Simulated time. Callbacks of the same instant run in an order that the seed decides. */
export interface Schedule {
  readonly now: number
  readonly steps: number
  createScope(): TimerScope
  /**
   * Runs the next callback and everything that follows from it synchronously or in microtasks. False if nothing is
   * scheduled.
   */
  runNext(): Promise<boolean>
  /** Adds a line to the log of the run. */
  record(line: string): void
  /** The last lines of the log. */
  recentRecords(lines: number): string
  /** A hash of the whole log. The same seed gives the same digest. */
  digest(): string
}

interface ScheduledCallback {
  at: number
  tieBreaker: number
  callback: () => void
  scope: { isEnded: boolean }
}

const isBefore = (a: ScheduledCallback, b: ScheduledCallback) =>
  a.at < b.at || (a.at === b.at && a.tieBreaker < b.tieBreaker)

/** Simulated time of the start. */
const START = Date.UTC(2025, 0, 1)

export function createSchedule(random: Random): Schedule {
  const hash = createHash('sha256')
  const lines: string[] = []
  let scheduled: ScheduledCallback[] = []
  let now = START
  let steps = 0

  function takeNext(): ScheduledCallback | undefined {
    let first: ScheduledCallback | undefined
    for (const entry of scheduled) if (!first || isBefore(entry, first)) first = entry
    if (first) scheduled.splice(scheduled.indexOf(first), 1)
    return first
  }

  return {
    get now() {
      return now
    },
    get steps() {
      return steps
    },
    createScope() {
      const scope = { isEnded: false }
      return {
        get isEnded() {
          return scope.isEnded
        },
        after(ms, callback) {
          const entry = { at: now + Math.max(0, Math.round(ms)), tieBreaker: random.fraction(), callback, scope }
          if (!scope.isEnded) scheduled.push(entry)
          return () => {
            const at = scheduled.indexOf(entry)
            if (at >= 0) scheduled.splice(at, 1)
          }
        },
        end() {
          scope.isEnded = true
          scheduled = scheduled.filter((entry) => entry.scope !== scope)
        },
      }
    },
    async runNext() {
      const next = takeNext()
      if (!next) return false
      now = next.at
      steps++
      next.callback()
      // No code under test waits for real I/O, so everything that follows has run before setImmediate fires.
      await new Promise(setImmediate)
      return true
    },
    record(line) {
      const text = `${now - START} ${line}`
      lines.push(text)
      hash.update(`${text}\n`)
    },
    recentRecords: (count) => lines.slice(-count).join('\n'),
    digest: () => hash.copy().digest('hex'),
  }
}

export const sleep = (scope: TimerScope, ms: number): Promise<void> =>
  new Promise((resolve) => scope.after(ms, resolve))
