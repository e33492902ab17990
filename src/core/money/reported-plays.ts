import type { World } from '../engine/world.js'
import { MAX_REPORTED_PLAYS } from '../engine/world-limits.js'
import { type Issue, invalidField, ok, type Result, refuseWithIssues } from '../primitives/result.js'
import { suggest } from '../primitives/suggest.js'
import { monthOf, parsePeriod, periodOf } from './months.js'

export interface PlaysInput {
  store_id: string
  track_id: string
  plays: number
  /** Default: the current month. */
  period?: string | undefined
}

export interface ReportedPlays {
  store_id: string
  track_id: string
  isrc: string
  period: string
  plays: number
}

/** What a store reports of a recording for a month. */
export const playsKey = (store_id: string, isrc: string, month: number): string =>
  `${store_id} ${isrc} ${periodOf(month)}`

/** Sets the plays that a store reports. The report of a month that is over has been published, and stays as it is. */
export function setReportedPlays(
  world: World,
  { store_id, track_id, plays, period }: PlaysInput,
): Result<ReportedPlays> {
  const { reportedPlays } = world.money
  const month = period === undefined ? monthOf(world.now) : parsePeriod(period)
  const track = world.tracks.get(track_id)
  const stores = world.stores.map((store) => store.store_id)
  const issues: Issue[] = []
  if (!stores.includes(store_id)) {
    const suggestion = suggest(store_id, stores)
    issues.push(
      invalidField(
        'store_id',
        `is not a known store; ${suggestion ? `did you mean ${suggestion}?` : 'GET /v1/stores lists them'}`,
      ),
    )
  }
  if (!track) issues.push(invalidField('track_id', 'is not a known track'))
  if (month < monthOf(world.now))
    issues.push(
      invalidField('period', `is over; its reports can't change. The current month is ${periodOf(monthOf(world.now))}`),
    )
  if (!track || issues.length > 0) return refuseWithIssues(issues)
  const key = playsKey(store_id, track.isrc, month)
  if (!reportedPlays.has(key) && reportedPlays.size >= MAX_REPORTED_PLAYS)
    return refuseWithIssues([
      {
        code: 'validation_failed',
        issue: `a world can have at most ${MAX_REPORTED_PLAYS} of these figures; reset it or use another one`,
      },
    ])
  reportedPlays.set(key, plays)
  return ok({ store_id, track_id, isrc: track.isrc, period: periodOf(month), plays })
}
