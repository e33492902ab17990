import { type ErnIssue, issueAt } from '../../ern/checks/report.js'
import type { ErnFacts } from '../../ern/facts/facts.js'
import { supportsTakedown } from '../delivery/stores.js'
import { takedownDelivery } from '../delivery/takedowns.js'
import type { Delivery, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'

type Place = ErnFacts['deals_place']

const OPEN: readonly StoreOrder['status'][] = ['pending', 'ingesting']

/** The orders of a release that a message ends. */
export interface PlannedTakedown {
  /** By delivery, the stores that take it down now. */
  now: { id: string; store_ids: string[] }[]
  /** By delivery, the stores that take it down when they have delivered it. */
  deferred: { id: string; store_ids: string[] }[]
  issues: ErnIssue[]
}

/** Plans the takedown of every order of a release whose territories `isEnded` finds to have no deal. */
export function planTakedown(
  world: World,
  releaseId: string,
  place: Place,
  isEnded: (order: StoreOrder) => boolean,
): PlannedTakedown {
  const deliveries = world.deliveries.where({ release_id: releaseId })
  const select = (predicate: (order: StoreOrder) => boolean) =>
    deliveries.flatMap(({ id, stores }) => {
      const store_ids = stores.filter((order) => isEnded(order) && predicate(order)).map(({ store_id }) => store_id)
      return store_ids.length > 0 ? [{ id, store_ids }] : []
    })
  const isOpen = ({ status }: StoreOrder) => OPEN.includes(status)
  const storesOf = (predicate: (order: StoreOrder) => boolean) =>
    select(predicate).flatMap(({ store_ids }) => store_ids)
  const open = storesOf(isOpen)
  const kept = storesOf((order) => order.status === 'delivered' && !supportsTakedown(world, order))
  const issues: ErnIssue[] = []
  if (open.length > 0)
    issues.push(
      issueAt(place, 'takedown_deferred', `The takedown follows when these stores have delivered it: ${list(open)}.`),
    )
  if (kept.length > 0)
    issues.push(issueAt(place, 'store_keeps', `These stores do not support takedowns and keep it: ${list(kept)}.`))
  return {
    now: select((order) => order.status === 'delivered' && supportsTakedown(world, order)),
    deferred: select((order) => isOpen(order) && !order.takesDown),
    issues,
  }
}

const list = (storeIds: readonly string[]): string => [...new Set(storeIds)].sort().join(', ')

export function applyTakedown(world: World, { now, deferred }: PlannedTakedown): void {
  for (const { id, store_ids } of now) takedownDelivery(world, { id, store_ids })
  for (const { id, store_ids } of deferred)
    markOrders(world, world.deliveries.get(id) as Delivery, (order) => store_ids.includes(order.store_id), true)
}

/** A deal ends the wait for a takedown. */
export function keepOrders(world: World, releaseId: string, isKept: (order: StoreOrder) => boolean): void {
  for (const delivery of world.deliveries.where({ release_id: releaseId }))
    if (delivery.stores.some((order) => order.takesDown && isKept(order))) markOrders(world, delivery, isKept, false)
}

function markOrders(world: World, delivery: Delivery, isMarked: (order: StoreOrder) => boolean, takesDown: boolean) {
  const stores = delivery.stores.map((order): StoreOrder => {
    if (!isMarked(order)) return order
    const { takesDown: _previous, ...rest } = order
    return takesDown ? { ...rest, takesDown } : rest
  })
  world.deliveries.change(delivery, { stores })
}

/** Starts the takedowns that waited for the stores of this delivery. */
export function startDeferredTakedowns(world: World, deliveryId: string): void {
  const delivery = world.deliveries.get(deliveryId)
  const isDue = (order: StoreOrder) => order.takesDown === true && order.status === 'delivered'
  const due = delivery?.stores.filter(isDue) ?? []
  if (!delivery || due.length === 0) return
  markOrders(world, delivery, isDue, false)
  const store_ids = due.filter((order) => supportsTakedown(world, order)).map(({ store_id }) => store_id)
  if (store_ids.length > 0) takedownDelivery(world, { id: deliveryId, store_ids })
}
