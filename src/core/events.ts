import { type IdSource, nextId } from './ids.js'
import { DAY, instant } from './time.js'

export interface WorldEvent {
  id: string
  event_type: 'release.status.changed' | 'delivery.completed' | 'asset.ready'
  created_at: string
  data: Record<string, unknown>
}

/** What has a history: a world, but that is all it needs to be. */
export interface Historian extends IdSource {
  readonly now: number
  readonly events: WorldEvent[]
}

const RETENTION = 30 * DAY

/** Appends to the world's history, which is kept for 30 days of the clock. */
export function emit(world: Historian, event_type: WorldEvent['event_type'], data: WorldEvent['data']): void {
  const oldest = instant(world.now - RETENTION)
  let expired = 0
  while ((world.events[expired]?.created_at ?? oldest) < oldest) expired++
  // In pieces, not one by one: taking from the front of a long list costs its length.
  if (expired > 1000) world.events.splice(0, expired)
  world.events.push({ id: nextId(world, 'evt'), event_type, created_at: instant(world.now), data })
}
