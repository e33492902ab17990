import { type IdSource, nextId } from '../core/primitives/ids.js'
import { formatInstant } from '../core/primitives/time.js'
import type { components } from '../generated/service-api.js'

type StoreOrder = components['schemas']['StoreOrder']

/** An event of a known or unknown type. */
export interface ProbeEvent {
  id: string
  event_type: string
  created_at: string
  data: object
}

/** Creates events in the service's format about resources that do not exist. The seed determines the ids. */
export function createProbeEvents(seed: number, start: number) {
  const source: IdSource = { seed, key: 'probe', counters: {} }
  let now = start
  const event = (event_type: string, data: object): ProbeEvent => ({
    id: nextId(source, 'evt'),
    event_type,
    created_at: formatInstant(now++),
    data,
  })
  const release = nextId(source, 'rel')
  const store = (store_id: string): StoreOrder => ({
    store_id,
    status: 'delivered',
    territory_codes: ['DE', 'FR'],
    updated_at: formatInstant(start),
  })
  return {
    ping: () => event('ping', { webhook_id: nextId(source, 'whk') }),
    releaseStatusChanged: (previous_status: string, status: string) =>
      event('release.status.changed', { release_id: release, previous_status, status }),
    assetReady: () => event('asset.ready', { asset_id: nextId(source, 'ast'), type: 'audio' }),
    /** Adds stores until the event has at least this many bytes. */
    deliveryCompleted(bytes = 0) {
      const stores = [store('store_lumenwave')]
      const each = JSON.stringify(store('store_probe_000000')).length + 1
      for (let i = 0; i * each < bytes; i++) stores.push(store(`store_probe_${String(i).padStart(6, '0')}`))
      const delivery_id = nextId(source, 'dlv')
      return event('delivery.completed', { delivery_id, release_id: release, status: 'delivered', stores })
    },
    unknownType: () =>
      event('release.hummed', { release_id: release, tune: 'An event type that your handler does not know.' }),
  }
}

export type ProbeEvents = ReturnType<typeof createProbeEvents>
