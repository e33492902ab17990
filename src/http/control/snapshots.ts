import { invalidField, type Refusal, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { SavedSnapshot, Snapshots } from '../../runtime/snapshots/saved-snapshots.js'
import { SnapshotError } from '../../runtime/snapshots/snapshot-codec.js'
import {
  MAX_SNAPSHOT_BYTES,
  MAX_SNAPSHOTS_PER_WORLD,
  SNAPSHOT_TOO_LARGE,
} from '../../runtime/snapshots/snapshot-limits.js'
import { WorldUnavailable } from '../../runtime/storage/world-unavailable.js'
import { keyOf } from '../pipeline/authentication.js'
import type { ControlOperations, OperationOutcome } from '../pipeline/exchange.js'
import { createImportOperation } from './import-snapshot.js'
import { clockView, WRITE_FAILED, worldSummary } from './worlds.js'

const snapshotView = ({ name, savedAt, now }: SavedSnapshot) => ({
  name,
  saved_at: formatInstant(savedAt),
  clock: formatInstant(now),
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
  wall: () => number,
): Pick<ControlOperations, SnapshotOperations> {
  const describeUnknownSnapshot = (key: string, name: string) => {
    const names = snapshots.names(key)
    return `There is no snapshot ${name}.${names.length > 0 ? ` There are ${names.slice(-20).join(', ')}.` : ' This world has no snapshots. Save one first.'}`
  }

  const refuseUnknown = ({ state }: RunningWorld, name: string): Refusal | undefined =>
    snapshots.names(state.key).includes(name)
      ? undefined
      : refuse('not_found', { message: describeUnknownSnapshot(state.key, name) })

  /** With a data directory, the content is read from its file, which may be damaged. */
  async function load(world: RunningWorld, name: string) {
    try {
      return await snapshots.load(world.state.key, name, world.findRestoreIssues)
    } catch (error) {
      if (error instanceof SnapshotError) return refuse('service_unavailable', { message: error.message })
      throw error
    }
  }

  const save = async (
    { state }: RunningWorld,
    saved: SavedSnapshot,
    ...content: [serialized: Parameters<Snapshots['save']>[2], fileBytes?: number]
  ): Promise<OperationOutcome> => {
    const names = snapshots.names(state.key)
    if (names.length >= MAX_SNAPSHOTS_PER_WORLD && !names.includes(saved.name))
      return refuseWithIssues([
        invalidField(
          'name',
          `would be one snapshot too many: a world can have at most ${MAX_SNAPSHOTS_PER_WORLD}; delete one first`,
        ),
      ])
    try {
      await snapshots.save(state.key, saved, ...content)
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
      run({ world, body }) {
        const { state } = world
        const saved = { name: body.name, savedAt: wall(), tier: state.account.tier, now: state.now }
        return save(world, saved, world.serialize())
      },
    },

    importSnapshot: createImportOperation(snapshots, save),

    exportSnapshot: {
      async run({ world, path }) {
        const { key } = world.state
        const refusal = refuseUnknown(world, path.snapshot)
        if (refusal) return refusal
        try {
          // Reads the header of a file, so that a damaged one is refused before the response begins.
          snapshots.get(key, path.snapshot)
        } catch (error) {
          return refuse('service_unavailable', { message: (error as Error).message })
        }
        // Import would refuse a longer file.
        const bytes = await snapshots.measureExport(key, path.snapshot)
        if (bytes > MAX_SNAPSHOT_BYTES)
          return refuse('invalid_state', {
            message: `The snapshot ${path.snapshot} has ${bytes} bytes. ${SNAPSHOT_TOO_LARGE} Restore or fork it in this sandbox instead.`,
          })
        const chunks = snapshots.export(key, path.snapshot)
        return { status: 200, body: undefined, stream: { type: 'application/x-ndjson', chunks } }
      },
    },

    deleteSnapshot: {
      async run({ world, path }) {
        const refusal = refuseUnknown(world, path.snapshot)
        if (refusal) return refusal
        try {
          await snapshots.remove(world.state.key, path.snapshot)
        } catch {
          return WRITE_FAILED
        }
        return { status: 204, body: undefined }
      },
    },

    restoreSnapshot: {
      async run({ world, path }) {
        const refusal = refuseUnknown(world, path.snapshot)
        if (refusal) return refusal
        const serialized = await load(world, path.snapshot)
        if ('ok' in serialized) return serialized
        await world.restore(serialized)
        const { name, account } = world.state
        return { status: 200, body: { world: name, tier: account.tier, clock: clockView(world) } }
      },
    },

    forkSnapshot: {
      async run({ world, worlds, path, body }) {
        const refusal = refuseUnknown(world, path.snapshot)
        if (refusal) return refusal
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
        const exists = () => worlds.has(key)
        const existing = refuse('invalid_state', {
          message: `The world ${tier}/${body.name} already exists. Choose another name, or replace it: "replace": true, or --replace on the command line.`,
        })
        if (exists() && body.replace !== true) return existing
        const serialized = await load(world, path.snapshot)
        if ('ok' in serialized) return serialized
        const isNew = !exists()
        if (!isNew && body.replace !== true) return existing
        try {
          const fork = await worlds.open({ key, tier, name: body.name }, world.settings)
          const checkpoint = fork.checkpoint()
          await fork.restore(serialized)
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
