import { type ErnIssue, issueAt } from '../checks/report.js'
import type { DealFacts, ErnFacts, PeriodFacts, ReleaseFacts } from '../facts/facts.js'
import { dealsOf, groupDeals, hasEnded } from './deal-periods.js'

export interface ResolvedReleaseDate {
  /** Null if the message has no date. */
  release_date: string | null
  issues: ErnIssue[]
}

/** ReleaseDate, otherwise the earliest start of a deal, otherwise OriginalReleaseDate. */
export function resolveReleaseDate(facts: ErnFacts, release: ReleaseFacts, now: number): ResolvedReleaseDate {
  if (release.release_date !== null) return { release_date: release.release_date, issues: [] }
  const deals = dealsOf(groupDeals(facts), release.reference)
  const current = deals.filter((deal) => !deal.is_pre_order && !hasEnded(deal, now))
  const start =
    earliestStart(current, (period) => period.end === null || period.end > now) ?? earliestStart(deals, () => true)
  if (start !== undefined)
    return {
      release_date: start,
      issues: [
        issueAt(
          release.place,
          'release_date_from_deal',
          `The release has no usable ReleaseDate. The start of its deals is taken: ${start}.`,
        ),
      ],
    }
  if (release.original_release_date !== null)
    return {
      release_date: release.original_release_date,
      issues: [
        issueAt(
          release.place,
          'release_date_from_original',
          `The release has no usable ReleaseDate. OriginalReleaseDate is taken: ${release.original_release_date}.`,
        ),
      ],
    }
  const issue = 'The release has no usable ReleaseDate, no deal with a start, and no OriginalReleaseDate.'
  return { release_date: null, issues: [issueAt(release.place, 'release_date_missing', issue)] }
}

function earliestStart(
  deals: readonly DealFacts[],
  isConsidered: (period: PeriodFacts) => boolean,
): string | undefined {
  let earliest: { start: number; date: string } | undefined
  for (const { periods } of deals)
    for (const period of periods) {
      const { start, start_date: date } = period
      if (start === null || date === null || !isConsidered(period)) continue
      if (!earliest || start < earliest.start) earliest = { start, date }
    }
  return earliest?.date
}
