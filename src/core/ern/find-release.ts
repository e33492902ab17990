import { type ErnIssue, issueAt } from '../../ern/checks/report.js'
import type { ErnFacts } from '../../ern/facts/facts.js'
import { isKey } from '../../ern/facts/release-ids.js'
import { SERVICE_DPID } from '../../ern/message/party-ids.js'
import { keyStrings, toReleaseKeys } from '../../ern/resolve/release-keys.js'
import { findRelease, isVisible } from '../catalogue/visibility.js'
import type { Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import type { ErnRelease } from './ern-rows.js'

export const keysOf = ({ release_ids }: ErnFacts): string[] => keyStrings(toReleaseKeys(release_ids, SERVICE_DPID))

/** The releases that the identifiers of a message name. More than one is a conflict. */
export function findKnownRelease(world: World, facts: ErnFacts): Release[] {
  const { release_id } = toReleaseKeys(facts.release_ids, SERVICE_DPID)
  const ids = new Set(keysOf(facts).flatMap((key) => world.ern.findByKey(key) ?? []))
  if (release_id !== null) ids.add(release_id)
  return [...ids].flatMap((id) => findRelease(world, id) ?? [])
}

export interface Identity {
  release: Release | undefined
  record: ErnRelease | undefined
  errors: ErnIssue[]
  /** Whether a message about the release that was created later has been accepted before. */
  isSuperseded: boolean
}

/** Finds the release that a message is about, and what forbids that the message changes it. */
export function identify(world: World, facts: ErnFacts): Identity {
  const { header, ids_place, message_type } = facts
  const known = findKnownRelease(world, facts)
  const release = known[0] ?? findByUpc(world, facts)
  const record = release && world.ern.get(release.id)
  const errors: ErnIssue[] = []
  if (known.length > 1)
    errors.push(
      issueAt(
        ids_place,
        'identifier_conflict',
        `The identifiers belong to several releases: ${known.map(({ id }) => id).join(', ')}.`,
      ),
    )
  // Without a key, the message has an error already.
  if (message_type === 'PurgeReleaseMessage' && !release && facts.release_ids.some(isKey))
    errors.push(issueAt(ids_place, 'release_unknown', 'No release has one of the identifiers, so nothing is purged.'))
  if (record && record.sender.party_id !== header.sender.party_id)
    errors.push(
      issueAt(
        header.sender_place,
        'sender_mismatch',
        `The last accepted message about ${release.id} was sent by ${record.sender.party_id.slice(0, 100)}, not by ${header.sender.party_id.slice(0, 100)}.`,
      ),
    )
  const latest = Math.max(
    record?.created ?? Number.NEGATIVE_INFINITY,
    ...keysOf(facts).map((key) => world.ern.purgedAt(key) ?? Number.NEGATIVE_INFINITY),
  )
  return { release, record, errors, isSuperseded: header.created !== null && header.created < latest }
}

/** A release without a matching key is adopted if it is the only one with the UPC. A purge needs a key. */
function findByUpc(world: World, { message_type, release }: ErnFacts): Release | undefined {
  const upc = release?.upc ?? null
  if (message_type === 'PurgeReleaseMessage' || upc === null) return undefined
  const found = world.releases.where({ upc }).filter(({ id }) => isVisible(world, id))
  return found.length === 1 ? found[0] : undefined
}
