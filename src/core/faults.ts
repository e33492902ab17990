import type { FaultRule } from './scenario.js'
import type { World } from './world.js'

/** The fault that the world's scenario has for this call, if any; one of its `times` is then used up. */
export function takeFault(world: World, operation: string): FaultRule | undefined {
  const { faults } = world.findScenario(world.scenario.name)
  for (const [i, rule] of faults.entries()) {
    const used = world.faultsUsed[i] ?? 0
    if (used >= (rule.times ?? Number.POSITIVE_INFINITY)) continue
    if (rule.operations && !rule.operations.includes(operation)) continue
    world.faultsUsed[i] = used + 1
    return rule
  }
  return undefined
}
