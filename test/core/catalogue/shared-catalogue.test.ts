import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildUpc } from '../../../src/core/catalogue/upc-and-isrc.js'
import { execute } from '../../../src/core/engine/commands.js'
import { createWorld } from '../../../src/core/engine/create-world.js'
import type { Seeds, TrackSeed } from '../../../src/core/engine/seed-types.js'
import { deserializeWorld, serializeWorld } from '../../../src/core/engine/serialize-world.js'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { createCoreOptions, createCoreWorld } from '../../support/core-world.js'

const RELEASES = 10_000
const TRACKS_PER_RELEASE = 8

function largeSeeds(): Seeds {
  const [release] = builtInSeeds.catalogue.releases as [Seeds['catalogue']['releases'][number]]
  const [track] = builtInSeeds.catalogue.tracks as [TrackSeed]
  const releases = Array.from({ length: RELEASES }, (_, i) => ({
    ...release,
    id: `rel_own_${i}`,
    upc: buildUpc('8598', i),
  }))
  const tracks = releases.flatMap(({ id }, i) =>
    Array.from({ length: TRACKS_PER_RELEASE }, (_, k) => ({
      ...track,
      id: `trk_own_${i}_${k}`,
      release_id: id,
      track_number: k + 1,
    })),
  )
  return { ...builtInSeeds, catalogue: { assets: builtInSeeds.catalogue.assets, releases, tracks } }
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('a world of a large catalogue shares its rows and takes less than a megabyte', () => {
  const seeds = largeSeeds()
  const options = (i: number) =>
    createCoreOptions({ key: `sk_sandbox_standard_w${i}`, start: Date.UTC(2025, 0, 1, 0, i) })
  const first = createWorld(options(0), seeds)
  expect([first.releases.size, first.tracks.size]).toEqual([RELEASES, RELEASES * TRACKS_PER_RELEASE])
  const before = usedHeap()
  const worlds = Array.from({ length: 20 }, (_, i) => createWorld(options(i + 1), seeds))
  const bytesPerWorld = (usedHeap() - before) / worlds.length
  expect(bytesPerWorld).toBeLessThan(1_000_000)
  for (const { releases, tracks } of worlds) {
    expect(releases.get('rel_own_4321')).toBe(first.releases.get('rel_own_4321'))
    expect(tracks.where({ release_id: 'rel_own_4321' })).toHaveLength(TRACKS_PER_RELEASE)
  }
})

test('a change in one world is not seen in another', () => {
  const [a, b] = [createCoreWorld(), createCoreWorld({ key: 'sk_sandbox_standard_other' })]
  expect(execute(a, { type: 'update-release', id: 'rel_seed_06', changes: { title: 'Changed' } })).toMatchObject({
    ok: true,
  })
  expect(a.releases.get('rel_seed_06')?.title).toBe('Changed')
  expect(b.releases.get('rel_seed_06')?.title).not.toBe('Changed')
})

test('worlds of other hours have other timestamps', () => {
  const noon = Date.UTC(2025, 0, 1, 12)
  const createdAt = (start: number) => createCoreWorld({ start }).releases.get('rel_seed_08')?.created_at
  expect(createdAt(noon)).toBe('2024-12-31T16:00:00.000Z')
  expect(createdAt(noon + 59 * 60_000)).toBe('2024-12-31T16:00:00.000Z')
  expect(createdAt(noon + 60 * 60_000)).toBe('2024-12-31T17:00:00.000Z')
})

test('a restored world has the fingerprints of shared releases', () => {
  const world = createCoreWorld()
  const submitted = world.releases.where({}).filter(({ status }) => status !== 'draft')
  const restored = deserializeWorld(
    createCoreOptions(),
    builtInSeeds,
    JSON.parse(JSON.stringify(serializeWorld(world))),
  )
  for (const { fingerprints } of [world, restored])
    for (const release of submitted) {
      expect(fingerprints.has(release)).toBe(true)
      expect(fingerprints.has(release, release.id)).toBe(false)
    }
})
