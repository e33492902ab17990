import type { Delivery, Release, Store, StoreOrder } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { isCorrected, wantedDigests } from './corrections.js'
import { planStore, rejectionCode, type StorePlan } from './scenario-rules.js'
import { type OrderTransition, transitionOrder } from './store-orders.js'
import { findStore } from './stores.js'

/** The order is `pending` for the first quarter of the store's time and `ingesting` for the rest. */
export function scheduleReview(
  world: World,
  { id, release_id, scenario }: Delivery,
  { store_id, attempt, revision, seen }: StoreOrder,
): void {
  const release = world.releases.get(release_id) as Release
  const store = findStore(world, store_id) as Store
  const audioFormats = audioFormatsOf(world, release)
  const planned = planStore(world.findScenario(scenario), store, release.title, attempt, {
    isCorrected: (code) => isCorrected(world, release, seen?.[code]),
    audioFormats,
    content: { ...release, trackCount: world.tracks.where({ release_id }).length, audioFormats },
  })
  // The store judges what it was sent, so what it sees is recorded now and not at the time of its answer.
  const code = rejectionCode(planned)
  const plan = code === undefined ? planned : { ...planned, seen: wantedDigests(world, release, code) }
  const ingestDue = world.now + scaledDelay(world, plan.after / 4)
  world.agenda.schedule(ingestDue, { type: 'ingest-order', subject: id, store_id, revision })
  const reviewDue = world.now + scaledDelay(world, plan.after)
  world.agenda.schedule(reviewDue, { type: 'review-order', subject: id, store_id, revision: revision + 1, plan })
}

function audioFormatsOf(world: World, { id: release_id }: Release): string[] {
  const assets = world.tracks.where({ release_id }).map(({ audio_asset_id }) => world.assets.get(audio_asset_id ?? ''))
  return [...new Set(assets.map((asset) => asset?.content_type.replace('audio/', '') ?? ''))].filter(Boolean)
}

/** Undefined if the order has changed since the task was scheduled, for example by the simulator. */
export function findDeliveryAtRevision(
  world: World,
  deliveryId: string,
  storeId: string,
  revision: number,
): Delivery | undefined {
  const delivery = world.deliveries.get(deliveryId)
  return delivery?.stores.some((order) => order.store_id === storeId && order.revision === revision)
    ? delivery
    : undefined
}

export function ingestOrder(
  world: World,
  task: { subject: string; store_id: string; revision: number },
): string | undefined {
  const delivery = findDeliveryAtRevision(world, task.subject, task.store_id, task.revision)
  if (!delivery) return undefined
  transitionOrder(world, delivery, task.store_id, { status: 'ingesting' })
  return `${task.store_id}: pending → ingesting`
}

export function reviewOrder(
  world: World,
  task: { subject: string; store_id: string; revision: number; plan: StorePlan },
): string | undefined {
  const delivery = findDeliveryAtRevision(world, task.subject, task.store_id, task.revision)
  if (!delivery) return undefined
  const moved = transitionOrder(world, delivery, task.store_id, reviewOutcome(world, delivery, task.plan))
  const deliveryChange = moved.status === delivery.status ? '' : `; delivery: ${delivery.status} → ${moved.status}`
  return `${task.store_id}: ingesting → ${task.plan.outcome}${deliveryChange}`
}

/** The outcome of a review with its rejection code and reason. */
export function reviewOutcome(
  world: World,
  { release_id }: Delivery,
  { outcome, code: givenCode, reason, seen }: Omit<StorePlan, 'after'>,
): OrderTransition {
  const code = rejectionCode({ outcome, ...(givenCode && { code: givenCode }) })
  if (code === undefined) return { status: outcome }
  const knownRejection = world.rejections.find((rejection) => rejection.code === code)
  return {
    status: outcome,
    code,
    reason: reason ?? knownRejection?.reason ?? 'The store gave no reason.',
    seen: seen ?? wantedDigests(world, world.releases.get(release_id) as Release, code),
  }
}
