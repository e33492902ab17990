import type { FaultRule } from './scenario.js'
import type { World } from './world.js'

/** The fault that a scenario has for this call, if any; one of its `times` is then used up. */
export function takeFault(world: World, scenario: string, operation: string): FaultRule | undefined {
  const { faults } = world.findScenario(scenario)
  if (faults.length === 0) return undefined
  const used = (world.faultsUsed[scenario] ??= [])
  for (const [i, rule] of faults.entries()) {
    if ((used[i] ?? 0) >= (rule.times ?? Number.POSITIVE_INFINITY)) continue
    if (rule.operations && !rule.operations.includes(operation)) continue
    used[i] = (used[i] ?? 0) + 1
    return rule
  }
  return undefined
}
