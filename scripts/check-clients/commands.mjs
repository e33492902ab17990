import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const TIMEOUT_MS = 600_000

const endOf = (text = '') => text.trim().split('\n').slice(-15).join('\n')

/** Runs a command. On failure, the error has the end of its output. */
export async function run(command, args, options = {}) {
  try {
    await execute(command, args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, ...options })
  } catch (error) {
    const output = `${error.stdout ?? ''}\n${error.stderr ?? ''}`
    const end = `${endOf(error.stdout)}\n${endOf(error.stderr)}`.trim()
    const limit = error.killed ? `It was stopped after ${TIMEOUT_MS / 1000} s.\n` : ''
    throw Object.assign(new Error(`${command} ${args.join(' ')}\n${limit}${end || error.message}`), {
      output,
      isTimeout: error.killed === true,
    })
  }
}

/** A package registry can't be reached. That is no fault of the contract, so the check is skipped. */
export class RegistryUnreachable extends Error {}

// npm, Go, pip and Maven, in this order. A package or version that does not exist matches none of these.
const NETWORK_ERRORS = [
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/,
  /dial tcp|i\/o timeout|TLS handshake timeout/,
  /NewConnectionError|ConnectTimeoutError|ReadTimeoutError|NameResolutionError/,
  /No plugin found for prefix|Could not transfer artifact|failure was cached in the local repository/,
]

/** Runs a command that downloads packages. */
export async function download(command, args, options) {
  try {
    await run(command, args, options)
  } catch (error) {
    if (error.isTimeout) throw new RegistryUnreachable(`${basename(command)} took more than ${TIMEOUT_MS / 1000} s`)
    const line = error.output?.split('\n').find((text) => NETWORK_ERRORS.some((pattern) => pattern.test(text)))
    if (line === undefined) throw error
    throw new RegistryUnreachable(`${basename(command)} could not download packages (${line.trim().slice(0, 160)})`)
  }
}

/** Says what is missing if the command does not run. */
export const needs =
  (description, command, ...args) =>
  () =>
    run(command, args).then(
      () => undefined,
      () => `there is no ${description} on this machine`,
    )

/** Does something once. A marker is written when it is complete. */
export async function once(folder, name, work) {
  const marker = join(folder, `${name}.installed`)
  if (existsSync(marker)) return
  await work()
  writeFileSync(marker, '')
}

/** Installs packages from npm. */
export const installFromNpm = (folder, dependencies) =>
  once(folder, 'npm', () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
    return download(
      'npm',
      ['install', ...quiet, '--fetch-retries', '1', '--fetch-retry-mintimeout', '1000', '--fetch-timeout', '60000'],
      {
        cwd: folder,
      },
    )
  })

/** Installs packages from PyPI in a virtual environment. */
export const installFromPyPi = (folder, ...requirements) =>
  once(folder, 'pip', async () => {
    await run('python3', ['-m', 'venv', folder])
    await download(join(folder, 'bin/pip'), ['install', '-q', '--retries', '1', ...requirements])
  })
