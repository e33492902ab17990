import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { SerializedWorld } from '../../core/engine/serialization.js'
import type { WorldSettings } from '../world-settings.js'
import type { Disk } from './disk.js'
import type { LogEntry, LogPosition } from './log-entries.js'
import { decodeRecords } from './log-records.js'
import type { SnapshotFiles } from './saved-snapshots.js'

/** The version of everything that is written here. */
export const DATA_FORMAT = 1

/** A data directory that can't be used; the message says why, and the way out. */
export class DataError extends Error {}

/** What a world was made with, as far as a replay depends on it. */
export interface WorldHeader {
  format: number
  /** Of the sandbox. Another one may decide otherwise, so only the version that wrote a journal replays it. */
  version: string
  key: string
  /** What it was made with, where that was not the sandbox's. */
  own: WorldSettings
  seed: number
  clock: 'live' | 'manual'
  start: number
  speed: number | 'max'
  scenario: string
  /** Of all scenarios, so that a file that was changed meanwhile shows. */
  scenarios: string
  offset: number
}

/** A world as it was when its journal began. */
export interface WorldSnapshot {
  header: WorldHeader
  dump: SerializedWorld
}

/** A world as it was left. */
export interface StoredWorld {
  generation: number
  snapshot: WorldSnapshot
  entries: LogEntry[]
  /** How many bytes of the journal are good. */
  bytes: number
  isTorn: boolean
}

export interface DataDirectory {
  /** The keys of all worlds that are kept, with what each was made with. */
  listWorlds(): { key: string; settings: WorldSettings }[]
  /** With a place, no more than what was good up to there: whatever came after it has not happened, and goes. */
  read(key: string, position?: LogPosition): StoredWorld | undefined
  /** The number of a world's next snapshot. */
  nextGeneration(key: string): number
  logPath(key: string, generation: number): string
  /** Written as a whole or not at all; what came before it is gone then. Returns how long it is. */
  writeSnapshot(key: string, generation: number, snapshot: WorldSnapshot): number
  remove(key: string): void
  /** The same, as far as that can be done. */
  tryRemove(key: string): void
  /** The snapshots that users saved. */
  snapshots: SnapshotFiles
  close(): void
}

const WORLD_FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.(\d+)\.(snapshot|journal)$/

const SAVED_SNAPSHOT_FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.[a-z0-9-]+\.json$/

/** For what need not succeed. */
function ignoreErrors(work: () => void) {
  try {
    work()
  } catch {}
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Level by level: asked for all at once, Node tries for ever where a level can't be made. And each for good, also one that
 * was there: whoever made it may have been killed before its name was on the disk.
 */
function createDirectories(disk: Disk, path: string): void {
  if (!disk.exists(path)) {
    createDirectories(disk, dirname(path))
    disk.makeDirectory(path)
  }
  disk.syncDirectory(dirname(path))
}

/** Writes a file so that it is there whole, or not at all, even if the power fails. */
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
  const savedPath = (key: string, name: string) => join(snapshotsPath, `${key}.${name}.json`)
  const manifestPath = join(path, 'sandbox.json')
  try {
    createDirectories(disk, worldsPath)
    createDirectories(disk, snapshotsPath)
  } catch (error) {
    throw new DataError(`--data ${path} can't be written to: ${(error as Error).message}`)
  }
  const unlock = await disk.lock(path).catch((error: Error) => {
    throw new DataError(`--data ${path} can't be written to: ${error.message}`)
  })
  if (!unlock)
    throw new DataError(`--data ${path} is in use by another sandbox. Stop that one, or choose another directory.`)
  try {
    checkManifest(disk, path, manifestPath, seed)
    // Names that a process gave just before it was killed may not last yet; from now on they are answered for.
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

  /** For good, so that no later one takes the place of what goes on from here. */
  function removeGenerationsAfter(key: string, generation: number) {
    const files = filesOf(key).filter((file) => file.generation > generation)
    for (const { name } of files) disk.remove(join(worldsPath, name))
    if (files.length > 0) disk.syncDirectory(worldsPath)
  }

  function remove(key: string) {
    const last = newestGeneration(key, 'snapshot')
    // Whenever it ends: the world is there as it was, or not at all. What is left of journals is nobody's then.
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
      // What is left behind does not count any more: only the newest does.
      for (const { name, generation: old } of filesOf(key))
        if (old < generation) ignoreErrors(() => disk.remove(join(worldsPath, name)))
      return text.length
    },
    remove,
    tryRemove: (key) => ignoreErrors(() => remove(key)),
    snapshots: {
      readAll: () =>
        disk.list(snapshotsPath).flatMap((name) => {
          const [, key] = SAVED_SNAPSHOT_FILE.exec(name) ?? []
          return key
            ? [{ key, path: join(snapshotsPath, name), text: disk.read(join(snapshotsPath, name)).toString() }]
            : []
        }),
      write: (key, name, text) => writeAtomically(disk, savedPath(key, name), text),
      remove(key, name) {
        disk.remove(savedPath(key, name))
        disk.syncDirectory(snapshotsPath)
      },
    },
    close: unlock,
  }
}

function checkManifest(disk: Disk, path: string, manifestPath: string, seed: number) {
  if (!disk.exists(manifestPath)) {
    try {
      writeAtomically(disk, manifestPath, `${JSON.stringify({ format: DATA_FORMAT, seed })}\n`)
    } catch (error) {
      throw new DataError(`--data ${path} can't be written to: ${(error as Error).message}`)
    }
    return
  }
  let known: { format?: unknown; seed?: unknown }
  try {
    known = JSON.parse(disk.read(manifestPath).toString())
  } catch {
    throw new DataError(`${manifestPath} is damaged. Choose another directory for --data, or remove this one.`)
  }
  if (known.format !== DATA_FORMAT)
    throw new DataError(
      `--data ${path} is of format ${known.format}; this version reads format ${DATA_FORMAT}. Use the version that wrote it, or another directory.`,
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
      `${path} is damaged. Put a copy in its place, or remove the files of this world to begin it anew.`,
    )
  return JSON.parse(body)
}
