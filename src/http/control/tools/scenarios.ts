import { invalidField, refuseWithIssues } from '../../../core/primitives/result.js'
import type { RunningWorld } from '../../../runtime/running-world.js'
import { BUILT_IN_SCENARIO_FILES, type Scenarios } from '../../../runtime/scenarios/built-in-scenarios.js'
import type { ScenarioTargets } from '../../../runtime/scenarios/check-scenario.js'
import { type ScenarioFile, toScenario } from '../../../runtime/scenarios/scenario-file.js'
import { createTimetable } from '../../../runtime/scenarios/timetable.js'
import { refuseUnknownScenario } from '../../operations/choose-scenario.js'
import type { ControlOperations } from '../../pipeline/exchange.js'

const scenarioView = ({ state }: RunningWorld) => {
  const { name, source } = state.scenario
  return { name, summary: state.findScenario(name).summary, source }
}

/** The longest JSON of a custom scenario, in characters. */
const MAX_SCENARIO_LENGTH = 100_000

/** Checks a scenario as the command line checks a file. */
async function readCustomScenario(value: unknown, targets: ScenarioTargets) {
  if (JSON.stringify(value).length > MAX_SCENARIO_LENGTH)
    return refuseWithIssues([
      invalidField('scenario', `must be at most ${MAX_SCENARIO_LENGTH.toLocaleString('en')} characters as JSON`),
    ])
  // Imported here because nothing else needs the YAML parser.
  const { findCustomScenarioIssues } = await import('../../../runtime/scenarios/load-scenario-file.js')
  const issues = findCustomScenarioIssues(value, targets)
  if (issues.length > 0)
    return refuseWithIssues(
      issues.map(({ field, ...issue }) => ({ ...issue, field: field ? `scenario.${field}` : 'scenario' })),
    )
  // The world exists already, so its clock and its seed do not change.
  const { clock: _clock, seed: _seed, expect: _expect, ...file } = value as ScenarioFile
  return { name: file.name, definition: toScenario(file) }
}

type ScenarioOperations = 'getScenario' | 'useScenario' | 'listScenarios' | 'checkScenario'

export const createScenarioOperations = (
  scenarios: Scenarios,
  targets: ScenarioTargets,
): Pick<ControlOperations, ScenarioOperations> => ({
  getScenario: {
    run: ({ world }) => ({ status: 200, body: scenarioView(world) }),
  },

  useScenario: {
    async run({ world, body: { name, scenario } }) {
      if (name !== undefined && scenario !== undefined)
        return refuseWithIssues([invalidField('scenario', "can't be given together with name; give one of the two")])
      const { hasScenario, customScenarios } = world.state
      if (name !== undefined && !hasScenario(name))
        return refuseUnknownScenario(name, 'name', [...scenarios.names, ...customScenarios.keys()])
      const chosen = name !== undefined ? { name } : await readCustomScenario(scenario, targets)
      if ('code' in chosen) return chosen
      const done = world.execute({ type: 'use-scenario', ...chosen })
      return done.ok ? { status: 200, body: scenarioView(world) } : done
    },
  },

  listScenarios: {
    async run({ world: { state } }) {
      const { SCENARIO_TEXTS } = await import('../../../runtime/scenarios/scenario-texts.js')
      const names = new Set([...scenarios.names, ...state.customScenarios.keys()])
      const data = [...names].flatMap((name) => {
        if (!state.hasScenario(name)) return []
        const scenario = state.findScenario(name)
        const isCustom = scenario === scenarios.custom || state.customScenarios.has(name)
        const file = isCustom ? undefined : BUILT_IN_SCENARIO_FILES.find((candidate) => candidate.name === name)
        return [
          {
            name,
            summary: scenario.summary,
            source: file ? 'built-in' : 'custom',
            expect: file?.expect ?? [],
            timetable: createTimetable(scenario, targets.seeds),
            text: (file && SCENARIO_TEXTS[name]) ?? null,
          },
        ]
      })
      return { status: 200, body: { data } }
    },
  },

  checkScenario: {
    async run({ body: { text } }) {
      // Imported here because nothing else needs the YAML parser.
      const { checkScenarioText } = await import('../../../runtime/scenarios/load-scenario-file.js')
      const { file, issues } = checkScenarioText(text, targets)
      const timetable = file ? createTimetable(toScenario(file), targets.seeds) : null
      return { status: 200, body: { valid: file !== undefined, issues, timetable, scenario: file ?? null } }
    },
  },
})
