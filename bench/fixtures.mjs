import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.mjs'
import { CLI } from './own-servers.mjs'
import { startSandbox, useWorlds } from './worlds.mjs'

/** New worlds of a large catalogue: their time and memory, compared with those of the built-in catalogue. */
export async function measureFixtures(report, { releases = 10_000, fixtureWorlds = 200 }) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  const path = join(folder, 'large.json')
  try {
    execFileSync(process.execPath, [CLI, 'fixtures', 'generate', '--releases', String(releases), '--out', path])
    const measure = async (flags) => {
      const sandbox = await startSandbox(flags)
      await useWorlds(sandbox.port, 20, 'GET', 'warmup')
      const before = sandbox.rss()
      const times = []
      for (let i = 0; i < fixtureWorlds; i++) times.push((await useWorlds(sandbox.port, 1, 'GET', `f${i}-`))[0])
      const bytes = (sandbox.rss() - before) / fixtureWorlds
      await sandbox.stop()
      return { startMs: sandbox.startMs, worldMs: median(times), bytes }
    }
    const small = await measure([])
    const large = await measure(['--fixtures', path])
    report.addTarget(`First request to a new world of ${releases} releases, in milliseconds`, large.worldMs, {
      atMost: 20,
    })
    report.addTarget(`Memory of a new world of ${releases} releases, in MB`, large.bytes / 1e6, { atMost: 1 })
    report.addNote(
      `Fixtures with ${releases} releases: start ${(large.startMs / 1000).toFixed(1)} s (without: ${(small.startMs / 1000).toFixed(1)} s), the first request to a new world ${large.worldMs.toFixed(1)} ms (without: ${small.worldMs.toFixed(1)} ms).`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
