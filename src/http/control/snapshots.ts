import { invalid, type Refusal, refuse, refuseAll } from '../../core/primitives/result.js'
import { instant } from '../../core/primitives/time.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { LARGEST_SNAPSHOT, TOO_LARGE } from '../../runtime/storage/snapshot-limits.js'
import {
  fromFile,
  MOST_IMPORTED,
  MOST_SNAPSHOTS,
  type SavedWorld,
  SnapshotFault,
  type Snapshots,
  toFile,
} from '../../runtime/storage/snapshots.js'
import { keyOf } from '../pipeline/authentication.js'
import type { ControlOperations, Reply } from '../pipeline/exchange.js'
import { clockView, WRITE_FAILED, worldSummary } from './worlds.js'

const snapshotView = ({ name, savedAt, dump }: SavedWorld) => ({
  name,
  saved_at: instant(savedAt),
  clock: instant(dump.now),
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
  const findSnapshot = ({ state }: RunningWorld, name: string): SavedWorld | Refusal =>
    snapshots.get(state.key, name) ?? refuse('not_found', { message: describeUnknownSnapshot(state.key, name) })

  const describeUnknownSnapshot = (key: string, name: string) => {
    const names = snapshots.list(key).map((saved) => saved.name)
    return `There is no snapshot ${name}.${names.length > 0 ? ` There are ${names.slice(0, 20).join(', ')}.` : ' Save one first: POST /_sandbox/snapshots.'}`
  }

  function save({ state }: RunningWorld, saved: SavedWorld): Reply | Refusal {
    if (snapshots.list(state.key).length >= MOST_SNAPSHOTS && !snapshots.get(state.key, saved.name))
      return refuseAll([invalid('name', `is one too many: a world has at most ${MOST_SNAPSHOTS} snapshots`)])
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
        save(world, { name: body.name, savedAt: wall(), tier: world.state.account.tier, dump: world.dump() }),
    },

    importSnapshot: {
      async run({ world, streamBody }) {
        const chunks: Buffer[] = []
        const end = await streamBody(LARGEST_SNAPSHOT, (chunk) => chunks.push(chunk))
        if (end === 'aborted') return undefined
        if (end === 'too-large') return refuse('payload_too_large', { message: TOO_LARGE })
        try {
          const file = Buffer.concat(chunks)
          const saved = { ...fromFile(file.toString('utf8')), bytes: file.length }
          const { tier } = world.state.account
          if (saved.tier !== tier)
            throw new SnapshotFault(`is of a world of the ${saved.tier} tier; this one is ${tier}`)
          const replaced = snapshots.get(world.state.key, saved.name)?.bytes ?? 0
          if (snapshots.imported - replaced + saved.bytes > MOST_IMPORTED)
            return refuse('payload_too_large', {
              message: 'All imported snapshots together hold at most 256 MiB (268,435,456 bytes). Delete some first.',
            })
          world.rehearse(saved.dump)
          world.recorder.miss('a snapshot was imported')
          return save(world, saved)
        } catch (error) {
          const reason = error instanceof SnapshotFault ? error.message : 'is damaged'
          return refuseAll([{ code: 'validation_failed', issue: `the file ${reason}` }])
        }
      },
    },

    exportSnapshot: {
      run({ world, path }) {
        const found = findSnapshot(world, path.snapshot)
        return 'ok' in found ? found : { status: 200, body: toFile(found, version) }
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
        world.load(found.dump)
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
          return refuseAll([invalid('tier', `can only be ${tier}, the world's own: rights and limits hang on it`)])
        const key = keyOf(tier, body.name)
        if (key === world.state.key)
          return refuseAll([invalid('name', 'is the world itself; to put it back, restore the snapshot')])
        const isNew = !worlds.find(key)
        try {
          const fork = worlds.open({ key, tier, name: body.name }, world.own)
          const checkpoint = fork.mark()
          fork.load(found.dump)
          fork.recorder.miss('the world was forked from another')
          if (await fork.commit(checkpoint)) return { status: 201, body: worldSummary(fork) }
          // It went back to what it was: to nothing, if it was to be a new one.
          if (isNew) worlds.remove(key)
        } catch {}
        return WRITE_FAILED
      },
    },
  }
}
