import type { Scenario } from '../../src/core/delivery/scenario-rules.js'
import { createWorld, type WorldOptions } from '../../src/core/engine/create-world.js'
import type { World } from '../../src/core/engine/world.js'
import { builtInSeeds as seeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import { createScenarios } from '../../src/runtime/scenarios/built-in-scenarios.js'

export function createCoreOptions(options: Partial<WorldOptions> = {}): WorldOptions {
  const scenarios = createScenarios()
  return {
    key: 'sk_sandbox_standard_core',
    name: 'core',
    tier: 'standard',
    seed: 1,
    start: Date.UTC(2025, 0, 1),
    speed: 1,
    limits: { override: undefined, fallback: 'off' },
    scenario: 'happy-path',
    findScenario: (name) => scenarios.find(name) as Scenario,
    knowsScenario: (name) => scenarios.find(name) !== undefined,
    scenarioNames: scenarios.names,
    announce: () => {},
    ...options,
  }
}

/** A world without a clock or a server: for tests of the core alone. */
export const createCoreWorld = (options: Partial<WorldOptions> = {}): World =>
  createWorld(createCoreOptions(options), seeds)
