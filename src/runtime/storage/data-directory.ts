import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { WorldDump } from '../../core/engine/serialization.js'
import type { OwnSettings } from '../world-settings.js'
import type { Disk } from './disk.js'
import type { Entry, Place } from './log-entries.js'
import { decodeRecords } from './log-records.js'
import type { SnapshotFiles } from './snapshots.js'

/** The version of everything that is written here. */
export const DATA_FORMAT = 1

/** A data directory that can't be used; the message says why, and the way out. */
export class DataFault extends Error {}

/** What a world was made with, as far as a replay depends on it. */
export interface WorldHeader {
  format: number
  /** Of the sandbox. Another one may decide otherwise, so only the version that wrote a journal replays it. */
  version: string
  key: string
  /** What it was made with, where that was not the sandbox's. */
  own: OwnSettings
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
  dump: WorldDump
}

/** A world as it was left. */
export interface KeptWorld {
  generation: number
  snapshot: WorldSnapshot
  entries: Entry[]
  /** How many bytes of the journal are good. */
  bytes: number
  isTorn: boolean
}

export interface DataDirectory {
  /** The keys of all worlds that are kept, with what each was made with. */
  kept(): { key: string; own: OwnSettings }[]
  /** With a place, no more than what was good up to there: whatever came after it has not happened, and goes. */
  read(key: string, until?: Place): KeptWorld | undefined
  /** The number of a world's next snapshot. */
  next(key: string): number
  journalPath(key: string, generation: number): string
  /** Written as a whole or not at all; what came before it is gone then. Returns how long it is. */
  writeSnapshot(key: string, generation: number, snapshot: WorldSnapshot): number
  remove(key: string): void
  /** The same, as far as that can be done. */
  forget(key: string): void
  /** The snapshots that users saved. */
  snapshots: SnapshotFiles
  close(): void
}

const FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.(\d+)\.(snapshot|journal)$/

const SAVED = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.[a-z0-9-]+\.json$/

/** For what need not succeed. */
function attempt(work: () => void) {
  try {
    work()
  } catch {}
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Level by level: asked for all at once, Node tries for ever where a level can't be made. And each for good, also one that
 * was there: whoever made it may have been killed before its name was on the disk.
 */
function makeDirectory(disk: Disk, path: string): void {
  if (!disk.exists(path)) {
    makeDirectory(disk, dirname(path))
    disk.makeDirectory(path)
  }
  disk.syncDirectory(dirname(path))
}

/** Writes a file so that it is there whole, or not at all, even if the power fails. */
function writeWhole(disk: Disk, path: string, text: string): void {
  const draft = `${path}.draft`
  const file = disk.open(draft, 'w')
  try {
    file.writeAll(text)
    file.syncNow()
  } catch (fault) {
    disk.remove(draft)
    throw fault
  } finally {
    file.close()
  }
  disk.rename(draft, path)
  disk.syncDirectory(dirname(path))
}

export async function openDataDirectory(disk: Disk, path: string, seed: number): Promise<DataDirectory> {
  const worlds = join(path, 'worlds')
  const saved = join(path, 'snapshots')
  const savedPath = (key: string, name: string) => join(saved, `${key}.${name}.json`)
  const about = join(path, 'sandbox.json')
  try {
    makeDirectory(disk, worlds)
    makeDirectory(disk, saved)
  } catch (error) {
    throw new DataFault(`--data ${path} can't be written to: ${(error as Error).message}`)
  }
  const release = await disk.lock(path).catch((error: Error) => {
    throw new DataFault(`--data ${path} can't be written to: ${error.message}`)
  })
  if (!release)
    throw new DataFault(`--data ${path} is in use by another sandbox. Stop that one, or choose another directory.`)
  try {
    checkAbout(disk, path, about, seed)
    // Names that a process gave just before it was killed may not last yet; from now on they are answered for.
    for (const directory of [path, worlds, saved]) disk.syncDirectory(directory)
  } catch (error) {
    release()
    throw error
  }

  const filesOf = (key: string) =>
    disk.list(worlds).flatMap((name) => {
      const form = FILE.exec(name)
      return form?.[1] === key ? [{ name, generation: Number(form[2]), kind: form[3] as string }] : []
    })
  const journalPath = (key: string, generation: number) => join(worlds, `${key}.${generation}.journal`)
  const snapshotPath = (key: string, generation: number) => join(worlds, `${key}.${generation}.snapshot`)

  const newest = (key: string, kind: string) =>
    Math.max(-1, ...filesOf(key).flatMap((file) => (file.kind === kind ? [file.generation] : [])))

  /** For good, so that no later one takes the place of what goes on from here. */
  function removeAfter(key: string, generation: number) {
    const files = filesOf(key).filter((file) => file.generation > generation)
    for (const { name } of files) disk.remove(join(worlds, name))
    if (files.length > 0) disk.syncDirectory(worlds)
  }

  function remove(key: string) {
    const last = newest(key, 'snapshot')
    // Whenever it ends: the world is there as it was, or not at all. What is left of journals is nobody's then.
    for (const { name, generation } of filesOf(key)) if (generation < last) disk.remove(join(worlds, name))
    disk.syncDirectory(worlds)
    disk.remove(snapshotPath(key, last))
    disk.syncDirectory(worlds)
    for (const { name } of filesOf(key)) attempt(() => disk.remove(join(worlds, name)))
  }

  return {
    kept: () =>
      [...new Set(disk.list(worlds).flatMap((name) => FILE.exec(name)?.[1] ?? []))].flatMap((key) => {
        const generation = newest(key, 'snapshot')
        return generation < 0 ? [] : [{ key, own: readSnapshot(disk, snapshotPath(key, generation)).header.own }]
      }),
    read(key, until) {
      if (until) removeAfter(key, until.generation)
      const generation = until?.generation ?? newest(key, 'snapshot')
      if (generation < 0) return undefined
      const snapshot = readSnapshot(disk, snapshotPath(key, generation))
      const journal = journalPath(key, generation)
      const content = disk.exists(journal) ? disk.read(journal) : Buffer.alloc(0)
      const { values, bytes, isTorn } = decodeRecords(content.subarray(0, until?.bytes), journal)
      return { generation, snapshot, entries: values as Entry[], bytes, isTorn }
    },
    next: (key) => 1 + Math.max(newest(key, 'snapshot'), newest(key, 'journal')),
    journalPath,
    writeSnapshot(key, generation, snapshot) {
      const text = JSON.stringify(snapshot)
      writeWhole(disk, snapshotPath(key, generation), `${digestOf(text)} ${text}\n`)
      // What is left behind does not count any more: only the newest does.
      for (const { name, generation: old } of filesOf(key))
        if (old < generation) attempt(() => disk.remove(join(worlds, name)))
      return text.length
    },
    remove,
    forget: (key) => attempt(() => remove(key)),
    snapshots: {
      all: () =>
        disk.list(saved).flatMap((name) => {
          const [, key] = SAVED.exec(name) ?? []
          return key ? [{ key, path: join(saved, name), text: disk.read(join(saved, name)).toString() }] : []
        }),
      write: (key, name, text) => writeWhole(disk, savedPath(key, name), text),
      remove(key, name) {
        disk.remove(savedPath(key, name))
        disk.syncDirectory(saved)
      },
    },
    close: release,
  }
}

function checkAbout(disk: Disk, path: string, about: string, seed: number) {
  if (!disk.exists(about)) {
    try {
      writeWhole(disk, about, `${JSON.stringify({ format: DATA_FORMAT, seed })}\n`)
    } catch (error) {
      throw new DataFault(`--data ${path} can't be written to: ${(error as Error).message}`)
    }
    return
  }
  let known: { format?: unknown; seed?: unknown }
  try {
    known = JSON.parse(disk.read(about).toString())
  } catch {
    throw new DataFault(`${about} is damaged. Choose another directory for --data, or remove this one.`)
  }
  if (known.format !== DATA_FORMAT)
    throw new DataFault(
      `--data ${path} is of format ${known.format}; this version reads format ${DATA_FORMAT}. Use the version that wrote it, or another directory.`,
    )
  if (known.seed !== seed)
    throw new DataFault(
      `--data ${path} was written with --seed ${known.seed}, not ${seed}. Start with --seed ${known.seed}, or choose another directory.`,
    )
}

function readSnapshot(disk: Disk, path: string): WorldSnapshot {
  const text = disk.read(path).toString()
  const space = text.indexOf(' ')
  const body = text.slice(space + 1, -1)
  if (digestOf(body) !== text.slice(0, space))
    throw new DataFault(
      `${path} is damaged. Put a copy in its place, or remove the files of this world to begin it anew.`,
    )
  return JSON.parse(body)
}
