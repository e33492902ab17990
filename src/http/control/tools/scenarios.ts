import type { RunningWorld } from '../../../runtime/running-world.js'
import { BUILT_IN_SCENARIO_FILES, type Scenarios } from '../../../runtime/scenarios/built-in-scenarios.js'
import type { ScenarioTargets } from '../../../runtime/scenarios/check-scenario.js'
import { toScenario } from '../../../runtime/scenarios/scenario-file.js'
import { createTimetable } from '../../../runtime/scenarios/timetable.js'
import { refuseUnknownScenario } from '../../operations/choose-scenario.js'
import type { ControlOperations } from '../../pipeline/exchange.js'

const scenarioView = ({ state }: RunningWorld) => {
  const { name, source } = state.scenario
  return { name, summary: state.findScenario(name).summary, source }
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
    run({ world, body: { name } }) {
      if (!scenarios.find(name)) return refuseUnknownScenario(name, 'name', scenarios.names)
      world.execute({ type: 'use-scenario', name })
      return { status: 200, body: scenarioView(world) }
    },
  },

  listScenarios: {
    async run() {
      const { SCENARIO_TEXTS } = await import('../../../runtime/scenarios/scenario-texts.js')
      const data = scenarios.names.flatMap((name) => {
        const scenario = scenarios.find(name)
        if (!scenario) return []
        const isCustom = scenario === scenarios.custom
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
      return { status: 200, body: { valid: file !== undefined, issues, timetable } }
    },
  },
})
