import type { Tier } from '../engine/seed-types.js'
import { MINUTE, SECOND } from '../primitives/time.js'

export const RATE_LIMIT_PROFILES = ['relaxed', 'production', 'off'] as const
export type RateLimitProfile = (typeof RATE_LIMIT_PROFILES)[number]

export interface Quota {
  perMinute: number
  perSecond: number
  isEnforced: boolean
}

const PRODUCTION_QUOTAS: Record<Tier, { perMinute: number; perSecond: number }> = {
  standard: { perMinute: 120, perSecond: 10 },
  enterprise: { perMinute: 1200, perSecond: 50 },
}
const RELAXED_FACTOR = 50

export function quotaFor(tier: Tier, profile: RateLimitProfile): Quota {
  const { perMinute, perSecond } = PRODUCTION_QUOTAS[tier]
  const factor = profile === 'production' ? 1 : RELAXED_FACTOR
  return { perMinute: perMinute * factor, perSecond: perSecond * factor, isEnforced: profile !== 'off' }
}

/** Recent requests of an account. The minute window starts with its first request; the one-second window slides. */
export interface Meter {
  windowStart: number
  used: number
  /** Times of the latest requests: a ring buffer as long as the burst quota. */
  recent: number[]
  next: number
}

export const createMeter = (): Meter => ({ windowStart: 0, used: 0, recent: [], next: 0 })

export const remainingRequests = (meter: Meter, quota: Quota, now: number): number =>
  !quota.isEnforced || now >= meter.windowStart + MINUTE ? quota.perMinute : quota.perMinute - meter.used

export interface RateLimitExcess {
  window: 'minute' | 'second'
  retryAfterSeconds: number
}

/** Counts one request, or returns how long to wait. A refused request is not counted, so that waiting is always enough. */
export function countRequest(meter: Meter, quota: Quota, now: number): RateLimitExcess | undefined {
  if (!quota.isEnforced) return undefined
  if (now >= meter.windowStart + MINUTE) {
    meter.windowStart = now
    meter.used = 0
  }
  const windowWait = meter.used >= quota.perMinute ? meter.windowStart + MINUTE - now : 0
  const oldest = meter.recent[meter.next]
  const burstWait = oldest === undefined ? 0 : Math.max(0, oldest + SECOND - now)
  if (windowWait > 0 || burstWait > 0)
    return {
      window: windowWait > burstWait ? 'minute' : 'second',
      retryAfterSeconds: Math.ceil(Math.max(windowWait, burstWait) / SECOND),
    }
  meter.used++
  meter.recent[meter.next] = now
  meter.next = (meter.next + 1) % quota.perSecond
  return undefined
}

/** `override` comes from the command line and always wins; `fallback` applies if the scenario sets no limits. */
export interface RateLimitSettings {
  override: RateLimitProfile | undefined
  fallback: RateLimitProfile
}
