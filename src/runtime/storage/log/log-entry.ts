import type { KeptAnswer } from '../../../core/access/idempotency-keys.js'
import type { Command } from '../../../core/engine/commands.js'
import type { World } from '../../../core/engine/world.js'

/** One change of a world: a command, a stored answer, or a move of the clock. */
export interface LogEntry {
  /** The world's time. */
  now: number
  command?: Command
  /** Stored for retries with its Idempotency-Key, in the same record as the command that it answers. */
  kept?: { key: string; answer: KeptAnswer }
  /** After an advance: how far the clock is ahead of wall time. */
  offset?: number
  /** Number of request ids used so far. */
  requests: number
  /** Number of other ids used so far. A replay that reaches another number has diverged. */
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

/** How much of a log generation is written and valid. */
export interface LogPosition {
  generation: number
  bytes: number
  records: number
  /** The checksum of the last record, or of the snapshot if there is none. The next record continues it. */
  checksum: number
  /** True when a sync failed: everything was written, but it is unknown what is durable. */
  hasFailedSync: boolean
}
