import { describe, expect, test } from 'vitest'
import { execute } from '../../src/core/engine/commands.js'
import { deserializeInSteps, serializeWorld } from '../../src/core/engine/serialize-world.js'
import type { Steps } from '../../src/core/primitives/steps.js'
import { builtInSeeds as seeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import { createLogEntry } from '../../src/runtime/storage/log/log-entry.js'
import { decodeRecords, encodeRecord } from '../../src/runtime/storage/log/log-record-encoding.js'
import { replayLog } from '../../src/runtime/storage/log/replay-log.js'
import { runInSlices } from '../../src/runtime/time-slices.js'
import { createCoreOptions, createCoreWorld } from '../support/core-world.js'

function countSteps<T>(steps: Steps<T>): { value: T; count: number } {
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, count }
  }
}

describe('long work on a world has short steps', () => {
  test('restoring its rows', () => {
    const serialized = serializeWorld(createCoreWorld())
    const [release] = serialized.releases.rows
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ ...release, id: `rel_${i}` }) as typeof release)
    const fingerprints = rows.map((row) => [`f ${row?.id}`, row?.id] as [string, string])
    const large = { ...serialized, releases: { start: 0, rows: rows as never }, fingerprints }
    const { value, count } = countSteps(deserializeInSteps(createCoreOptions(), seeds, large))
    expect(value.releases.size).toBe(20_000)
    expect(count).toBeGreaterThanOrEqual(40)
  })

  test('reading and replaying its log', () => {
    const world = createCoreWorld({ tier: 'enterprise' })
    const serialized = serializeWorld(world)
    let checksum = 0
    const lines = Array.from({ length: 2000 }, (_, i) => {
      const command = { type: 'publish-changelog', input: { summary: `Change ${i}` } } as never
      execute(world, command)
      const record = encodeRecord(i, createLogEntry(world, { command }), checksum)
      checksum = record.checksum
      return record.line
    })
    const read = countSteps(decodeRecords(Buffer.from(lines.join('')), 'log', 0))
    expect(read.count).toBeGreaterThanOrEqual(20)
    const replayed = countSteps(
      replayLog(createCoreOptions({ tier: 'enterprise' }), seeds, serialized, read.value.values as never),
    )
    expect(replayed.count).toBeGreaterThanOrEqual(100)
    expect(serializeWorld(replayed.value).events).toEqual(serializeWorld(world).events)
  })

  test('which run without a pause while they are few', async () => {
    function* work(steps: number): Steps<string> {
      for (let i = 0; i < steps; i++) {
        for (const began = performance.now(); performance.now() - began < 6; );
        yield
      }
      return 'done'
    }
    expect(runInSlices(work(3), 3)).toBe('done')
    const sliced = runInSlices(work(4), 3)
    expect(sliced).toBeInstanceOf(Promise)
    expect(await sliced).toBe('done')
  })
})
