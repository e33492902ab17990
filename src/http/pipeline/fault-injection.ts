import type { Operation } from '../../contract/router.js'
import type { FaultRule } from '../../core/delivery/scenario-rules.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Incoming } from './exchange.js'

export interface InjectedFault extends FaultRule {
  /** Undefined for a fault that was added through the control plane. */
  scenario: string | undefined
}

/** The fault for this call, from the scenario that its header names or else from the world's scenario. */
export function injectFault(
  world: RunningWorld,
  { id, parameters }: Operation,
  headers: Incoming['headers'],
): InjectedFault | undefined {
  const { state } = world
  const requested = headers['x-sandbox-scenario']
  const isHeaderAccepted = typeof requested === 'string' && parameters.some(({ name }) => name === 'X-Sandbox-Scenario')
  const scenario = isHeaderAccepted && state.hasScenario(requested) ? requested : state.scenario.name
  if (state.faults.length === 0 && state.findScenario(scenario).faults.length === 0) return undefined
  const taken = world.execute({ type: 'take-fault', scenario, operation: id })
  return taken.ok && taken.value?.rule ? { ...taken.value.rule, scenario: taken.value.scenario } : undefined
}

/** A refusal ends the request, `reset` closes the connection, and undefined lets the request continue. */
export async function applyFault(
  fault: InjectedFault,
  pause: (ms: number) => Promise<unknown>,
): Promise<Refusal | 'reset' | undefined> {
  if (fault.delay) await pause(fault.delay)
  if (fault.connection) return 'reset'
  return fault.status && faultRefusal(fault.status, fault.scenario)
}

function faultRefusal(status: NonNullable<FaultRule['status']>, scenario: string | undefined): Refusal {
  const code = { 429: 'rate_limit_exceeded', 500: 'internal_error', 503: 'service_unavailable' } as const
  const source = scenario === undefined ? 'an added fault' : `the scenario ${scenario}`
  const message = `This failure was injected by ${source}.`
  return refuse(code[status], { message, ...(status === 429 && { headers: { 'Retry-After': '1' } }) })
}
