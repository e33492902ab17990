import type { Delivery, Store, StoreOrder } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { ok, type Result, refuse } from '../primitives/result.js'
import { deliveryNotFound, findDeliveryAtRevision, findStore, type StoreSelection, selectOrders } from './deliveries.js'
import { planTakedown } from './scenario-rules.js'
import { transitionOrder } from './store-orders.js'

export function takedownDelivery(world: World, { id, store_ids }: StoreSelection): Result<Delivery> {
  let delivery = world.deliveries.get(id)
  if (!delivery) return deliveryNotFound(id)
  if (delivery.status !== 'delivered')
    return refuse('invalid_state', {
      message: `A takedown needs a delivery that is delivered; this one is ${delivery.status}.`,
    })
  const isDelivered = ({ status }: StoreOrder) => status === 'delivered'
  if (!delivery.stores.some(isDelivered))
    return refuse('invalid_state', { message: 'Its takedown is under way: every store was asked to remove it.' })
  const chosen = selectOrders(delivery, store_ids, isDelivered, (order) => {
    if (!isDelivered(order)) return `is ${order.status}, not delivered`
    const supportsTakedown = findStore(world, order.store_id)?.capabilities.takedown
    return supportsTakedown ? undefined : 'takes nothing down; leave it out by naming the others in store_ids'
  })
  if (!chosen.ok) return chosen
  const scenario = world.findScenario(delivery.scenario)
  for (const { store_id, revision } of chosen.value) {
    delivery = transitionOrder(world, delivery, store_id, { status: 'takedown_pending' })
    const due = world.now + scaledDelay(world, planTakedown(scenario, findStore(world, store_id) as Store))
    world.agenda.schedule(due, { type: 'confirm-takedown', subject: id, store_id, revision: revision + 1 })
  }
  return ok(delivery)
}
export function confirmTakedown(
  world: World,
  task: { subject: string; store_id: string; revision: number },
): string | undefined {
  const delivery = findDeliveryAtRevision(world, task.subject, task.store_id, task.revision)
  if (!delivery) return undefined
  const moved = transitionOrder(world, delivery, task.store_id, { status: 'taken_down' })
  const deliveryChange = moved.status === delivery.status ? '' : `; delivery: ${delivery.status} → ${moved.status}`
  return `${task.store_id}: takedown_pending → taken_down${deliveryChange}`
}
