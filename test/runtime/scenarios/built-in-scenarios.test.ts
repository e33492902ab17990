import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import openapi from '../../../openapi.yaml'
import { runWalkThrough, walkThroughOptions } from '../../../src/cli/scenarios/walk-through.js'
import type { SandboxOptions } from '../../../src/composition/create-sandbox.js'
import type { Document } from '../../../src/contract/openapi-document.js'
import { createRouter } from '../../../src/contract/router.js'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { BUILT_IN_SCENARIO_FILES, createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { findScenarioIssues } from '../../../src/runtime/scenarios/check-scenario.js'
import { createReceiver } from '../../../src/webhooks/receiver.js'
import { startSandbox } from '../../support/test-sandbox.js'

const operations = createRouter(openapi as Document).operations.map(({ id }) => id)

test('every file in scenarios/ is built in, and every built-in scenario has a file', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../scenarios')).filter((name) => name.endsWith('.yaml'))
  expect([...createScenarios().names].sort()).toEqual(files.map((name) => name.replace('.yaml', '')).sort())
})

describe.each(BUILT_IN_SCENARIO_FILES)('$name', async (file) => {
  test('documents what to expect', () => expect(file.expect?.length).toBeGreaterThan(5))
  test('names only existing stores, codes and operations', () =>
    expect(findScenarioIssues(file, { operations, seeds: builtInSeeds })).toEqual([]))

  const MODES: [string, SandboxOptions][] = [
    ['a manual clock', { clock: 'manual' }],
    ['a live clock', { clock: 'live' }],
    ['a live clock at full speed', { clock: 'live', speed: Number.POSITIVE_INFINITY }],
  ]
  for (const [mode, options] of MODES)
    test(`behaves as documented with ${mode}`, async () => {
      const { fresh } = await startSandbox({ ...options, scenario: file.name })
      const receiver = file.webhooks && (await createReceiver({ secret: 'whsec_walk' }))
      const met = await runWalkThrough(fresh(), { ...walkThroughOptions(file), receiver })
      await receiver?.close()
      // With speed max nothing waits, so events can't overtake each other.
      const isTold = (line: string) => options.speed === undefined || !line.startsWith('arrived')
      expect(met.filter(isTold)).toEqual(file.expect?.filter(isTold))
    })
})
