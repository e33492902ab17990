import type { WorldEvent } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { operations } from '../../generated/control-api.js'
import { paginate } from '../pagination/paginate.js'
import type { ControlOperations } from '../pipeline/exchange.js'

/** An entry of the event log: the event and its deliveries. */
export function eventView({ dispatches, webhooks }: World, event: WorldEvent) {
  const deliveries = dispatches.where({ event_id: event.id }).map(({ webhook_id, status, due, attempts }) => ({
    webhook_id,
    url: webhooks.get(webhook_id)?.url ?? null,
    status,
    next_attempt_at: due === null ? null : formatInstant(due),
    attempts,
  }))
  return { ...event, deliveries }
}

type EventQuery = NonNullable<operations['streamEvents']['parameters']['query']>

export function matchesFilter(
  { dispatches }: World,
  { event_type, webhook_id, status }: EventQuery,
  event: WorldEvent,
): boolean {
  if (event_type !== undefined && event_type !== event.event_type) return false
  if (webhook_id === undefined && status === undefined) return true
  return dispatches
    .where({ event_id: event.id })
    .some(
      (dispatch) =>
        (webhook_id === undefined || dispatch.webhook_id === webhook_id) &&
        (status === undefined || dispatch.status === status),
    )
}

export const eventOperations: Pick<ControlOperations, 'getEvents' | 'streamEvents' | 'publishChangelog'> = {
  getEvents: {
    run({ world: { state }, query }) {
      const { limit: _limit, cursor: _cursor, ...filter } = query
      const byType = filter.event_type && { event_type: filter.event_type }
      return paginate(
        state,
        'events',
        filter,
        query,
        (limit, after) =>
          state.events.pageOldestFirst({ ...byType }, limit, after, (event) => matchesFilter(state, filter, event)),
        (event) => eventView(state, event),
      )
    },
  },

  streamEvents: {
    run({ world, query, header }) {
      const lastEventId = header('last-event-id')
      const formatMessage = (kind: string, event: WorldEvent) => {
        // Attempts have no id, so that Last-Event-ID of a reconnecting client always names the latest event.
        const id = kind === 'event' ? `id: ${event.id}\n` : ''
        return `${id}event: ${kind}\ndata: ${JSON.stringify(eventView(world.state, event))}\n\n`
      }
      function* backlog() {
        yield ': from now on\n\n'
        if (lastEventId === undefined) return
        for (const event of eventsAfter(world.state, lastEventId))
          if (matchesFilter(world.state, query, event)) yield formatMessage('event', event)
      }
      const subscribe = (write: (chunk: string) => void) =>
        world.watch(({ kind, event }) => {
          if (matchesFilter(world.state, query, event)) write(formatMessage(kind, event))
        })
      return { status: 200, body: undefined, feed: { backlog: backlog(), subscribe, onEnd: world.onEnd } }
    },
  },

  publishChangelog: {
    run({ world, body }) {
      const done = world.execute({ type: 'publish-changelog', input: body })
      return done.ok ? { status: 201, body: eventView(world.state, done.value) } : done
    },
  },
}

/** The events after the one with this id, or all events if the id is unknown. */
function eventsAfter({ events }: World, id: string): WorldEvent[] {
  const all = events.where({})
  return all.slice(all.findIndex((event) => event.id === id) + 1)
}
