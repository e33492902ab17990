import type { components } from '../../generated/service-api.js'
import { fingerprintOf } from '../catalogue/fingerprints.js'
import { changeReleaseStatus } from '../catalogue/submission.js'
import { rightsFilter, territoryIssues } from '../catalogue/territories.js'
import type { Delivery, Release, Store, StoreOrder } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { suggest } from '../primitives/suggest.js'
import { formatInstant } from '../primitives/time.js'
import { planStore, type StorePlan } from './scenario-rules.js'
import { transitionOrder } from './store-orders.js'

export type DeliveryInput = components['schemas']['DeliveryCreate']
type Unchecked = Partial<Record<keyof DeliveryInput, unknown>>

export const findStore = (world: World, id: string): Store | undefined =>
  world.stores.find((store) => store.store_id === id)
const isString = (value: unknown): value is string => typeof value === 'string'
const stringsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isString) : [])

const noTerritoryServed = (store: string) => `${store} serves none of the territories that the release may go to`

/** Faults that only the world can see. The values may not have passed the contract yet: look before you touch. */
export function deliveryInputIssues(world: World, body: Unchecked): Issue[] {
  const release = isString(body.release_id) ? world.releases.get(body.release_id) : undefined
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

/** The deliveries in which stores already have the release's fingerprint, and did not take it down. */
function existingOrders(world: World, release: Release): Map<string, string> {
  const found = new Map<string, string>()
  for (const { id, stores } of world.deliveries.where({ fingerprint: fingerprintOf(release) }))
    for (const { store_id, status } of stores)
      if (status !== 'taken_down') found.set(store_id, `${id}, where it is ${status}`)
  return found
}

const expansionCache = new WeakMap<World, Map<string, string[]>>()

/** What WORLDWIDE means at a store. A hundred thousand orders share the few lists that there are. */
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
  const release = world.releases.get(input.release_id) as Release
  if (release.status !== 'submitted' && release.status !== 'delivered') {
    const hint = release.status === 'draft' ? ` Submit it first: POST /v1/releases/${release.id}/submit.` : ''
    const message = `Only a release that is submitted or delivered can be delivered; this one is ${release.status}.${hint}`
    return refuse('invalid_state', { message })
  }
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

/** A quarter of the time a store only has the order lying there; then it ingests; then it says what it makes of it. */
function scheduleReview(
  world: World,
  { id, release_id, scenario }: Delivery,
  { store_id, attempt, revision }: StoreOrder,
) {
  const { title } = world.releases.get(release_id) as Release
  const store = findStore(world, store_id) as Store
  const plan = planStore(world.findScenario(scenario), store, title, attempt)
  const ingestDue = world.now + scaledDelay(world, plan.after / 4)
  world.agenda.schedule(ingestDue, { type: 'ingest-order', subject: id, store_id, revision })
  const reviewDue = world.now + scaledDelay(world, plan.after)
  world.agenda.schedule(reviewDue, { type: 'review-order', subject: id, store_id, revision: revision + 1, plan })
}

/** Only a store that nobody moved meanwhile: a simulator may have been faster. */
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
  const moved = transitionOrder(world, delivery, task.store_id, reviewOutcome(world, task.plan))
  const deliveryChange = moved.status === delivery.status ? '' : `; delivery: ${delivery.status} → ${moved.status}`
  return `${task.store_id}: ingesting → ${task.plan.outcome}${deliveryChange}`
}

/** An outcome with the code and the words that go with it. */
export function reviewOutcome(world: World, { outcome, code, reason }: Pick<StorePlan, 'outcome' | 'code' | 'reason'>) {
  if (outcome === 'delivered') return { status: outcome }
  const defaultCode = outcome === 'rejected' ? 'artwork_too_small' : 'metadata_formatting'
  const knownRejection = world.rejections.find((rejection) => rejection.code === (code ?? defaultCode))
  return {
    status: outcome,
    code: code ?? defaultCode,
    reason: reason ?? knownRejection?.reason ?? 'The store gave no reason.',
  }
}

export interface StoreSelection {
  id: string
  store_ids: string[] | undefined
}

/** The orders that a call means: those it names, or all that `usual` says. Each must be fit for it. */
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
    if (!order) return [invalidField(field, `${storeId} is not part of this delivery`)]
    const problem = findProblem(order)
    return problem === undefined
      ? []
      : [{ code: 'invalid_state', ...(storeIds && { field }), issue: `${storeId} ${problem}` }]
  })
  return issues.length > 0 ? refuseWithIssues(issues) : ok(stores.filter(({ store_id }) => chosen.includes(store_id)))
}

/** What keeps a corrected release from going to these stores, where its delivery was to bring it. */
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
  const issues = rightsIssues(world, delivery, release, chosen.value, store_ids)
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
