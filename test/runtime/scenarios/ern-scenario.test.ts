import { expect, test } from 'vitest'
import { planMessage } from '../../../src/core/delivery/scenario-rules.js'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { checkScenarioText } from '../../../src/runtime/scenarios/load-scenario-file.js'
import { toScenario } from '../../../src/runtime/scenarios/scenario-file.js'

const check = (rules: string) =>
  checkScenarioText(`name: own\nsummary: Own.\nern:\n${rules}`, { operations: [], seeds: builtInSeeds })

test('ern rules choose the outcome by message, title and attempt', () => {
  const { file, issues } = check(`
  - { message: PurgeReleaseMessage, outcome: rejected }
  - { release: "Demo*", attempt: 2, outcome: rejected, status: TechnicalDetailsInvalid, reason: No., after: 1h }
  - { release: "Slow*", outcome: accepted, after: 2d }`)
  expect(issues).toEqual([])
  const scenario = toScenario(file as NonNullable<typeof file>)
  const MINUTES = 60_000
  expect(planMessage(scenario, 'PurgeReleaseMessage', '', 1)).toEqual({
    rejection: { status: 'ResourceCorrupt', reason: 'The scenario rejects the message.' },
    after: 5 * MINUTES,
  })
  expect(planMessage(scenario, 'NewReleaseMessage', 'Demo', 1)).toEqual({ after: 5 * MINUTES })
  expect(planMessage(scenario, 'NewReleaseMessage', 'Demo 1', 2)).toEqual({
    rejection: { status: 'TechnicalDetailsInvalid', reason: 'No.' },
    after: 60 * MINUTES,
  })
  expect(planMessage(scenario, 'NewReleaseMessage', 'Slow', 9)).toEqual({ after: 2880 * MINUTES })
})

test.each([
  ['- { outcome: lost }', 'ern[0].outcome must be one of accepted, rejected'],
  ['- { outcome: accepted, status: ResourceCorrupt }', 'ern[0].status goes only with rejected'],
  ['- { outcome: accepted, reason: x }', 'ern[0].reason goes only with rejected'],
  ['- { outcome: rejected, after: 521w }', 'ern[0].after must be at most 520w'],
  ['- { outcome: rejected, status: "<a>" }', 'ern[0].status must be a status of DDEX such as ResourceCorrupt'],
  [
    '- { message: CatalogListMessage, outcome: rejected }',
    'ern[0].message must be one of NewReleaseMessage, PurgeReleaseMessage',
  ],
])('%s is refused', (rules, message) => {
  expect(check(`  ${rules}`).issues.map((issue) => issue.message)).toEqual([message])
})
