import happyPath from '../../scenarios/happy-path.yaml'
import type { Scenario } from '../core/scenario.js'
import { parseDuration } from '../core/time.js'

/** A scenario as its file tells it, with durations in words. */
interface ScenarioFile {
  name: string
  summary: string
  assets: { processing: string }
}

function readScenario({ name, summary, assets }: ScenarioFile): Scenario {
  const processing = parseDuration(assets.processing)
  if (processing === undefined) throw new Error(`Scenario ${name}: assets.processing is not a duration such as 2m`)
  return { name, summary, assets: { processing } }
}

const BUILT_IN = [happyPath as ScenarioFile].map(readScenario)

export const SCENARIOS = BUILT_IN.map(({ name }) => name)
export const DEFAULT_SCENARIO = 'happy-path'

export function findScenario(name: string): Scenario {
  const found = BUILT_IN.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario ${name}. Built in: ${SCENARIOS.join(', ')}`)
  return found
}
