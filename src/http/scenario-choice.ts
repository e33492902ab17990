import { invalid, type Refusal, refuse } from '../core/errors.js'
import { taggedScenario } from '../core/scenario.js'
import type { World } from '../core/world.js'

export interface ScenarioChoice {
  name: string
  source: 'header' | 'title' | 'world' | 'default'
}

/** The nearest wins: the call's header, the header of the release's submission, the title's tag, the world, the start. */
export function chooseScenario(world: World, releaseId: string, header: string | undefined): ScenarioChoice | Refusal {
  const asked = header ?? world.releaseScenarios.get(releaseId)
  const tagged = taggedScenario(world.releases.get(releaseId)?.title ?? '')
  const choice: ScenarioChoice =
    asked !== undefined
      ? { name: asked, source: 'header' }
      : tagged !== undefined
        ? { name: tagged, source: 'title' }
        : world.scenario
  if (world.knowsScenario(choice.name)) return choice
  const field = choice.source === 'title' ? 'title' : 'X-Sandbox-Scenario'
  return refuse('invalid_request', {
    details: [invalid(field, `${choice.name.slice(0, 100)} is not a known scenario`)],
  })
}

export const scenarioHeader = ({ name, source }: ScenarioChoice) => ({
  'X-Sandbox-Scenario': `${name}; source=${source}`,
})
