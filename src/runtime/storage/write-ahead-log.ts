import { dirname } from 'node:path'
import type { DataDirectory, WorldSnapshot } from './data-directory.js'
import type { Disk, DiskFile } from './disk.js'
import type { Entry, Place } from './log-entries.js'
import { encodeRecord } from './log-records.js'
import type { DataSync } from './sync-modes.js'

/** Writes down what changes a world, in order, before anybody is told of it. */
export interface WorldLog {
  /** How many entries there have been. */
  readonly count: number
  /** What of it is written for sure. */
  readonly place: Place
  append(entry: Entry): void
  /** Resolves when everything so far is written; rejects when it could not be. Undefined when it is already. */
  flush(): Promise<void> | undefined
  /** Begins anew from the world as it is, with the next flush. Counts as an entry. */
  rotate(): void
  close(): Promise<void>
  /** Writes nothing any more: the world is to be forgotten. */
  abandon(): void
  /** Whether an entry is not written yet. */
  holds(entry: Entry): boolean
}

export interface WorldLogOptions {
  disk: Disk
  directory: DataDirectory
  key: string
  sync: DataSync
  /** Where to go on. */
  place: Place
  /** Written at once, before anything else. */
  first: Entry | undefined
  snapshot(): WorldSnapshot
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
const LEAST_ROTATION = 1024 * 1024
const BATCH = 100
/** How long to wait before a journal that could not be written anew is tried to be again. */
const RENEWAL = 1000

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

export function createWorldLog(options: WorldLogOptions): WorldLog {
  const { disk, directory, key, sync, snapshot, onFailure, onWarning, soon, timer } = options
  let { generation, bytes, records, isSuspect } = options.place
  let longest = LEAST_ROTATION
  let pending: Entry[] = []
  let waiters: Waiter[] = []
  let isDraining = false
  let isOver = false
  let isCalled = false
  let wantsRotation = false
  let callOffSync: (() => void) | undefined
  let count = 0
  let file: DiskFile | undefined

  function journal(): DiskFile {
    if (file) return file
    const path = directory.journalPath(key, generation)
    const opened = disk.open(path, 'a')
    opened.truncate(bytes)
    disk.syncDirectory(dirname(path))
    return (file = opened)
  }

  function closeJournal() {
    file?.close()
    file = undefined
  }

  function rotateNow() {
    const size = directory.writeSnapshot(key, generation + 1, snapshot())
    closeJournal()
    generation++
    bytes = 0
    records = 0
    isSuspect = false
    longest = Math.max(LEAST_ROTATION, 4 * size)
    // All that was done is in the snapshot, written or not.
    pending = []
    wantsRotation = false
  }

  async function writeBatch(entries: Entry[]) {
    const text = Buffer.from(entries.map((entry, i) => encodeRecord(records + i, entry)).join(''))
    for (let at = 0; at < text.length; ) at += await journal().write(text, at)
    if (sync === 'always') await journal().sync()
    bytes += text.length
    records += entries.length
    if (sync === 'batch') callOffSync ??= timer(BATCH, syncSoon)
    if (bytes > longest) wantsRotation = true
  }

  /** A sync that failed is not made up for by the next one: the system has forgotten what it was about. */
  async function syncSoon() {
    callOffSync = undefined
    const began = generation
    try {
      if (!isOver && bytes > 0) await journal().sync()
    } catch (fault) {
      if (isOver || generation !== began) return
      const path = directory.journalPath(key, generation)
      onWarning(`${path} could not be synced, and is written anew: ${(fault as Error).message}`)
      isSuspect = true
      renew()
    }
  }

  function renew() {
    callOffSync = undefined
    wantsRotation = isSuspect
    drainSoon()
  }

  async function drain() {
    isDraining = true
    while (pending.length > 0 || wantsRotation) {
      const waiting = waiters
      waiters = []
      try {
        if (wantsRotation) rotateNow()
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
    if (isOver) closeJournal()
  }

  function end() {
    isOver = true
    pending = []
    wantsRotation = false
    callOffSync?.()
  }

  /** What could not be written has not happened, and neither has what came after it. */
  function fail(error: Error, waiting: Waiter[]) {
    end()
    const all = [...waiting, ...waiters]
    waiters = []
    // Should that fail, too, it goes when the journal is opened again; nobody reads beyond what is good until then.
    try {
      file?.truncate(bytes)
    } catch {}
    closeJournal()
    onFailure(error)
    for (const { reject } of all) reject(error)
  }

  /** Not at once: whoever comes in the same turn is written in one go. */
  function drainSoon() {
    if (isDraining || isCalled) return
    isCalled = true
    soon(() => {
      isCalled = false
      if (!isDraining) drain()
    })
  }

  function wait(): Promise<void> {
    const written = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
    drainSoon()
    return written
  }

  if (options.first) {
    const record = encodeRecord(records++, options.first)
    journal().writeAll(record)
    journal().syncNow()
    bytes += Buffer.byteLength(record)
  }
  // What the one before had written, and not synced; or tried to in vain.
  if (isSuspect) callOffSync = timer(RENEWAL, renew)
  else if (sync === 'batch' && bytes > 0) callOffSync = timer(BATCH, syncSoon)

  return {
    get count() {
      return count
    },
    get place() {
      return { generation, bytes, records, isSuspect }
    },
    append(entry) {
      count++
      if (isOver) return
      pending.push(entry)
      wantsRotation ||= isSuspect
      // Nobody may be waiting for it: what came of an event must be written all the same.
      drainSoon()
    },
    holds: (entry) => pending.includes(entry),
    abandon() {
      end()
      if (!isDraining) closeJournal()
    },
    flush: () => (pending.length > 0 || isDraining || wantsRotation ? wait() : undefined),
    rotate() {
      count++
      if (isOver) return
      wantsRotation = true
      drainSoon()
    },
    async close() {
      if (isOver) return
      callOffSync?.()
      wantsRotation = true
      await wait().catch(() => {})
      closeJournal()
    },
  }
}
