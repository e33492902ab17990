import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { createSnapshots, type SavedSnapshot } from '../../../src/runtime/snapshots/saved-snapshots.js'
import { createSnapshotFiles, type SnapshotFiles } from '../../../src/runtime/snapshots/snapshot-files.js'
import { MAX_SNAPSHOT_BYTES } from '../../../src/runtime/snapshots/snapshot-limits.js'
import { systemDisk } from '../../../src/runtime/storage/disk/durable-disk.js'
import { createCoreWorld } from '../../support/core-world.js'
import { createLogSink } from '../../support/log-sink.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

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

test('a snapshot that import would refuse is not exported, with and without a data directory', async () => {
  for (const data of [undefined, createTemporaryDirectory()]) {
    const sandbox = await createSandbox({ clock: 'manual', ...(data && { data }) })
    onTestFinished(() => sandbox.close())
    const { apiKey, ...world } = sandbox.world('standard', 'a')
    await world.snapshot('one')
    const get = () => fetch(`${sandbox.url}/_sandbox/snapshots/one`, { headers: { 'x-api-key': apiKey } })
    expect((await get()).status).toBe(200)
    if (!data) continue
    // A sparse file takes no space on the disk.
    truncateSync(join(data, 'snapshots', `${apiKey}.one.ndjson`), MAX_SNAPSHOT_BYTES + 1)
    const refused = await get()
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('has 536870913 bytes. A snapshot file has at most 512 MiB')
  }
})

test('the length of an export is known before, without a data directory', async () => {
  const snapshots = createSnapshots('0.0.0')
  await snapshots.save('key', saved, serializeWorld(createCoreWorld()))
  const exported = Buffer.concat([...snapshots.export('key', saved.name)])
  for (let i = 0; i < 2; i++) expect(await snapshots.measureExport('key', saved.name)).toBe(exported.length)
})

test('with a data directory, a snapshot is only on disk, and is read when it is needed', async () => {
  const data = createTemporaryDirectory()
  const start = () => createSandbox({ listen: false, clock: 'manual', data })
  const first = await start()
  const world = first.world('standard', 'a')
  await world.snapshot('one')
  await world.clock.advance('1h')
  await world.snapshot('two')
  const exported = await world.control('exportSnapshot', { path: { snapshot: 'one' } })
  await first.close()

  const files: SnapshotFiles = createSnapshotFiles(systemDisk, join(data, 'snapshots'))
  const reads: string[] = []
  const counting = {
    ...files,
    *read(key: string, name: string) {
      for (const chunk of files.read(key, name)) {
        reads.push(name)
        yield chunk.subarray(0, 300)
        yield Buffer.from(chunk.subarray(300))
      }
    },
  }
  const snapshots = createSnapshots('1', counting)
  expect([snapshots.names(world.apiKey).sort(), reads]).toEqual([['one', 'two'], []])
  expect(snapshots.list(world.apiKey).map(({ name }) => name)).toEqual(['two', 'one'])
  snapshots.list(world.apiKey)
  // Only the first chunk of each, once.
  expect(reads.sort()).toEqual(['one', 'two'])

  const second = await start()
  onTestFinished(() => second.close())
  const again = second.world('standard', 'a')
  expect((await again.control('listSnapshots')).data.map(({ name }) => name)).toEqual(['two', 'one'])
  expect(await again.control('exportSnapshot', { path: { snapshot: 'one' } })).toBe(exported)
  await again.restore('one')
  expect(await again.clock.now()).toBe('2025-01-01T00:00:00.000Z')
})

test('a snapshot file that can not be read is left out of the list with a warning, and the others are there', async () => {
  const data = createTemporaryDirectory()
  const first = await createSandbox({ listen: false, clock: 'manual', data })
  for (const name of ['good', 'bad']) await first.world('standard', 'a').snapshot(name)
  await first.close()
  const path = join(data, 'snapshots', 'sk_sandbox_standard_a.bad.ndjson')
  writeFileSync(path, 'garbage')
  writeFileSync(join(data, 'snapshots', 'sk_sandbox_standard_a.torn.ndjson.3.draft'), 'half')
  const { stream, lines } = createLogSink()
  const second = await createSandbox({ listen: false, clock: 'manual', data, log: 'pretty', logTo: stream })
  onTestFinished(() => second.close())
  const world = second.world('standard', 'a')
  expect((await world.control('listSnapshots')).data.map(({ name }) => name)).toEqual(['good'])
  expect(lines().join('\n')).toContain('bad.ndjson is not a snapshot. Restore it from a backup, or delete the snapshot')
  for (const call of ['restoreSnapshot', 'exportSnapshot'] as const)
    await expect(world.control(call, { path: { snapshot: 'bad' } })).rejects.toMatchObject({ status: 503 })
  await world.control('deleteSnapshot', { path: { snapshot: 'bad' } })
  expect(readdirSync(join(data, 'snapshots'))).toEqual(['sk_sandbox_standard_a.good.ndjson'])
})
