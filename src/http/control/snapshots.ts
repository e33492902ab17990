import { invalidField, type Refusal, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import {
  MAX_IMPORTED_BYTES,
  MAX_SNAPSHOTS_PER_WORLD,
  parseSnapshotFile,
  type SavedSnapshot,
  SnapshotError,
  type Snapshots,
  toSnapshotFile,
} from '../../runtime/storage/saved-snapshots.js'
import { MAX_SNAPSHOT_BYTES, SNAPSHOT_TOO_LARGE } from '../../runtime/storage/snapshot-limits.js'
import { WorldUnavailable } from '../../runtime/storage/world-unavailable.js'
import { keyOf } from '../pipeline/authentication.js'
import type { ControlOperations, Reply } from '../pipeline/exchange.js'
import { clockView, WRITE_FAILED, worldSummary } from './worlds.js'

const snapshotView = ({ name, savedAt, serialized }: SavedSnapshot) => ({
  name,
  saved_at: formatInstant(savedAt),
  clock: formatInstant(serialized.now),
})

type SnapshotOperations =
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'importSnapshot'
  | 'exportSnapshot'
  | 'deleteSnapshot'
  | 'restoreSnapshot'
  | 'forkSnapshot'

export function createSnapshotOperations(
  snapshots: Snapshots,
  version: string,
  wall: () => number,
): Pick<ControlOperations, SnapshotOperations> {
  const findSnapshot = ({ state }: RunningWorld, name: string): SavedSnapshot | Refusal =>
    snapshots.get(state.key, name) ?? refuse('not_found', { message: describeUnknownSnapshot(state.key, name) })

  const describeUnknownSnapshot = (key: string, name: string) => {
    const names = snapshots.list(key).map((saved) => saved.name)
    return `There is no snapshot ${name}.${names.length > 0 ? ` There are ${names.slice(0, 20).join(', ')}.` : ' Save one first: POST /_sandbox/snapshots.'}`
  }

  function save({ state }: RunningWorld, saved: SavedSnapshot): Reply | Refusal {
    if (snapshots.list(state.key).length >= MAX_SNAPSHOTS_PER_WORLD && !snapshots.get(state.key, saved.name))
      return refuseWithIssues([
        invalidField(
          'name',
          `would be one snapshot too many: a world can have at most ${MAX_SNAPSHOTS_PER_WORLD}; delete one first`,
        ),
      ])
    try {
      snapshots.save(state.key, saved)
    } catch {
      return WRITE_FAILED
    }
    return { status: 201, body: snapshotView(saved) }
  }

  return {
    listSnapshots: {
      run: ({ world }) => ({ status: 200, body: { data: snapshots.list(world.state.key).map(snapshotView) } }),
    },

    saveSnapshot: {
      run: ({ world, body }) =>
        save(world, {
          name: body.name,
          savedAt: wall(),
          tier: world.state.account.tier,
          serialized: world.serialize(),
        }),
    },

    importSnapshot: {
      async run({ world, streamBody }) {
        const chunks: Buffer[] = []
        const end = await streamBody(MAX_SNAPSHOT_BYTES, (chunk) => chunks.push(chunk))
        if (end === 'aborted') return undefined
        if (end === 'too-large') return refuse('payload_too_large', { message: SNAPSHOT_TOO_LARGE })
        try {
          const file = Buffer.concat(chunks)
          const saved = { ...parseSnapshotFile(file.toString('utf8')), fileBytes: file.length }
          const { tier } = world.state.account
          if (saved.tier !== tier)
            throw new SnapshotError(`is from a world of the ${saved.tier} tier; this world is ${tier}`)
          const replaced = snapshots.get(world.state.key, saved.name)?.fileBytes ?? 0
          if (snapshots.importedBytes - replaced + saved.fileBytes > MAX_IMPORTED_BYTES)
            return refuse('payload_too_large', {
              message: 'Imported snapshots can have at most 256 MiB (268,435,456 bytes) in total. Delete some first.',
            })
          world.checkRestorable(saved.serialized)
          world.journal.markIncomplete('a snapshot was imported')
          return save(world, saved)
        } catch (error) {
          const reason = error instanceof SnapshotError ? error.message : 'is damaged'
          return refuseWithIssues([{ code: 'validation_failed', issue: `the file ${reason}` }])
        }
      },
    },

    exportSnapshot: {
      run({ world, path }) {
        const found = findSnapshot(world, path.snapshot)
        return 'ok' in found ? found : { status: 200, body: toSnapshotFile(found, version) }
      },
    },

    deleteSnapshot: {
      run({ world, path }) {
        const found = findSnapshot(world, path.snapshot)
        if ('ok' in found) return found
        try {
          snapshots.remove(world.state.key, path.snapshot)
        } catch {
          return WRITE_FAILED
        }
        return { status: 204, body: undefined }
      },
    },

    restoreSnapshot: {
      run({ world, path }) {
        const found = findSnapshot(world, path.snapshot)
        if ('ok' in found) return found
        world.restore(found.serialized)
        const { name, account } = world.state
        return { status: 200, body: { world: name, tier: account.tier, clock: clockView(world) } }
      },
    },

    forkSnapshot: {
      async run({ world, worlds, path, body }) {
        const found = findSnapshot(world, path.snapshot)
        if ('ok' in found) return found
        const { tier } = world.state.account
        if (body.tier !== undefined && body.tier !== tier)
          return refuseWithIssues([
            invalidField(
              'tier',
              `must be ${tier}, the tier of this world, because permissions and limits depend on it`,
            ),
          ])
        const key = keyOf(tier, body.name)
        if (key === world.state.key)
          return refuseWithIssues([
            invalidField('name', 'is this world; to return it to the snapshot, restore the snapshot'),
          ])
        const isNew = !worlds.has(key)
        try {
          const fork = await worlds.open({ key, tier, name: body.name }, world.settings)
          const checkpoint = fork.checkpoint()
          fork.restore(found.serialized)
          fork.journal.markIncomplete('the world was forked from another')
          if (await fork.commit(checkpoint)) return { status: 201, body: worldSummary(fork) }
          // The fork was rolled back. If it was new, nothing remains of it.
          if (isNew) await worlds.remove(key)
        } catch (error) {
          if (error instanceof WorldUnavailable) throw error
        }
        return WRITE_FAILED
      },
    },
  }
}
