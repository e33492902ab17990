import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCrashCase } from '../../../proof/crash/proof.js'
import { startCompeting, startSandbox } from '../../../proof/crash/sandbox-process.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

// A short version of npm run proof -- crash.
test.each(['always', 'batch'] as const)(
  'kill -9 under load loses nothing that was answered, and does nothing twice (%s)',
  async (sync) => {
    const { kills, unanswered, arrivals } = await runCrashCase(1, { sync, cycles: 4 })
    expect([kills, unanswered > 0, arrivals > 0]).toEqual([4, true, true])
  },
  60_000,
)

test('the crash proof detects lost data', async () => {
  const tamper = (data: string) => {
    for (const name of readdirSync(join(data, 'worlds')))
      if (name.endsWith('.journal')) rmSync(join(data, 'worlds', name))
  }
  await expect(runCrashCase(1, { sync: 'always', cycles: 1, tamper })).rejects.toThrow(
    /is missing or empty|Lost or duplicated|got .* and then/,
  )
}, 60_000)

describe('a stale lock', () => {
  test('is taken over by exactly one of several concurrent processes', async () => {
    const data = createTemporaryDirectory()
    const killed = await startCompeting(1, data, 'always')
    await killed.kill()
    const winner = await startCompeting(3, data, 'always')
    expect(await startSandbox(data, 'always')).toMatch(/in use by another sandbox/)
    await winner.stop()
  }, 30_000)

  // Too long for a socket path, in characters or only in bytes.
  test.each(['deep'.repeat(40), 'é'.repeat(60)])(
    'is not taken from a running process, in %s',
    async (name) => {
      const data = join(createTemporaryDirectory(), name)
      const holder = await startCompeting(1, data, 'always')
      // In the directory itself, where other containers see it.
      expect(readdirSync(data)).toContain('lock')
      expect(await startSandbox(data, 'always')).toMatch(/in use by another sandbox/)
      await holder.kill()
      await (await startCompeting(2, data, 'always')).stop()
    },
    30_000,
  )
})
