import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import openapi from '../openapi.yaml'
import type { Document } from '../src/contract/document.js'
import { createRouter } from '../src/contract/router.js'
import { createScenarios, SCENARIO_FILES, scenarioIssues } from '../src/runtime/scenarios.js'
import { startSandbox } from './support/api.js'
import { walkThrough } from './support/walk-through.js'

const operations = createRouter(openapi as Document).operations.map(({ id }) => id)

test('every file in scenarios/ is built in, and every built-in name is there', () => {
  const files = readdirSync(join(import.meta.dirname, '../scenarios')).filter((name) => name.endsWith('.yaml'))
  expect([...createScenarios().names].sort()).toEqual(files.map((name) => name.replace('.yaml', '')).sort())
})

describe.each(SCENARIO_FILES)('$name', async (file) => {
  test('promises something', () => expect(file.expect?.length).toBeGreaterThan(5))
  test('names only what exists', () => expect(scenarioIssues(file, operations)).toEqual([]))

  for (const [mode, options] of [
    ['a manual clock', { clock: 'manual' }],
    ['a live clock at full speed', { clock: 'live', speed: Number.POSITIVE_INFINITY }],
  ] as const)
    test(`keeps its promise with ${mode}`, async () => {
      const { fresh } = await startSandbox({ ...options, scenario: file.name })
      const met = await walkThrough(fresh(), file.takedowns !== undefined, file.payouts !== undefined)
      expect(met).toEqual(file.expect)
    })
})
