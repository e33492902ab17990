import { listState } from '../../data/api.js'
import type { StateItem } from '../../data/types.js'
import { write } from '../../data/write.js'
import { countText } from '../../text/format.js'

/** The contract's maximum. */
const MAX_EVENTS = 1000

export const deliveryTo = (event: StateItem<'events'>, webhookId: string) =>
  event.deliveries.find(({ webhook_id }) => webhook_id === webhookId)

/** Pings and events that are still being sent can't be redelivered. */
export const canRedeliver = (event: StateItem<'events'>, webhookId: string): boolean =>
  event.event_type !== 'ping' && ['delivered', 'undeliverable'].includes(deliveryTo(event, webhookId)?.status ?? '')

export async function redeliver(webhookId: string, eventIds: readonly string[]): Promise<string> {
  if (eventIds.length === 0)
    throw new Error('There is nothing to redeliver. Pings and events that are still pending are left out.')
  let count = 0
  for (let i = 0; i < eventIds.length; i += MAX_EVENTS) {
    const event_ids = eventIds.slice(i, i + MAX_EVENTS)
    const { data } = await write<{ data: unknown[] }>('POST', `/v1/webhooks/${webhookId}/redeliver`, { event_ids })
    count += data.length
  }
  return `${countText(count, 'event')} scheduled again.`
}

/** All events of an endpoint that match the filters, whether the list has loaded them or not. */
export async function redeliverMatching(webhookId: string, query: Record<string, string | undefined>): Promise<string> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listState('events', { ...query, webhook_id: webhookId, limit: MAX_EVENTS, cursor })
    ids.push(...page.data.filter((event) => canRedeliver(event, webhookId)).map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return redeliver(webhookId, ids.reverse())
}
