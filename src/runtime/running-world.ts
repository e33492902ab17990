import type { KeptAnswer } from '../core/access/idempotency-keys.js'
import type { Command, CommandResult } from '../core/engine/commands.js'
import type { Webhook, WorldEvent } from '../core/engine/rows.js'
import type { SerializedWorld } from '../core/engine/serialize-world.js'
import type { World } from '../core/engine/world.js'
import type { Result } from '../core/primitives/result.js'
import type { StateIssues } from '../core/restore/state-context.js'
import type { Clock } from './clock.js'
import type { ReportChanges } from './journal/change-recorder.js'
import type { Journal } from './journal/journal.js'
import type { Credential } from './sandbox-settings.js'
import type { LogEntry } from './storage/log/log-entry.js'
import type { WorldDescription } from './storage/worlds-index.js'
import type { WorldSettings } from './world-settings.js'

/** One task that ran while the clock advanced. */
export interface Step {
  at: string
  task: string
  subject: string
  change: string
}

/** The result of an advance: the new time and the tasks that ran. */
export interface Advanced {
  now: number
  steps: Step[]
}

/** Sent to watchers when an event is created and after each delivery attempt. */
export interface EventUpdate {
  kind: 'event' | 'attempt'
  event: WorldEvent
}

/** The log's length and the number of rollbacks at one moment. A later rollback undoes what was appended since. */
export interface Checkpoint {
  entryCount: number
  rollbackCount: number
  /** The last entry that the request with this checkpoint appended. */
  entry?: LogEntry
}

/** What a request notes about the commands that it executes. */
export interface RequestScope {
  checkpoint: Checkpoint
  report: ReportChanges
}

/** A world with its clock. Only this object holds the world's state and moves its time. */
export interface RunningWorld {
  /** Reset and restore replace this object. Read it again after every await. */
  readonly state: World
  readonly clock: Clock
  /** Idempotency keys whose first request is still running. A reset replaces the set. */
  readonly keysInFlight: Set<string>
  /** Recent requests, attempts and events. Survives a reset, which is itself recorded. */
  readonly journal: Journal
  execute<C extends Command>(command: C): Result<CommandResult<C>>
  /** The current log position, for `keepAnswer` and `commit`. */
  checkpoint(): Checkpoint
  /** A view of this world for one request. It stores its last log entry in the checkpoint and reports its changes. */
  forRequest(scope: RequestScope): RunningWorld
  /** Stores an answer for retries with its key, in the same log record as the command since the checkpoint. */
  keepAnswer(key: string, answer: Omit<KeptAnswer, 'at'>, since: Checkpoint): void
  /** Waits until everything since the checkpoint is on disk. False when the write failed and the change was rolled back. */
  commit(since: Checkpoint): Promise<boolean> | true
  /** Reads the clock and runs every task that is due. */
  runDue(): void
  /** Undefined, or resolves when the many tasks that are due have run in slices. Wait for it before anything calls `runDue`. */
  catchUp(): Promise<void> | undefined
  /** Resolves when all due tasks have run and their events are answered. Concurrent calls run one after another. */
  advance(computeTarget: (now: number) => number): Promise<Advanced>
  /** Runs scheduled tasks until the condition holds or the agenda is empty. */
  advanceUntil(isReached: (state: World) => boolean): Promise<Advanced & { reached: boolean }>
  /** Sends a ping and resolves with the updated endpoint. */
  ping(webhookId: string): Promise<Result<Webhook>>
  /** Calls the listener until the returned function is called. Survives a reset. */
  watch(listener: (update: EventUpdate) => void): () => void
  /** Calls the listener when this object is no longer the world of its key, because it was deleted or must be opened again. */
  onEnd(listener: () => void): () => void
  /** A world is not put away while it has requests in flight. */
  beginRequest(): void
  endRequest(): void
  /** Cancels events in flight when the sandbox stops. */
  cancelDeliveries(): void
  reset(): void
  /** Settings that override the sandbox's. */
  readonly settings: WorldSettings
  serialize(): SerializedWorld
  /** What makes a state from outside unusable for this world, although its rows are valid. */
  findRestoreIssues(serialized: SerializedWorld): StateIssues
  /** Replaces the whole state, including clock, ids and events. A large state takes several turns of the event loop. */
  restore(serialized: SerializedWorld): Promise<void>
}

/** A world of the sandbox, loaded or not. */
export interface ListedWorld {
  credential: Credential
  state: 'loaded' | 'stored' | 'damaged'
  /** Undefined when the world is damaged. */
  description: WorldDescription | undefined
  /** Why the world can't be loaded. */
  reason: string | undefined
  /** With --data. */
  files: string[]
}
