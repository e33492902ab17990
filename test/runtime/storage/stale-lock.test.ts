import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCompeting, startSandbox } from '../../../proof/crash/sandbox-process.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

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
