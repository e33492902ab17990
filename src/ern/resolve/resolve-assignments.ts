import { isIcpn } from '../checks/identifiers.js'
import { type ErnIssue, issueAt } from '../checks/report.js'
import type { ErnFacts, ReleaseFacts, ResourceFacts } from '../facts/facts.js'

/** What a release already has that a message about it need not repeat. */
export interface ExistingRelease {
  /** Whether the recording or cover has an asset. */
  hasAsset(resource: ResourceFacts): boolean
}

/** The issues of what the message lacks, and an existing release does not have either. */
export function assignmentIssues(
  facts: ErnFacts,
  release: ReleaseFacts,
  existing: ExistingRelease | undefined,
): ErnIssue[] {
  const icpn = facts.release_ids.find(({ type }) => type === 'ICPN')?.value
  const issues: ErnIssue[] = []
  // A malformed ICPN is an error of its own.
  if (release.upc === null && !existing && (icpn === undefined || isIcpn(icpn))) {
    const reason = icpn === undefined ? 'The release has no ICPN' : `${icpn} is not a UPC`
    issues.push(
      issueAt(release.upc_place, 'upc_assigned', `${reason}, so the release gets a UPC from the account's pool.`),
    )
  }
  for (const resource of [...release.tracks, ...(release.cover ? [release.cover] : [])])
    if (!resource.file && !resource.has_unsupported_file && !existing?.hasAsset(resource))
      issues.push(issueAt(resource.place, 'file_missing', `${resource.reference} has no file with a URI.`))
  return issues
}
