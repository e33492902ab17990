import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const CLI = join(import.meta.dirname, '../../dist/cli.js')

/** Runs the built command. It is killed at the end of the test if it is still running. */
export function runCli(args: string[], env: Record<string, string> = {}, input?: string) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin?.end(input)
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream }
  const output = { stdout: '', stderr: '' }
  stdout.on('data', (chunk) => (output.stdout += chunk))
  stderr.on('data', (chunk) => (output.stderr += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...output }))
  /** Waits until it has printed this. */
  const waitForOutput = async (text: string) => {
    while (!output.stdout.includes(text))
      await Promise.race([once(stdout, 'data'), ended.then((end) => Promise.reject(new Error(end.stderr)))])
  }
  const firstLine = async () => {
    await waitForOutput('\n')
    return output.stdout.split('\n')[0] as string
  }
  return { child, ended, firstLine, waitForOutput, output }
}
