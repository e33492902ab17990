import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

const CLI = join(import.meta.dirname, '../../dist/cli.js')

export const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/**
 * Starts the built command before the tests of a suite, and waits for its first line of output. Nothing is started for a
 * suite whose tests are all filtered out.
 */
export function startCommand(args: string[]) {
  let child: ChildProcessByStdio<null, Readable, null> | undefined
  const output = {
    text: '',
    /** Waits until the command has printed this. */
    async waitFor(part: string) {
      while (!output.text.includes(part)) await once((child as NonNullable<typeof child>).stdout, 'data')
      return output.text
    },
  }
  beforeAll(async () => {
    child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (chunk) => (output.text += chunk))
    await output.waitFor('\n')
  })
  afterAll(() => void child?.kill())
  return output
}

interface CommandOptions {
  /** Real ports by the ports that the document shows. Called when the commands have started. */
  getPorts?: () => Record<number, number>
  getEnv?: () => NodeJS.ProcessEnv
  cwd?: string
}

/** Adds one test for each command of a document that shows its output. Returns the number of blocks. */
export function testDocumentedCommands(
  text: string,
  { getPorts = () => ({}), getEnv = () => process.env, cwd = process.cwd() }: CommandOptions,
): number {
  const blocks = [...text.matchAll(/```sh\n(.*?)```(?:\n```(?:json|text)\n(.*?)```)?/gs)]
  const isServer = (code: string) => /^npx mds-sandbox --clock|^npm ci/.test(code)
  let setup = ''
  for (const [, code = '', expected] of blocks) {
    if (isServer(code)) continue
    const command = code.replaceAll('npx mds-sandbox', `"${process.execPath}" "${CLI}"`)
    if (expected === undefined) {
      setup += command
      continue
    }
    let script = setup + command
    test(code.split('\n').at(-2)?.slice(0, 100) ?? '', () => {
      const ports = Object.entries(getPorts())
      for (const [port, actualPort] of ports) script = script.replaceAll(`:${port}`, `:${actualPort}`)
      // Set if `npm exec` runs the tests. A command that uses npx would take them for its own options.
      const { npm_config_call: _call, npm_config_package: _package, ...env } = getEnv()
      let output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8', env, cwd })
      for (const [port, actualPort] of ports) output = output.replaceAll(`:${actualPort}`, `:${port}`)
      expect(withoutDurations(output)).toBe(withoutDurations(expected))
    })
  }
  return blocks.length
}

/** Durations differ in every run. */
const withoutDurations = (text: string) => text.trim().replaceAll(/ *\d+ ms/g, ' N ms')
