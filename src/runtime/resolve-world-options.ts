import type { Scenario } from '../core/delivery/scenario-rules.js'
import type { WorldOptions } from '../core/engine/create-world.js'
import type { WorldEvent } from '../core/engine/rows.js'
import type { Credential, SandboxSettings } from './running-world.js'
import type { WorldSettings } from './world-settings.js'

/** What a world is made with: its own settings, and where it has none the sandbox's. */
export function resolveWorldOptions(
  credential: Credential,
  settings: SandboxSettings,
  worldSettings: WorldSettings,
  start: number,
  onEvent: (event: WorldEvent) => void,
): WorldOptions {
  const { scenarios } = settings
  const scenario = worldSettings.scenario ?? settings.scenario
  const mode = worldSettings.clock ?? settings.clock
  return {
    ...credential,
    seed: worldSettings.seed ?? settings.seed,
    start,
    speed:
      mode === 'manual'
        ? 1
        : worldSettings.speed === 'max'
          ? Number.POSITIVE_INFINITY
          : (worldSettings.speed ?? settings.speed),
    limits: settings.limits,
    scenario,
    // A delivery may follow a scenario that only another sandbox knows.
    findScenario: (name) => scenarios.find(name) ?? (scenarios.find(scenario) as Scenario),
    knowsScenario: (name) => scenarios.find(name) !== undefined,
    scenarioNames: scenarios.names,
    announce: onEvent,
  }
}
