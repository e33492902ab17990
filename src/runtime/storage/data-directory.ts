import { join } from 'node:path'
import type { Steps } from '../../core/primitives/steps.js'
import { encodeSnapshot } from '../snapshots/snapshot-codec.js'
import { createSnapshotFiles, type SnapshotFiles } from '../snapshots/snapshot-files.js'
import { DataError } from './data-error.js'
import { checkManifest, type DataOrigin, formatManifest } from './data-manifest.js'
import type { Disk } from './disk/durable-disk.js'
import { createConcurrencyLimit, createGroupSync, createRemovalQueue } from './disk/group-sync.js'
import { createOpenFiles, type OpenFiles } from './disk/open-files.js'
import { createDirectories, createWorldFileList, ignoreErrors, writeAtomicallyNow } from './disk/world-files.js'
import { createFoldedWorlds } from './folded-worlds.js'
import type { LogPosition } from './log/log-entry.js'
import { readStoredWorld, type StoredWorld } from './read-stored-world.js'
import { readHeader, type WorldHeader, type WorldSnapshot, writeSnapshotFile } from './world-snapshot-file.js'
import { type IndexEntry, openWorldsIndex, type WorldsIndex, type WorldsIndexOptions } from './worlds-index.js'

export interface DataDirectory {
  index: WorldsIndex
  /** Log files, of which only some are open at a time. */
  logFiles: OpenFiles
  /** The keys of all stored worlds, also of those with missing files, in the order of their creation. */
  keys(): Iterable<string>
  has(key: string): boolean
  /** True when the world's newest generation has a log. */
  hasLog(key: string): boolean
  /** The paths of a world's files. */
  filesOf(key: string): string[]
  /** Reads the header of the newest snapshot. */
  readHeader(key: string): WorldHeader
  /** Reads up to `position`, if given, and removes later generations. */
  read(key: string, position?: LogPosition): Steps<StoredWorld | undefined>
  nextGeneration(key: string): number
  logPath(key: string, generation: number): string
  /** Writes atomically, then removes older generations. `entry` goes to the index. */
  writeSnapshot(
    key: string,
    snapshot: WorldSnapshot,
    entry: IndexEntry,
  ): Promise<{ bytes: number /** The start of the log's chain. */; checksum: number }>
  /** Adds the state at the end of a closed world's log, which is `entry`, to the file that is written when the directory is closed. */
  fold(key: string, takeSnapshot: () => WorldSnapshot, entry: IndexEntry): Promise<void>
  /** Makes created files durable. Shared by all callers of the same moment. */
  syncWorlds(): Promise<void>
  /** Rejects when the deletion could not be written. The world then remains. */
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
    const files = createWorldFileList(disk, worldsPath)
    const { snapshotPath } = files
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
    const folded = createFoldedWorlds(disk, path)
    const foldedEntries = new Map<string, IndexEntry>()

    const removeUnusedFolded = () =>
      folded.removeExcept(new Set([...index.entries()].flatMap(([, entry]) => entry.folded?.file ?? [])))
    removeUnusedFolded()

    let hasUnsyncedRemoval = false

    function removeGenerationsAfter(key: string, last: number) {
      const isLater = (generation: number) => generation > last
      for (const later of files.pathsOf(key, isLater)) {
        hasUnsyncedRemoval = true
        disk.removeNow(later)
      }
      files.delete(key, isLater)
    }

    /** Before a world is used, so that a later generation can't come back and replace the one in use. */
    function syncRemovals() {
      if (hasUnsyncedRemoval) disk.syncDirectoryNow(worldsPath)
      hasUnsyncedRemoval = false
    }

    function* read(key: string, position?: LogPosition): Steps<StoredWorld | undefined> {
      if (position) removeGenerationsAfter(key, position.generation)
      syncRemovals()
      return yield* readStoredWorld({ disk, files, index, folded, onWarning }, key, position)
    }

    /** A directory that was removed and created again is not the one that this process has locked. */
    function checkIdentity() {
      if (disk.identify(worldsPath) !== identity)
        throw new Error(`${worldsPath} was removed or replaced while the sandbox is running`)
    }

    // Only the newest generation is read, so old files that can't be removed do no harm.
    const oldFiles = createRemovalQueue(async (key, first) => {
      const isOld = (generation: number) => generation < first
      const paths = files.pathsOf(key, isOld)
      files.delete(key, isOld)
      for (const old of paths) await disk.remove(old).catch(() => {})
    })

    /** Removes the files of a deleted world. Until they are durably gone, the index says that they do not count. */
    function removeDeleted(key: string) {
      const last = index.deletedGeneration(key) as number
      const isDeleted = (generation: number) => generation <= last
      const paths = files.pathsOf(key, isDeleted)
      files.delete(key, isDeleted)
      for (const path of paths) disk.removeNow(path)
    }
    const explainRemoval = (key: string, { message }: Error) =>
      onWarning(`Files of the deleted world of ${key} could not be removed. The next start tries it again: ${message}`)

    for (const key of index.deletedKeys())
      try {
        removeDeleted(key)
        disk.syncDirectoryNow(worldsPath)
        void index.forgetDeleted(key)
      } catch (error) {
        explainRemoval(key, error as Error)
      }
    for (const [key, { snapshots, logs }] of files.entries())
      if (snapshots.size + logs.size > 1) {
        const newest = files.newestSnapshot(key)
        if ([...snapshots, ...logs].some((generation) => generation < newest)) oldFiles.add(key, newest)
      }
    for (const [key, { generation }] of index.entries())
      if (files.newestSnapshot(key) < generation)
        onWarning(
          `${snapshotPath(key, generation)} is missing. Requests to the world of ${key} are answered with 503. Restore the file from a backup, or delete the world.`,
        )

    return {
      index,
      logFiles,
      keys() {
        const keys = new Set<string>()
        for (const [key] of index.entries()) keys.add(key)
        for (const [key, { snapshots }] of files.entries()) if (snapshots.size > 0) keys.add(key)
        return keys
      },
      has: (key) => index.get(key) !== undefined || files.newestSnapshot(key) >= 0,
      hasLog: (key) => files.of(key).logs.has(files.newestSnapshot(key)),
      filesOf: (key) => files.pathsOf(key),
      readHeader: (key) => readHeader(disk, snapshotPath(key, files.newestSnapshot(key))),
      read,
      nextGeneration: (key) => 1 + Math.max(files.newest(key), index.deletedGeneration(key) ?? -1),
      logPath(key, generation) {
        files.add(key, 'logs', generation)
        return files.logPath(key, generation)
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
        files.add(key, 'snapshots', generation)
        try {
          disk.rename(draft, target)
        } catch (error) {
          if (!disk.exists(target)) files.delete(key, (added) => added === generation, ['snapshots'])
          throw error
        }
        await syncWorlds()
        checkIdentity()
        index.set(key, entry)
        oldFiles.add(key, generation)
        return written
      },
      async fold(key, takeSnapshot, entry) {
        const part = await folded.add(() => {
          const { header, serialized } = takeSnapshot()
          return encodeSnapshot(header, serialized)
        })
        if (part) foldedEntries.set(key, { ...entry, folded: part })
      },
      syncWorlds,
      async remove(key) {
        const entry = index.get(key)
        await oldFiles.finish(key)
        index.markDeleted(key, files.newest(key))
        try {
          await index.flush()
        } catch (error) {
          if (entry) index.set(key, entry)
          else await index.forgetDeleted(key)
          throw error
        }
        try {
          removeDeleted(key)
          await syncWorlds()
          await index.forgetDeleted(key)
        } catch (error) {
          explainRemoval(key, error as Error)
        }
      },
      snapshots: createSnapshotFiles(disk, snapshotsPath),
      async close() {
        await Promise.race([oldFiles.finishAll(), new Promise<void>((resolve) => timer(MAX_CLEANUP_MS, resolve, true))])
        await oldFiles.stop()
        try {
          await folded.finish()
          for (const [key, entry] of foldedEntries) index.set(key, entry)
        } catch (error) {
          onWarning(
            `The states of the changed worlds could not be written to ${path}. Nothing is lost: their logs remain. ${(error as Error).message}`,
          )
        }
        if (await index.close()) removeUnusedFolded()
        unlock?.()
      },
    }
  }
}
