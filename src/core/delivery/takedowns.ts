import type { Delivery, Store, StoreOrder } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { ok, type Result, refuse } from '../primitives/result.js'
import { deliveryNotFound, type StoreSelection, selectOrders } from './deliveries.js'
import { findDeliveryAtRevision } from './order-reviews.js'
import { planTakedown } from './scenario-rules.js'
import { transitionOrder } from './store-orders.js'
import { findStore, supportsTakedown } from './stores.js'

/** Works per store, whatever the status of the delivery: a rights claim can't wait for another store. */
export function takedownDelivery(world: World, { id, store_ids }: StoreSelection): Result<Delivery> {
  let delivery = world.deliveries.get(id)
  if (!delivery) return deliveryNotFound(id)
  const findProblem = (order: StoreOrder) => {
    if (order.status !== 'delivered') return `is ${order.status}, not delivered`
    return supportsTakedown(world, order) ? undefined : 'does not support takedowns'
  }
  const chosen = selectOrders(delivery, store_ids, (order) => findProblem(order) === undefined, findProblem)
  if (!chosen.ok) return chosen
  if (chosen.value.length === 0) {
    const problems = delivery.stores.map((order) => `${order.store_id} ${findProblem(order)}`)
    return refuse('invalid_state', { message: `No store can take this delivery down: ${problems.join('; ')}.` })
  }
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
