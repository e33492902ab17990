import type { DataDirectory } from '../data-directory.js'
import type { DataSyncMode } from '../data-sync-option.js'
import type { Disk, DiskFile } from '../disk/durable-disk.js'
import type { CachedFile } from '../disk/open-files.js'
import type { WorldSnapshot } from '../world-snapshot-file.js'
import type { IndexEntry } from '../worlds-index.js'
import type { LogEntry, LogPosition } from './log-entry.js'
import { encodeRecord } from './log-record-encoding.js'

/** Writes a world's changes to disk, in order, before they are acknowledged. */
export interface WriteAheadLog {
  /** Number of entries appended so far. */
  readonly entryCount: number
  /** How much is written successfully. */
  readonly position: LogPosition
  /** True while something is being written or is waiting to be written or synced. */
  readonly isBusy: boolean
  append(entry: LogEntry): void
  /** Resolves when all entries so far are written, rejects when writing fails. Undefined when nothing is pending. */
  flush(): Promise<void> | undefined
  /** Starts a new generation with a snapshot of the current state at the next flush. Counts as an entry. */
  rotate(): void
  /** Replaces a log that has records by a snapshot. Rejects when that fails; the log then remains. */
  close(): Promise<void>
  /** Makes the log durable and closes it as it is. If its sync fails or has failed, like `close`. */
  closeAsIs(): Promise<void>
  /** Stops without writing, for a world that is removed. Resolves when a write in progress has ended. */
  abandon(): Promise<void>
  isPending(entry: LogEntry): boolean
}

export interface WriteAheadLogOptions {
  disk: Disk
  directory: DataDirectory
  key: string
  sync: DataSyncMode
  /** Where to continue. */
  position: LogPosition
  /** Start with a new snapshot, of this generation. */
  firstGeneration: number | undefined
  takeSnapshot(): { snapshot: WorldSnapshot; entry: Omit<IndexEntry, 'generation' | 'records'> }
  /** Unwritten entries are discarded. The caller must roll the world back to `position` and open another log. */
  onFailure(error: Error): void
  /** Called for errors without data loss. */
  onWarning(text: string): void
  /** Calls back after the current turn of the event loop. */
  defer(callback: () => void): void
  /** Returns a function that cancels the timer. */
  timer(ms: number, callback: () => void, isBackground?: boolean): () => void
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
  const { logFiles, index } = directory
  let { generation, bytes, records, checksum, hasFailedSync } = options.position
  let nextGeneration = options.firstGeneration ?? generation + 1
  let rotationThreshold = MIN_ROTATION_BYTES
  let pending: LogEntry[] = []
  let waiters: Waiter[] = []
  let isDraining = false
  let drained: Promise<void> = Promise.resolve()
  let isClosed = false
  let isDrainScheduled = false
  let isRotationPending = options.firstGeneration !== undefined
  let isUnsynced = false
  let lastSync: Promise<void> = Promise.resolve()
  let cancelSync: (() => void) | undefined
  let entryCount = 0

  const cachedFile: CachedFile = {
    open() {
      const opened = disk.open(directory.logPath(key, generation), 'a')
      opened.truncate(bytes)
      return opened
    },
    async beforeEviction(file) {
      if (isUnsynced && !isClosed) await syncFile(file)
    },
  }

  async function rotateNow() {
    isRotationPending = false
    // The snapshot contains the pending entries.
    pending = []
    const { snapshot, entry } = takeSnapshot()
    const next = nextGeneration
    const written = await directory.writeSnapshot(key, snapshot, { ...entry, generation: next, records: 0 })
    logFiles.close(cachedFile)
    generation = next
    nextGeneration = next + 1
    bytes = records = 0
    checksum = written.checksum
    hasFailedSync = isUnsynced = false
    rotationThreshold = Math.max(MIN_ROTATION_BYTES, 4 * written.bytes)
  }

  async function writeBatch(entries: LogEntry[]) {
    let nextChecksum = checksum
    const lines = entries.map((entry, i) => {
      const record = encodeRecord(records + i, entry, nextChecksum)
      nextChecksum = record.checksum
      return record.line
    })
    const text = Buffer.from(lines.join(''))
    const isNewFile = bytes === 0
    await logFiles.use(cachedFile, async (file) => {
      for (let at = 0; at < text.length; ) at += await file.write(text, at)
      if (sync === 'always') await file.sync()
      if (isNewFile) await directory.syncWorlds()
      // Otherwise the records would be in a file that no later start can find.
      if (disk.identify(directory.logPath(key, generation)) !== file.identity)
        throw new Error(`${directory.logPath(key, generation)} was removed or replaced while the sandbox is running`)
    })
    bytes += text.length
    records += entries.length
    checksum = nextChecksum
    if (sync === 'batch') {
      isUnsynced = true
      cancelSync ??= timer(BATCH_SYNC_DELAY_MS, syncBatch)
    } else index.confirm(key, generation, records)
    if (bytes > rotationThreshold) isRotationPending = true
  }

  function syncBatch() {
    cancelSync = undefined
    if (!isClosed && bytes > 0) logFiles.use(cachedFile, syncFile).catch(handleSyncFailure)
  }

  const syncFile = (file: DiskFile) => (lastSync = confirmSynced(file))

  async function confirmSynced(file: DiskFile) {
    const began = { generation, records }
    isUnsynced = false
    try {
      await file.sync()
      index.confirm(key, began.generation, began.records)
    } catch (error) {
      if (generation === began.generation) handleSyncFailure(error as Error)
    }
  }

  /** After a failed fsync the kernel may drop the dirty pages, so a later fsync proves nothing. Rewrite everything. */
  function handleSyncFailure(error: Error) {
    if (isClosed) return
    const path = directory.logPath(key, generation)
    onWarning(`${path} could not be synced to disk and is being rewritten: ${error.message}`)
    hasFailedSync = true
    scheduleRewrite()
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
        if (isRotationPending) await rotateNow()
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
    if (isClosed) logFiles.close(cachedFile)
  }

  function stop() {
    isClosed = true
    pending = []
    isRotationPending = false
    cancelSync?.()
    cancelSync = undefined
  }

  /** Discards the failed batch and everything after it, which may depend on it. */
  function fail(error: Error, waiting: Waiter[]) {
    stop()
    const all = [...waiting, ...waiters]
    waiters = []
    logFiles.close(cachedFile)
    // If this fails too, opening the log truncates it later. Until then nothing is read past `bytes`.
    try {
      if (disk.exists(directory.logPath(key, generation))) cachedFile.open().close()
    } catch {}
    onFailure(error)
    for (const { reject } of all) reject(error)
  }

  /** Deferred, so that all entries of one turn are written in one batch (group commit). */
  function scheduleDrain() {
    if (isDraining || isDrainScheduled) return
    isDrainScheduled = true
    defer(() => {
      isDrainScheduled = false
      if (!isDraining) drained = drain()
    })
  }

  function waitForFlush(): Promise<void> {
    const written = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
    scheduleDrain()
    return written
  }

  async function close() {
    if (isClosed) return
    cancelSync?.()
    cancelSync = undefined
    if (records > 0 || pending.length > 0 || isDraining || hasFailedSync) {
      isRotationPending = true
      await waitForFlush()
    }
    isClosed = true
    logFiles.close(cachedFile)
  }

  // Entries of the previous log that are not synced, or whose sync failed.
  if (hasFailedSync) cancelSync = timer(REWRITE_DELAY_MS, scheduleRewrite)
  else if (sync === 'batch' && bytes > 0) cancelSync = timer(BATCH_SYNC_DELAY_MS, syncBatch)
  if (isRotationPending) scheduleDrain()

  return {
    get entryCount() {
      return entryCount
    },
    get position() {
      return { generation, bytes, records, checksum, hasFailedSync }
    },
    get isBusy() {
      return pending.length > 0 || isDraining || isRotationPending || cancelSync !== undefined
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
    async abandon() {
      stop()
      await drained
      logFiles.close(cachedFile)
    },
    flush: () => (pending.length > 0 || isDraining || isRotationPending ? waitForFlush() : undefined),
    rotate() {
      entryCount++
      if (isClosed) return
      isRotationPending = true
      scheduleDrain()
    },
    close,
    async closeAsIs() {
      if (isClosed) return
      if (pending.length > 0 || isDraining || isRotationPending) await waitForFlush()
      cancelSync?.()
      cancelSync = undefined
      await lastSync
      if (isUnsynced && !isClosed) await logFiles.use(cachedFile, syncFile)
      if (hasFailedSync) return close()
      isClosed = true
      logFiles.close(cachedFile)
    },
  }
}
