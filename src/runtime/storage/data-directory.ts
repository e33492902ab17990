import { join } from 'node:path'
import { createSnapshotFiles, type SnapshotFiles } from '../snapshots/snapshot-files.js'
import { DataError } from './data-error.js'
import { checkManifest, type DataOrigin, formatManifest } from './data-manifest.js'
import type { Disk } from './disk/durable-disk.js'
import { createConcurrencyLimit, createGroupSync, createRemovalQueue } from './disk/group-sync.js'
import { createOpenFiles, type OpenFiles } from './disk/open-files.js'
import {
  createDirectories,
  ignoreErrors,
  listFiles,
  newest,
  storedKey,
  type WorldFiles,
  writeAtomicallyNow,
} from './disk/world-files.js'
import type { LogEntry, LogPosition } from './log/log-entry.js'
import { decodeRecords } from './log/log-record-encoding.js'
import {
  readHeader,
  readSnapshotFile,
  type WorldHeader,
  type WorldSnapshot,
  writeSnapshotFile,
} from './world-snapshot-file.js'
import { type IndexEntry, openWorldsIndex, type WorldsIndex, type WorldsIndexOptions } from './worlds-index.js'

/** The files of a world, read from disk. */
export interface StoredWorld {
  snapshot: WorldSnapshot
  entries: LogEntry[]
  position: LogPosition
  isTorn: boolean
}

export interface DataDirectory {
  index: WorldsIndex
  /** Log files, of which only some are open at a time. */
  logFiles: OpenFiles
  /** The keys of all stored worlds, also of those with missing files, in the order of their creation. */
  keys(): Iterable<string>
  has(key: string): boolean
  /** True when the world has a log, because it was not closed since its last change. */
  hasLog(key: string): boolean
  /** The paths of a world's files. */
  filesOf(key: string): string[]
  /** Reads the header of the newest snapshot. */
  readHeader(key: string): WorldHeader
  /** Reads up to `position`, if given, and removes later generations. */
  read(key: string, position?: LogPosition): StoredWorld | undefined
  nextGeneration(key: string): number
  logPath(key: string, generation: number): string
  /** Writes atomically, then removes older generations. `entry` goes to the index. */
  writeSnapshot(
    key: string,
    snapshot: WorldSnapshot,
    entry: IndexEntry,
  ): Promise<{ bytes: number /** The start of the log's chain. */; checksum: number }>
  /** Makes created files durable. Shared by all callers of the same moment. */
  syncWorlds(): Promise<void>
  remove(key: string): Promise<void>
  /** Snapshots that users saved (POST /_sandbox/snapshots). */
  snapshots: SnapshotFiles
  close(): Promise<void>
}

/** Snapshots of worlds that are written at the same time. Each is an open file. */
const MAX_CONCURRENT_SNAPSHOTS = 32

/** How long closing waits for the removal of old files. The next start removes the rest. */
const MAX_CLEANUP_MS = 1000

export async function openDataDirectory(
  disk: Disk,
  path: string,
  { timer, onWarning, ...origin }: Pick<WorldsIndexOptions, 'timer' | 'onWarning'> & DataOrigin,
): Promise<DataDirectory> {
  const worldsPath = join(path, 'worlds')
  const snapshotsPath = join(path, 'snapshots')
  const manifestPath = join(path, 'sandbox.json')
  const refuse = (error: Error): never => {
    throw error instanceof DataError ? error : new DataError(`Cannot write to --data ${path}: ${error.message}`)
  }
  try {
    createDirectories(disk, worldsPath)
    createDirectories(disk, snapshotsPath)
  } catch (error) {
    refuse(error as Error)
  }
  const unlock = await disk.lock(path).catch(refuse)
  if (!unlock)
    throw new DataError(`--data ${path} is in use by another sandbox. Stop that one, or choose another directory.`)
  try {
    if (disk.exists(manifestPath)) checkManifest(disk.read(manifestPath).toString(), path, manifestPath, origin)
    else writeAtomicallyNow(disk, manifestPath, formatManifest(origin))
    // A killed process may have left directory entries that are not durable. Sync them before relying on them.
    for (const directory of [path, worldsPath, snapshotsPath]) disk.syncDirectoryNow(directory)
    return openWorlds()
  } catch (error) {
    unlock()
    return refuse(error as Error)
  }

  function openWorlds(): DataDirectory {
    const files = listFiles(disk, worldsPath)
    const { index, state } = openWorldsIndex({
      disk,
      path: join(path, 'worlds.index'),
      timer,
      onWarning,
      writeAtomically: (target, text) => writeAtomicallyNow(disk, target, text),
    })
    if (state === 'new' && files.size > 0)
      onWarning(
        `${join(path, 'worlds.index')} is missing. It is rebuilt from the files of the worlds. Missing files can't be noticed this time.`,
      )
    const identity = disk.identify(worldsPath)
    const logFiles = createOpenFiles()
    const limitSnapshots = createConcurrencyLimit(MAX_CONCURRENT_SNAPSHOTS)
    const syncWorlds = createGroupSync(() => disk.syncDirectory(worldsPath))
    const logPath = (key: string, generation: number) => join(worldsPath, `${key}.${generation}.journal`)
    const snapshotPath = (key: string, generation: number) => join(worldsPath, `${key}.${generation}.snapshot`)

    function filesFor(key: string): WorldFiles {
      const known = files.get(key) ?? { snapshots: new Set(), logs: new Set() }
      files.set(key, known)
      return known
    }

    const pathsOf = (key: string, isWanted: (generation: number) => boolean): string[] => {
      const { snapshots, logs } = filesFor(key)
      return [
        ...[...logs].filter(isWanted).map((generation) => logPath(key, generation)),
        ...[...snapshots].filter(isWanted).map((generation) => snapshotPath(key, generation)),
      ]
    }

    function forget(key: string, isWanted: (generation: number) => boolean) {
      const { snapshots, logs } = filesFor(key)
      for (const generations of [snapshots, logs])
        for (const generation of generations) if (isWanted(generation)) generations.delete(generation)
      if (snapshots.size + logs.size === 0) files.delete(key)
    }

    let hasUnsyncedRemoval = false

    function removeGenerationsAfter(key: string, last: number) {
      const isLater = (generation: number) => generation > last
      for (const later of pathsOf(key, isLater)) {
        hasUnsyncedRemoval = true
        disk.removeNow(later)
      }
      forget(key, isLater)
    }

    /** Before a world is used, so that a later generation can't come back and replace the one in use. */
    function syncRemovals() {
      if (hasUnsyncedRemoval) disk.syncDirectoryNow(worldsPath)
      hasUnsyncedRemoval = false
    }

    function checkComplete(key: string, generation: number) {
      const expected = index.get(key)
      if (expected && generation < expected.generation)
        throw new DataError(`${snapshotPath(key, expected.generation)} is missing`)
    }

    function read(key: string, position?: LogPosition): StoredWorld | undefined {
      if (position) removeGenerationsAfter(key, position.generation)
      syncRemovals()
      const generation = position?.generation ?? newest(filesFor(key).snapshots)
      if (!position) checkComplete(key, generation)
      if (generation < 0) {
        files.delete(key)
        return undefined
      }
      const from = snapshotPath(key, generation)
      if (!disk.exists(from)) throw new DataError(`${from} is missing`)
      const { snapshot, checksum: start } = readSnapshotFile(disk, from)
      const log = logPath(key, generation)
      const content = disk.exists(log) ? disk.read(log) : Buffer.alloc(0)
      const decoded = decodeRecords(content.subarray(0, position?.bytes), log, start)
      const expected = position ?? index.get(key)
      if (expected?.generation === generation && decoded.values.length < expected.records)
        throw new DataError(
          `${log} ${content.length === 0 ? 'is missing or empty' : 'was cut off'}: it has ${decoded.values.length} of at least ${expected.records} records`,
        )
      const { values, bytes, checksum, isTorn } = decoded
      return {
        snapshot,
        entries: values as LogEntry[],
        position: { generation, bytes, records: values.length, checksum, hasFailedSync: false },
        isTorn,
      }
    }

    /** A directory that was removed and created again is not the one that this process has locked. */
    function checkIdentity() {
      if (disk.identify(worldsPath) !== identity)
        throw new Error(`${worldsPath} was removed or replaced while the sandbox is running`)
    }

    // Only the newest generation is read, so old files that can't be removed do no harm.
    const oldFiles = createRemovalQueue(async (key, first) => {
      const isOld = (generation: number) => generation < first
      const paths = files.has(key) ? pathsOf(key, isOld) : []
      if (files.has(key)) forget(key, isOld)
      for (const old of paths) await disk.remove(old).catch(() => {})
    })
    for (const [key, { snapshots, logs }] of files)
      if ([...snapshots, ...logs].some((generation) => generation < newest(snapshots)))
        oldFiles.add(key, newest(snapshots))
    for (const [key, { generation }] of index.entries())
      if (newest(filesFor(key).snapshots) < generation)
        onWarning(
          `${snapshotPath(key, generation)} is missing. Requests to the world of ${key} are answered with 503. Restore the file from a backup, or delete the world.`,
        )

    return {
      index,
      logFiles,
      keys: () => new Set([...index.entries()].map(([key]) => key).concat(...[...files].flatMap(storedKey))),
      has: (key) => index.get(key) !== undefined || newest(files.get(key)?.snapshots ?? new Set()) >= 0,
      hasLog(key) {
        const { snapshots, logs } = filesFor(key)
        return logs.has(newest(snapshots))
      },
      filesOf: (key) => pathsOf(key, () => true),
      readHeader: (key) => readHeader(disk, snapshotPath(key, newest(filesFor(key).snapshots))),
      read,
      nextGeneration: (key) => 1 + Math.max(newest(filesFor(key).snapshots), newest(filesFor(key).logs)),
      logPath(key, generation) {
        filesFor(key).logs.add(generation)
        return logPath(key, generation)
      },
      async writeSnapshot(key, snapshot, entry) {
        const { generation } = entry
        const target = snapshotPath(key, generation)
        const draft = `${target}.draft`
        const written = await limitSnapshots(async () => {
          checkIdentity()
          return writeSnapshotFile(disk, draft, snapshot).catch((error) => {
            ignoreErrors(() => disk.removeNow(draft))
            throw error
          })
        })
        const { snapshots } = filesFor(key)
        snapshots.add(generation)
        try {
          disk.rename(draft, target)
        } catch (error) {
          if (!disk.exists(target)) snapshots.delete(generation)
          throw error
        }
        await syncWorlds()
        checkIdentity()
        index.set(key, entry)
        oldFiles.add(key, generation)
        return written
      },
      syncWorlds,
      async remove(key) {
        const entry = index.get(key)
        await oldFiles.finish(key)
        // First, so that the world is not reported as missing if the process ends before it can say so.
        index.remove(key)
        try {
          await index.flush()
          const last = newest(filesFor(key).snapshots)
          // The newest snapshot goes last. A crash at any point leaves the complete world or none; logs without a snapshot are ignored.
          for (const old of pathsOf(key, (generation) => generation < last)) disk.removeNow(old)
          await syncWorlds()
          disk.removeNow(snapshotPath(key, last))
          await syncWorlds()
          for (const rest of pathsOf(key, () => true)) ignoreErrors(() => disk.removeNow(rest))
          files.delete(key)
        } catch (error) {
          if (entry) index.set(key, entry)
          throw error
        }
      },
      snapshots: createSnapshotFiles(disk, snapshotsPath),
      async close() {
        await Promise.race([oldFiles.finishAll(), new Promise<void>((resolve) => timer(MAX_CLEANUP_MS, resolve, true))])
        await index.close()
        unlock?.()
      },
    }
  }
}
