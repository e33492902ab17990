import { countRequest } from '../../core/access/rate-limits.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'

export function checkRateLimit({ state }: RunningWorld): Refusal | undefined {
  const excess = countRequest(state.meter, state.quota, state.now)
  if (!excess) return undefined
  const allowed = excess.window === 'minute' ? state.quota.perMinute : state.quota.perSecond
  return refuse('rate_limit_exceeded', {
    message: `More than ${allowed} requests within one ${excess.window}. Wait for the number of seconds in Retry-After.`,
    headers: { 'Retry-After': String(excess.retryAfterSeconds) },
  })
}
