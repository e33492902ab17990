import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import { createSnapshotFiles, type SnapshotFiles } from '../snapshots/snapshot-files.js'
import type { WorldSettings } from '../world-settings.js'
import type { Disk } from './durable-disk.js'
import type { LogEntry, LogPosition } from './log-entry.js'
import { decodeRecords } from './log-record-encoding.js'

/** The version of the files in a data directory. */
export const DATA_FORMAT = 1

/** A data directory that can't be used. The message says why and what to do. */
export class DataError extends Error {}

/** The settings of a world that a replay of its log depends on. */
export interface WorldHeader {
  format: number
  /** The version of mds-sandbox. Another version may execute commands differently, so it refuses to replay the log. */
  version: string
  key: string
  /** The world's own settings. */
  own: WorldSettings
  seed: number
  clock: 'live' | 'manual'
  start: number
  speed: number | 'max'
  /** Missing in headers of earlier versions. */
  eventStamp?: number
  scenario: string
  /** Digest of all scenarios, which shows that a scenario file was changed. */
  scenarios: string
  offset: number
}

/** The state of a world at the start of its log. */
export interface WorldSnapshot {
  header: WorldHeader
  dump: SerializedWorld
}

/** The files of a world, read from disk. */
export interface StoredWorld {
  generation: number
  snapshot: WorldSnapshot
  entries: LogEntry[]
  /** Number of valid bytes in the log. */
  bytes: number
  isTorn: boolean
}

export interface DataDirectory {
  /** The keys and settings of all stored worlds. */
  listWorlds(): { key: string; settings: WorldSettings }[]
  /** Reads up to `position`, if given, and removes later generations. */
  read(key: string, position?: LogPosition): StoredWorld | undefined
  nextGeneration(key: string): number
  logPath(key: string, generation: number): string
  /** Writes atomically, then removes older generations. Returns the snapshot's length. */
  writeSnapshot(key: string, generation: number, snapshot: WorldSnapshot): number
  remove(key: string): void
  /** Like `remove`, but ignores errors. */
  tryRemove(key: string): void
  /** Snapshots that users saved (POST /_sandbox/snapshots). */
  snapshots: SnapshotFiles
  close(): void
}

const WORLD_FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.(\d+)\.(snapshot|journal)$/

function ignoreErrors(work: () => void) {
  try {
    work()
  } catch {}
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Creates one level at a time, because Node's recursive mkdir can loop forever when a level can't be created. Syncs
 * existing levels too: the process that created one may have been killed before its directory entry was durable.
 */
function createDirectories(disk: Disk, path: string): void {
  if (!disk.exists(path)) {
    createDirectories(disk, dirname(path))
    disk.makeDirectory(path)
  }
  disk.syncDirectory(dirname(path))
}

/** Writes a file so that after a power failure it is complete or absent. */
function writeAtomically(disk: Disk, path: string, text: string): void {
  const draft = `${path}.draft`
  const file = disk.open(draft, 'w')
  try {
    file.writeAll(text)
    file.syncNow()
  } catch (error) {
    disk.remove(draft)
    throw error
  } finally {
    file.close()
  }
  disk.rename(draft, path)
  disk.syncDirectory(dirname(path))
}

export async function openDataDirectory(disk: Disk, path: string, seed: number): Promise<DataDirectory> {
  const worldsPath = join(path, 'worlds')
  const snapshotsPath = join(path, 'snapshots')
  const manifestPath = join(path, 'sandbox.json')
  try {
    createDirectories(disk, worldsPath)
    createDirectories(disk, snapshotsPath)
  } catch (error) {
    throw new DataError(`Cannot write to --data ${path}: ${(error as Error).message}`)
  }
  const unlock = await disk.lock(path).catch((error: Error) => {
    throw new DataError(`Cannot write to --data ${path}: ${error.message}`)
  })
  if (!unlock)
    throw new DataError(`--data ${path} is in use by another sandbox. Stop that one, or choose another directory.`)
  try {
    checkManifest(disk, path, manifestPath, seed)
    // A killed process may have left directory entries that are not durable. Sync them before relying on them.
    for (const directory of [path, worldsPath, snapshotsPath]) disk.syncDirectory(directory)
  } catch (error) {
    unlock()
    throw error
  }

  const filesOf = (key: string) =>
    disk.list(worldsPath).flatMap((name) => {
      const form = WORLD_FILE.exec(name)
      return form?.[1] === key ? [{ name, generation: Number(form[2]), kind: form[3] as string }] : []
    })
  const logPath = (key: string, generation: number) => join(worldsPath, `${key}.${generation}.journal`)
  const snapshotPath = (key: string, generation: number) => join(worldsPath, `${key}.${generation}.snapshot`)

  const newestGeneration = (key: string, kind: string) =>
    Math.max(-1, ...filesOf(key).flatMap((file) => (file.kind === kind ? [file.generation] : [])))

  /** Syncs the removal, so that a later generation can't come back and replace the one in use. */
  function removeGenerationsAfter(key: string, generation: number) {
    const files = filesOf(key).filter((file) => file.generation > generation)
    for (const { name } of files) disk.remove(join(worldsPath, name))
    if (files.length > 0) disk.syncDirectory(worldsPath)
  }

  function remove(key: string) {
    const last = newestGeneration(key, 'snapshot')
    // The newest snapshot goes last. A crash at any point leaves the complete world or none; logs without a snapshot are ignored.
    for (const { name, generation } of filesOf(key)) if (generation < last) disk.remove(join(worldsPath, name))
    disk.syncDirectory(worldsPath)
    disk.remove(snapshotPath(key, last))
    disk.syncDirectory(worldsPath)
    for (const { name } of filesOf(key)) ignoreErrors(() => disk.remove(join(worldsPath, name)))
  }

  return {
    listWorlds: () =>
      [...new Set(disk.list(worldsPath).flatMap((name) => WORLD_FILE.exec(name)?.[1] ?? []))].flatMap((key) => {
        const generation = newestGeneration(key, 'snapshot')
        return generation < 0 ? [] : [{ key, settings: readSnapshot(disk, snapshotPath(key, generation)).header.own }]
      }),
    read(key, position) {
      if (position) removeGenerationsAfter(key, position.generation)
      const generation = position?.generation ?? newestGeneration(key, 'snapshot')
      if (generation < 0) return undefined
      const snapshot = readSnapshot(disk, snapshotPath(key, generation))
      const log = logPath(key, generation)
      const content = disk.exists(log) ? disk.read(log) : Buffer.alloc(0)
      const { values, bytes, isTorn } = decodeRecords(content.subarray(0, position?.bytes), log)
      return { generation, snapshot, entries: values as LogEntry[], bytes, isTorn }
    },
    nextGeneration: (key) => 1 + Math.max(newestGeneration(key, 'snapshot'), newestGeneration(key, 'journal')),
    logPath,
    writeSnapshot(key, generation, snapshot) {
      const text = JSON.stringify(snapshot)
      writeAtomically(disk, snapshotPath(key, generation), `${digestOf(text)} ${text}\n`)
      // Only the newest generation is read, so old files that can't be removed do no harm.
      for (const { name, generation: old } of filesOf(key))
        if (old < generation) ignoreErrors(() => disk.remove(join(worldsPath, name)))
      return text.length
    },
    remove,
    tryRemove: (key) => ignoreErrors(() => remove(key)),
    snapshots: createSnapshotFiles(disk, snapshotsPath),
    close: unlock,
  }
}

function checkManifest(disk: Disk, path: string, manifestPath: string, seed: number) {
  if (!disk.exists(manifestPath)) {
    try {
      writeAtomically(disk, manifestPath, `${JSON.stringify({ format: DATA_FORMAT, seed })}\n`)
    } catch (error) {
      throw new DataError(`Cannot write to --data ${path}: ${(error as Error).message}`)
    }
    return
  }
  let known: { format?: unknown; seed?: unknown }
  try {
    known = JSON.parse(disk.read(manifestPath).toString())
  } catch {
    throw new DataError(`${manifestPath} is damaged. Choose another directory for --data, or remove this directory.`)
  }
  if (known.format !== DATA_FORMAT)
    throw new DataError(
      `--data ${path} has format ${known.format}; this version reads format ${DATA_FORMAT}. Use the version that wrote it, or another directory.`,
    )
  if (known.seed !== seed)
    throw new DataError(
      `--data ${path} was written with --seed ${known.seed}, not ${seed}. Start with --seed ${known.seed}, or choose another directory.`,
    )
}

function readSnapshot(disk: Disk, path: string): WorldSnapshot {
  const text = disk.read(path).toString()
  const space = text.indexOf(' ')
  const body = text.slice(space + 1, -1)
  if (digestOf(body) !== text.slice(0, space))
    throw new DataError(
      `${path} is damaged. Restore it from a backup, or remove the files of this world to start it again.`,
    )
  return JSON.parse(body)
}
