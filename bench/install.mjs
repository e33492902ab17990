import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PEERS } from './peers.mjs'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/mds-bench', import.meta.url))
const INSTALL_TIMEOUT_MS = 120_000

const run = promisify(execFile)

/** A plain install into its own folder. */
export async function install(folder, packageSpec) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error', '--fetch-retries', '1']
  try {
    await run('npm', ['install', '--prefix', folder, ...quiet, packageSpec], { timeout: INSTALL_TIMEOUT_MS })
  } catch (error) {
    const lines = String(error.stderr ?? '').split('\n')
    const reason =
      lines.find((line) => /^npm (error|ERR!)/.test(line)) ?? (error.killed ? 'it took too long' : error.code)
    throw new Error(`it can't be installed (${reason})`)
  }
  return join(folder, 'node_modules')
}

/** The folder of a peer. Installs it if this version is missing. */
async function installOnce({ package: packageName, version }, folder) {
  if (!existsSync(folder)) {
    process.stderr.write(`installing ${packageName}@${version} ...\n`)
    // Installed under a temporary name first, so that an interrupted install is not mistaken for a complete one.
    const partialFolder = `${folder}.part`
    rmSync(partialFolder, { recursive: true, force: true })
    await install(partialFolder, `${packageName}@${version}`)
    renameSync(partialFolder, folder)
  }
  return join(folder, 'node_modules')
}

let installations

/** The folder of a peer. The first call installs all peers. A failed install is not repeated. */
export async function installedModules(name) {
  installations ??= new Map(
    Object.entries(PEERS).map(([name, peer]) => [
      name,
      installOnce(peer, join(CACHE, `${name.toLowerCase()}-${peer.version}`)),
    ]),
  )
  await Promise.allSettled(installations.values())
  return installations.get(name)
}

/** Disk usage of a folder and its number of packages. */
export function measureSize(modules) {
  let bytes = 0
  for (const name of readdirSync(modules, { recursive: true })) {
    const { blocks, size } = lstatSync(join(modules, name))
    // Not every system reports blocks.
    bytes += blocks === undefined ? size : blocks * 512
  }
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  return { bytes, packages: Object.keys(packages).length }
}
