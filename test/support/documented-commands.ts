import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const CLI = join(import.meta.dirname, '../../dist/cli.js')

export const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/** Starts the built command for a whole file of tests, and waits for the first line that it prints. */
export async function startCommand(args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  afterAll(() => void child.kill())
  const output = {
    text: '',
    /** Waits until it has printed something. */
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
  /** Ports that stand for those in the document. */
  ports?: Record<number, number>
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** One test for each command of a document that shows its output. Returns how many blocks there are. */
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

/** How long something took is another number each time. */
const withoutDurations = (text: string) => text.trim().replaceAll(/ *\d+ ms/g, ' N ms')
