import { createHash } from 'node:crypto'
import type { Random } from '../runner/random.js'

/** Something that lives for a while, and schedules what happens to it: when it ends, none of that happens any more. */
export interface Life {
  readonly isOver: boolean
  after(ms: number, callback: () => void): () => void
  end(): void
}

/** Simulated time, and the order of everything. What falls due in one instant happens in an order that the seed chooses. */
export interface Schedule {
  readonly now: number
  readonly steps: number
  begin(): Life
  /** Does the next thing, and all that follows from it at once. False when nothing is left. */
  step(): Promise<boolean>
  /** Writes down what happened. */
  note(line: string): void
  /** The last of what happened. */
  story(lines: number): string
  /** Stands for all that happened: the same seed gives the same. */
  digest(): string
}

interface Due {
  at: number
  lot: number
  callback: () => void
  life: { isOver: boolean }
}

const before = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.lot < b.lot)

/** When everything begins. */
const START = Date.UTC(2025, 0, 1)

export function createSchedule(random: Random): Schedule {
  const hash = createHash('sha256')
  const lines: string[] = []
  let due: Due[] = []
  let now = START
  let steps = 0

  function take(): Due | undefined {
    let first: Due | undefined
    for (const entry of due) if (!first || before(entry, first)) first = entry
    if (first) due.splice(due.indexOf(first), 1)
    return first
  }

  return {
    get now() {
      return now
    },
    get steps() {
      return steps
    },
    begin() {
      const life = { isOver: false }
      return {
        get isOver() {
          return life.isOver
        },
        after(ms, callback) {
          const entry = { at: now + Math.max(0, Math.round(ms)), lot: random.fraction(), callback, life }
          if (!life.isOver) due.push(entry)
          return () => {
            const at = due.indexOf(entry)
            if (at >= 0) due.splice(at, 1)
          }
        },
        end() {
          life.isOver = true
          due = due.filter((entry) => entry.life !== life)
        },
      }
    },
    async step() {
      const next = take()
      if (!next) return false
      now = next.at
      steps++
      next.callback()
      // Nothing here waits for the machine: whatever follows has happened when the machine gets its turn.
      await new Promise(setImmediate)
      return true
    },
    note(line) {
      const whole = `${now - START} ${line}`
      lines.push(whole)
      hash.update(`${whole}\n`)
    },
    story: (count) => lines.slice(-count).join('\n'),
    digest: () => hash.copy().digest('hex'),
  }
}

export const sleep = (life: Life, ms: number): Promise<void> => new Promise((resolve) => life.after(ms, resolve))
