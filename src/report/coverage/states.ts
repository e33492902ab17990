import type { WorldEvent } from '../../core/engine/rows.js'
import { isObject } from '../observed-records.js'
import type { Call } from '../trackers/tracker.js'

const RESOURCE_BY_COLLECTION: Record<string, string> = {
  releases: 'release',
  assets: 'asset',
  deliveries: 'delivery',
  payouts: 'payout',
}

/** States that ask the client to do something, and the operations that do it. */
const STATES_TO_ACT_UPON = ['delivery action_required', 'delivery rejected']
const ACTS = ['resubmitDelivery', 'takedownDelivery']

/** Lists of the API hold at most this many rows that are worth reading here. */
const MAX_ROWS = 1000

/** States of resources: reached, seen by the client, and acted upon. Also the rejection codes of stores. */
export function createStateCoverage() {
  const reached = new Set<string>()
  const seen = new Set<string>()
  const actedUpon = new Set<string>()
  const rejectionCodes = new Set<string>()

  function learn(resource: string, value: unknown, isSeen: boolean) {
    if (!isObject(value) || typeof value.status !== 'string') return
    add(`${resource} ${value.status}`, isSeen)
    if (resource !== 'delivery' || !Array.isArray(value.stores)) return
    for (const store of value.stores) {
      if (!isObject(store)) continue
      add(`store_order ${store.status}`, isSeen)
      if (typeof store.rejection_code === 'string') rejectionCodes.add(store.rejection_code)
    }
  }

  function add(state: string, isSeen: boolean) {
    reached.add(state)
    if (isSeen) seen.add(state)
  }

  function learnEvent({ event_type, data }: WorldEvent, isSeen: boolean) {
    if (event_type === 'release.status.changed') learn('release', data, isSeen)
    else if (event_type === 'delivery.completed') learn('delivery', data, isSeen)
    else if (event_type === 'asset.ready') add('asset ready', isSeen)
  }

  return {
    reached,
    rejectionCodes,
    /** Seen, and acted upon where that is expected. */
    isCovered: (state: string) => seen.has(state) && (!STATES_TO_ACT_UPON.includes(state) || actedUpon.has(state)),
    observeCall(call: Call) {
      const { request, path, operation, isUnchangedRead } = call
      if (request.status >= 300 || isUnchangedRead) return
      if (operation && ACTS.includes(operation.id))
        for (const state of STATES_TO_ACT_UPON) if (seen.has(state)) actedUpon.add(state)
      const resource = RESOURCE_BY_COLLECTION[path.split('/')[2] ?? '']
      if (resource === undefined || !path.startsWith('/v1/')) return
      const answer = call.answer()
      if (isObject(answer) && Array.isArray(answer.data))
        for (const row of answer.data.slice(0, MAX_ROWS)) learn(resource, row, true)
      else learn(resource, answer, true)
    },
    observeEvent: (event: WorldEvent) => learnEvent(event, false),
    observeAcknowledged: (event: WorldEvent) => learnEvent(event, true),
  }
}
