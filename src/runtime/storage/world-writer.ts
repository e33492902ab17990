import { type KeptAnswer, keepAnswer } from '../../core/access/idempotency-keys.js'
import type { Checkpoint, SandboxSettings } from '../running-world.js'
import { countIds, createLogEntry, type LogEntry } from './log-entries.js'
import type { CurrentState, WorldStorage } from './world-storage.js'
import type { WriteAheadLog } from './write-ahead-log.js'

/** Where all that happens to a world is written down, with what follows when it can't be. */
export interface WorldWriter {
  /** Whether the disk could neither be written to nor be read. Nobody knows what is true then: it is to be opened anew. */
  readonly isBroken: boolean
  write(what: Pick<LogEntry, 'command' | 'kept' | 'offset'>): LogEntry
  /** Undefined, or resolves when all that has happened is written down; or could not be, and the world has gone back. */
  flushed(): Promise<void> | undefined
  /** Undefined, or resolves when events may be sent again. */
  backoff(): Promise<void> | undefined
  checkpoint(): Checkpoint
  keepAnswer(key: string, answer: Omit<KeptAnswer, 'at'>, since: Checkpoint): void
  commit(since: Checkpoint): Promise<boolean> | true
  /** The world is another one now: its book begins anew. */
  rotate(): void
  close(): Promise<void>
  abandon(): void
}

export interface WorldWriterOptions extends Pick<SandboxSettings, 'wall' | 'timer' | 'onFault'> {
  storage: WorldStorage
  getCurrentState(): CurrentState
  runDue(): void
  /** The world becomes what the disk says; throws when that can't be read. */
  rollBack(): void
  /** Told when the world can't go back. */
  onBroken(): void
}

/** How long nothing is sent after something could not be written. */
const BACKOFF_MS = 30_000

export function createWorldWriter(options: WorldWriterOptions): WorldWriter {
  const { storage, getCurrentState, runDue, rollBack, onBroken, onFault, wall, timer } = options
  // What fell due before now is done before anything is written with the time of now.
  runDue()
  let log: WriteAheadLog = storage.openLog(getCurrentState, handleWriteFailure)
  let rollbackCount = 0
  let isBroken = false
  let isClosed = false
  /** How many ids there were when something was last written down. */
  let writtenIdCount = countIds(getCurrentState().world)
  /** In wall time. While nothing can be written, receivers must not be told the same again and again. */
  let backoffUntil = 0

  /** What could not be written has not happened. */
  function handleWriteFailure(error: Error) {
    onFault(error)
    if (isClosed) return
    rollbackCount++
    backoffUntil = wall() + BACKOFF_MS
    try {
      rollBack()
      log = storage.openLog(getCurrentState, handleWriteFailure)
      writtenIdCount = countIds(getCurrentState().world)
    } catch (unreadable) {
      const { message } = unreadable as Error
      onFault(new Error(`Nor could what was written be read back, which is tried again at the next call: ${message}`))
      isBroken = true
      onBroken()
    }
  }

  function write(what: Pick<LogEntry, 'command' | 'kept' | 'offset'>): LogEntry {
    const entry = createLogEntry(getCurrentState().world, what)
    writtenIdCount = entry.ids
    log.append(entry)
    return entry
  }

  return {
    get isBroken() {
      return isBroken
    },
    write,
    flushed() {
      runDue()
      // What time brought about is in no record yet.
      if (countIds(getCurrentState().world) !== writtenIdCount) write({})
      return log.flush()?.catch(() => {})
    },
    backoff() {
      const left = backoffUntil - (backoffUntil && wall())
      return left > 0 ? new Promise((resolve) => timer(left, resolve)) : undefined
    },
    checkpoint: () => ({ entryCount: log.entryCount, rollbackCount }),
    keepAnswer(key, answer, since) {
      if (isBroken) return
      const { world } = getCurrentState()
      keepAnswer(world, key, answer)
      const kept = { key, answer: world.keptAnswers.get(key) as KeptAnswer }
      // In one record with what it answers; unless that is written already, or has an answer.
      const { entry } = since
      if (entry && !entry.kept && log.isPending(entry)) entry.kept = kept
      else write({ kept })
    },
    commit(since) {
      if (since.rollbackCount !== rollbackCount || isBroken) return Promise.resolve(false)
      const written = log.entryCount > since.entryCount ? log.flush() : undefined
      return written?.then(() => true).catch(() => false) ?? true
    },
    rotate() {
      writtenIdCount = countIds(getCurrentState().world)
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
