import type { Scenario } from '../core/delivery/scenario-rules.js'
import type { WorldOptions } from '../core/engine/create-world.js'
import type { WorldEvent } from '../core/engine/rows.js'
import type { Credential, SandboxSettings } from './sandbox-settings.js'
import type { WorldSettings } from './world-settings.js'

/** Merges a world's settings over the sandbox's. */
export function resolveWorldOptions(
  credential: Credential,
  settings: SandboxSettings,
  worldSettings: WorldSettings,
  start: number,
  eventStamp: number,
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
    // An imported delivery may name a scenario that this sandbox does not have.
    findScenario: (name) => scenarios.find(name) ?? (scenarios.find(scenario) as Scenario),
    knowsScenario: (name) => scenarios.find(name) !== undefined,
    scenarioNames: scenarios.names,
    eventStamp,
    announce: onEvent,
  }
}
