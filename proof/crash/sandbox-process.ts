import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MAX_WORLDS } from './load-generator.js'

/** The bundle in proof/built is as deep in the tree as this file. */
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface SandboxProcess {
  url: string
  /** SIGKILL: the process gets no chance to clean up. */
  kill(): Promise<void>
  /** SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>
}

const waitForExit = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Starts a sandbox in its own process. Returns its stderr if it does not start. */
export async function startSandbox(data: string, sync: string): Promise<SandboxProcess | string> {
  const settings = ['--clock', 'manual', '--data', data, '--data-sync', sync, '--max-worlds', String(MAX_WORLDS)]
  const flags = ['--port', '0', '--json', '--log', 'silent', ...settings]
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const url = await new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(JSON.parse(stdout).url)
    })
    child.once('close', () => resolve(undefined))
  })
  if (url === undefined) return stderr
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await waitForExit(child)
    },
    async stop() {
      child.kill('SIGTERM')
      await waitForExit(child)
      return child.exitCode
    },
  }
}

/** Starts several sandboxes at once on a directory with a stale lock. Exactly one must get it. */
export async function startCompeting(count: number, data: string, sync: string): Promise<SandboxProcess> {
  const all = await Promise.all(Array.from({ length: count }, () => startSandbox(data, sync)))
  const winners = all.filter((one) => typeof one !== 'string')
  const [winner, ...more] = winners
  for (const one of more) await one.kill()
  if (!winner || more.length > 0) {
    await winner?.kill()
    throw new Error(
      `${winners.length} of ${count} locked the directory: ${all.filter((one) => typeof one === 'string').join(' | ')}`,
    )
  }
  const unexpected = all.find((one) => typeof one === 'string' && !/in use by another sandbox|EADDRINUSE/.test(one))
  if (unexpected !== undefined) {
    await winner.kill()
    throw new Error(`A process that did not get the lock failed for another reason: ${unexpected}`)
  }
  return winner
}
