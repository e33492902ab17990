import { createHash } from 'node:crypto'
import type { Asset, Delivery, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { emit } from '../events/events.js'
import { invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { formatInstant } from '../primitives/time.js'
import { reviewOutcome } from './order-reviews.js'
import { type OrderStatus, transitionOrder } from './store-orders.js'
import { supportsTakedown } from './stores.js'

export interface DeliverySimulation {
  delivery_id: string
  store_id?: string | undefined
  outcome: 'delivered' | 'rejected' | 'action_required' | 'taken_down'
  rejection_code?: string | undefined
  rejection_reason?: string | undefined
}

/** The statuses between each status and an outcome, the same as in a real review or takedown. */
const INTERMEDIATE_STATUSES: Partial<
  Record<OrderStatus, Partial<Record<DeliverySimulation['outcome'], OrderStatus[]>>>
> = {
  pending: { delivered: ['ingesting'], rejected: ['ingesting'], action_required: ['ingesting'] },
  ingesting: { delivered: [], rejected: [], action_required: [] },
  delivered: { taken_down: ['takedown_pending'] },
  takedown_pending: { taken_down: [] },
}

/** Moves a delivery, or one of its stores, to an outcome now and emits all events in between. */
export function simulateDelivery(world: World, input: DeliverySimulation): Result<Delivery> {
  const { delivery_id, store_id, outcome, rejection_code: code, rejection_reason: reason } = input
  let delivery = world.deliveries.get(delivery_id)
  const issues = []
  if (!delivery) issues.push(invalidField('delivery_id', 'is not a known delivery'))
  else if (store_id !== undefined && !delivery.stores.some((order) => order.store_id === store_id))
    issues.push(invalidField('store_id', 'is not part of this delivery'))
  const rejection = world.rejections.find((known) => known.code === code)
  if (code !== undefined && rejection?.outcome !== outcome)
    issues.push(
      invalidField('rejection_code', rejection ? `goes with ${rejection.outcome}` : 'is not a known rejection code'),
    )
  if (reason !== undefined && outcome !== 'rejected' && outcome !== 'action_required')
    issues.push(invalidField('rejection_reason', 'goes only with rejected or action_required'))
  if (!delivery || issues.length > 0) return refuseWithIssues(issues)

  const canTakeDown = (order: StoreOrder) => order.status !== 'taken_down' && supportsTakedown(world, order)
  const isInProgress = delivery.status === 'in_progress' && delivery.stores.some(canTakeDown)
  if (outcome === 'taken_down' && store_id === undefined && isInProgress) {
    // Open orders are delivered first, so that they can be taken down.
    const delivered = simulateDelivery(world, { delivery_id, outcome: 'delivered' })
    if (delivered.ok) delivery = delivered.value
  }
  const start = delivery
  const targeted = start.stores.filter((order) => store_id === undefined || order.store_id === store_id)
  const movable = targeted.filter((order) => reachableOutcomes(world, order).includes(outcome))
  if (movable.length === 0 || (store_id === undefined && isUnreachable(start, movable, outcome)))
    return refuse('invalid_state', { message: unreachableMessage(world, start, targeted, outcome) })
  for (const { store_id: id, status } of movable) {
    world.agenda.cancelWhere((task) => task.subject === delivery_id && 'store_id' in task && task.store_id === id)
    for (const step of INTERMEDIATE_STATUSES[status]?.[outcome] ?? [])
      delivery = transitionOrder(world, delivery, id, { status: step })
    const transition =
      outcome === 'taken_down'
        ? { status: outcome }
        : reviewOutcome(world, delivery, { outcome, ...(code && { code }), ...(reason && { reason }) })
    delivery = transitionOrder(world, delivery, id, transition)
  }
  return ok(delivery)
}

/** The outcomes that the simulator accepts for a delivery as a whole. */
export function possibleOutcomes(world: World, delivery: Delivery): DeliverySimulation['outcome'][] {
  const isPossible = (start: Delivery, outcome: DeliverySimulation['outcome']) => {
    const movable = start.stores.filter((order) => reachableOutcomes(world, order).includes(outcome))
    return movable.length > 0 && !isUnreachable(start, movable, outcome)
  }
  const outcomes = (['delivered', 'rejected', 'action_required'] as const).filter((outcome) =>
    isPossible(delivery, outcome),
  )
  // A takedown delivers open orders first.
  const isOpen = ({ status }: StoreOrder) => status === 'pending' || status === 'ingesting'
  const start =
    delivery.status === 'in_progress' && outcomes.includes('delivered')
      ? {
          ...delivery,
          status: 'delivered' as const,
          stores: delivery.stores.map((order) => (isOpen(order) ? { ...order, status: 'delivered' as const } : order)),
        }
      : delivery
  return isPossible(start, 'taken_down') ? [...outcomes, 'taken_down'] : outcomes
}

/** The outcomes that an order can reach, by the same rules that apply to partners. */
export function reachableOutcomes(world: World, order: StoreOrder): string[] {
  return Object.keys(INTERMEDIATE_STATUSES[order.status] ?? {}).filter(
    (outcome) => outcome !== 'taken_down' || supportsTakedown(world, order),
  )
}

/** Whether orders that do not move prevent the delivery from reaching the outcome. */
function isUnreachable(
  { status: current, stores }: Delivery,
  movable: readonly StoreOrder[],
  outcome: DeliverySimulation['outcome'],
): boolean {
  const unmoved = stores.filter((order) => !movable.includes(order)).map(({ status }) => status)
  if (outcome === 'taken_down')
    return current !== 'delivered' && current !== 'taken_down' && unmoved.some((status) => status !== outcome)
  if (outcome === 'delivered') return unmoved.some((status) => status === 'rejected' || status === 'action_required')
  return outcome === 'action_required' && unmoved.includes('rejected')
}

function unreachableMessage(world: World, delivery: Delivery, orders: readonly StoreOrder[], outcome: string): string {
  const states = orders.map((order) => {
    const reachable = reachableOutcomes(world, order)
    const needsResubmission = order.status === 'rejected' || order.status === 'action_required'
    const next =
      reachable.length > 0
        ? `can become ${reachable.join(' or ')}`
        : needsResubmission
          ? 'must be resubmitted first'
          : "can't change"
    return `${order.store_id} is ${order.status} and ${next}`
  })
  return `${outcome} can't be reached (the delivery is ${delivery.status}): ${states.join('; ')}.`
}

const EMPTY_CONTENT = { size_bytes: 0, checksum_sha256: createHash('sha256').digest('hex') }

export function simulateAsset(
  world: World,
  { id, outcome }: { id: string; outcome: 'ready' | 'failed' },
): Result<Asset> {
  const asset = world.assets.get(id)
  if (!asset) return refuseWithIssues([invalidField('asset_id', 'is not a known asset')])
  if (asset.status !== 'processing' && asset.status !== 'awaiting_upload')
    return refuse('invalid_state', {
      message: `${outcome} can't be reached: the asset is ${asset.status}, which is final.`,
    })
  world.agenda.cancelWhere((task) => task.type === 'process-asset' && task.subject === id)
  const failure_reason = outcome === 'failed' ? 'Failed by the simulator.' : null
  if (outcome === 'ready') emit(world, 'asset.ready', { asset_id: id, type: asset.type })
  // An asset without an upload gets the size and checksum of an empty file.
  const { size_bytes, checksum_sha256 } = asset.checksum_sha256 === null ? EMPTY_CONTENT : asset
  const changes = { status: outcome, size_bytes, checksum_sha256, failure_reason, updated_at: formatInstant(world.now) }
  return ok(world.assets.change(asset, changes))
}
