import type { RateLimitSettings } from '../core/access/rate-limits.js'
import type { AttemptOutcome } from '../core/engine/rows.js'
import type { Seeds, Tier } from '../core/engine/seed-types.js'
import type { World } from '../core/engine/world.js'
import type { Message } from '../core/events/dispatches.js'
import type { Transport } from '../webhooks/transport.js'
import type { ClockMode } from './clock.js'
import type { ClientObservers } from './journal/client-observers.js'
import type { Scenarios } from './scenarios/built-in-scenarios.js'
import type { DataStorage } from './storage/world-storage.js'

/** Settings that all worlds of a sandbox share. A world's own settings override them (see world-settings.ts). */
export interface SandboxSettings {
  seed: number
  /** The built-in seeds, or the fixtures that replace them. */
  seeds: Seeds
  clock: ClockMode
  now: number | undefined
  speed: number
  limits: RateLimitSettings
  scenario: string
  scenarios: Scenarios
  transport: Transport
  /** Undefined without --data: worlds live in memory only. */
  dataStorage?: DataStorage | undefined
  /** Number of worlds in memory. */
  maxWorlds: number
  /** With --data: how long nobody uses a world before it is put away. */
  hibernateAfterMs: number
  /** Undefined if clients are not judged. */
  clientObservers?: ClientObservers | undefined
  /** Called after every attempt to send an event, including pings. */
  onAttempt(world: World, message: Message, outcome: AttemptOutcome): void
  /** Called with errors of background work, which no request waits for. */
  onError(error: unknown): void
  /** Called for worlds that can't be loaded or stored. */
  onWarning(text: string): void
  wall: () => number
  /** Returns a safe integer that differs each time a world is started, also in another process. */
  createEventStamp: () => number
  /** Calls back after at most 2^31 - 1 ms. Returns a function that cancels the timer. A background timer does not keep the process running. */
  timer: (ms: number, callback: () => void, isBackground?: boolean) => () => void
}

export interface Credential {
  key: string
  tier: Tier
  name: string
}
