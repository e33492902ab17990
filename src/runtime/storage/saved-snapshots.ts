import { createHmac } from 'node:crypto'
import type { Tier } from '../../core/engine/seed-types.js'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import { DAY, EARLIEST_START, END_OF_TIME } from '../../core/primitives/time.js'

export const SNAPSHOT_FORMAT = 1
export const MAX_SNAPSHOTS_PER_WORLD = 100
/**
 * Limit of imported snapshot files, of all worlds together. Snapshots saved by a world are not counted: they share
 * memory with the world's rows.
 */
export const MAX_IMPORTED_BYTES = 256 * 1024 * 1024

export interface SavedSnapshot {
  name: string
  /** Wall time, in milliseconds since 1970. */
  savedAt: number
  tier: Tier
  serialized: SerializedWorld
  /** Length of the file, for an imported snapshot. */
  fileBytes?: number
}

/** Snapshots that users saved or imported, by world key and name. */
export interface Snapshots {
  /** Newest first. */
  list(key: string): SavedSnapshot[]
  get(key: string, name: string): SavedSnapshot | undefined
  /** Throws when the file can't be written. */
  save(key: string, saved: SavedSnapshot): void
  remove(key: string, name: string): void
  /** Total length of the imported files. */
  readonly importedBytes: number
}

/** The files of snapshots in a data directory. */
export interface SnapshotFiles {
  readAll(): { key: string; path: string; text: string }[]
  write(key: string, name: string, text: string): void
  remove(key: string, name: string): void
}

/** An unusable snapshot file. The message says why. */
export class SnapshotError extends Error {}

/** Keyed, so that a file edited by hand does not pass with a recomputed plain checksum. */
const checksumOf = (serialized: SerializedWorld) =>
  createHmac('sha256', 'mds-sandbox snapshot').update(JSON.stringify(serialized)).digest('hex')

export const toSnapshotFile = ({ name, savedAt, tier, serialized }: SavedSnapshot, version: string) => ({
  format: SNAPSHOT_FORMAT,
  version,
  name,
  saved_at: new Date(savedAt).toISOString(),
  tier,
  checksum: checksumOf(serialized),
  world: serialized,
})

/** Reads a file made by `toSnapshotFile` and rejects any change to it. */
export function parseSnapshotFile(text: string): SavedSnapshot {
  let file: Partial<ReturnType<typeof toSnapshotFile>>
  try {
    file = JSON.parse(text)
  } catch {
    throw new SnapshotError('is not JSON: the file is damaged or is not a snapshot')
  }
  const { format, version, name, saved_at, tier, checksum, world } = file ?? {}
  if (!Number.isInteger(format) || (format as number) < 1 || typeof world !== 'object' || world === null)
    throw new SnapshotError('is not a snapshot')
  if ((format as number) > SNAPSHOT_FORMAT)
    throw new SnapshotError(
      `has format ${format}, written by mds-sandbox ${version}; this version reads up to format ${SNAPSHOT_FORMAT}. Use a newer mds-sandbox`,
    )
  if (checksumOf(world) !== checksum) throw new SnapshotError('is damaged: its checksum does not match its content')
  for (const at of [world.now, world.start])
    if (!Number.isInteger(at) || at < EARLIEST_START - 1000 * DAY || at > END_OF_TIME)
      throw new SnapshotError('is damaged: its clock is not a valid time')
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) throw new SnapshotError('has no valid name')
  if (tier !== 'standard' && tier !== 'enterprise') throw new SnapshotError('has no valid tier')
  return { name, savedAt: Date.parse(saved_at ?? '') || 0, tier, serialized: world }
}

export function createSnapshots(version: string, files?: SnapshotFiles): Snapshots {
  const snapshotsByWorld = new Map<string, Map<string, SavedSnapshot>>()
  let importedBytes = 0
  function drop(key: string, name: string) {
    const kept = snapshotsByWorld.get(key)
    importedBytes -= kept?.get(name)?.fileBytes ?? 0
    kept?.delete(name)
    // Worlds are created and removed by the thousand; keep no empty maps.
    if (kept?.size === 0) snapshotsByWorld.delete(key)
  }
  function put(key: string, saved: SavedSnapshot) {
    // Remove first: saving a name again moves it to the end of the map.
    drop(key, saved.name)
    const kept = snapshotsByWorld.get(key) ?? new Map<string, SavedSnapshot>()
    snapshotsByWorld.set(key, kept.set(saved.name, saved))
    importedBytes += saved.fileBytes ?? 0
  }
  for (const { key, path, text } of files?.readAll() ?? []) {
    try {
      const saved = parseSnapshotFile(text)
      put(key, { ...saved, fileBytes: text.length })
    } catch (error) {
      throw new SnapshotError(`${path} ${(error as Error).message}. Restore it from a backup, or remove it.`)
    }
  }
  return {
    list: (key) => [...(snapshotsByWorld.get(key)?.values() ?? [])].sort((a, b) => b.savedAt - a.savedAt),
    get: (key, name) => snapshotsByWorld.get(key)?.get(name),
    save(key, saved) {
      files?.write(key, saved.name, JSON.stringify(toSnapshotFile(saved, version)))
      put(key, saved)
    },
    remove(key, name) {
      files?.remove(key, name)
      drop(key, name)
    },
    get importedBytes() {
      return importedBytes
    },
  }
}
