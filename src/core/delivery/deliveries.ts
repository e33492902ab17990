import type { components } from '../../generated/service-api.js'
import { fingerprintOf } from '../catalogue/fingerprints.js'
import { assetIssues, changeReleaseStatus } from '../catalogue/submission.js'
import { rightsFilter, territoryIssues } from '../catalogue/territories.js'
import { findRelease, isVisible } from '../catalogue/visibility.js'
import type { Delivery, Release, Store, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { suggest } from '../primitives/suggest.js'
import { formatInstant } from '../primitives/time.js'
import { scheduleReview } from './order-reviews.js'
import { transitionOrder } from './store-orders.js'
import { findStore } from './stores.js'

export type DeliveryInput = components['schemas']['DeliveryCreate']
type Unchecked = Partial<Record<keyof DeliveryInput, unknown>>

const isString = (value: unknown): value is string => typeof value === 'string'
const stringsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isString) : [])

const noTerritoryServed = (store: string) => `${store} serves none of the territories that the release may go to`

/** Issues that depend on the state of the world. Runs before the contract's validation, so values can have any type. */
export function deliveryInputIssues(world: World, body: Unchecked): Issue[] {
  const release = isString(body.release_id) ? findRelease(world, body.release_id) : undefined
  const ids = stringsIn(body.store_ids)
  const codes = stringsIn(body.territory_codes)
  const stores = ids.flatMap((id) => findStore(world, id) ?? [])
  const issues: Issue[] =
    isString(body.release_id) && !release ? [invalidField('release_id', 'is not a known release')] : []
  for (const [i, id] of ids.entries())
    if (!findStore(world, id))
      issues.push(invalidField(`store_ids[${i}]`, `${id} is not a known store; ${storeHint(world, id)}`))
  issues.push(...territoryIssues(world, codes, 'territory_codes'))
  if (!release) return issues

  const hasRights = rightsFilter(world, release)
  const addUnsupported = (field: string, issue: string) =>
    issues.push({ code: 'territory_not_supported', field, issue })
  for (const [i, code] of codes.entries()) {
    if (!world.account.licensedTerritories.has(code)) continue
    if (!hasRights(code)) addUnsupported(`territory_codes[${i}]`, `${code} is not among the release's territories`)
    for (const { store_id, territories } of stores)
      if (!territories.includes(code)) addUnsupported(`territory_codes[${i}]`, `${code} is not served by ${store_id}`)
  }
  if (codes[0] === 'WORLDWIDE')
    for (const [i, id] of ids.entries())
      if (findStore(world, id)?.territories.some(hasRights) === false)
        addUnsupported(`store_ids[${i}]`, noTerritoryServed(id))
  return issues
}

/** By store, the existing order of this release that is not taken down. */
export function existingOrders(world: World, release: Release): Map<string, string> {
  const found = new Map<string, string>()
  const deliveries = [
    ...world.deliveries.where({ fingerprint: fingerprintOf(release) }),
    // The fingerprint of the release may have changed since the delivery.
    ...world.deliveries.where({ release_id: release.id }),
  ]
  for (const { id, stores } of deliveries.filter(({ release_id }) => isVisible(world, release_id)))
    for (const { store_id, status } of stores)
      if (status !== 'taken_down') found.set(store_id, `${id}, where it is ${status}`)
  return found
}

const expansionCache = new WeakMap<World, Map<string, string[]>>()

/** The territories of a WORLDWIDE order at a store. Cached: a hundred thousand orders share a few lists. */
function expandWorldwide(world: World, store: Store, release: Release): string[] {
  let expansionsByKey = expansionCache.get(world)
  if (!expansionsByKey) expansionCache.set(world, (expansionsByKey = new Map()))
  const key = `${store.store_id} ${release.territories}`
  let list = expansionsByKey.get(key)
  if (!list) expansionsByKey.set(key, (list = store.territories.filter(rightsFilter(world, release))))
  return list
}

function storeHint({ stores }: World, id: string): string {
  const suggestion = suggest(
    id,
    stores.map(({ store_id }) => store_id),
  )
  return suggestion ? `did you mean ${suggestion}?` : 'GET /v1/stores lists them'
}

export function createDelivery(
  world: World,
  { input, scenario }: { input: DeliveryInput; scenario: string },
): Result<Delivery> {
  const issues = deliveryInputIssues(world, input)
  if (issues.length > 0) return refuseWithIssues(issues)
  const beyondLimit = refuseBeyondLimit(world, 'deliveries')
  if (beyondLimit) return beyondLimit
  const release = world.releases.get(input.release_id) as Release
  if (release.status !== 'submitted' && release.status !== 'delivered') {
    const hint = release.status === 'draft' ? ` Submit it first: POST /v1/releases/${release.id}/submit.` : ''
    const message = `Only a release that is submitted or delivered can be delivered; this one is ${release.status}.${hint}`
    return refuse('invalid_state', { message })
  }
  const unmet = assetIssues(world, release)
  if (unmet.length > 0) return refuseWithIssues(unmet)
  const existing = existingOrders(world, release)
  const details = input.store_ids.flatMap((id, i): Issue[] => {
    const issue = `${id} has this release already, in ${existing.get(id)}`
    return existing.has(id) ? [{ code: 'duplicate_submission', field: `store_ids[${i}]`, issue }] : []
  })
  if (details.length > 0)
    return refuse('duplicate_submission', {
      message: 'A store already has an order of this release. See details.',
      details,
    })

  const now = formatInstant(world.now)
  const [first] = input.territory_codes
  const stores = input.store_ids.map((id): StoreOrder => {
    const store = findStore(world, id) as Store
    const territory_codes = first === 'WORLDWIDE' ? expandWorldwide(world, store, release) : input.territory_codes
    return { store_id: id, status: 'pending', territory_codes, updated_at: now, attempt: 1, revision: 0 }
  })
  const delivery: Delivery = {
    id: nextId(world, 'dlv'),
    release_id: release.id,
    status: 'in_progress',
    territory_codes: input.territory_codes,
    stores,
    scenario,
    fingerprint: fingerprintOf(release),
    created_at: now,
    updated_at: now,
    completed_at: null,
  }
  world.deliveries.add(delivery)
  for (const order of stores) scheduleReview(world, delivery, order)
  return ok(delivery)
}

export interface StoreSelection {
  id: string
  store_ids: string[] | undefined
}

/** The orders named by a request, or all for which `isDefault` holds. Refuses if `findProblem` reports one of them. */
export function selectOrders(
  { stores }: Delivery,
  storeIds: string[] | undefined,
  isDefault: (order: StoreOrder) => boolean,
  findProblem: (order: StoreOrder) => string | undefined,
): Result<StoreOrder[]> {
  const chosen = storeIds ?? stores.filter(isDefault).map(({ store_id }) => store_id)
  const issues = chosen.flatMap((storeId, i): Issue[] => {
    const field = `store_ids[${i}]`
    const order = stores.find(({ store_id }) => store_id === storeId)
    if (!order) {
      const suggestion = suggest(
        storeId,
        stores.map(({ store_id }) => store_id),
      )
      const hint = suggestion ? `; did you mean ${suggestion}?` : ''
      return [invalidField(field, `${storeId} is not part of this delivery${hint}`)]
    }
    const problem = findProblem(order)
    return problem === undefined
      ? []
      : [{ code: 'invalid_state', ...(storeIds && { field }), issue: `${storeId} ${problem}` }]
  })
  return issues.length > 0 ? refuseWithIssues(issues) : ok(stores.filter(({ store_id }) => chosen.includes(store_id)))
}

/** Territories of the delivery that the release lost since, for example through a PATCH of `territories`. */
function rightsIssues(
  world: World,
  { territory_codes: codes }: Delivery,
  release: Release,
  chosen: readonly StoreOrder[],
  storeIds: string[] | undefined,
): Issue[] {
  const code = 'territory_not_supported'
  if (codes[0] === 'WORLDWIDE')
    return chosen.flatMap(({ store_id }): Issue[] => {
      if (expandWorldwide(world, findStore(world, store_id) as Store, release).length > 0) return []
      const field = storeIds ? `store_ids[${storeIds.indexOf(store_id)}]` : 'territory_codes[0]'
      return [{ code, field, issue: noTerritoryServed(store_id) }]
    })
  const hasRights = rightsFilter(world, release)
  return codes.flatMap((territory, i): Issue[] => {
    const issue = `${territory} is not among the release's territories`
    return hasRights(territory) ? [] : [{ code, field: `territory_codes[${i}]`, issue }]
  })
}

export const deliveryNotFound = (id: string) => refuse('not_found', { message: `There is no delivery ${id}.` })

export function resubmitDelivery(world: World, { id, store_ids }: StoreSelection): Result<Delivery> {
  let delivery = world.deliveries.get(id)
  if (!delivery) return deliveryNotFound(id)
  const isAffected = ({ status }: StoreOrder) => status === 'rejected' || status === 'action_required'
  if (!delivery.stores.some(isAffected))
    return refuse('invalid_state', { message: `No store rejected or flagged this delivery; it is ${delivery.status}.` })
  const chosen = selectOrders(delivery, store_ids, isAffected, (order) =>
    isAffected(order) ? undefined : `is ${order.status}, not rejected or flagged`,
  )
  if (!chosen.ok) return chosen
  const release = world.releases.get(delivery.release_id) as Release
  if (!isVisible(world, release.id))
    return refuse('invalid_state', {
      message: 'The release was purged by an ERN message, so it is not sent to stores.',
    })
  if (release.status === 'draft')
    return refuse('invalid_state', { message: 'The release is a draft again. Submit it before you resubmit.' })
  const issues = [...rightsIssues(world, delivery, release, chosen.value, store_ids), ...assetIssues(world, release)]
  if (issues.length > 0) return refuseWithIssues(issues)

  if (release.status === 'rejected') changeReleaseStatus(world, release, 'submitted', delivery.scenario)
  delivery = world.deliveries.change(delivery, { fingerprint: fingerprintOf(release) })
  const isWorldwide = delivery.territory_codes[0] === 'WORLDWIDE'
  for (const { store_id } of chosen.value) {
    delivery = transitionOrder(world, delivery, store_id, { status: 'pending' })
    const stores = delivery.stores.map((order) => {
      if (order.store_id !== store_id) return order
      const codes = isWorldwide && {
        territory_codes: expandWorldwide(world, findStore(world, store_id) as Store, release),
      }
      return { ...order, ...codes, attempt: order.attempt + 1 }
    })
    delivery = world.deliveries.change(delivery, { stores })
    scheduleReview(world, delivery, stores.find((order) => order.store_id === store_id) as StoreOrder)
  }
  return ok(delivery)
}
