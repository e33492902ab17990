import { getHeapStatistics } from 'node:v8'
import type { Tier } from '../../core/engine/seed-types.js'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import type { StateIssues } from '../../core/restore/state-context.js'
import { BUILT_IN_DIGEST, explainOtherFixtures, type Fixtures } from '../fixtures/fixtures.js'
import { createTimeSlices } from '../time-slices.js'
import { loadRowCheck } from './check-row.js'
import { createSnapshotReader, SnapshotError } from './snapshot-codec.js'
import { MAX_LINE_BYTES, MAX_USED_HEAP, YOUNG_SPACE_BYTES } from './snapshot-limits.js'

/** The first line of a snapshot that a user saved or exported. */
export interface SnapshotHeader {
  /** The version of mds-sandbox. */
  version: string
  name: string
  /** Wall time. */
  saved_at: string
  tier: Tier
  /** The world's time. */
  clock: string
  /** The digest of the fixtures. Missing in files of earlier versions. */
  fixtures?: string
}

/** A shorter snapshot is checked in one piece. That takes a few milliseconds, and does not depend on the time it takes. */
const MAX_UNSLICED_BYTES = 256 * 1024

/** The process has not enough memory for the snapshot. */
export class MemoryError extends Error {}

/** Reads a snapshot that anyone may have written. Nothing of it is used before all of it was checked. */
export interface UntrustedReader {
  /** Wait if it returns a promise. Throws a SnapshotError or a MemoryError. */
  push(chunk: Uint8Array): Promise<void> | undefined
  /** Checks the snapshot as a whole. `findIssues` knows the world that it is for. */
  finish(findIssues: (serialized: SerializedWorld) => StateIssues): Promise<CheckedSnapshot>
}

export interface CheckedSnapshot {
  header: SnapshotHeader
  serialized: SerializedWorld
}

export async function createUntrustedReader(fixtures: Pick<Fixtures, 'digest'>): Promise<UntrustedReader> {
  const reader = createSnapshotReader<SnapshotHeader>({ checkRow: await loadRowCheck(), maxLineBytes: MAX_LINE_BYTES })
  const nextSlice = createTimeSlices()
  let bytes = 0
  const pause = () => {
    const next = bytes > MAX_UNSLICED_BYTES ? nextSlice() : undefined
    if (next) checkMemory()
    return next
  }
  return {
    push(chunk) {
      bytes += chunk.length
      reader.push(chunk)
      return pause()
    },
    async finish(findIssues) {
      const { header, serialized } = reader.end()
      checkHeader(header)
      checkFixtures(header, fixtures.digest)
      for (const issue of findIssues(serialized)) {
        if (issue !== undefined) throw new SnapshotError(`is not valid: ${issue}`)
        const next = pause()
        if (next) await next
      }
      if (Date.parse(header.clock) !== serialized.now)
        throw new SnapshotError('is not valid: the clock of its first line is not world.now')
      return { header, serialized }
    },
  }
}

/** Reads a snapshot from chunks with all checks. */
export async function readUntrusted(
  chunks: Iterable<Uint8Array>,
  findIssues: (serialized: SerializedWorld) => StateIssues,
  fixtures: Pick<Fixtures, 'digest'>,
): Promise<CheckedSnapshot> {
  const reader = await createUntrustedReader(fixtures)
  for (const chunk of chunks) await reader.push(chunk)
  return reader.finish(findIssues)
}

/** V8 ends the process when its heap is full. */
function checkMemory() {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  const limit = heap_size_limit - YOUNG_SPACE_BYTES
  if (used_heap_size < MAX_USED_HEAP * limit) return
  throw new MemoryError(
    `The snapshot needs more memory than the sandbox may use (${Math.floor(limit / 2 ** 20)} MiB). Start it with NODE_OPTIONS=--max-old-space-size=MIB.`,
  )
}

/** The rows of a snapshot refer to stores and releases of the fixtures. */
function checkFixtures({ fixtures: written = BUILT_IN_DIGEST }: SnapshotHeader, current: string): void {
  if (typeof written !== 'string') throw new SnapshotError('has no valid fixtures')
  if (written !== current) throw new SnapshotError(`was saved ${explainOtherFixtures(written.slice(0, 64), current)}`)
}

export function checkHeader({ name, tier, saved_at, clock }: SnapshotHeader): void {
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) throw new SnapshotError('has no valid name')
  if (tier !== 'standard' && tier !== 'enterprise') throw new SnapshotError('has no valid tier')
  if (!isInstant(saved_at)) throw new SnapshotError('has no valid saved_at')
  if (!isInstant(clock)) throw new SnapshotError('has no valid clock')
}

const isInstant = (text: unknown) => typeof text === 'string' && /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))
