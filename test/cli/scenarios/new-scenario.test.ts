import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { parseScenario } from '../../../src/runtime/scenarios/load-scenario-file.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

const CLI = join(import.meta.dirname, '../../../dist/cli.js')
const cwd = createTemporaryDirectory()

const createScenario = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, 'scenarios', 'new', ...args], { cwd, encoding: 'utf8' })

test('scenarios new writes a valid scenario with the given name, and replaces no file', () => {
  expect(createScenario('picky')).toMatchObject({
    status: 0,
    stdout: 'picky.yaml is written. Edit it, and run it with mds-sandbox --scenario picky.yaml\n',
  })
  const text = readFileSync(join(cwd, 'picky.yaml'), 'utf8')
  expect(parseScenario(text, 'picky.yaml', { operations: [], seeds: builtInSeeds }).name).toBe('picky')
  expect(createScenario('picky')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('picky.yaml exists already'),
  })
  expect(createScenario('rejection').stderr).toContain('rejection is the name of a built-in scenario')
})
