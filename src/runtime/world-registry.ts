import { runAllSteps, type Steps } from '../core/primitives/steps.js'
import {
  createDueList,
  createKnownWorld,
  createLastUses,
  createSweeper,
  describeKnownWorld,
  type KnownWorld,
  MAX_CONCURRENT_STOPS,
  MAX_REGISTERED_WORLDS,
  RETRY_DAMAGED_MS,
  RETRY_DUE_MS,
  UNSLICED_STEPS,
} from './hibernation.js'
import { createJournal, createMemoryBudget } from './journal/journal.js'
import type { ListedWorld, RunningWorld } from './running-world.js'
import type { Credential, SandboxSettings } from './sandbox-settings.js'
import { startWorld } from './start-world.js'
import type { StartedWorld } from './started-world.js'
import { DataError } from './storage/data-error.js'
import { createConcurrencyLimit } from './storage/disk/group-sync.js'
import {
  DELETE_WORLDS,
  explainCloseError,
  explainLoadError,
  refuseFull,
  WorldUnavailable,
  WRITE_FAILED_MESSAGE,
} from './storage/world-unavailable.js'
import { runInSlices } from './time-slices.js'
import type { WorldSettings } from './world-settings.js'

export interface Worlds {
  /** The world of a key, if it is in memory. */
  findLoaded(key: string): RunningWorld | undefined
  /** Loads a stored world. Undefined when there is no world with this key. Throws WorldUnavailable. */
  find(key: string): RunningWorld | Promise<RunningWorld> | undefined
  /** Returns the world of a key, or creates it. `settings` override the sandbox's for a new world. Throws WorldUnavailable. */
  open(credential: Credential, settings?: WorldSettings): RunningWorld | Promise<RunningWorld>
  /** Whether there is a world with this key, loaded or not. */
  has(key: string): boolean
  /** Adds a stored world without loading it. */
  register(credential: Credential): void
  /** In order of creation. Loads no world. */
  list(): ListedWorld[]
  describe(key: string): ListedWorld | undefined
  /** The files of a world as a tar archive. Loads no world. */
  archive(key: string): Iterable<Buffer>
  /** From now on, the next use of the key creates a new world. */
  remove(key: string): Promise<void>
  /** Cancels events in flight when the sandbox stops. */
  cancelDeliveries(): void
  close(): Promise<void>
}

export function createWorlds(settings: SandboxSettings): Worlds {
  const { dataStorage, clientObservers, wall, timer, maxWorlds, hibernateAfterMs, onError, onWarning } = settings
  const known = new Map<string, KnownWorld>()
  const lastUses = createLastUses(wall, dataStorage !== undefined)
  const journalBudget = createMemoryBudget()
  const dueList = createDueList<KnownWorld>(wall, timer, adopt)
  const sweeper = createSweeper(timer, hibernateAfterMs, sweep)
  /** Worlds that are being opened. They count as loaded. */
  let opening = 0
  let isClosing = false

  /** Lets later calls wait until the world is opened, put away or removed. */
  function change<T>(entry: KnownWorld, work: Promise<T>): Promise<T> {
    const settled = () => void (entry.changing = undefined)
    entry.changing = work.then(settled, settled)
    return work
  }

  function add(credential: Credential, worldSettings: WorldSettings | undefined): KnownWorld {
    if (known.size >= MAX_REGISTERED_WORLDS)
      throw new WorldUnavailable(`The sandbox has ${MAX_REGISTERED_WORLDS} worlds, its limit. ${DELETE_WORLDS}.`)
    const entry = createKnownWorld(credential, worldSettings)
    known.set(credential.key, entry)
    return entry
  }

  function start({ credential, resumed }: KnownWorld, options: Parameters<typeof startWorld>[2]): Steps<StartedWorld> {
    const observe = clientObservers?.observeWorld(credential, options?.worldSettings)
    return startWorld(credential, settings, { ...options, journal: createJournal(journalBudget, observe), resumed })
  }

  function keep(entry: KnownWorld, world: StartedWorld): StartedWorld {
    entry.world = world
    entry.settings = world.settings
    entry.resumed = undefined
    lastUses.touch(entry)
    return world
  }

  /** Without a data directory. */
  function openInMemory(entry: KnownWorld): StartedWorld {
    while (lastUses.size >= maxWorlds) {
      const idle = lastUses.longestIdle()
      if (!idle?.world) throw refuseFull(maxWorlds, false)
      const { world } = idle
      idle.resumed = { eventStamp: world.eventStamp, untouched: world.getUntouched(), description: world.describe() }
      void world.abandon()
      forgetLoaded(idle)
    }
    return keep(entry, runAllSteps(start(entry, { worldSettings: entry.settings })))
  }

  function forgetLoaded(entry: KnownWorld) {
    entry.world?.release()
    entry.world = undefined
    lastUses.delete(entry)
  }

  /** With a data directory: loads or creates the world. */
  async function openStored(entry: KnownWorld, isNew: boolean): Promise<StartedWorld> {
    opening++
    // A world that became unusable is read again.
    forgetLoaded(entry)
    try {
      await makeRoom()
      const storage = dataStorage?.storageFor(entry.key)
      const own = storage && (await runInSlices(storage.read(), UNSLICED_STEPS))
      const world = await runInSlices(start(entry, { worldSettings: own ?? entry.settings, storage }), UNSLICED_STEPS)
      await world.whenOpened()?.catch(async (error) => {
        await world.abandon()
        throw error
      })
      entry.problem = undefined
      sweeper.schedule()
      // Callers that wait for the world start to use it before it can be put away again.
      world.beginRequest()
      timer(0, world.endRequest)
      return keep(entry, world)
    } catch (error) {
      if (error instanceof WorldUnavailable) {
        if (isNew) known.delete(entry.key)
        throw error
      }
      throw isNew ? await undoCreation(entry, error as Error) : explain(entry, error as Error)
    } finally {
      opening--
    }
  }

  /** A world whose creation failed must not be loaded later. */
  async function undoCreation(entry: KnownWorld, error: Error): Promise<Error> {
    onWarning(`The world of ${entry.key} could not be created: ${error.message}`)
    await dataStorage?.remove(entry.key).catch(() => {})
    known.delete(entry.key)
    return new WorldUnavailable(WRITE_FAILED_MESSAGE)
  }

  function explain(entry: KnownWorld, error: Error): Error {
    const reason = explainLoadError(entry.credential, error)
    if (entry.problem?.reason !== reason) onWarning(`${reason} Until then its requests are answered with 503.`)
    // Errors of the disk itself may end at any time.
    entry.problem = { reason, retryAt: error instanceof DataError ? wall() + RETRY_DAMAGED_MS : 0 }
    return new WorldUnavailable(reason)
  }

  async function makeRoom() {
    while (lastUses.size + opening > maxWorlds) {
      const idle = lastUses.longestIdle()
      if (!idle) {
        const closing = [...known.values()].flatMap(({ world, changing }) => (world && changing ? [changing] : []))
        if (closing.length === 0) throw refuseFull(maxWorlds, dataStorage !== undefined)
        await Promise.race(closing)
      } else await putAway(idle)
    }
  }

  /** Folds the world's log into a snapshot and drops the world from memory. */
  function putAway(entry: KnownWorld): Promise<void> {
    const world = entry.world as StartedWorld
    const { eventStamp, isUnusable } = world
    const due = world.getDue()
    const work = (isUnusable ? world.abandon() : world.stop())
      .catch((error: Error) => onWarning(explainCloseError(entry.key, error)))
      .then(() => {
        if (!isUnusable) entry.resumed = { eventStamp, untouched: undefined, description: world.describe() }
        forgetLoaded(entry)
        dueList.schedule(due, entry)
      })
    return change(entry, work)
  }

  const limitStops = createConcurrencyLimit(MAX_CONCURRENT_STOPS)

  /** Returns whether to sweep again. */
  function sweep(): boolean {
    if (isClosing) return false
    for (const entry of lastUses.idleFor(hibernateAfterMs))
      void limitStops(async () => {
        if (!isClosing && !entry.changing && entry.world?.isIdle(0)) await putAway(entry)
      })
    return lastUses.size > 0
  }

  /** Loads a stored world because one of its tasks is due. */
  async function adopt(entry: KnownWorld) {
    if (isClosing || known.get(entry.key) !== entry || entry.world || entry.changing) return
    try {
      await open(entry.credential)
    } catch (error) {
      // The problem was reported when it was found. A full sandbox may have room later.
      if (!entry.problem) dueList.schedule(wall() + RETRY_DUE_MS, entry)
      if (!(error instanceof WorldUnavailable)) onError(error)
    }
  }

  function findLoaded(key: string): StartedWorld | undefined {
    const entry = known.get(key)
    return entry?.world && !entry.changing && !entry.world.isUnusable ? entry.world : undefined
  }

  function open(credential: Credential, worldSettings?: WorldSettings): StartedWorld | Promise<StartedWorld> {
    const found = known.get(credential.key)
    if (found?.changing) return found.changing.then(() => open(credential, worldSettings))
    if (found?.world && !found.world.isUnusable) {
      lastUses.touch(found)
      return found.world.catchUp()?.then(() => open(credential)) ?? found.world
    }
    if (found?.problem && wall() < found.problem.retryAt) throw new WorldUnavailable(found.problem.reason)
    if (isClosing) throw new WorldUnavailable('The sandbox is shutting down.')
    const entry = found ?? add(credential, worldSettings)
    if (dataStorage) return change(entry, openStored(entry, !found))
    try {
      return openInMemory(entry)
    } catch (error) {
      if (!found) known.delete(credential.key)
      throw error
    }
  }

  const toListed = (entry: KnownWorld): ListedWorld =>
    describeKnownWorld(entry, findLoaded(entry.key), dataStorage, wall)

  async function removeStored(entry: KnownWorld) {
    await entry.world?.abandon()
    // If this throws, the world stays known and its key opens it again.
    await dataStorage?.remove(entry.key)
    forgetLoaded(entry)
    clientObservers?.removeWorld(entry.key)
    known.delete(entry.key)
  }

  async function remove(key: string): Promise<void> {
    const entry = known.get(key)
    if (!entry) return
    if (entry.changing) return entry.changing.then(() => remove(key))
    if (dataStorage) return change(entry, removeStored(entry))
    void entry.world?.abandon()
    forgetLoaded(entry)
    clientObservers?.removeWorld(key)
    known.delete(key)
  }

  function cancelDeliveries() {
    for (const { world } of known.values()) world?.cancelDeliveries()
  }

  return {
    findLoaded,
    find: (key) => (known.has(key) ? open((known.get(key) as KnownWorld).credential) : undefined),
    open,
    has: (key) => known.has(key),
    register(credential) {
      if (!dataStorage || known.has(credential.key)) return
      dueList.schedule(dataStorage.dueAt(credential.key), add(credential, undefined))
    },
    list: () => [...known.values()].map(toListed),
    describe: (key) => (known.has(key) ? toListed(known.get(key) as KnownWorld) : undefined),
    archive: (key) => dataStorage?.archive(key) ?? [],
    remove,
    cancelDeliveries,
    async close() {
      isClosing = true
      sweeper.stop()
      dueList.stop()
      cancelDeliveries()
      await Promise.all([...known.values()].map(({ changing }) => changing))
      const stops = [...known.values()].map((entry) =>
        limitStops(async () => {
          const { world } = entry
          // One world that can't be closed does not keep the others from it.
          if (world && !world.isUnusable)
            await world.stop(true).catch((error: Error) => onWarning(explainCloseError(entry.key, error)))
        }),
      )
      await Promise.all(stops)
    },
  }
}
