import type { ActivityEntry, StateItem } from '../../data/types.js'

export interface PastStep {
  at: string
  status: string
  /** The task or the operation that caused it. */
  cause: string
}

type Delivery = StateItem<'deliveries'>

interface CompletedStore {
  store_id: string
  status: string
}

const isRecordOf = (entry: ActivityEntry, id: string) =>
  'changes' in entry && entry.changes.some((change) => change.collection === 'deliveries' && change.id === id)

/**
 * The statuses that an order had, oldest first. They come from the activity, of which the sandbox keeps a limited number
 * of entries: the status at the start and the current one are always there, those between may be missing.
 */
export function pastSteps(delivery: Delivery, storeId: string, newestFirst: readonly ActivityEntry[]): PastStep[] {
  const { id, created_at } = delivery
  const steps: PastStep[] = [{ at: created_at, status: 'pending', cause: 'created' }]
  let request = { at: created_at, cause: 'created' }
  const add = (step: PastStep) => {
    if (steps.at(-1)?.status !== step.status) steps.push(step)
  }
  for (const entry of newestFirst.toReversed()) {
    if (entry.kind === 'request' && isRecordOf(entry, id))
      request = { at: entry.at, cause: entry.operation ?? entry.method }
    if (entry.kind === 'change' && entry.subject === id) {
      const [, changed, from = '', to = ''] = /^(\S+): (\w+) → (\w+)/.exec(entry.summary) ?? []
      if (changed !== storeId) continue
      // A request such as a resubmission changed the status between two tasks.
      add({ ...request, status: from })
      add({ at: entry.at, status: to, cause: entry.cause })
    }
    if (entry.kind === 'event' && entry.event_type === 'delivery.completed') {
      const { delivery_id, stores } = entry.data as { delivery_id?: string; stores?: CompletedStore[] }
      const store = delivery_id === id && stores?.find(({ store_id }) => store_id === storeId)
      if (store) add({ at: entry.at, status: store.status, cause: 'reported by the event delivery.completed' })
    }
  }
  const order = delivery.stores.find(({ store_id }) => store_id === storeId)
  if (order)
    add({ at: order.updated_at, status: order.status, cause: order.updated_at === request.at ? request.cause : '' })
  return steps
}

/** The requests that changed the delivery, newest first. */
export const requestsOf = (id: string, newestFirst: readonly ActivityEntry[]) =>
  newestFirst.filter((entry) => entry.kind === 'request').filter((entry) => isRecordOf(entry, id))
