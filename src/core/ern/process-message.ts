import { type ErnIssue, type ErnReport, extendReport, issueAt } from '../../ern/checks/report.js'
import type { ErnFacts, ReleaseFacts, ResourceFacts } from '../../ern/facts/facts.js'
import { isKey } from '../../ern/facts/release-ids.js'
import { SERVICE_DPID } from '../../ern/message/party-ids.js'
import { type ResolvedMessage, resolveMessage } from '../../ern/message/resolve-message.js'
import type { DealWorld, ResolvedDeals } from '../../ern/resolve/resolve-deals.js'
import type { Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { emit } from '../events/events.js'
import { formatDate, formatInstant } from '../primitives/time.js'
import { applyRelease } from './apply-release.js'
import { continueRelease, hasDealFor, hasDeals, planOrders, withoutExistingOrders } from './distribute.js'
import type { ErnMessage, ErnOutcome, ErnRelease } from './ern-rows.js'
import { type Identity, identify, keysOf } from './find-release.js'
import { matchTracks, type PlannedRelease, planRelease, presentAsset, releaseErrors } from './plan-release.js'
import { purgeRelease } from './purge-release.js'
import { applyTakedown, keepOrders, planTakedown } from './take-down.js'

type NewReleaseFacts = ErnFacts & { release: ReleaseFacts }
type ResolvedRelease = ResolvedMessage & { deals: ResolvedDeals }

interface Result extends Partial<Pick<ErnMessage, 'release_id' | 'resources'>> {
  status: 'accepted' | 'rejected' | 'superseded'
  outcome: ErnOutcome | null
  report: ErnReport
}

const dealWorldOf = (world: World): DealWorld => ({
  now: world.now,
  territories: new Set(world.territories.map(({ code }) => code)),
  licensed: world.account.licensedTerritories,
  storeIds: new Set(world.stores.map(({ store_id }) => store_id)),
  serviceDpid: SERVICE_DPID,
})

/** Applies a message as a whole, or rejects it. */
export function processMessage(world: World, { subject }: { subject: string }): string | undefined {
  const message = world.ernMessages.get(subject)
  if (!message?.facts) return undefined
  const { facts } = message
  const identity = identify(world, facts)
  const resolved = resolveMessage(
    { facts, report: reportOf(message) },
    dealWorldOf(world),
    existingOf(world, facts, identity),
  )
  const report = extendReport(resolved.report, identity.errors)
  if (report.error_count > 0) return finish(world, message, { status: 'rejected', outcome: null, report })
  if (identity.isSuperseded) return finish(world, message, { status: 'superseded', outcome: null, report })
  const { rejection } = message.plan
  if (rejection) {
    const place = facts.release?.place ?? facts.ids_place
    const issue = issueAt(place, 'scenario', `${rejection.status}: ${rejection.reason}`)
    return finish(world, message, { status: 'rejected', outcome: null, report: extendReport(report, [issue]) })
  }
  return facts.release && resolved.deals
    ? processNewRelease(world, message, facts as NewReleaseFacts, { ...resolved, report } as ResolvedRelease, identity)
    : processPurge(world, message, facts, report, identity.release as Release)
}

const reportOf = ({ issues, error_count, warning_count }: ErnMessage): ErnReport => ({
  issues: issues as ErnReport['issues'],
  error_count,
  warning_count,
})

function existingOf(world: World, { release }: ErnFacts, { release: existing, record }: Identity) {
  if (!existing || !release) return undefined
  const matched = matchTracks(world.tracks.where({ release_id: existing.id }), release)
  return {
    hasAsset: (resource: ResourceFacts) => presentAsset(resource, matched, existing, record) !== null,
  }
}

function processPurge(world: World, message: ErnMessage, facts: ErnFacts, report: ErnReport, release: Release): string {
  const takedown = planTakedown(world, release.id, facts.ids_place, () => true)
  applyTakedown(world, takedown)
  purgeRelease(world, release, keysOf(facts), facts.header.created as number)
  return finish(world, message, {
    status: 'accepted',
    outcome: 'purged',
    release_id: release.id,
    report: extendReport(report, takedown.issues),
  })
}

function processNewRelease(
  world: World,
  message: ErnMessage,
  facts: NewReleaseFacts,
  resolved: ResolvedRelease,
  { release: existing, record }: Identity,
): string {
  const { deals } = resolved
  const isAutomatic = message.delivery === 'auto'
  const plan = planRelease(world, facts, resolved, existing, record)
  const errors = releaseErrors(world, facts.release, plan)
  if (errors.length > 0)
    return finish(world, message, { status: 'rejected', outcome: null, report: extendReport(resolved.report, errors) })

  const takedown =
    existing && isAutomatic
      ? planTakedown(
          world,
          existing.id,
          facts.deals_place,
          (order) => !deals.hasDeal || !hasDealFor(world, deals, order),
        )
      : undefined
  const hadDeals = isAutomatic && existing && record ? hasDeals(world, existing, record) : deals.hasDeal
  const takesDown = takedown !== undefined && takedown.now.length + takedown.deferred.length > 0
  const applied = applyRelease(world, plan, facts.release.cover?.reference, record?.cover ?? null)
  if (takedown) {
    applyTakedown(world, takedown)
    if (deals.hasDeal) keepOrders(world, applied.release.id, (order) => hasDealFor(world, deals, order))
  }

  const orders = isAutomatic && deals.hasDeal ? planOrders(world, deals) : []
  const isPassed = applied.release.status === 'draft' && applied.release.release_date <= formatDate(world.now)
  const startsDistribution = isAutomatic && deals.hasDeal && !isPassed
  const hasNewOrders =
    record?.isDistributed === true && withoutExistingOrders(world, applied.release, orders).length > 0
  const hasChanged =
    applied.hasChanged || takesDown || (isAutomatic && record?.delivery === 'none') || hadDeals !== deals.hasDeal
  const distributes = startsDistribution && (hasChanged || (hasNewOrders && applied.release.status !== 'draft'))
  world.ern.set(applied.release.id, {
    ...nextRecord(message, facts),
    // Without automatic delivery, the orders of the release stay as they are.
    hasDeal: isAutomatic || !record ? deals.hasDeal : record.hasDeal,
    isDistributed: distributes || (startsDistribution && record?.isDistributed === true),
    waiting: nextWaiting(distributes, startsDistribution, orders, record),
    cover: applied.pendingCover,
    files: keepFiles(plan, applied.files, record),
  })
  const issues: ErnIssue[] = [...(takedown?.issues ?? [])]
  if (isPassed && isAutomatic && deals.hasDeal)
    issues.push(
      issueAt(
        facts.release.place,
        'release_date_passed',
        `The release date ${applied.release.release_date} has passed, so the release is not submitted.`,
      ),
    )
  const summary = finish(world, message, {
    status: 'accepted',
    outcome: outcomeOf(existing, takesDown && !deals.hasDeal, hasChanged || distributes),
    release_id: applied.release.id,
    resources: applied.resources,
    report: extendReport(resolved.report, issues),
  })
  continueRelease(world, applied.release.id)
  return summary
}

function outcomeOf(existing: Release | undefined, isTakenDown: boolean, hasChanged: boolean): ErnOutcome {
  if (!existing) return 'created'
  if (isTakenDown) return 'taken_down'
  return hasChanged ? 'updated' : 'unchanged'
}

/** A message that changes nothing leaves what already waits for assets, unless it ends the deals. */
function nextWaiting(
  distributes: boolean,
  startsDistribution: boolean,
  orders: ErnRelease['waiting'],
  record: ErnRelease | undefined,
): ErnRelease['waiting'] {
  if (distributes) return orders
  return startsDistribution && record?.waiting ? orders : null
}

const nextRecord = ({ id, delivery, scenario }: ErnMessage, facts: ErnFacts) => ({
  keys: keysOf(facts),
  ids: facts.release_ids.filter((key) => isKey(key) && key.namespace !== SERVICE_DPID),
  sender: facts.header.sender,
  created: facts.header.created as number,
  message: id,
  delivery,
  scenario,
})

/** Files that the message does not name are kept with the assets that it does not change. */
function keepFiles(
  { tracks, cover }: PlannedRelease,
  files: ErnRelease['files'],
  record: ErnRelease | undefined,
): ErnRelease['files'] {
  const owners = [
    ...tracks.flatMap(({ existing, asset }) => (existing && !asset.file ? [existing.id] : [])),
    ...(cover.file ? [] : ['cover']),
  ]
  const kept = owners.flatMap((owner) => {
    const file = record?.files[owner]
    return file ? [[owner, file] as const] : []
  })
  return { ...Object.fromEntries(kept), ...files }
}

function finish(world: World, message: ErnMessage, { report, ...result }: Result): string {
  const processed = world.ernMessages.change(message, {
    ...result,
    ...report,
    facts: null,
    processed_at: formatInstant(world.now),
  })
  const { id, message_id, message_type, release_id, error_count, warning_count } = processed
  const { status, outcome } = result
  emit(
    world,
    'ern.message.processed',
    { ern_message_id: id, message_id, message_type, status, outcome, release_id, error_count, warning_count },
    message.scenario.name,
  )
  return `received → ${status}${outcome ? ` (${outcome})` : ''}`
}
