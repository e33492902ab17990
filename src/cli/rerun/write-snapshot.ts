import { writeFile } from 'node:fs/promises'
import manifest from '../../../package.json' with { type: 'json' }
import type { RunningWorld } from '../../runtime/running-world.js'
import { createSnapshots } from '../../runtime/snapshots/saved-snapshots.js'
import { UsageError } from '../framework/parse-arguments.js'

const NAME = 'rerun'

/** Writes a world as a file that POST /_sandbox/snapshots/import reads. */
export async function writeSnapshot(world: RunningWorld, path: string): Promise<void> {
  const { key, now, account } = world.state
  const snapshots = createSnapshots(manifest.version, undefined, () => {})
  await snapshots.save(key, { name: NAME, savedAt: Date.now(), tier: account.tier, now }, world.serialize())
  await writeFile(path, snapshots.export(key, NAME)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be written: ${error.code}.`, false)
  })
}
