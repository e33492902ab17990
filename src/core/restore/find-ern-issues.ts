import { checkRowInvariants } from '../engine/invariants.js'
import type { Delivery } from '../engine/rows.js'
import type { ErnRelease } from '../ern/ern-rows.js'
import { entriesOf, type StateContext, type StateIssues } from './state-context.js'

/** Messages, what they say about releases, and their tasks agree with each other. */
export function* findErnIssues(context: StateContext): StateIssues {
  yield* findMessageIssues(context)
  yield* findRecordIssues(context)
  yield* findPurgeIssues(context)
}

function* findMessageIssues({ serialized, options, rows }: StateContext): StateIssues {
  const { ernMessages, agenda, now } = serialized
  const scheduled = new Set<string>()
  for (const [i, { task }] of agenda.entries.entries()) {
    yield undefined
    if (task.type !== 'process-ern') continue
    if (!rows.ernMessages.has(task.subject)) yield `agenda[${i}].task.subject ${task.subject} is not an ERN message`
    if (scheduled.has(task.subject)) yield `agenda[${i}].task: ${task.subject} already has one`
    scheduled.add(task.subject)
  }
  const contentKeys = new Set<string>()
  const messageKeys = new Set<string>()
  for (const [path, message] of entriesOf('ernMessages', ernMessages.rows)) {
    yield undefined
    const { id, status, facts, outcome, processed_at, received_at, sender, message_id, checksum_sha256 } = message
    if (options.tier !== 'enterprise') yield `${path}: ERN messages are for enterprise accounts only`
    const isWaiting = status === 'received'
    if (isWaiting !== (facts !== null)) yield `${path}.facts does not fit ${status}`
    if (isWaiting !== (processed_at === null)) yield `${path}.processed_at does not fit ${status}`
    if ((status === 'accepted') !== (outcome !== null)) yield `${path}.outcome does not fit ${status}`
    for (const violation of checkRowInvariants({ ernMessages: [message] })) yield `${path}: ${violation}`
    if (isWaiting !== scheduled.has(id)) yield `${path}.status is ${status}, but the agenda does not fit it`
    for (const [field, at] of Object.entries({ received_at, processed_at }))
      if (at !== null && !(Date.parse(at) <= now)) yield `${path}.${field} is after world.now`
    const messageKey = JSON.stringify([sender.party_id, message_id])
    const contentKey = JSON.stringify([sender.party_id, checksum_sha256])
    if (message.messageKey !== messageKey) yield `${path}.messageKey is not the one of its sender and message_id`
    if (message.contentKey !== contentKey) yield `${path}.contentKey is not the one of its sender and checksum`
    if (messageKeys.size === messageKeys.add(messageKey).size)
      yield `${path}.message_id is the one of an earlier message`
    if (contentKeys.size === contentKeys.add(contentKey).size)
      yield `${path}.checksum_sha256 is the one of an earlier message`
    if (facts && (facts.message_type !== message.message_type || facts.header.message_id !== message_id))
      yield `${path}.facts are those of another message`
    if (facts?.message_type === 'PurgeReleaseMessage' && facts.release) yield `${path}.facts.release: a purge has none`
  }
}

function* findRecordIssues({ serialized, rows, stores, territories }: StateContext): StateIssues {
  const owners = new Set<string>()
  const releases = new Set<string>()
  const purged = new Set(serialized.purged)
  for (const [i, [release, record]] of serialized.ernReleases.entries()) {
    yield undefined
    const path = `ernReleases[${i}]`
    if (!rows.releases.has(release) || purged.has(release))
      yield `${path}[0] ${release} is not a release of the snapshot`
    if (releases.size === releases.add(release).size) yield `${path}[0] ${release} has an earlier entry`
    for (const key of record.keys)
      if (owners.size === owners.add(key).size) yield `${path}[1].keys: ${key.slice(0, 100)} belongs to another release`
    if (!rows.ernMessages.has(record.message)) yield `${path}[1].message ${record.message} is not an ERN message`
    if (record.cover !== null && !isAsset(rows, record.cover, 'artwork'))
      yield `${path}[1].cover is not artwork of the snapshot`
    yield* findPlanIssues(`${path}[1]`, record, stores, territories)
  }
}

const isAsset = (rows: StateContext['rows'], id: string, type: string): boolean =>
  (rows.assets.get(id) as { type: string } | undefined)?.type === type

function* findPlanIssues(
  path: string,
  { waiting }: ErnRelease,
  stores: ReadonlySet<string>,
  territories: ReadonlySet<string>,
): StateIssues {
  for (const [i, { store_ids, territory_codes }] of (waiting ?? []).entries()) {
    const unknownStore = store_ids.find((id) => !stores.has(id))
    if (unknownStore) yield `${path}.waiting[${i}].store_ids: ${unknownStore} is not a known store`
    const unknownCode = territory_codes.find((code) => code !== 'WORLDWIDE' && !territories.has(code))
    if (unknownCode) yield `${path}.waiting[${i}].territory_codes: ${unknownCode} is not a known territory`
  }
}

function* findPurgeIssues({ serialized: { purged, fingerprints, deliveries }, rows }: StateContext): StateIssues {
  const hidden = new Set<string>()
  for (const [i, release] of purged.entries()) {
    yield undefined
    if (!rows.releases.has(release)) yield `purged[${i}] ${release} is not a release of the snapshot`
    if (hidden.size === hidden.add(release).size) yield `purged[${i}] ${release} has an earlier entry`
  }
  for (const [i, [, release]] of fingerprints.entries())
    if (hidden.has(release)) yield `fingerprints[${i}][1] ${release} is purged`
  for (const [path, { stores }] of entriesOf<Delivery>('deliveries', deliveries.rows)) {
    yield undefined
    for (const [i, { takesDown, status }] of stores.entries())
      if (takesDown && (status === 'delivered' || status === 'taken_down'))
        yield `${path}.stores[${i}].takesDown does not fit ${status}`
  }
}
