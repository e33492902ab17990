import happyPath from '../../scenarios/happy-path.yaml'
import type { Scenario } from '../core/scenario.js'

const BUILT_IN = [happyPath] as Scenario[]

export const SCENARIOS = BUILT_IN.map(({ name }) => name)
export const DEFAULT_SCENARIO = 'happy-path'

export function findScenario(name: string): Scenario {
  const found = BUILT_IN.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario ${name}. Built in: ${SCENARIOS.join(', ')}`)
  return found
}
