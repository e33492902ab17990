import { createAgenda } from '../core/engine/agenda.js'
import type { ListedWorld } from './running-world.js'
import type { Credential, SandboxSettings } from './sandbox-settings.js'
import type { ResumedWorld, StartedWorld } from './started-world.js'
import type { WorldDescription } from './storage/worlds-index.js'
import type { WorldSettings } from './world-settings.js'

/** The number of worlds in memory, unless --max-worlds says otherwise. */
export const DEFAULT_MAX_WORLDS = 10_000
/** Worlds that a sandbox knows: in memory, on disk, or still as they were created. */
export const MAX_REGISTERED_WORLDS = 1_000_000
/** With --data, a world is put away when nobody has used it for this long. */
export const HIBERNATE_AFTER_MS = 15 * 60_000
/** A world stays in memory if one of its tasks is due within this time. */
export const MIN_SLEEP_MS = 60_000
/** Worlds that are loaded at the same time because their tasks are due. */
export const MAX_CONCURRENT_ADOPTIONS = 4
/** Worlds that are closed at the same time. */
export const MAX_CONCURRENT_STOPS = 128
/** A damaged world is read again after this time, in case its files were restored. */
export const RETRY_DAMAGED_MS = 5000
/** Wait before a world whose tasks are due is loaded again, after that failed. */
export const RETRY_DUE_MS = 60_000
/** Steps of loading a world that run without a pause. A world with a short log is loaded in the same turn in every run. */
export const UNSLICED_STEPS = 50
const SWEEP_INTERVAL_MS = 60_000
/** How exact the order of the last uses is. */
const ORDER_PRECISION_MS = 1000
/** Node fires longer timers immediately (32-bit overflow). */
export const MAX_TIMER_MS = 2 ** 31 - 1

type Timer = (ms: number, callback: () => void, isBackground?: boolean) => () => void

/** A world of the sandbox, in memory or not. */
export interface KnownWorld {
  readonly key: string
  readonly credential: Credential
  /** Undefined when it is not in memory. */
  world: StartedWorld | undefined
  settings: WorldSettings | undefined
  /** Wall time. */
  lastUsed: number
  /** Resolves when the world is opened, put away or removed, whichever is in progress. */
  changing: Promise<void> | undefined
  /** What is left of a world that this process has put away. */
  resumed: (ResumedWorld & { description: WorldDescription }) | undefined
  problem: { reason: string; retryAt: number } | undefined
}

export const createKnownWorld = (credential: Credential, settings: WorldSettings | undefined): KnownWorld => ({
  key: credential.key,
  credential,
  world: undefined,
  settings,
  lastUsed: 0,
  changing: undefined,
  resumed: undefined,
  problem: undefined,
})

/** `loaded`: the world, if it can be used. */
export function describeKnownWorld(
  { credential, key, resumed, problem }: KnownWorld,
  loaded: StartedWorld | undefined,
  dataStorage: SandboxSettings['dataStorage'],
  wall: () => number,
): ListedWorld {
  const listed = { credential, reason: undefined, files: dataStorage?.filesOf(key) ?? [] }
  if (loaded) return { ...listed, state: 'loaded', description: loaded.describe() }
  try {
    if (problem) throw new Error(problem.reason)
    const stored = resumed?.description ?? (dataStorage?.describe(key) as WorldDescription)
    const now = stored.clock === 'live' ? Math.max(stored.now, wall() + stored.offset) : stored.now
    return { ...listed, state: 'stored', description: { ...stored, now } }
  } catch (error) {
    return { ...listed, state: 'damaged', description: undefined, reason: (error as Error).message }
  }
}

/** The loaded worlds in the order of their last use. */
export interface LastUses {
  readonly size: number
  touch(entry: KnownWorld): void
  delete(entry: KnownWorld): void
  /** The world that was used longest ago and that can be put away. */
  longestIdle(): KnownWorld | undefined
  /** All worlds that were not used for `ms` and that can be put away. */
  idleFor(ms: number): KnownWorld[]
}

export function createLastUses(wall: () => number, hasStorage: boolean): LastUses {
  const order = new Map<string, KnownWorld>()
  // Without a data directory, only a world that can be created again as it is may be dropped.
  const canPutAway = ({ world, changing }: KnownWorld) =>
    world !== undefined &&
    !changing &&
    (world.isUnusable || (world.isIdle(MIN_SLEEP_MS) && (hasStorage || world.getUntouched() !== undefined)))
  return {
    get size() {
      return order.size
    },
    touch(entry) {
      const now = wall()
      if (now - entry.lastUsed < ORDER_PRECISION_MS && order.has(entry.key)) return
      entry.lastUsed = now
      order.delete(entry.key)
      order.set(entry.key, entry)
    },
    delete: ({ key }) => void order.delete(key),
    longestIdle() {
      for (const entry of order.values()) if (canPutAway(entry)) return entry
      return undefined
    },
    idleFor(ms) {
      const idle: KnownWorld[] = []
      const latest = wall() - ms
      for (const entry of order.values()) {
        if (entry.lastUsed > latest) break
        if (canPutAway(entry)) idle.push(entry)
      }
      return idle
    },
  }
}

/** Calls `sweep` from time to time while there is something to sweep. */
export function createSweeper(timer: Timer, hibernateAfterMs: number, sweep: () => boolean) {
  let cancel: (() => void) | undefined
  function schedule() {
    cancel ??= timer(
      Math.min(SWEEP_INTERVAL_MS, hibernateAfterMs),
      () => {
        cancel = undefined
        if (sweep()) schedule()
      },
      true,
    )
  }
  return { schedule, stop: () => cancel?.() }
}

/** Calls `adopt` for each world when its next task is due, for a few worlds at a time. */
export function createDueList<Entry>(wall: () => number, timer: Timer, adopt: (entry: Entry) => Promise<void>) {
  const due = createAgenda<Entry>()
  let running = 0
  let isStopped = false
  let cancel: (() => void) | undefined

  function runDue() {
    cancel?.()
    cancel = undefined
    while (!isStopped && running < MAX_CONCURRENT_ADOPTIONS) {
      const next = due.peek()
      if (!next) return
      const wait = next.due - wall()
      if (wait > 0) {
        cancel = timer(Math.min(wait, MAX_TIMER_MS), runDue)
        return
      }
      due.take()
      running++
      adopt(next.task).finally(() => {
        running--
        runDue()
      })
    }
  }

  return {
    schedule(at: number | null, entry: Entry) {
      if (at === null) return
      due.schedule(at, entry)
      // In its own turn, so that a start is not delayed by worlds that nobody has asked for.
      cancel?.()
      cancel = timer(Math.min(Math.max(0, (due.peek()?.due ?? 0) - wall()), MAX_TIMER_MS), runDue)
    },
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}
