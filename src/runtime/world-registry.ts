import { createJournal, createMemoryBudget } from './journal/journal.js'
import type { RunningWorld } from './running-world.js'
import type { Credential, SandboxSettings } from './sandbox-settings.js'
import { startWorld } from './start-world.js'
import type { WorldSettings } from './world-settings.js'

export interface Worlds {
  find(key: string): RunningWorld | undefined
  /** Returns the world of a key, or creates it. `settings` override the sandbox's for a new world. */
  open(credential: Credential, settings?: WorldSettings): RunningWorld
  /** In order of creation. */
  list(): RunningWorld[]
  /** Takes effect immediately: the next use of the key creates a new world. */
  remove(key: string): void
  close(): Promise<void>
}

export function createWorlds(settings: SandboxSettings): Worlds {
  const worlds = new Map<string, ReturnType<typeof startWorld>>()
  const journalBudget = createMemoryBudget()

  function open(credential: Credential, worldSettings?: WorldSettings): RunningWorld {
    const known = worlds.get(credential.key)
    if (known && !known.isUnusable) return known
    const ownSettings = known?.settings ?? worldSettings
    const observe = settings.clientObservers?.observeWorld(credential, {
      clock: ownSettings?.clock ?? settings.clock,
      scenario: ownSettings?.scenario ?? settings.scenario,
    })
    const world = startWorld(credential, settings, ownSettings, createJournal(journalBudget, observe))
    known?.journal.clear()
    worlds.set(credential.key, world)
    return world
  }

  /** Reopens a world that became unusable, if its files can be read again. */
  function find(key: string): RunningWorld | undefined {
    const world = worlds.get(key)
    if (!world?.isUnusable) return world
    const { name, account } = world.state
    try {
      return open({ key, name, tier: account.tier })
    } catch {
      return undefined
    }
  }

  return {
    find,
    open,
    list: () => [...worlds.keys()].flatMap((key) => find(key) ?? []),
    remove(key) {
      const world = worlds.get(key)
      world?.abandon()
      // If this throws, the world stays in the map and its key opens it again.
      settings.dataStorage?.remove(key)
      world?.journal.clear()
      settings.clientObservers?.removeWorld(key)
      worlds.delete(key)
    },
    async close() {
      await Promise.all([...worlds.values()].map((world) => world.stop()))
    },
  }
}
