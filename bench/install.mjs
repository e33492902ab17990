import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PEERS } from './peers.mjs'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/mds-bench', import.meta.url))
const PATIENCE = 120_000

const run = promisify(execFile)

/** A plain install into a folder of its own. */
export async function install(folder, what) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error', '--fetch-retries', '1']
  try {
    await run('npm', ['install', '--prefix', folder, ...quiet, what], { timeout: PATIENCE })
  } catch (error) {
    const lines = String(error.stderr ?? '').split('\n')
    const why = lines.find((line) => /^npm (error|ERR!)/.test(line)) ?? (error.killed ? 'it took too long' : error.code)
    throw new Error(`it can't be installed (${why})`)
  }
  return join(folder, 'node_modules')
}

/** Where a peer is installed; installs it if it is not there in this version. */
async function provide({ package: what, version }, folder) {
  if (!existsSync(folder)) {
    process.stderr.write(`installing ${what}@${version} ...\n`)
    // Under another name until it is whole: what was broken off must not be taken for it.
    const draft = `${folder}.part`
    rmSync(draft, { recursive: true, force: true })
    await install(draft, `${what}@${version}`)
    renameSync(draft, folder)
  }
  return join(folder, 'node_modules')
}

let all

/** Where a peer is installed. The first to ask waits for all of them, and what fails is not tried twice. */
export async function installed(name) {
  all ??= new Map(
    Object.entries(PEERS).map(([name, peer]) => [
      name,
      provide(peer, join(CACHE, `${name.toLowerCase()}-${peer.version}`)),
    ]),
  )
  await Promise.allSettled(all.values())
  return all.get(name)
}

/** What a folder takes on the disk, and how many packages are in it. */
export function weigh(modules) {
  let bytes = 0
  for (const name of readdirSync(modules, { recursive: true })) {
    const { blocks, size } = lstatSync(join(modules, name))
    // Not told everywhere.
    bytes += blocks === undefined ? size : blocks * 512
  }
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  return { bytes, packages: Object.keys(packages).length }
}
