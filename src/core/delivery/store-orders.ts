import { changeReleaseStatus } from '../catalogue/submission.js'
import { findRelease } from '../catalogue/visibility.js'
import type { Delivery, StoreOrder } from '../engine/rows.js'
import type { AspectDigests } from '../engine/seed-types.js'
import type { World } from '../engine/world.js'
import { emit } from '../events/events.js'
import { recordSale } from '../money/sales.js'
import { formatInstant } from '../primitives/time.js'

export type OrderStatus = StoreOrder['status']

const OPEN_STATUSES: readonly OrderStatus[] = ['pending', 'ingesting']
const TERMINAL_STATUSES = ['delivered', 'rejected', 'action_required'] as const

/** The status of the delivery after one of its orders has changed. */
function aggregateStatus({ status, stores }: Delivery, orderStatus: OrderStatus): Delivery['status'] {
  const has = (...wanted: OrderStatus[]) => stores.some((order) => wanted.includes(order.status))
  // The first rejection or flag decides; a rejection outweighs a flag.
  if (orderStatus === 'rejected') return 'rejected'
  if (orderStatus === 'action_required') return has('rejected') ? 'rejected' : 'action_required'
  if (orderStatus === 'pending') return 'in_progress'
  if (orderStatus === 'takedown_pending') return status
  if (orderStatus === 'taken_down') {
    const isComplete =
      status === 'delivered' ? !has('takedown_pending') : stores.every((order) => order.status === 'taken_down')
    return isComplete ? 'taken_down' : status
  }
  if (has('rejected', 'action_required')) {
    if (has(...OPEN_STATUSES)) return status
    return has('rejected') ? 'rejected' : 'action_required'
  }
  return has(...OPEN_STATUSES) ? 'in_progress' : 'delivered'
}

export interface OrderTransition {
  status: OrderStatus
  code?: string
  reason?: string
  seen?: AspectDigests
}

/** Changes the status of one order and, as a consequence, of the delivery and its release, with their events. */
export function transitionOrder(
  world: World,
  delivery: Delivery,
  storeId: string,
  { status, code, reason, seen }: OrderTransition,
): Delivery {
  const now = formatInstant(world.now)
  const stores = delivery.stores.map((order): StoreOrder => {
    if (order.store_id !== storeId) return order
    const { rejection_code: _code, rejection_reason: _reason, ...rest } = order
    const rejection = { ...(code && { rejection_code: code }), ...(reason && { rejection_reason: reason }) }
    const memory = code !== undefined && seen && { seen: { ...order.seen, [code]: seen } }
    return { ...rest, status, ...rejection, ...memory, updated_at: now, revision: order.revision + 1 }
  })
  const moved = { ...delivery, stores }
  const previousStatus = delivery.status
  const newStatus = aggregateStatus(moved, status)
  const isTerminal = TERMINAL_STATUSES.some((terminal) => terminal === newStatus)
  const completed_at =
    newStatus === previousStatus
      ? delivery.completed_at
      : isTerminal
        ? now
        : newStatus === 'in_progress'
          ? null
          : delivery.completed_at
  const changed = world.deliveries.change(delivery, { stores, status: newStatus, completed_at, updated_at: now })
  if (status === 'delivered' || status === 'taken_down') recordSale(world, changed, storeId, status)
  if (newStatus !== previousStatus) updateReleaseStatus(world, changed)
  if (isCompletedBy(world, delivery, changed)) emitCompleted(world, changed)
  return changed
}

function updateReleaseStatus(world: World, { release_id, status, scenario }: Delivery) {
  const release = findRelease(world, release_id)
  if (release && (status === 'delivered' || status === 'rejected') && release.status !== status)
    changeReleaseStatus(world, release, status, scenario)
}

/** Whether this change sends `delivery.completed`, by the reading that the scenario chooses. */
function isCompletedBy(world: World, before: Delivery, after: Delivery): boolean {
  const hasOpenOrders = ({ stores }: Delivery) => stores.some(({ status }) => OPEN_STATUSES.includes(status))
  return world.findScenario(after.scenario).delivery_completed === 'all-stores-answered'
    ? hasOpenOrders(before) && !hasOpenOrders(after)
    : after.status !== before.status
}

function emitCompleted(world: World, { id: delivery_id, release_id, status, stores, scenario }: Delivery) {
  if (status === 'in_progress' || status === 'taken_down') return
  emit(world, 'delivery.completed', { delivery_id, release_id, status, stores: stores.map(orderView) }, scenario)
}

/** An order without its internal fields. */
export function orderView({
  store_id,
  status,
  territory_codes,
  rejection_code,
  rejection_reason,
  updated_at,
}: StoreOrder) {
  return {
    store_id,
    status,
    territory_codes,
    ...(rejection_code !== undefined && { rejection_code }),
    ...(rejection_reason !== undefined && { rejection_reason }),
    updated_at,
  }
}
