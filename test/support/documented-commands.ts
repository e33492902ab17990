import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const CLI = join(import.meta.dirname, '../../dist/cli.js')

export const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/** Starts the built command for a test file, and waits for its first line of output. */
export async function startCommand(args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  afterAll(() => void child.kill())
  const output = {
    text: '',
    /** Waits until the command has printed this. */
    async waitFor(part: string) {
      while (!output.text.includes(part)) await once(child.stdout, 'data')
      return output.text
    },
  }
  child.stdout.on('data', (chunk) => (output.text += chunk))
  await output.waitFor('\n')
  return output
}

interface CommandOptions {
  /** Real ports by the ports that the document shows. */
  ports?: Record<number, number>
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** Adds one test for each command of a document that shows its output. Returns the number of blocks. */
export function testDocumentedCommands(
  text: string,
  { ports = {}, env = process.env, cwd = process.cwd() }: CommandOptions,
): number {
  const blocks = [...text.matchAll(/```sh\n(.*?)```(?:\n```(?:json|text)\n(.*?)```)?/gs)]
  const isServer = (code: string) => /^npx mds-sandbox --clock|^npm ci/.test(code)
  const portMappings = Object.entries(ports)
  let setup = ''
  for (const [, code = '', expected] of blocks) {
    if (isServer(code)) continue
    let command = code.replaceAll('npx mds-sandbox', `"${process.execPath}" "${CLI}"`)
    for (const [port, actualPort] of portMappings) command = command.replaceAll(`:${port}`, `:${actualPort}`)
    if (expected === undefined) {
      setup += command
      continue
    }
    const script = setup
    test(code.split('\n').at(-2)?.slice(0, 100) ?? '', () => {
      let output = execFileSync('bash', ['-euo', 'pipefail', '-c', script + command], { encoding: 'utf8', env, cwd })
      for (const [port, actualPort] of portMappings) output = output.replaceAll(`:${actualPort}`, `:${port}`)
      expect(withoutDurations(output)).toBe(withoutDurations(expected))
    })
  }
  return blocks.length
}

/** Durations differ in every run. */
const withoutDurations = (text: string) => text.trim().replaceAll(/ *\d+ ms/g, ' N ms')
