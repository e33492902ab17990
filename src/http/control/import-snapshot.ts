import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import { refuse, refuseWithIssues } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { createUntrustedReader, MemoryError } from '../../runtime/snapshots/read-untrusted.js'
import type { SavedSnapshot, Snapshots } from '../../runtime/snapshots/saved-snapshots.js'
import { SnapshotError } from '../../runtime/snapshots/snapshot-codec.js'
import {
  IMPORTS_TOO_LARGE,
  MAX_IMPORTED_BYTES,
  MAX_SNAPSHOT_BYTES,
  SNAPSHOT_TOO_LARGE,
} from '../../runtime/snapshots/snapshot-limits.js'
import type { ControlOperations, OperationOutcome } from '../pipeline/exchange.js'

type Save = (
  world: RunningWorld,
  saved: SavedSnapshot,
  serialized: SerializedWorld,
  fileBytes?: number,
) => Promise<OperationOutcome>

class TooLargeError extends Error {}

/** Everything that can be wrong with a file becomes a refusal. Other errors are bugs. */
function toRefusal(error: unknown) {
  if (error instanceof SnapshotError)
    return refuseWithIssues([{ code: 'validation_failed', issue: `the file ${error.message}` }])
  if (error instanceof TooLargeError || error instanceof MemoryError)
    return refuse('payload_too_large', { message: error.message })
  throw error
}

export function createImportOperation(snapshots: Snapshots, save: Save): ControlOperations['importSnapshot'] {
  /** Bytes of imports that are still being read, which take memory too. */
  let pendingBytes = 0
  return {
    async run({ world, streamBody }) {
      const reader = await createUntrustedReader(snapshots.fixtures)
      let bytes = 0
      let failure: unknown
      const onChunk = (chunk: Buffer) => {
        // The rest of a file that is refused is received and ignored, so that the client can read the refusal.
        if (failure) return undefined
        try {
          bytes += chunk.length
          pendingBytes += chunk.length
          if (snapshots.importedBytes + pendingBytes > MAX_IMPORTED_BYTES) throw new TooLargeError(IMPORTS_TOO_LARGE)
          return reader.push(chunk)
        } catch (error) {
          failure = error
          return undefined
        }
      }
      try {
        const end = await streamBody(MAX_SNAPSHOT_BYTES, onChunk)
        if (end === 'aborted') return undefined
        if (end === 'too-large') return refuse('payload_too_large', { message: SNAPSHOT_TOO_LARGE })
        if (failure) throw failure
        const { header, serialized } = await reader.finish(world.findRestoreIssues)
        const { tier } = world.state.account
        if (header.tier !== tier)
          throw new SnapshotError(`is from a world of the ${header.tier} tier; this world is ${tier}`)
        world.journal.markIncomplete('a snapshot was imported')
        const saved = { name: header.name, savedAt: Date.parse(header.saved_at), tier, now: serialized.now }
        return await save(world, saved, serialized, bytes)
      } catch (error) {
        return toRefusal(error)
      } finally {
        pendingBytes -= bytes
      }
    },
  }
}
