import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCrashCase } from '../../proof/crash/proof.js'

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
