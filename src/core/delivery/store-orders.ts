import { changeStatus } from '../catalogue/submission.js'
import type { Delivery, Release, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { emit } from '../events/events.js'
import { noteSale } from '../money/sales.js'
import { instant } from '../primitives/time.js'

export type OrderStatus = StoreOrder['status']

const OPEN: readonly OrderStatus[] = ['pending', 'ingesting']
const TERMINAL = ['delivered', 'rejected', 'action_required'] as const

/** What the delivery as a whole has come to, after one of its stores has moved. */
function aggregate({ status, stores }: Delivery, moved: OrderStatus): Delivery['status'] {
  const has = (...wanted: OrderStatus[]) => stores.some((order) => wanted.includes(order.status))
  // The first store that rejects, or flags, speaks for all; a rejection outweighs a flag.
  if (moved === 'rejected') return 'rejected'
  if (moved === 'action_required') return has('rejected') ? 'rejected' : 'action_required'
  if (moved === 'pending') return 'in_progress'
  if (moved === 'takedown_pending') return status
  if (has('rejected', 'action_required')) {
    if (has(...OPEN)) return status
    return has('rejected') ? 'rejected' : 'action_required'
  }
  if (has(...OPEN)) return 'in_progress'
  return has('taken_down') && !has('takedown_pending') ? 'taken_down' : 'delivered'
}

export interface Move {
  status: OrderStatus
  code?: string
  reason?: string
}

/** Moves one store of a delivery on, and with it whatever follows: the delivery, its release, their events. */
export function moveOrder(world: World, delivery: Delivery, storeId: string, { status, code, reason }: Move): Delivery {
  const now = instant(world.now)
  const stores = delivery.stores.map((order): StoreOrder => {
    if (order.store_id !== storeId) return order
    const { rejection_code: _code, rejection_reason: _reason, ...rest } = order
    const why = { ...(code && { rejection_code: code }), ...(reason && { rejection_reason: reason }) }
    return { ...rest, status, ...why, updated_at: now, revision: order.revision + 1 }
  })
  const moved = { ...delivery, stores }
  const before = delivery.status
  const after = aggregate(moved, status)
  const isTerminal = TERMINAL.some((terminal) => terminal === after)
  const completed_at =
    after === before ? delivery.completed_at : isTerminal ? now : after === 'in_progress' ? null : delivery.completed_at
  const changed = world.deliveries.change(delivery, { stores, status: after, completed_at, updated_at: now })
  if (status === 'delivered' || status === 'taken_down') noteSale(world, changed, storeId, status)
  if (after !== before) announce(world, changed)
  return changed
}

function announce(world: World, delivery: Delivery) {
  const { id: delivery_id, release_id, status, stores, scenario } = delivery
  const release = world.releases.get(release_id) as Release
  if ((status === 'delivered' || status === 'rejected') && release.status !== status)
    changeStatus(world, release, status, scenario)
  if (status === 'in_progress' || status === 'taken_down') return
  emit(world, 'delivery.completed', { delivery_id, release_id, status, stores: stores.map(orderView) }, scenario)
}

/** A store's order as the wire shows it. */
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
