import type { Delivery, Store, StoreOrder } from '../engine/rows.js'
import { type World, wait } from '../engine/world.js'
import { ok, type Result, refuse } from '../primitives/result.js'
import { notFound, orderAt, type Selection, selectOrders, storeOf } from './deliveries.js'
import { planTakedown } from './scenario-rules.js'
import { moveOrder } from './store-orders.js'

export function takedownDelivery(world: World, { id, store_ids }: Selection): Result<Delivery> {
  let delivery = world.deliveries.get(id)
  if (!delivery) return notFound(id)
  if (delivery.status !== 'delivered')
    return refuse('invalid_state', {
      message: `A takedown needs a delivery that is delivered; this one is ${delivery.status}.`,
    })
  const isThere = ({ status }: StoreOrder) => status === 'delivered'
  if (!delivery.stores.some(isThere))
    return refuse('invalid_state', { message: 'Its takedown is under way: every store was asked to remove it.' })
  const chosen = selectOrders(delivery, store_ids, isThere, (order) => {
    if (!isThere(order)) return `is ${order.status}, not delivered`
    const takesDown = storeOf(world, order.store_id)?.capabilities.takedown
    return takesDown ? undefined : 'takes nothing down; leave it out by naming the others in store_ids'
  })
  if (!chosen.ok) return chosen
  const scenario = world.findScenario(delivery.scenario)
  for (const { store_id, revision } of chosen.value) {
    delivery = moveOrder(world, delivery, store_id, { status: 'takedown_pending' })
    const due = world.now + wait(world, planTakedown(scenario, storeOf(world, store_id) as Store))
    world.agenda.schedule(due, { type: 'confirm-takedown', subject: id, store_id, revision: revision + 1 })
  }
  return ok(delivery)
}
export function confirmTakedown(
  world: World,
  task: { subject: string; store_id: string; revision: number },
): string | undefined {
  const delivery = orderAt(world, task.subject, task.store_id, task.revision)
  if (!delivery) return undefined
  const moved = moveOrder(world, delivery, task.store_id, { status: 'taken_down' })
  const whole = moved.status === delivery.status ? '' : `; delivery: ${delivery.status} → ${moved.status}`
  return `${task.store_id}: takedown_pending → taken_down${whole}`
}
