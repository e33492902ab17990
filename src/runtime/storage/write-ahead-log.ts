import { dirname } from 'node:path'
import type { DataDirectory, WorldSnapshot } from './data-directory.js'
import type { Disk, DiskFile } from './disk.js'
import type { LogEntry, LogPosition } from './log-entries.js'
import { encodeRecord } from './log-records.js'
import type { DataSyncMode } from './sync-modes.js'

/** Writes down what changes a world, in order, before anybody is told of it. */
export interface WriteAheadLog {
  /** How many entries there have been. */
  readonly entryCount: number
  /** What of it is written for sure. */
  readonly position: LogPosition
  append(entry: LogEntry): void
  /** Resolves when everything so far is written; rejects when it could not be. Undefined when it is already. */
  flush(): Promise<void> | undefined
  /** Begins anew from the world as it is, with the next flush. Counts as an entry. */
  rotate(): void
  close(): Promise<void>
  /** Writes nothing any more: the world is to be forgotten. */
  abandon(): void
  /** Whether an entry is not written yet. */
  isPending(entry: LogEntry): boolean
}

export interface WriteAheadLogOptions {
  disk: Disk
  directory: DataDirectory
  key: string
  sync: DataSyncMode
  /** Where to go on. */
  position: LogPosition
  /** Written at once, before anything else. */
  firstEntry: LogEntry | undefined
  takeSnapshot(): WorldSnapshot
  /** Nothing of what was not written yet has happened: the world must go back to its place, and get another log. */
  onFailure(error: Error): void
  /** Told of what went wrong without anything being lost. */
  onWarning(text: string): void
  /** Calls back when all that is being done in this turn is done. */
  soon(callback: () => void): void
  /** Calls back after a wait; returns what calls it off. */
  timer(ms: number, callback: () => void): () => void
}

/** A journal is folded into a snapshot when it is this long, or four times as long as the snapshot was. */
const MIN_ROTATION_BYTES = 1024 * 1024
const BATCH_SYNC_DELAY_MS = 100
/** How long to wait before a journal that could not be written anew is tried to be again. */
const REWRITE_DELAY_MS = 1000

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

export function createWriteAheadLog(options: WriteAheadLogOptions): WriteAheadLog {
  const { disk, directory, key, sync, takeSnapshot, onFailure, onWarning, soon, timer } = options
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
    // All that was done is in the snapshot, written or not.
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

  /** A sync that failed is not made up for by the next one: the system has forgotten what it was about. */
  async function syncBatch() {
    cancelSync = undefined
    const began = generation
    try {
      if (!isClosed && bytes > 0) await getLogFile().sync()
    } catch (error) {
      if (isClosed || generation !== began) return
      const path = directory.logPath(key, generation)
      onWarning(`${path} could not be synced, and is written anew: ${(error as Error).message}`)
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
    // Whoever came while the last was written has nothing more to wait for.
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

  /** What could not be written has not happened, and neither has what came after it. */
  function fail(error: Error, waiting: Waiter[]) {
    stop()
    const all = [...waiting, ...waiters]
    waiters = []
    // Should that fail, too, it goes when the journal is opened again; nobody reads beyond what is good until then.
    try {
      file?.truncate(bytes)
    } catch {}
    closeLogFile()
    onFailure(error)
    for (const { reject } of all) reject(error)
  }

  /** Not at once: whoever comes in the same turn is written in one go. */
  function scheduleDrain() {
    if (isDraining || isDrainScheduled) return
    isDrainScheduled = true
    soon(() => {
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
  // What the one before had written, and not synced; or tried to in vain.
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
      // Nobody may be waiting for it: what came of an event must be written all the same.
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
