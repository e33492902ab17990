import { scenarioFromTitle } from '../../core/delivery/scenario-rules.js'
import type { World } from '../../core/engine/world.js'
import { invalidField, type Refusal, refuse } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'

export interface ScenarioChoice {
  name: string
  source: 'header' | 'title' | 'world' | 'default'
}

/**
 * Precedence: the header of this call, the header of the release's submission, the tag in its title, the world, the
 * command line. `releaseId` is undefined for a payout.
 */
export function chooseScenario(
  world: World,
  releaseId: string | undefined,
  header: string | undefined,
): ScenarioChoice | Refusal {
  const requested = header ?? world.releaseScenarios.get(releaseId ?? '')
  return chooseByTitle(world, world.releases.get(releaseId ?? '')?.title, requested)
}

/** The scenario of the header, of the tag in the title, or of the world. */
export function chooseByTitle(
  world: World,
  title: string | undefined,
  requested: string | undefined,
): ScenarioChoice | Refusal {
  const tagged = scenarioFromTitle(title ?? '')
  const choice: ScenarioChoice =
    requested !== undefined
      ? { name: requested, source: 'header' }
      : tagged !== undefined
        ? { name: tagged, source: 'title' }
        : world.scenario
  if (world.hasScenario(choice.name)) return choice
  return refuseUnknownScenario(
    choice.name,
    choice.source === 'title' ? 'title' : 'X-Sandbox-Scenario',
    world.scenarioNames,
  )
}

export function refuseUnknownScenario(name: string, field: string, names: readonly string[]): Refusal {
  const suggestion = suggest(name.toLowerCase(), names)
  const hint = suggestion ? `did you mean ${suggestion}?` : `known scenarios: ${names.join(', ')}`
  const issue = `${JSON.stringify(name.slice(0, 100))} is not a known scenario; ${hint}`
  return refuse('invalid_request', {
    message: 'The scenario is unknown. See details.',
    details: [invalidField(field, issue)],
  })
}

export const scenarioHeaders = ({ name, source }: ScenarioChoice) => ({
  'X-Sandbox-Scenario': `${name}; source=${source}`,
})
