import { type KeptAnswer, keepAnswer } from '../../../core/access/idempotency-keys.js'
import type { Checkpoint } from '../../running-world.js'
import type { SandboxSettings } from '../../sandbox-settings.js'
import type { WorldSettings } from '../../world-settings.js'
import type { CurrentState } from '../describe-world.js'
import type { WorldStorage } from '../world-storage.js'
import { countIds, createLogEntry, type LogEntry } from './log-entry.js'
import type { WriteAheadLog } from './write-ahead-log.js'

/** Appends a world's changes to its write-ahead log. When a write fails, rolls the world back to what is on disk. */
export interface WorldWriter {
  /** True when a write failed and the rollback could not read the disk either. The world must be opened again. */
  readonly isBroken: boolean
  /** True while something is being written. */
  readonly isBusy: boolean
  write(what: Pick<LogEntry, 'command' | 'kept' | 'offset'>): LogEntry
  /** Undefined when everything is on disk. Otherwise resolves after the write, or after the rollback when it fails. */
  flushed(): Promise<void> | undefined
  /** Undefined, or resolves when events may be sent again after a failed write. */
  backoff(): Promise<void> | undefined
  checkpoint(): Checkpoint
  keepAnswer(key: string, answer: Omit<KeptAnswer, 'at'>, since: Checkpoint): void
  commit(since: Checkpoint): Promise<boolean> | true
  /** Starts a new log after the state was replaced. */
  rotate(): void
  /** Folds the log into a snapshot, unless the whole sandbox stops. Rejects when that fails; nothing is lost then. */
  close(isShutdown: boolean): Promise<void>
  /** Resolves when a write in progress has ended. */
  abandon(): Promise<void>
}

export interface WorldWriterOptions extends Pick<SandboxSettings, 'wall' | 'timer' | 'onError'> {
  storage: WorldStorage
  worldSettings: WorldSettings
  getCurrentState(): CurrentState
  runDue(): void
  /** Restores the state from disk. Throws when the disk can't be read. */
  rollBack(): void
  /** Called when the rollback fails. */
  onBroken(): void
}

/** The simulation recognizes a failed rollback by this sentence in the log. */
export const ROLLBACK_FAILED = 'The rollback after a failed write could not read the data directory.'

/** How long events are held back after a failed write. */
const BACKOFF_MS = 30_000

const ignore = () => {}

export function createWorldWriter(options: WorldWriterOptions): WorldWriter {
  const { storage, worldSettings, getCurrentState, runDue, rollBack, onBroken, onError, wall, timer } = options
  // Run due tasks first: the first entry's time must not be ahead of tasks that a replay would run before it.
  runDue()
  let log: WriteAheadLog = storage.openLog(worldSettings, getCurrentState, handleWriteFailure)
  /** Until then nobody has used the world, so a failure needs no rollback. */
  let isOpened = storage.whenOpened() === undefined
  storage.whenOpened()?.then(() => (isOpened = true), breakOff)
  let rollbackCount = 0
  let isBroken = false
  let isClosed = false
  /** Number of ids at the last log entry. */
  let writtenIdCount = countIds(getCurrentState().world)
  /** In wall time. Without it, each rollback would send the same events to receivers again. */
  let backoffUntil = 0

  function breakOff() {
    isBroken = true
    onBroken()
  }

  function handleWriteFailure(error: Error) {
    onError(error)
    if (isClosed) return
    if (!isOpened) return breakOff()
    rollbackCount++
    backoffUntil = wall() + BACKOFF_MS
    try {
      rollBack()
      log = storage.openLog(worldSettings, getCurrentState, handleWriteFailure)
      writtenIdCount = countIds(getCurrentState().world)
    } catch (unreadable) {
      const { message } = unreadable as Error
      onError(new Error(`${ROLLBACK_FAILED} The next call tries again: ${message}`))
      breakOff()
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
    get isBusy() {
      return log.isBusy || countIds(getCurrentState().world) !== writtenIdCount || backoffUntil > wall()
    },
    write,
    flushed() {
      runDue()
      // Tasks create ids without a command; record them before an event with such an id is sent.
      if (countIds(getCurrentState().world) !== writtenIdCount) write({})
      if (!isOpened)
        return storage
          .whenOpened()
          ?.then(() => log.flush())
          .catch(ignore)
      return log.flush()?.catch(ignore)
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
      // One record for the command and its answer, so that a crash can't separate them.
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
    close(isShutdown) {
      isClosed = true
      return storage.close(isShutdown)
    },
    abandon() {
      isClosed = true
      return log.abandon()
    },
  }
}
