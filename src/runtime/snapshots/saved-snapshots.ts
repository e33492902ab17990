import type { Tier } from '../../core/engine/seed-types.js'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import type { Steps } from '../../core/primitives/steps.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { StateIssues } from '../../core/restore/state-context.js'
import { builtInFixtures, type Fixtures } from '../fixtures/fixtures.js'
import { runInSlices } from '../time-slices.js'
import { checkHeader, readUntrusted, type SnapshotHeader } from './read-untrusted.js'
import { encodeSnapshot, readSnapshotHeader, SnapshotError } from './snapshot-codec.js'
import type { SnapshotFiles } from './snapshot-files.js'

type SnapshotFixtures = Pick<Fixtures, 'digest'>

/** What is known of a snapshot without its content. */
export interface SavedSnapshot {
  name: string
  /** Wall time, in milliseconds since 1970. */
  savedAt: number
  tier: Tier
  /** The world's time. */
  now: number
}

/** A snapshot that is kept in memory. */
interface KeptSnapshot extends SavedSnapshot {
  serialized: SerializedWorld
  /** Length of the file, for an imported snapshot. */
  fileBytes: number
  /** Undefined until it was measured. */
  exportBytes?: number
}

function* measure(chunks: Iterable<Buffer>): Steps<number> {
  let bytes = 0
  for (const chunk of chunks) {
    bytes += chunk.length
    yield
  }
  return bytes
}

/**
 * Snapshots that users saved or imported, by world key and name. Without a data directory they share rows with the world.
 * With one, their content is on disk, and is read when it is needed.
 */
export interface Snapshots {
  names(key: string): string[]
  /** Newest first. Leaves out files that can't be read. */
  list(key: string): SavedSnapshot[]
  /** Throws a SnapshotError when the file can't be read. */
  get(key: string, name: string): SavedSnapshot | undefined
  /** The content. Checked if it comes from a file. Throws a SnapshotError when the file can't be used. */
  load(key: string, name: string, findIssues: (serialized: SerializedWorld) => StateIssues): Promise<SerializedWorld>
  /** The file, in chunks. */
  export(key: string, name: string): Iterable<Buffer>
  /** Length of the exported file. */
  measureExport(key: string, name: string): number | Promise<number>
  /** Rejects when the file can't be written. `fileBytes` is the length of an imported file. */
  save(key: string, saved: SavedSnapshot, serialized: SerializedWorld, fileBytes?: number): Promise<void>
  remove(key: string, name: string): Promise<void>
  /** Total length of the imported files whose content is in memory. */
  readonly importedBytes: number
  /** The fixtures of the sandbox. A snapshot of other fixtures can't be imported or restored. */
  readonly fixtures: SnapshotFixtures
}

const toHeader = (
  { name, savedAt, tier, now }: SavedSnapshot,
  version: string,
  { digest }: SnapshotFixtures,
): SnapshotHeader => ({
  version,
  fixtures: digest,
  name,
  saved_at: formatInstant(savedAt),
  tier,
  clock: formatInstant(now),
})

const fromHeader = ({ name, saved_at, tier, clock }: SnapshotHeader): SavedSnapshot => ({
  name,
  savedAt: Date.parse(saved_at),
  tier,
  now: Date.parse(clock),
})

const newestFirst = (a: SavedSnapshot, b: SavedSnapshot) => b.savedAt - a.savedAt

/** Values by world key and name. */
function createNamedMap<T>() {
  const byWorld = new Map<string, Map<string, T>>()
  const remove = (key: string, name: string) => {
    const named = byWorld.get(key)
    named?.delete(name)
    // Worlds are created and removed by the thousand; keep no empty maps.
    if (named?.size === 0) byWorld.delete(key)
  }
  return {
    of: (key: string): ReadonlyMap<string, T> => byWorld.get(key) ?? new Map(),
    remove,
    /** A name that is set again moves to the end. */
    set(key: string, name: string, value: T) {
      remove(key, name)
      byWorld.set(key, (byWorld.get(key) ?? new Map<string, T>()).set(name, value))
    },
  }
}

export const createSnapshots = (
  version: string,
  files?: SnapshotFiles,
  onWarning = (_text: string) => {},
  fixtures: SnapshotFixtures = builtInFixtures,
): Snapshots =>
  files ? createStoredSnapshots(version, files, onWarning, fixtures) : createKeptSnapshots(version, fixtures)

function createKeptSnapshots(version: string, fixtures: SnapshotFixtures): Snapshots {
  const kept = createNamedMap<KeptSnapshot>()
  let importedBytes = 0
  const find = (key: string, name: string) => kept.of(key).get(name)
  const get = (key: string, name: string) => find(key, name) as KeptSnapshot
  const exportSnapshot = (key: string, name: string) =>
    encodeSnapshot(toHeader(get(key, name), version, fixtures), get(key, name).serialized)
  return {
    names: (key) => [...kept.of(key).keys()],
    list: (key) => [...kept.of(key).values()].sort(newestFirst),
    get: find,
    load: async (key, name) => get(key, name).serialized,
    export: exportSnapshot,
    async measureExport(key, name) {
      const snapshot = get(key, name)
      return (snapshot.exportBytes ??= await runInSlices(measure(exportSnapshot(key, name))))
    },
    async save(key, saved, serialized, fileBytes = 0) {
      importedBytes += fileBytes - (find(key, saved.name)?.fileBytes ?? 0)
      kept.set(key, saved.name, { ...saved, serialized, fileBytes })
    },
    async remove(key, name) {
      importedBytes -= find(key, name)?.fileBytes ?? 0
      kept.remove(key, name)
    },
    get importedBytes() {
      return importedBytes
    },
    fixtures,
  }
}

function createStoredSnapshots(
  version: string,
  files: SnapshotFiles,
  onWarning: (text: string) => void,
  fixtures: SnapshotFixtures,
): Snapshots {
  /** Undefined until the file's first line was read. */
  const known = createNamedMap<SavedSnapshot | undefined>()
  for (const { key, name } of files.list()) known.set(key, name, undefined)

  const explain = (key: string, name: string, error: unknown) =>
    new SnapshotError(
      `${files.pathOf(key, name)} ${error instanceof SnapshotError ? error.message : `can't be read: ${(error as Error).message}`}. Restore it from a backup, or delete the snapshot.`,
    )

  function readHeader(key: string, name: string): SavedSnapshot {
    try {
      for (const chunk of files.read(key, name)) {
        const header = readSnapshotHeader<SnapshotHeader>(chunk)
        checkHeader(header)
        return { ...fromHeader(header), name }
      }
      throw new SnapshotError('is empty')
    } catch (error) {
      throw explain(key, name, error)
    }
  }

  function get(key: string, name: string): SavedSnapshot | undefined {
    const named = known.of(key)
    if (!named.has(name)) return undefined
    const saved = named.get(name) ?? readHeader(key, name)
    // Not `known.set`, which would move the name.
    ;(named as Map<string, SavedSnapshot>).set(name, saved)
    return saved
  }

  return {
    names: (key) => [...known.of(key).keys()],
    list: (key) =>
      [...known.of(key).keys()]
        .flatMap((name) => {
          try {
            return get(key, name) ?? []
          } catch (error) {
            onWarning((error as Error).message)
            return []
          }
        })
        .sort(newestFirst),
    get,
    async load(key, name, findIssues) {
      try {
        return (await readUntrusted(files.read(key, name), findIssues, fixtures)).serialized
      } catch (error) {
        throw explain(key, name, error)
      }
    },
    *export(key, name) {
      // Copies, because a chunk is valid until the next one is read.
      for (const chunk of files.read(key, name)) yield Buffer.from(chunk)
    },
    measureExport: files.sizeOf,
    async save(key, saved, serialized) {
      await files.write(key, saved.name, encodeSnapshot(toHeader(saved, version, fixtures), serialized))
      known.set(key, saved.name, saved)
    },
    async remove(key, name) {
      await files.remove(key, name)
      known.remove(key, name)
    },
    importedBytes: 0,
    fixtures,
  }
}
