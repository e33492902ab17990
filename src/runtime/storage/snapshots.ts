import { createHmac } from 'node:crypto'
import type { Tier } from '../../core/engine/seeds.js'
import type { WorldDump } from '../../core/engine/serialization.js'
import { DAY, EARLIEST_START, END_OF_TIME } from '../../core/primitives/time.js'

export const SNAPSHOT_FORMAT = 1
/** So many of one world are kept. */
export const MOST_SNAPSHOTS = 100
/**
 * So many bytes of files are kept, of all worlds together. What a world itself saves is not counted: it shares its rows with
 * the world, and nobody makes much of it out of little.
 */
export const MOST_IMPORTED = 256 * 1024 * 1024

export interface SavedWorld {
  name: string
  /** Milliseconds since 1970, of wall time. */
  savedAt: number
  tier: Tier
  dump: WorldDump
  /** How long its file was, where it came from one. */
  bytes?: number
}

/** Worlds as they were, by the key of the world and a name. */
export interface Snapshots {
  /** Newest first. */
  list(key: string): SavedWorld[]
  get(key: string, name: string): SavedWorld | undefined
  /** Throws when it could not be written. */
  save(key: string, saved: SavedWorld): void
  remove(key: string, name: string): void
  /** How many bytes of files all of them together came from. */
  readonly imported: number
}

/** Where they are kept beyond the process. */
export interface SnapshotFiles {
  all(): { key: string; path: string; text: string }[]
  write(key: string, name: string, text: string): void
  remove(key: string, name: string): void
}

/** A file that holds no snapshot that could be used; the message says why. */
export class SnapshotFault extends Error {}

/** Keyed, so that a file that somebody mended by hand is not taken for one that a sandbox wrote. */
const checksumOf = (dump: WorldDump) =>
  createHmac('sha256', 'mds-sandbox snapshot').update(JSON.stringify(dump)).digest('hex')

export const toFile = ({ name, savedAt, tier, dump }: SavedWorld, version: string) => ({
  format: SNAPSHOT_FORMAT,
  version,
  name,
  saved_at: new Date(savedAt).toISOString(),
  tier,
  checksum: checksumOf(dump),
  world: dump,
})

/** Reads what `toFile` made. Whatever was changed since then shows. */
export function fromFile(text: string): SavedWorld {
  let file: Partial<ReturnType<typeof toFile>>
  try {
    file = JSON.parse(text)
  } catch {
    throw new SnapshotFault('is not JSON: the file is damaged, or no snapshot')
  }
  const { format, version, name, saved_at, tier, checksum, world } = file ?? {}
  if (!Number.isInteger(format) || (format as number) < 1 || typeof world !== 'object' || world === null)
    throw new SnapshotFault('is not a snapshot')
  if ((format as number) > SNAPSHOT_FORMAT)
    throw new SnapshotFault(
      `is of format ${format}, written by mds-sandbox ${version}; this version reads up to format ${SNAPSHOT_FORMAT}. Use a newer mds-sandbox`,
    )
  if (checksumOf(world) !== checksum) throw new SnapshotFault('is damaged: its checksum does not fit')
  for (const at of [world.now, world.start])
    if (!Number.isInteger(at) || at < EARLIEST_START - 1000 * DAY || at > END_OF_TIME)
      throw new SnapshotFault('is damaged: its clock shows no time')
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) throw new SnapshotFault('has no proper name')
  if (tier !== 'standard' && tier !== 'enterprise') throw new SnapshotFault('has no proper tier')
  return { name, savedAt: Date.parse(saved_at ?? '') || 0, tier, dump: world }
}

export function createSnapshots(version: string, files?: SnapshotFiles): Snapshots {
  const worlds = new Map<string, Map<string, SavedWorld>>()
  let imported = 0
  function drop(key: string, name: string) {
    const kept = worlds.get(key)
    imported -= kept?.get(name)?.bytes ?? 0
    kept?.delete(name)
    // Worlds come and go by the thousand: one without snapshots leaves nothing behind.
    if (kept?.size === 0) worlds.delete(key)
  }
  function put(key: string, saved: SavedWorld) {
    // Taken out first, so that what was saved again is the newest.
    drop(key, saved.name)
    const kept = worlds.get(key) ?? new Map<string, SavedWorld>()
    worlds.set(key, kept.set(saved.name, saved))
    imported += saved.bytes ?? 0
  }
  for (const { key, path, text } of files?.all() ?? []) {
    try {
      const saved = fromFile(text)
      put(key, { ...saved, bytes: text.length })
    } catch (fault) {
      throw new SnapshotFault(`${path} ${(fault as Error).message}. Put a copy in its place, or remove it.`)
    }
  }
  return {
    list: (key) => [...(worlds.get(key)?.values() ?? [])].sort((a, b) => b.savedAt - a.savedAt),
    get: (key, name) => worlds.get(key)?.get(name),
    save(key, saved) {
      files?.write(key, saved.name, JSON.stringify(toFile(saved, version)))
      put(key, saved)
    },
    remove(key, name) {
      files?.remove(key, name)
      drop(key, name)
    },
    get imported() {
      return imported
    },
  }
}
