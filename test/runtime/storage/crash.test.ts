import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCrash } from '../../../proof/crash/crash.js'
import { start, startOneOf } from '../../../proof/crash/process.js'
import { temporaryDirectory } from '../../support/data.js'

// The same as npm run proof -- crash, but less of it.
test.each(['always', 'batch'] as const)(
  'kill -9 under load loses nothing that was answered, and does nothing twice (%s)',
  async (sync) => {
    const { kills, unanswered, arrivals } = await runCrash(1, { sync, cycles: 4 })
    expect([kills, unanswered > 0, arrivals > 0]).toEqual([4, true, true])
  },
  60_000,
)

test('and it would be noticed if something were lost', async () => {
  const meddle = (data: string) => {
    for (const name of readdirSync(join(data, 'worlds')))
      if (name.endsWith('.journal')) rmSync(join(data, 'worlds', name))
  }
  await expect(runCrash(1, { sync: 'always', cycles: 1, meddle })).rejects.toThrow(
    /Lost, or there twice|was answered .* and then/,
  )
}, 60_000)

describe('a lock that was left behind', () => {
  test('goes to exactly one of those that find it at the same moment', async () => {
    const data = temporaryDirectory()
    const killed = await startOneOf(1, data, 'always')
    await killed.kill()
    const winner = await startOneOf(3, data, 'always')
    expect(await start(data, 'always')).toMatch(/in use by another sandbox/)
    await winner.stop()
  }, 30_000)

  test('is not taken from one that lives, however deep its directory', async () => {
    // Too long a path for a socket: the lock is elsewhere.
    const data = join(temporaryDirectory(), 'deep'.repeat(40))
    const holder = await startOneOf(1, data, 'always')
    expect(await start(data, 'always')).toMatch(/in use by another sandbox/)
    await holder.kill()
    await (await startOneOf(2, data, 'always')).stop()
  }, 30_000)
})
