import { HOUR } from '../../core/primitives/time.js'
import { type ErnIssue, issueAt } from '../checks/report.js'
import type { ErnFacts } from '../facts/facts.js'

const MAX_CLOCK_SKEW = 24 * HOUR

/** The issues of a header that depend on who receives the message, and when. */
export function headerIssues(
  { header }: ErnFacts,
  { now, serviceDpid }: { now: number; serviceDpid: string },
): ErnIssue[] {
  const issues: ErnIssue[] = []
  const { recipients, recipient_place, created, created_place, message_created_at } = header
  if (recipients.length > 0 && !recipients.some(({ party_id }) => party_id === serviceDpid))
    issues.push(
      issueAt(recipient_place, 'recipient_unknown', `No recipient is the service, whose party id is ${serviceDpid}.`),
    )
  if (created !== null && created > now + MAX_CLOCK_SKEW)
    issues.push(
      issueAt(
        created_place,
        'created_in_future',
        `MessageCreatedDateTime ${message_created_at} is more than 24 hours ahead of ${new Date(now).toISOString()}.`,
      ),
    )
  return issues
}
