import type { KeptAnswer } from '../core/access/idempotency-keys.js'
import type { RateLimitSettings } from '../core/access/rate-limits.js'
import type { Command, CommandResult } from '../core/engine/commands.js'
import type { AttemptOutcome, Webhook, WorldEvent } from '../core/engine/rows.js'
import type { Tier } from '../core/engine/seeds.js'
import type { SerializedWorld } from '../core/engine/serialization.js'
import type { World } from '../core/engine/world.js'
import type { Message } from '../core/events/dispatches.js'
import type { Result } from '../core/primitives/result.js'
import type { Transport } from '../webhooks/transport.js'
import type { Clock, ClockMode } from './clock.js'
import type { Journal } from './journal/journal.js'
import type { Scenarios } from './scenarios/built-in-scenarios.js'
import type { LogEntry } from './storage/log-entries.js'
import type { DataStorage } from './storage/world-storage.js'
import type { WorldSettings } from './world-settings.js'

export interface SandboxSettings {
  seed: number
  clock: ClockMode
  now: number | undefined
  speed: number
  limits: RateLimitSettings
  scenario: string
  scenarios: Scenarios
  courier: Transport
  /** Where worlds are kept; undefined when nothing touches the disk. */
  dataStorage?: DataStorage | undefined
  /** Told of every attempt to send an event, pings included. */
  onAttempt(world: World, message: Message, outcome: AttemptOutcome): void
  /** Told of what went wrong where nobody waits for an answer. */
  onFault(fault: unknown): void
  wall: () => number
  /** Calls back after a wait, at most 32 bits of milliseconds long; returns what calls it off. */
  timer: (ms: number, callback: () => void) => () => void
}

export interface Credential {
  key: string
  tier: Tier
  name: string
}

/** One thing that fell due while the clock moved. */
export interface Step {
  at: string
  task: string
  subject: string
  change: string
}

/** Where the clock stands after it was moved, and what happened on the way. */
export interface Advanced {
  now: number
  steps: Step[]
}

/** Something to watch: an event has happened, or one was tried to be delivered. */
export interface EventUpdate {
  kind: 'event' | 'attempt'
  event: WorldEvent
}

/** How much was written down, and how often what could not be written was lost. */
export interface Checkpoint {
  entryCount: number
  rollbackCount: number
  /** What was written down last by the one who has the mark. */
  entry?: LogEntry
}

/** A world with its clock: the only place where a world's state is held and its time moves. */
export interface RunningWorld {
  /** Replaced as a whole by reset and load: read it anew, never hold on to it across an await. */
  readonly state: World
  readonly clock: Clock
  /** Idempotency keys whose first request is still running. Another set after a reset. */
  readonly keysInFlight: Set<string>
  /** What happened lately. Outlives a reset, which is one of the things that happen. */
  readonly journal: Journal
  execute<C extends Command>(command: C): Result<CommandResult<C>>
  /** Where its book stands, for `keep` and `commit`. */
  checkpoint(): Checkpoint
  /** This world, for one request: what it does is noted in its mark. */
  forRequest(checkpoint: Checkpoint): RunningWorld
  /** Keeps an answer for retries with its key, in one record with what was done since the mark. */
  keepAnswer(key: string, answer: Omit<KeptAnswer, 'at'>, since: Checkpoint): void
  /** Waits until what was done since the mark is written down: false when it could not be, and so was not done. */
  commit(since: Checkpoint): Promise<boolean> | true
  /** Brings the time up to date and does what has fallen due. */
  runDue(): void
  /** Answers when all that fell due has happened, events sent and answered. Whoever asks second waits for the first. */
  advance(computeTarget: (now: number) => number): Promise<Advanced>
  /** Goes from step to step until the world is as asked for, or nothing is scheduled any more. */
  advanceUntil(isReached: (state: World) => boolean): Promise<Advanced & { reached: boolean }>
  /** Sends a ping and waits for what it leads to. */
  ping(webhookId: string): Promise<Result<Webhook>>
  /** Tells of every change until the returned function is called. Outlives a reset. */
  watch(listener: (update: EventUpdate) => void): () => void
  /** Calls off what is being sent: for the end. */
  cancelDeliveries(): void
  reset(): void
  /** What it was made with, where that is not the sandbox's. */
  readonly settings: WorldSettings
  serialize(): SerializedWorld
  /** Throws when a dump could not be loaded, without loading it. */
  checkRestorable(serialized: SerializedWorld): void
  /** Becomes what a dump says: clock, ids, events, everything. */
  restore(serialized: SerializedWorld): void
}
