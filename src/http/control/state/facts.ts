import { fingerprintOf } from '../../../core/catalogue/fingerprints.js'
import { submissionChecklist } from '../../../core/catalogue/submission.js'
import { isCorrected } from '../../../core/delivery/corrections.js'
import { possibleOutcomes, reachableOutcomes } from '../../../core/delivery/simulate.js'
import { findStore, supportsTakedown } from '../../../core/delivery/stores.js'
import type { Asset, Delivery, Release, Status, StoreOrder, Track, Webhook } from '../../../core/engine/rows.js'
import type { World } from '../../../core/engine/world.js'
import type { ErnMessage } from '../../../core/ern/ern-rows.js'
import { statusKeyOf } from '../../../core/events/dispatches.js'
import type { StatementKey } from '../../../core/money/ledger.js'
import type { Payout } from '../../../core/money/money-state.js'
import { possiblePayoutOutcomes } from '../../../core/money/payouts.js'
import { statementId, unpayableReason } from '../../../core/money/statements.js'
import type { components } from '../../../generated/control-api.js'
import { chooseScenario } from '../../operations/choose-scenario.js'
import type { AgendaEntryView } from '../agenda-view.js'

export type Facts = components['schemas']['SandboxFacts']
type Steps = readonly AgendaEntryView[]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

export const titleOf = ({ releases }: World, id: string | null): string | null => releases.get(id ?? '')?.title ?? null

export function releaseFacts(world: World, release: Release, steps: Steps): Facts {
  const choice = chooseScenario(world, release.id, undefined)
  const checks = submissionChecklist(world, release).map(({ name, issues }) => ({
    name,
    ok: issues.length === 0,
    issues: issues.map(({ field, issue }) => (field === undefined ? { issue } : { field, issue })),
  }))
  return {
    ...(!('ok' in choice) && { scenario: choice }),
    fingerprint: fingerprintOf(release),
    submission: { ready: checks.every(({ ok }) => ok), checks },
    track_ids: idsOf(world.tracks.where({ release_id: release.id })),
    delivery_ids: idsOf(world.deliveries.where({ release_id: release.id })),
    next_steps: [...steps],
  }
}

export const trackFacts = (world: World, { release_id }: Track): Facts => ({
  release_title: titleOf(world, release_id ?? null),
})

const MAX_USERS = 100

/** `used_by` needs a search through the catalogue, so only the item has it. */
export function assetFacts(world: World, { id, status }: Asset, steps: Steps, isItem: boolean): Facts {
  const isOpen = status === 'processing' || status === 'awaiting_upload'
  const users = isItem
    ? [
        ...world.releases.where({}).filter(({ artwork_asset_id }) => artwork_asset_id === id),
        ...world.tracks.where({}).filter(({ audio_asset_id }) => audio_asset_id === id),
      ]
    : undefined
  return {
    outcomes: isOpen ? ['ready', 'failed'] : [],
    next_steps: [...steps],
    ...(users && { used_by: idsOf(users).slice(0, MAX_USERS) }),
  }
}

export function deliveryFacts(world: World, delivery: Delivery, steps: Steps): Facts {
  return {
    scenario: { name: delivery.scenario, source: 'delivery' },
    fingerprint: delivery.fingerprint,
    release_title: titleOf(world, delivery.release_id),
    outcomes: possibleOutcomes(world, delivery),
    stores: delivery.stores.map((order) => storeFacts(world, delivery, order, steps)),
    next_steps: [...steps],
  }
}

function storeFacts(world: World, { release_id }: Delivery, order: StoreOrder, steps: Steps) {
  const { store_id, status, attempt, rejection_code: code, seen } = order
  const release = world.releases.get(release_id) as Release
  const digests = code === undefined ? undefined : seen?.[code]
  return {
    store_id,
    name: findStore(world, store_id)?.name ?? store_id,
    attempt,
    outcomes: reachableOutcomes(world, order),
    can_resubmit: status === 'rejected' || status === 'action_required',
    can_take_down: status === 'delivered' && supportsTakedown(world, order),
    next_steps: steps.filter((step) => step.store_id === store_id),
    correction:
      code === undefined
        ? null
        : { code, wants: Object.keys(digests ?? {}), corrected: isCorrected(world, release, digests) },
  }
}

export const ernMessageFacts = (world: World, { scenario, release_id }: ErnMessage, steps: Steps): Facts => ({
  scenario,
  release_title: titleOf(world, release_id),
  next_steps: [...steps],
})

function unverifiedReason({ status, verification, ping }: Webhook): string | null {
  if (status === 'verified') return null
  if (!verification) return ping ? 'The ping has not been answered yet.' : 'The URL has changed. Ping the endpoint.'
  const { status_code, failure } = verification
  return status_code === null
    ? `The ping failed: ${failure}.`
    : `The ping was answered with ${status_code}. The endpoint must answer it with 200.`
}

export function webhookFacts(world: World, webhook: Webhook): Facts {
  const count = (status: Status) =>
    world.dispatches.where({ statusKey: statusKeyOf(webhook.id, status), isPing: false }).length
  return {
    reason: unverifiedReason(webhook),
    event_counts: {
      pending: count('pending'),
      delivered: count('delivered'),
      undeliverable: count('undeliverable'),
      cancelled: count('cancelled'),
    },
  }
}

export function statementFacts(world: World, key: StatementKey): Facts {
  const payout_id = world.money.claims.get(statementId(world, key)) ?? null
  const claimed = payout_id === null ? null : `is claimed by ${payout_id}`
  return { reason: unpayableReason(key) ?? claimed, payout_id }
}

export const payoutFacts = (payout: Payout, steps: Steps): Facts => ({
  planned_outcome: payout.plan.outcome,
  outcomes: possiblePayoutOutcomes(payout),
  next_steps: [...steps],
})
