import { verdict } from './deliveries.js'
import { invalid, ok, type Result, refuse, refuseAll } from './errors.js'
import { emit } from './events.js'
import { moveOrder, type OrderStatus } from './store-orders.js'
import { instant } from './time.js'
import type { Asset, Delivery, StoreOrder, World } from './world.js'

export interface DeliverySimulation {
  delivery_id: string
  store_id?: string | undefined
  outcome: 'delivered' | 'rejected' | 'action_required' | 'taken_down'
  rejection_code?: string | undefined
  rejection_reason?: string | undefined
}

/** The way from each state to an outcome, through the states that a store would go through itself. */
const WAYS: Partial<Record<OrderStatus, Partial<Record<DeliverySimulation['outcome'], OrderStatus[]>>>> = {
  pending: { delivered: ['ingesting'], rejected: ['ingesting'], action_required: ['ingesting'] },
  ingesting: { delivered: [], rejected: [], action_required: [] },
  delivered: { taken_down: ['takedown_pending'] },
  takedown_pending: { taken_down: [] },
}

/** Drives a delivery, or one of its stores, to an outcome now, with all the events on the way. */
export function simulateDelivery(world: World, input: DeliverySimulation): Result<Delivery> {
  const { delivery_id, store_id, outcome, rejection_code: code, rejection_reason: reason } = input
  let delivery = world.deliveries.get(delivery_id)
  const issues = []
  if (!delivery) issues.push(invalid('delivery_id', 'is not a known delivery'))
  else if (store_id !== undefined && !delivery.stores.some((order) => order.store_id === store_id))
    issues.push(invalid('store_id', 'is not part of this delivery'))
  const rejection = world.rejections.find((known) => known.code === code)
  if (code !== undefined && rejection?.outcome !== outcome)
    issues.push(
      invalid('rejection_code', rejection ? `goes with ${rejection.outcome}` : 'is not a known rejection code'),
    )
  if (!delivery || issues.length > 0) return refuseAll(issues)

  const meant = delivery.stores.filter((order) => store_id === undefined || order.store_id === store_id)
  const movable = meant.filter(({ status }) => WAYS[status]?.[outcome])
  if (movable.length === 0) return refuse('invalid_state', { message: whatIsLegal(meant, outcome) })
  for (const { store_id: id, status } of movable) {
    for (const step of WAYS[status]?.[outcome] ?? []) delivery = moveOrder(world, delivery, id, { status: step })
    const move =
      outcome === 'taken_down'
        ? { status: outcome }
        : verdict(world, { outcome, ...(code && { code }), ...(reason && { reason }) })
    delivery = moveOrder(world, delivery, id, move)
  }
  return ok(delivery)
}

function whatIsLegal(orders: readonly StoreOrder[], outcome: string): string {
  const states = orders.map(({ store_id, status }) => {
    const legal = Object.keys(WAYS[status] ?? {})
    const next =
      legal.length > 0 ? legal.join(', ') : status === 'taken_down' ? 'nothing' : 'nothing before a resubmission'
    return `${store_id} is ${status}, from where ${next} is legal`
  })
  return `${outcome} can't be reached: ${states.join('; ')}.`
}

export function simulateAsset(
  world: World,
  { id, outcome }: { id: string; outcome: 'ready' | 'failed' },
): Result<Asset> {
  const asset = world.assets.get(id)
  if (!asset) return refuseAll([invalid('asset_id', 'is not a known asset')])
  if (asset.status !== 'processing' && asset.status !== 'awaiting_upload')
    return refuse('invalid_state', {
      message: `${outcome} can't be reached: the asset is ${asset.status}, which is final.`,
    })
  const failure_reason = outcome === 'failed' ? 'Failed by the simulator.' : null
  if (outcome === 'ready') emit(world, 'asset.ready', { asset_id: id, type: asset.type })
  return ok(world.assets.change(asset, { status: outcome, failure_reason, updated_at: instant(world.now) }))
}
