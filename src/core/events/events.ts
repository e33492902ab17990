import type { EventType, WorldEvent } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { MAX_EVENTS } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { DAY, formatInstant } from '../primitives/time.js'
import { dispatchEvent, removeDispatches } from './dispatches.js'

export const EVENT_TYPES = ['release.status.changed', 'delivery.completed', 'asset.ready'] as const
/** Further events, for enterprise accounts only. */
export const ENTERPRISE_EVENT_TYPES = ['api.changelog.published', 'ern.message.processed'] as const
export const isEnterpriseOnly = (type: EventType): boolean =>
  ENTERPRISE_EVENT_TYPES.some((restricted) => restricted === type)
export type EventData<T extends EventType> = Extract<WorldEvent, { event_type: T }>['data']

const RETENTION = 30 * DAY

/** Removes events that are no longer kept, at most `limit` of them. Returns whether there are more. */
export function expireEvents(world: World, now = world.now, limit = Infinity): boolean {
  const cutoff = now - RETENTION
  let removed = 0
  const isExpired = ({ created_at }: WorldEvent) => Date.parse(created_at) < cutoff
  for (let oldest = world.events.first(); oldest && isExpired(oldest); oldest = world.events.first()) {
    if (removed++ === limit) return true
    removeEvent(world, oldest)
  }
  return false
}

function removeEvent(world: World, event: WorldEvent): void {
  world.events.remove(event)
  removeDispatches(world, event)
}

/** Appends the event to the history and schedules it for the subscribed endpoints. */
export function emit<T extends EventType>(
  world: World,
  event_type: T,
  data: EventData<T>,
  scenario = world.scenario.name,
): WorldEvent {
  expireEvents(world)
  while (world.events.size >= MAX_EVENTS) removeEvent(world, world.events.first() as WorldEvent)
  const event = {
    id: nextId(world, 'evt', world.eventStamp),
    event_type,
    created_at: formatInstant(world.now),
    data,
  } as WorldEvent
  world.events.add(event)
  dispatchEvent(world, event, scenario)
  world.onEvent(event)
  return event
}
