import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const CLI = join(import.meta.dirname, '../../dist/cli.js')

/** Runs the built command. What is still running when the test is done is ended. */
export function run(args: string[], env: Record<string, string> = {}, input?: string) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin?.end(input)
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream }
  const out = { stdout: '', stderr: '' }
  stdout.on('data', (chunk) => (out.stdout += chunk))
  stderr.on('data', (chunk) => (out.stderr += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...out }))
  /** Waits until it has printed this. */
  const printed = async (text: string) => {
    while (!out.stdout.includes(text))
      await Promise.race([once(stdout, 'data'), ended.then((end) => Promise.reject(new Error(end.stderr)))])
  }
  const line = async () => {
    await printed('\n')
    return out.stdout.split('\n')[0] as string
  }
  return { child, ended, line, printed, out }
}
