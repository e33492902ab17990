import { type Refusal, refuseWithIssues } from '../primitives/result.js'

/** Limits per world. Without them, a client that never stops would use up all memory. */
export const MAX_RELEASES = 1_000_000
export const MAX_TRACKS = 1_000_000
export const MAX_ASSETS = 1_000_000
export const MAX_DELIVERIES = 1_000_000
export const MAX_ERN_MESSAGES = 10_000
export const MAX_FAULTS = 100
export const MAX_CUSTOM_SCENARIOS = 20
/** Figures that were set through the control plane. */
export const MAX_REPORTED_PLAYS = 10_000
/** The oldest are dropped first. */
export const MAX_EVENTS = 250_000
export const MAX_TOKENS = 10_000
export const MAX_KEPT_ANSWERS = 100_000
export const MAX_KEPT_ANSWER_BYTES = 64 * 1024 * 1024
/** Of one event to one endpoint, with redeliveries. */
export const MAX_ATTEMPTS_PER_DISPATCH = 100
/** Of one call without `event_ids`. */
export const MAX_REDELIVERED_EVENTS = 1000

const ROW_LIMITS = {
  releases: MAX_RELEASES,
  tracks: MAX_TRACKS,
  assets: MAX_ASSETS,
  deliveries: MAX_DELIVERIES,
  ernMessages: MAX_ERN_MESSAGES,
} as const

const TABLE_NAMES: Partial<Record<LimitedTable, string>> = { ernMessages: 'ERN messages' }

const formatLimit = (limit: number): string =>
  limit >= 1_000_000 ? `${limit / 1_000_000} million` : limit.toLocaleString('en')

type LimitedTable = keyof typeof ROW_LIMITS

/** The refusal to add rows to a table that would then exceed its limit. */
export function refuseBeyondLimit(
  world: Record<LimitedTable, { readonly size: number }>,
  table: LimitedTable,
  added = 1,
): Refusal | undefined {
  const limit = ROW_LIMITS[table]
  if (world[table].size + added <= limit) return undefined
  return refuseWithIssues([
    {
      code: 'validation_failed',
      issue: `a world can have at most ${formatLimit(limit)} ${TABLE_NAMES[table] ?? table}; reset it (POST /_sandbox/reset) or use another one`,
    },
  ])
}
