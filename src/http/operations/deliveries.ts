import { deliveryInputIssues } from '../../core/delivery/deliveries.js'
import { orderView } from '../../core/delivery/store-orders.js'
import type { Delivery } from '../../core/engine/rows.js'
import { refuse } from '../../core/primitives/result.js'
import { paginateTable } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'
import { chooseScenario, scenarioHeaders } from './choose-scenario.js'

export function deliveryView({
  id,
  release_id,
  status,
  territory_codes,
  stores,
  created_at,
  updated_at,
  completed_at,
}: Delivery) {
  return {
    id,
    release_id,
    status,
    territory_codes,
    stores: stores.map(orderView),
    created_at,
    updated_at,
    completed_at,
  }
}

type DeliveryOperations = 'createDelivery' | 'listDeliveries' | 'getDelivery' | 'resubmitDelivery' | 'takedownDelivery'

export const deliveryOperations: Pick<V1Operations, DeliveryOperations> = {
  createDelivery: {
    findIssues: deliveryInputIssues,
    run({ world, body, header }) {
      const choice = chooseScenario(world.state, body.release_id, header('x-sandbox-scenario'))
      if ('ok' in choice) return choice
      const created = world.execute({ type: 'create-delivery', input: body, scenario: choice.name })
      return created.ok ? { status: 201, body: deliveryView(created.value), headers: scenarioHeaders(choice) } : created
    },
  },

  listDeliveries: {
    run({ world: { state }, query }) {
      const { status, release_id } = query
      const filter = { ...(status && { status }), ...(release_id !== undefined && { release_id }) }
      return paginateTable(state, 'deliveries', state.deliveries, filter, query, deliveryView)
    },
  },

  getDelivery: {
    run({ world, path }) {
      const delivery = world.state.deliveries.get(path.delivery_id)
      if (delivery) return { status: 200, body: deliveryView(delivery) }
      return refuse('not_found', { message: `There is no delivery ${path.delivery_id}.` })
    },
  },

  resubmitDelivery: {
    run({ world, path, body }) {
      const done = world.execute({ type: 'resubmit-delivery', id: path.delivery_id, store_ids: body?.store_ids })
      return done.ok ? { status: 200, body: deliveryView(done.value) } : done
    },
  },

  takedownDelivery: {
    run({ world, path, body }) {
      const done = world.execute({ type: 'takedown-delivery', id: path.delivery_id, store_ids: body?.store_ids })
      return done.ok ? { status: 202, body: deliveryView(done.value) } : done
    },
  },
}
