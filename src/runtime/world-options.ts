import type { Scenario } from '../core/delivery/scenario-rules.js'
import type { WorldOptions } from '../core/engine/create-world.js'
import type { WorldEvent } from '../core/engine/rows.js'
import type { Credential, WorldSettings } from './running-world.js'
import type { OwnSettings } from './world-settings.js'

/** What a world is made with: its own settings, and where it has none the sandbox's. */
export function worldOptions(
  credential: Credential,
  settings: WorldSettings,
  own: OwnSettings,
  start: number,
  announce: (event: WorldEvent) => void,
): WorldOptions {
  const { scenarios } = settings
  const scenario = own.scenario ?? settings.scenario
  const mode = own.clock ?? settings.clock
  return {
    ...credential,
    seed: own.seed ?? settings.seed,
    start,
    speed: mode === 'manual' ? 1 : own.speed === 'max' ? Number.POSITIVE_INFINITY : (own.speed ?? settings.speed),
    limits: settings.limits,
    scenario,
    // A delivery may follow a scenario that only another sandbox knows.
    findScenario: (name) => scenarios.find(name) ?? (scenarios.find(scenario) as Scenario),
    knowsScenario: (name) => scenarios.find(name) !== undefined,
    scenarioNames: scenarios.names,
    announce,
  }
}
