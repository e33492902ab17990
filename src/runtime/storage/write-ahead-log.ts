import { dirname } from 'node:path'
import type { DataDirectory, WorldSnapshot } from './data-directory.js'
import type { DataSyncMode } from './data-sync-option.js'
import type { Disk, DiskFile } from './durable-disk.js'
import type { LogEntry, LogPosition } from './log-entry.js'
import { encodeRecord } from './log-record-encoding.js'

/** Writes a world's changes to disk, in order, before they are acknowledged. */
export interface WriteAheadLog {
  /** Number of entries appended so far. */
  readonly entryCount: number
  /** How much is written successfully. */
  readonly position: LogPosition
  append(entry: LogEntry): void
  /** Resolves when all entries so far are written, rejects when writing fails. Undefined when nothing is pending. */
  flush(): Promise<void> | undefined
  /** Starts a new generation with a snapshot of the current state at the next flush. Counts as an entry. */
  rotate(): void
  close(): Promise<void>
  /** Stops without writing, for a world that is removed. */
  abandon(): void
  isPending(entry: LogEntry): boolean
}

export interface WriteAheadLogOptions {
  disk: Disk
  directory: DataDirectory
  key: string
  sync: DataSyncMode
  /** Where to continue. */
  position: LogPosition
  /** Written synchronously, before anything else. */
  firstEntry: LogEntry | undefined
  takeSnapshot(): WorldSnapshot
  /** Unwritten entries are discarded. The caller must roll the world back to `position` and open another log. */
  onFailure(error: Error): void
  /** Called for errors without data loss. */
  onWarning(text: string): void
  /** Calls back after the current turn of the event loop. */
  defer(callback: () => void): void
  /** Returns a function that cancels the timer. */
  timer(ms: number, callback: () => void): () => void
}

/** A log longer than this, and than four times its snapshot, is replaced by a new snapshot. */
const MIN_ROTATION_BYTES = 1024 * 1024
const BATCH_SYNC_DELAY_MS = 100
/** Wait before rewriting a log whose sync failed. */
const REWRITE_DELAY_MS = 1000

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

export function createWriteAheadLog(options: WriteAheadLogOptions): WriteAheadLog {
  const { disk, directory, key, sync, takeSnapshot, onFailure, onWarning, defer, timer } = options
  let { generation, bytes, records, hasFailedSync } = options.position
  let rotationThreshold = MIN_ROTATION_BYTES
  let pending: LogEntry[] = []
  let waiters: Waiter[] = []
  let isDraining = false
  let isClosed = false
  let isDrainScheduled = false
  let isRotationPending = false
  let cancelSync: (() => void) | undefined
  let entryCount = 0
  let file: DiskFile | undefined

  function getLogFile(): DiskFile {
    if (file) return file
    const path = directory.logPath(key, generation)
    const opened = disk.open(path, 'a')
    opened.truncate(bytes)
    disk.syncDirectory(dirname(path))
    return (file = opened)
  }

  function closeLogFile() {
    file?.close()
    file = undefined
  }

  function rotateNow() {
    const size = directory.writeSnapshot(key, generation + 1, takeSnapshot())
    closeLogFile()
    generation++
    bytes = 0
    records = 0
    hasFailedSync = false
    rotationThreshold = Math.max(MIN_ROTATION_BYTES, 4 * size)
    // The snapshot contains the pending entries.
    pending = []
    isRotationPending = false
  }

  async function writeBatch(entries: LogEntry[]) {
    const text = Buffer.from(entries.map((entry, i) => encodeRecord(records + i, entry)).join(''))
    for (let at = 0; at < text.length; ) at += await getLogFile().write(text, at)
    if (sync === 'always') await getLogFile().sync()
    bytes += text.length
    records += entries.length
    if (sync === 'batch') cancelSync ??= timer(BATCH_SYNC_DELAY_MS, syncBatch)
    if (bytes > rotationThreshold) isRotationPending = true
  }

  /** After a failed fsync the kernel may drop the dirty pages, so a later fsync proves nothing. Rewrite everything. */
  async function syncBatch() {
    cancelSync = undefined
    const began = generation
    try {
      if (!isClosed && bytes > 0) await getLogFile().sync()
    } catch (error) {
      if (isClosed || generation !== began) return
      const path = directory.logPath(key, generation)
      onWarning(`${path} could not be synced to disk and is being rewritten: ${(error as Error).message}`)
      hasFailedSync = true
      scheduleRewrite()
    }
  }

  function scheduleRewrite() {
    cancelSync = undefined
    isRotationPending = hasFailedSync
    scheduleDrain()
  }

  async function drain() {
    isDraining = true
    while (pending.length > 0 || isRotationPending) {
      const waiting = waiters
      waiters = []
      try {
        if (isRotationPending) rotateNow()
        else {
          const entries = pending
          pending = []
          await writeBatch(entries)
        }
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        fail(error as Error, waiting)
      }
    }
    // Waiters that arrived during the last write: nothing is pending, so they are done.
    for (const { resolve } of waiters.splice(0)) resolve()
    isDraining = false
    if (isClosed) closeLogFile()
  }

  function stop() {
    isClosed = true
    pending = []
    isRotationPending = false
    cancelSync?.()
  }

  /** Discards the failed batch and everything after it, which may depend on it. */
  function fail(error: Error, waiting: Waiter[]) {
    stop()
    const all = [...waiting, ...waiters]
    waiters = []
    // If this fails too, opening the log truncates it later. Until then nothing is read past `bytes`.
    try {
      file?.truncate(bytes)
    } catch {}
    closeLogFile()
    onFailure(error)
    for (const { reject } of all) reject(error)
  }

  /** Deferred, so that all entries of one turn are written in one batch (group commit). */
  function scheduleDrain() {
    if (isDraining || isDrainScheduled) return
    isDrainScheduled = true
    defer(() => {
      isDrainScheduled = false
      if (!isDraining) drain()
    })
  }

  function waitForFlush(): Promise<void> {
    const written = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
    scheduleDrain()
    return written
  }

  if (options.firstEntry) {
    const record = encodeRecord(records++, options.firstEntry)
    getLogFile().writeAll(record)
    getLogFile().syncNow()
    bytes += Buffer.byteLength(record)
  }
  // Entries of the previous log that are not synced, or whose sync failed.
  if (hasFailedSync) cancelSync = timer(REWRITE_DELAY_MS, scheduleRewrite)
  else if (sync === 'batch' && bytes > 0) cancelSync = timer(BATCH_SYNC_DELAY_MS, syncBatch)

  return {
    get entryCount() {
      return entryCount
    },
    get position() {
      return { generation, bytes, records, hasFailedSync }
    },
    append(entry) {
      entryCount++
      if (isClosed) return
      pending.push(entry)
      isRotationPending ||= hasFailedSync
      // Write even if no caller flushes, for example the outcome of an event.
      scheduleDrain()
    },
    isPending: (entry) => pending.includes(entry),
    abandon() {
      stop()
      if (!isDraining) closeLogFile()
    },
    flush: () => (pending.length > 0 || isDraining || isRotationPending ? waitForFlush() : undefined),
    rotate() {
      entryCount++
      if (isClosed) return
      isRotationPending = true
      scheduleDrain()
    },
    async close() {
      if (isClosed) return
      cancelSync?.()
      isRotationPending = true
      await waitForFlush().catch(() => {})
      closeLogFile()
    },
  }
}
