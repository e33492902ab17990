import type { World } from '../core/engine/world.js'
import type { Journal } from './journal/journal.js'
import type { Checkpoint, EventUpdate, RunningWorld } from './running-world.js'
import type { WorldStorage } from './storage/world-storage.js'
import type { WorldDescription } from './storage/worlds-index.js'
import type { WorldSettings } from './world-settings.js'

export interface StartedWorld extends RunningWorld {
  /** True after `abandon`, or when a rollback failed. Opening the key again creates a new instance. */
  readonly isUnusable: boolean
  /** Undefined, or resolves when the world is stored and may be used. Rejects when it can't be written. */
  whenOpened(): Promise<void> | undefined
  /** True when nobody uses the world, nothing is in flight, and no task is due within `ms` of wall time. */
  isIdle(ms: number): boolean
  /** What is needed to create the same world again. Undefined when something was written to it. */
  getUntouched(): UntouchedWorld | undefined
  readonly eventStamp: number
  describe(): WorldDescription
  /** When the first task is due, in wall time. Null: never. */
  getDue(): number | null
  /** Rejects when the log can't be folded. Nothing is lost then: the log remains. */
  stop(isShutdown?: boolean): Promise<void>
  /** Stops immediately without writing. Resolves when a write in progress has ended. */
  abandon(): Promise<void>
  /** Ends the streams of the world and frees its journal, when the world is no longer in memory. */
  release(): void
}

/** A world without stored data that is still as it was created, except for its requests. */
export interface UntouchedWorld {
  start: number
  requests: number
  meter: World['meter']
}

/** What this process remembers of a world that it has put away. */
export interface ResumedWorld {
  eventStamp: number
  /** Undefined if the world is stored. */
  untouched: UntouchedWorld | undefined
}

export interface StartOptions {
  /** Override the sandbox's settings. */
  worldSettings?: WorldSettings | undefined
  journal?: Journal
  /** With --data. `read()` was called. */
  storage?: WorldStorage | undefined
  /** Of a world that this process has put away. */
  resumed?: ResumedWorld | undefined
}

/** The event counter never goes back, so that no event id repeats. */
export function keepEventCounter(next: World, previous: World): void {
  const created = Math.max(next.counters.evt ?? 0, previous.counters.evt ?? 0)
  if (created > 0) next.counters.evt = created
}

/** Undefined when time will change the world. */
export const untouchedOf = ({ agenda, money, counters, meter }: World): UntouchedWorld | undefined =>
  agenda.size > 0 ? undefined : { start: money.start, requests: counters.req ?? 0, meter }

/** For worlds without --data. */
export const EMPTY_CHECKPOINT: Checkpoint = Object.freeze({ entryCount: 0, rollbackCount: 0 })

export function createWatchers() {
  const watchers = new Set<(update: EventUpdate) => void>()
  const endListeners = new Set<() => void>()
  return {
    get size() {
      return watchers.size
    },
    /** Returns a function that removes the watcher. */
    add(watcher: (update: EventUpdate) => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    notify(update: EventUpdate) {
      for (const watcher of watchers) watcher(update)
    },
    onEnd(listener: () => void) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    end() {
      for (const listener of endListeners) listener()
    },
  }
}
