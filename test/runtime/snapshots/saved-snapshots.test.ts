import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createSnapshots, type SavedSnapshot } from '../../../src/runtime/snapshots/saved-snapshots.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

async function heapAfter(work: () => Promise<void>): Promise<number> {
  collect()
  const before = process.memoryUsage().heapUsed
  await work()
  collect()
  return process.memoryUsage().heapUsed - before
}

const WORLDS = 100_000
const MOST = 2 * 1024 * 1024
const saved: SavedSnapshot = { name: 'soak', savedAt: 0, tier: 'standard', now: 0 }

test.each<[string, (key: string, all: ReturnType<typeof createSnapshots>) => unknown]>([
  ['was only asked for its snapshots', (key, all) => [all.list(key), all.get(key, 'soak'), all.names(key)]],
  [
    'had one and lost it',
    async (key, all) => {
      await all.save(key, saved, {} as never)
      await all.remove(key, saved.name)
    },
  ],
])('a world that %s leaves nothing behind', async (_, visit) => {
  const snapshots = createSnapshots('0.0.0')
  const grown = await heapAfter(async () => {
    for (let i = 0; i < WORLDS; i++) await visit(`sk_sandbox_standard_${i}`, snapshots)
  })
  expect(grown).toBeLessThan(MOST)
  expect(snapshots.list('sk_sandbox_standard_0')).toEqual([])
})
