import type { KeptAnswer } from '../../core/access/idempotency-keys.js'
import type { Command } from '../../core/engine/commands.js'
import type { World } from '../../core/engine/world.js'

/** One thing that changed a world: a command, an answer that is kept, or a move of the clock. */
export interface LogEntry {
  /** Where the clock stood. */
  now: number
  command?: Command
  /** Kept for retries with its Idempotency-Key, in the same record as what it answers. */
  kept?: { key: string; answer: KeptAnswer }
  /** How far a live clock is ahead of the wall's, after it was moved. */
  offset?: number
  /** How many request ids were given. */
  requests: number
  /** How many other ids were given, so that a replay that goes astray shows. */
  ids: number
}

export const countIds = ({ counters }: World): number =>
  Object.entries(counters).reduce((sum, [prefix, count]) => sum + (prefix === 'req' ? 0 : count), 0)

export const createLogEntry = (world: World, content: Pick<LogEntry, 'command' | 'kept' | 'offset'>): LogEntry => ({
  now: world.now,
  ...content,
  requests: world.counters.req ?? 0,
  ids: countIds(world),
})
/** How many bytes and records of which journal are good. */

export interface LogPosition {
  generation: number
  bytes: number
  records: number
  /** Whether a sync failed: nobody knows what of it is on the disk, only that all of it was written. */
  hasFailedSync: boolean
}
