import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { install, installed, weigh } from './install.mjs'
import { OURS, PEERS } from './peers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The package as it would be published, installed where there is nothing else. */
async function weighOurs() {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  try {
    await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    return weigh(await install(join(folder, 'installed'), join(folder, tarball)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const megabytes = (n) => `${(n / 1e6).toFixed(1)} MB`

/** What a plain install brings. Packing builds the package anew, so this comes when nothing runs any more. */
export async function installSize(report) {
  const weights = new Map([[OURS, await weighOurs()]])
  for (const name of Object.keys(PEERS))
    try {
      weights.set(name, weigh(await installed(name)))
    } catch (error) {
      report.skip(name, error.message)
    }
  const ofAll = (field) => new Map([...weights].map(([name, weight]) => [name, weight[field]]))
  report.row('size', 'installed size', { better: 'less', format: megabytes, values: ofAll('bytes') })
  report.row('packages', 'installed packages', { better: 'less', format: String, values: ofAll('packages') })
}
