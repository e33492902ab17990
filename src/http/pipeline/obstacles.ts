import type { Operation } from '../../contract/router.js'
import { takeRequest } from '../../core/access/rate-limits.js'
import type { FaultRule } from '../../core/delivery/scenario-rules.js'
import { type Refusal, refuse } from '../../core/primitives/errors.js'
import { closest } from '../../core/primitives/suggest.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Incoming } from './exchange.js'

/** The fault that the scenario has for this call: the one that its header names, or else the world's. */
export function strike(world: RunningWorld, { id, parameters }: Operation, headers: Incoming['headers']) {
  const { state } = world
  const asked = headers['x-sandbox-scenario']
  const isAsked = typeof asked === 'string' && parameters.some(({ name }) => name === 'X-Sandbox-Scenario')
  const scenario = isAsked && state.knowsScenario(asked) ? asked : state.scenario.name
  if (state.faults.length === 0 && state.findScenario(scenario).faults.length === 0) return undefined
  const taken = world.execute({ type: 'take-fault', scenario, operation: id })
  return taken.ok && taken.value?.rule ? { ...taken.value.rule, scenario: taken.value.scenario } : undefined
}

export function faultRefusal(status: NonNullable<FaultRule['status']>, scenario: string | undefined): Refusal {
  const code = { 429: 'rate_limit_exceeded', 500: 'internal_error', 503: 'service_unavailable' } as const
  const who = scenario === undefined ? 'a fault that was added' : `the scenario ${scenario}`
  const message = `The service fails here because ${who} says so.`
  return refuse(code[status], { message, ...(status === 429 && { headers: { 'Retry-After': '1' } }) })
}

export function tooMany({ state }: RunningWorld): Refusal | undefined {
  const excess = takeRequest(state.meter, state.quota, state.now)
  if (!excess) return undefined
  const allowed = excess.what === 'minute' ? state.quota.perMinute : state.quota.perSecond
  return refuse('rate_limit_exceeded', {
    message: `More than ${allowed} requests within one ${excess.what}. Wait for the seconds in Retry-After.`,
    headers: { 'Retry-After': String(excess.retryAfterSeconds) },
  })
}

/** `paths` are those that could have been meant. */
export function unrouted(method: string, path: string, allow: string[], paths: string[]): Refusal {
  if (allow.length > 0)
    return refuse('method_not_allowed', {
      message: `${path} does not take ${method}. It takes ${allow.join(', ')}.`,
      headers: { Allow: allow.join(', ') },
    })
  const meant = closest(path, paths)
  const hint = meant ? ` Did you mean ${meant}?` : ' The API lives under /v1, the control plane under /_sandbox.'
  return refuse('not_found', { message: `There is nothing at this path.${hint}` })
}
