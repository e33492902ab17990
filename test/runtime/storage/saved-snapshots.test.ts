import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createSnapshots, type SavedSnapshot } from '../../../src/runtime/storage/saved-snapshots.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapAfter(work: () => void): number {
  collect()
  const before = process.memoryUsage().heapUsed
  work()
  collect()
  return process.memoryUsage().heapUsed - before
}

const WORLDS = 100_000
const MOST = 2 * 1024 * 1024
const saved = { name: 'soak' } as SavedSnapshot

test.each<[string, (key: string, all: ReturnType<typeof createSnapshots>) => void]>([
  ['was only asked for its snapshots', (key, all) => void [all.list(key), all.get(key, 'soak')]],
  [
    'had one and lost it',
    (key, all) => {
      all.save(key, saved)
      all.remove(key, saved.name)
    },
  ],
])('a world that %s leaves nothing behind', (_, visit) => {
  const snapshots = createSnapshots('0.0.0')
  const grown = heapAfter(() => {
    for (let i = 0; i < WORLDS; i++) visit(`sk_sandbox_standard_${i}`, snapshots)
  })
  expect(grown).toBeLessThan(MOST)
  expect(snapshots.list('sk_sandbox_standard_0')).toEqual([])
})
