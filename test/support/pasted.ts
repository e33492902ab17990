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
  const printed = {
    text: '',
    /** Waits until it has printed something. */
    async including(part: string) {
      while (!printed.text.includes(part)) await once(child.stdout, 'data')
      return printed.text
    },
  }
  child.stdout.on('data', (chunk) => (printed.text += chunk))
  await printed.including('\n')
  return printed
}

interface Place {
  /** Ports that stand for those in the document. */
  ports?: Record<number, number>
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** One test for each command of a document that shows its output. Returns how many blocks there are. */
export function pasteCommands(text: string, { ports = {}, env = process.env, cwd = process.cwd() }: Place): number {
  const blocks = [...text.matchAll(/```sh\n(.*?)```(?:\n```(?:json|text)\n(.*?)```)?/gs)]
  const isServer = (code: string) => /^npx mds-sandbox --clock|^npm ci/.test(code)
  const there = Object.entries(ports)
  let before = ''
  for (const [, code = '', shown] of blocks) {
    if (isServer(code)) continue
    let here = code.replaceAll('npx mds-sandbox', `"${process.execPath}" "${CLI}"`)
    for (const [port, real] of there) here = here.replaceAll(`:${port}`, `:${real}`)
    if (shown === undefined) {
      before += here
      continue
    }
    const settings = before
    test(code.split('\n').at(-2)?.slice(0, 100) ?? '', () => {
      let output = execFileSync('bash', ['-euo', 'pipefail', '-c', settings + here], { encoding: 'utf8', env, cwd })
      for (const [port, real] of there) output = output.replaceAll(`:${real}`, `:${port}`)
      expect(timeless(output)).toBe(timeless(shown))
    })
  }
  return blocks.length
}

/** How long something took is another number each time. */
const timeless = (text: string) => text.trim().replaceAll(/ *\d+ ms/g, ' N ms')
