import { type ErnReport, extendReport } from '../checks/report.js'
import { assignmentIssues, type ExistingRelease } from '../resolve/resolve-assignments.js'
import { type DealWorld, type ResolvedDeals, resolveDeals } from '../resolve/resolve-deals.js'
import { headerIssues } from '../resolve/resolve-header.js'
import { resolveReleaseDate } from '../resolve/resolve-release-date.js'
import type { ReadMessage } from './read-message.js'

export interface ResolvedMessage {
  report: ErnReport
  /** Null for a purge, and if the message has no main release. */
  release_date: string | null
  deals: ResolvedDeals | null
}

/**
 * Adds what depends on the clock, the account and the stores, and on the release that the message is about, if it
 * exists. Whether the catalogue allows the change is not decided here.
 */
export function resolveMessage(
  { facts, report }: Pick<ReadMessage, 'facts' | 'report'>,
  world: DealWorld,
  existing?: ExistingRelease,
): ResolvedMessage {
  const issues = headerIssues(facts, world)
  const { release } = facts
  if (!release) return { report: extendReport(report, issues), release_date: null, deals: null }
  const date = resolveReleaseDate(facts, release, world.now)
  const deals = resolveDeals(facts, release, world)
  return {
    report: extendReport(report, [
      ...issues,
      ...assignmentIssues(facts, release, existing),
      ...date.issues,
      ...deals.issues,
    ]),
    release_date: date.release_date,
    deals,
  }
}
