import type { Steps } from '../../core/primitives/steps.js'
import { DataError } from './data-error.js'
import type { Disk } from './disk/durable-disk.js'
import type { WorldFileList } from './disk/world-files.js'
import type { FoldedWorlds } from './folded-worlds.js'
import type { LogEntry, LogPosition } from './log/log-entry.js'
import { decodeRecords } from './log/log-record-encoding.js'
import { readSnapshotFile, type WorldSnapshot } from './world-snapshot-file.js'
import type { IndexEntry, WorldsIndex } from './worlds-index.js'

/** The files of a world, read from disk. */
export interface StoredWorld {
  snapshot: WorldSnapshot
  /** The entries after the snapshot. */
  entries: LogEntry[]
  /** The end of the log. */
  position: LogPosition
  isTorn: boolean
}

interface StoredFiles {
  disk: Disk
  files: WorldFileList
  index: WorldsIndex
  folded: FoldedWorlds
  onWarning(text: string): void
}

/** Reads up to `position`, if given. Undefined when the world is not stored. */
export function* readStoredWorld(
  stored: StoredFiles,
  key: string,
  position: LogPosition | undefined,
): Steps<StoredWorld | undefined> {
  const { disk, files, index } = stored
  const known = index.get(key)
  const generation = position?.generation ?? files.newestSnapshot(key)
  if (!position && known && generation < known.generation)
    throw new DataError(`${files.snapshotPath(key, known.generation)} is missing`)
  if (generation < 0) {
    files.delete(key)
    return undefined
  }
  const from = files.snapshotPath(key, generation)
  if (!disk.exists(from)) throw new DataError(`${from} is missing`)
  const { snapshot, checksum: start } = yield* readSnapshotFile(disk, from)
  const log = files.logPath(key, generation)
  const content = disk.exists(log) ? disk.read(log) : Buffer.alloc(0)
  const { values, bytes, checksum, isTorn } = yield* decodeRecords(content.subarray(0, position?.bytes), log, start)
  const expected = position ?? known
  if (expected?.generation === generation && values.length < expected.records)
    throw new DataError(
      `${log} ${content.length === 0 ? 'is missing or empty' : 'was cut off'}: it has ${values.length} of at least ${expected.records} records`,
    )
  const isClosed = !position && known?.generation === generation && known.records === values.length
  const folded = isClosed ? yield* readFolded(stored, known) : undefined
  return {
    snapshot: folded ?? snapshot,
    entries: folded ? [] : (values as LogEntry[]),
    position: { generation, bytes, records: values.length, checksum, hasFailedSync: false },
    isTorn,
  }
}

/** The state at the end of the log, if it was written when the world was closed. */
function* readFolded(
  { disk, folded, onWarning }: StoredFiles,
  { folded: part }: IndexEntry,
): Steps<WorldSnapshot | undefined> {
  if (!part) return undefined
  try {
    return (yield* readSnapshotFile(disk, folded.pathOf(part), part)).snapshot
  } catch (error) {
    onWarning(`${(error as Error).message}. The world is rebuilt from its log.`)
    return undefined
  }
}
