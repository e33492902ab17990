import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { install, installedModules, measureSize } from './install.mjs'
import { OURS, PEERS } from './peers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The package as published, installed into an empty folder. */
async function measureOurPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  try {
    await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    return measureSize(await install(join(folder, 'installed'), join(folder, tarball)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const megabytes = (n) => `${(n / 1e6).toFixed(1)} MB`

/** Size of a plain install. Packing rebuilds dist, so no server may be running. */
export async function measureInstallSize(report) {
  const sizes = new Map([[OURS, await measureOurPackage()]])
  for (const name of Object.keys(PEERS))
    try {
      sizes.set(name, measureSize(await installedModules(name)))
    } catch (error) {
      report.skipServer(name, error.message)
    }
  const valuesByServer = (field) => new Map([...sizes].map(([name, size]) => [name, size[field]]))
  report.addRow('size', 'installed size', { better: 'less', format: megabytes, values: valuesByServer('bytes') })
  report.addRow('packages', 'installed packages', {
    better: 'less',
    format: String,
    values: valuesByServer('packages'),
  })
}
