import type { Operation } from '../../contract/router.js'
import type { FaultRule } from '../../core/delivery/scenario-rules.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Incoming } from './exchange.js'

/** The fault that the scenario has for this call: the one that its header names, or else the world's. */

export function injectFault(world: RunningWorld, { id, parameters }: Operation, headers: Incoming['headers']) {
  const { state } = world
  const requested = headers['x-sandbox-scenario']
  const isHeaderAccepted = typeof requested === 'string' && parameters.some(({ name }) => name === 'X-Sandbox-Scenario')
  const scenario = isHeaderAccepted && state.hasScenario(requested) ? requested : state.scenario.name
  if (state.faults.length === 0 && state.findScenario(scenario).faults.length === 0) return undefined
  const taken = world.execute({ type: 'take-fault', scenario, operation: id })
  return taken.ok && taken.value?.rule ? { ...taken.value.rule, scenario: taken.value.scenario } : undefined
}
export function faultRefusal(status: NonNullable<FaultRule['status']>, scenario: string | undefined): Refusal {
  const code = { 429: 'rate_limit_exceeded', 500: 'internal_error', 503: 'service_unavailable' } as const
  const source = scenario === undefined ? 'a fault that was added' : `the scenario ${scenario}`
  const message = `The service fails here because ${source} says so.`
  return refuse(code[status], { message, ...(status === 429 && { headers: { 'Retry-After': '1' } }) })
}
