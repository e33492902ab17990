import { type KeptAnswer, keepAnswer } from '../../core/access/idempotency-keys.js'
import type { Mark, WorldSettings } from '../running-world.js'
import { countIds, type Entry, entryFor } from './log-entries.js'
import type { Home, Present } from './world-storage.js'
import type { WorldLog } from './write-ahead-log.js'

/** Where all that happens to a world is written down, with what follows when it can't be. */
export interface Book {
  /** Whether the disk could neither be written to nor be read. Nobody knows what is true then: it is to be opened anew. */
  readonly isBroken: boolean
  write(what: Pick<Entry, 'command' | 'kept' | 'offset'>): Entry
  /** Undefined, or resolves when all that has happened is written down; or could not be, and the world has gone back. */
  written(): Promise<void> | undefined
  /** Undefined, or resolves when events may be sent again. */
  quiet(): Promise<void> | undefined
  mark(): Mark
  keep(key: string, answer: Omit<KeptAnswer, 'at'>, since: Mark): void
  commit(since: Mark): Promise<boolean> | true
  /** The world is another one now: its book begins anew. */
  rotate(): void
  close(): Promise<void>
  abandon(): void
}

export interface BookOptions extends Pick<WorldSettings, 'wall' | 'timer' | 'onFault'> {
  home: Home
  present(): Present
  settle(): void
  /** The world becomes what the disk says; throws when that can't be read. */
  goBack(): void
  /** Told when the world can't go back. */
  onBroken(): void
}

/** How long nothing is sent after something could not be written. */
const PAUSE = 30_000

export function createBook(options: BookOptions): Book {
  const { home, present, settle, goBack, onBroken, onFault, wall, timer } = options
  // What fell due before now is done before anything is written with the time of now.
  settle()
  let log: WorldLog = home.open(present, fail)
  let lost = 0
  let isBroken = false
  let isClosed = false
  /** How many ids there were when something was last written down. */
  let ids = countIds(present().world)
  /** In wall time. While nothing can be written, receivers must not be told the same again and again. */
  let quietUntil = 0

  /** What could not be written has not happened. */
  function fail(fault: Error) {
    onFault(fault)
    if (isClosed) return
    lost++
    quietUntil = wall() + PAUSE
    try {
      goBack()
      log = home.open(present, fail)
      ids = countIds(present().world)
    } catch (unreadable) {
      const { message } = unreadable as Error
      onFault(new Error(`Nor could what was written be read back, which is tried again at the next call: ${message}`))
      isBroken = true
      onBroken()
    }
  }

  function write(what: Pick<Entry, 'command' | 'kept' | 'offset'>): Entry {
    const entry = entryFor(present().world, what)
    ids = entry.ids
    log.append(entry)
    return entry
  }

  return {
    get isBroken() {
      return isBroken
    },
    write,
    written() {
      settle()
      // What time brought about is in no record yet.
      if (countIds(present().world) !== ids) write({})
      return log.flush()?.catch(() => {})
    },
    quiet() {
      const left = quietUntil - (quietUntil && wall())
      return left > 0 ? new Promise((resolve) => timer(left, resolve)) : undefined
    },
    mark: () => ({ count: log.count, lost }),
    keep(key, answer, since) {
      if (isBroken) return
      const { world } = present()
      keepAnswer(world, key, answer)
      const kept = { key, answer: world.answers.get(key) as KeptAnswer }
      // In one record with what it answers; unless that is written already, or has an answer.
      const { entry } = since
      if (entry && !entry.kept && log.holds(entry)) entry.kept = kept
      else write({ kept })
    },
    commit(since) {
      if (since.lost !== lost || isBroken) return Promise.resolve(false)
      const written = log.count > since.count ? log.flush() : undefined
      return written?.then(() => true).catch(() => false) ?? true
    },
    rotate() {
      ids = countIds(present().world)
      log.rotate()
    },
    close() {
      isClosed = true
      return log.close()
    },
    abandon() {
      isClosed = true
      log.abandon()
    },
  }
}
