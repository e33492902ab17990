import { useScenario, type World } from '../engine/world.js'
import { MAX_CUSTOM_SCENARIOS } from '../engine/world-limits.js'
import { ok, type Result, refuseWithIssues } from '../primitives/result.js'
import type { Scenario } from './scenario-rules.js'

/** Chooses a scenario by its name. A definition becomes part of the world, in place of an earlier one of the same name. */
export function chooseScenario(world: World, name: string, definition: Scenario | undefined): Result<string> {
  const { customScenarios } = world
  if (definition) {
    if (!customScenarios.has(name) && customScenarios.size >= MAX_CUSTOM_SCENARIOS)
      return refuseWithIssues([
        {
          code: 'validation_failed',
          field: 'scenario.name',
          issue: `a world can have at most ${MAX_CUSTOM_SCENARIOS} custom scenarios; use the name of one of them to replace it: ${[...customScenarios.keys()].join(', ')}`,
        },
      ])
    customScenarios.set(name, definition)
  }
  useScenario(world, name)
  return ok(name)
}
