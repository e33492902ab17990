import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFromNpm, run } from './commands.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SUITE = fileURLToPath(new URL('flows/jest', import.meta.url))
const EXAMPLE = join(ROOT, 'examples/vitest/deliveries.test.js')
const JEST_TOOLS = { jest: '30.5.2', '@types/jest': '30.0.0', '@types/node': '20.19.43', typescript: '5.9.3' }
const TSC_FLAGS = '--noEmit --strict --skipLibCheck --module nodenext --target es2022 --lib es2023'.split(' ')

/** The library and its matcher under Jest, and their types for both ways to get `expect`. */
const jest = {
  name: 'jest',
  tools: 'jest',
  findMissingTool: async () => undefined,
  async run({ tools, env }) {
    await installFromNpm(tools, JEST_TOOLS)
    const link = join(tools, 'node_modules/mds-sandbox')
    // Removed below: a link to the repository inside of its own node_modules is a circle for tools that follow links.
    rmSync(link, { force: true })
    symlinkSync(ROOT, link)
    // Jest finds no tests in folders below node_modules.
    const project = mkdtempSync(join(tmpdir(), 'mds-jest-'))
    const options = { cwd: project, env }
    try {
      symlinkSync(join(tools, 'node_modules'), join(project, 'node_modules'))
      cpSync(SUITE, project, { recursive: true })
      const example = readFileSync(EXAMPLE, 'utf8').replace("'vitest'", "'@jest/globals'")
      writeFileSync(join(project, 'deliveries.test.js'), example)
      writeFileSync(join(project, 'package.json'), '{"type":"module","jest":{"transform":{}}}')
      await run(process.execPath, ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci'], options)
      await run('npm', ['run', 'build:types'], { cwd: ROOT })
      for (const [file, types] of [
        ['imported-types.ts', 'node'],
        ['global-types.ts', 'node,jest'],
      ])
        await run('node_modules/.bin/tsc', [...TSC_FLAGS, '--types', types, file], options)
    } finally {
      rmSync(project, { recursive: true, force: true })
      rmSync(link, { force: true })
    }
  },
}

export const TEST_RUNNERS = [jest]
