import type { ResolvedDeals } from '../../ern/resolve/resolve-deals.js'
import { submitRelease } from '../catalogue/submission.js'
import { rightsFilter } from '../catalogue/territories.js'
import { findRelease } from '../catalogue/visibility.js'
import { createDelivery, existingOrders, resubmitDelivery } from '../delivery/deliveries.js'
import type { Release, Store, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { formatInstant } from '../primitives/time.js'
import type { ErnMessage, ErnRelease, OrderPlan } from './ern-rows.js'

const WORLD = 'WORLD'

/** The codes of an order at a store that cover these territories as far as the store serves them. */
function codesFor(world: World, { territories: served }: Store, territories: readonly string[]): string[] {
  const hasRights = rightsFilter(world, { territories })
  const codes = served.filter(hasRights)
  return territories[0] === WORLD && codes.length > 0 ? ['WORLDWIDE'] : codes
}

/** The orders that the deals ask for: at the addressed stores, or at all stores that serve every territory. */
export function planOrders(
  world: World,
  { territories, stores: addressed, isForAllStores }: ResolvedDeals,
): OrderPlan[] {
  const plans = new Map<string, OrderPlan>()
  const add = (store: Store, codes: string[]) => {
    if (codes.length === 0) return
    const key = [...codes].sort().join()
    const plan = plans.get(key) ?? { store_ids: [], territory_codes: codes }
    plans.set(key, { ...plan, store_ids: [...plan.store_ids, store.store_id] })
  }
  const wanted = territories[0] === WORLD ? [...world.account.licensedTerritories] : territories
  for (const store of world.stores) {
    const own = addressed.find(({ store_id }) => store_id === store.store_id)
    const servesAll = wanted.every((code) => store.territories.includes(code))
    if (isForAllStores && servesAll) add(store, codesFor(world, store, territories))
    else if (own) add(store, codesFor(world, store, own.territories))
  }
  return [...plans.values()]
}

/** Whether the deals leave a store any of the territories of its order. */
export function hasDealFor(
  world: World,
  { territories, stores: addressed, isForAllStores }: ResolvedDeals,
  { store_id, territory_codes }: StoreOrder,
): boolean {
  const own = addressed.find((store) => store.store_id === store_id)?.territories
  const allowed = isForAllStores || addressed.length === 0 ? territories : (own ?? [])
  return territory_codes.some(rightsFilter(world, { territories: allowed }))
}

/** Whether a release is to be distributed: its last message had a deal, and not every order is taken down. */
export function hasDeals(world: World, { id }: Release, record: ErnRelease | undefined): boolean {
  const orders = world.deliveries.where({ release_id: id }).flatMap(({ stores }) => stores)
  const isTakenDown = ({ status }: StoreOrder) => status === 'taken_down' || status === 'takedown_pending'
  return (record?.hasDeal ?? true) && (orders.length === 0 || !orders.every(isTakenDown))
}

/** The plans without the stores that have an order of the release. */
export function withoutExistingOrders(world: World, release: Release, plans: readonly OrderPlan[]): OrderPlan[] {
  const existing = existingOrders(world, release)
  return plans
    .map((plan) => ({ ...plan, store_ids: plan.store_ids.filter((id) => !existing.has(id)) }))
    .filter(({ store_ids }) => store_ids.length > 0)
}

/** Continues what waited for this asset. */
export function continueWaitingReleases(world: World, assetId: string): void {
  if (world.assets.get(assetId)?.status !== 'ready') return
  for (const id of world.ern.waiting()) continueRelease(world, id)
}

/** Sets the cover, submits, resubmits and delivers, as far as the assets are ready. */
export function continueRelease(world: World, releaseId: string): void {
  const record = world.ern.get(releaseId)
  let release = findRelease(world, releaseId)
  if (!record || !release) return
  if (record.cover !== null && world.assets.get(record.cover)?.status === 'ready') {
    release = world.releases.change(release, {
      artwork_asset_id: record.cover,
      updated_at: formatInstant(world.now),
    })
    world.ern.set(releaseId, { ...record, cover: null })
  }
  const current = world.ern.get(releaseId) as ErnRelease
  if (current.waiting === null) return
  const ordered = distribute(world, release, current, current.waiting)
  if (!ordered) return
  world.ern.set(releaseId, { ...current, waiting: null })
  const message = world.ernMessages.get(current.message) as ErnMessage | undefined
  if (message && ordered.length > 0)
    world.ernMessages.change(message, { delivery_ids: [...message.delivery_ids, ...ordered] })
}

/** The ids of the new deliveries; undefined if something is not ready. */
function distribute(world: World, release: Release, record: ErnRelease, plans: OrderPlan[]): string[] | undefined {
  const { name, source } = record.scenario
  const { id } = release
  if (release.status === 'draft') {
    const submitted = submitRelease(world, { id, ...(source === 'header' && { scenario: name }) })
    if (!submitted.ok) return undefined
  }
  if (!resubmitRefused(world, id)) return undefined
  const ordered: string[] = []
  for (const { store_ids, territory_codes } of withoutExistingOrders(world, release, plans)) {
    const created = createDelivery(world, { input: { release_id: id, store_ids, territory_codes }, scenario: name })
    if (created.ok) ordered.push(created.value.id)
    else if (created.code === 'asset_not_ready' || created.code === 'missing_required_field') return undefined
  }
  return ordered
}

const isRefused = ({ status }: StoreOrder) => status === 'rejected' || status === 'action_required'

/** Resubmits to every store that rejected or flagged the release. False if something is not ready. */
function resubmitRefused(world: World, releaseId: string): boolean {
  for (const { id, stores } of world.deliveries.where({ release_id: releaseId })) {
    if (!stores.some(isRefused)) continue
    const resubmitted = resubmitDelivery(world, { id, store_ids: undefined })
    if (!resubmitted.ok && (resubmitted.code === 'asset_not_ready' || resubmitted.code === 'missing_required_field'))
      return false
  }
  return true
}
