import { crc32 } from 'node:zlib'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import type { Steps } from '../../core/primitives/steps.js'
import { createSnapshotReader, encodeSnapshot, readSnapshotHeader, SnapshotError } from '../snapshots/snapshot-codec.js'
import type { WorldSettings } from '../world-settings.js'
import { DataError } from './data-error.js'
import type { Disk } from './disk/durable-disk.js'

/** The settings of a world that a replay of its log depends on. */
export interface WorldHeader {
  /** The version of mds-sandbox. Another version may execute commands differently, so it refuses to replay the log. */
  version: string
  key: string
  /** The world's own settings. */
  own: WorldSettings
  seed: number
  clock: 'live' | 'manual'
  start: number
  speed: number | 'max'
  eventStamp: number
  scenario: string
  /** Digest of all scenarios, which shows that a scenario file was changed. */
  scenarios: string
  now: number
  offset: number
}

/** The state of a world at the start of its log. */
export interface WorldSnapshot {
  header: WorldHeader
  serialized: SerializedWorld
}

/** Bytes to read between two steps. */
const STEP_BYTES = 64 * 1024

/** Writes a new file and syncs it. Returns its length and checksum. */
export async function writeSnapshotFile(
  disk: Disk,
  path: string,
  { header, serialized }: WorldSnapshot,
): Promise<{ bytes: number; checksum: number }> {
  const file = disk.open(path, 'w')
  let bytes = 0
  let checksum = 0
  try {
    for (const chunk of encodeSnapshot(header, serialized)) {
      for (let at = 0; at < chunk.length; ) at += await file.write(chunk, at)
      bytes += chunk.length
      checksum = crc32(chunk, checksum)
    }
    await file.sync()
  } finally {
    file.close()
  }
  return { bytes, checksum }
}

/** Names the file of an error that does not. */
function explain(error: unknown, path: string): unknown {
  if (error instanceof SnapshotError) return new DataError(`${path} ${error.message}`)
  if (error instanceof Error && !error.message.includes(path)) error.message = `${path}: ${error.message}`
  return error
}

/** Reads a file, or a part of one. Yields between its chunks. */
export function* readSnapshotFile(
  disk: Disk,
  path: string,
  part?: { offset: number; bytes: number },
): Steps<{ snapshot: WorldSnapshot; checksum: number }> {
  const reader = createSnapshotReader<WorldHeader>()
  let checksum = 0
  try {
    for (const chunk of disk.readChunks(path, part)) {
      checksum = crc32(chunk, checksum)
      for (let at = 0; at < chunk.length; at += STEP_BYTES) {
        reader.push(chunk.subarray(at, at + STEP_BYTES))
        yield
      }
    }
    return { snapshot: reader.end(), checksum }
  } catch (error) {
    throw explain(error, path)
  }
}

export function readHeader(disk: Disk, path: string): WorldHeader {
  try {
    for (const chunk of disk.readChunks(path)) return readSnapshotHeader<WorldHeader>(chunk)
    throw new SnapshotError('is not a snapshot: it is empty')
  } catch (error) {
    throw explain(error, path)
  }
}
