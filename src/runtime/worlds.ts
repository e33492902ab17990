import { createJournal, createMemoryBudget } from './journal/journal.js'
import type { Credential, RunningWorld, SandboxSettings } from './running-world.js'
import { startWorld } from './start-world.js'
import type { WorldSettings } from './world-settings.js'

export interface Worlds {
  find(key: string): RunningWorld | undefined
  /** The world of a key, made if it is not there yet; `own` says how, where that is not as the sandbox was started. */
  open(credential: Credential, settings?: WorldSettings): RunningWorld
  /** In the order in which they were made. */
  list(): RunningWorld[]
  /** At once: its key makes a new one from the next moment on. */
  remove(key: string): void
  close(): Promise<void>
}

export function createWorlds(settings: SandboxSettings): Worlds {
  const worlds = new Map<string, ReturnType<typeof startWorld>>()
  const journalBudget = createMemoryBudget()

  function open(credential: Credential, worldSettings?: WorldSettings): RunningWorld {
    const known = worlds.get(credential.key)
    if (known && !known.isUnusable) return known
    const world = startWorld(credential, settings, known?.settings ?? worldSettings, createJournal(journalBudget))
    known?.journal.clear()
    worlds.set(credential.key, world)
    return world
  }

  /** One that is over is there again as soon as it can be read. */
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
      // Should that fail, its key opens it again.
      settings.dataStorage?.remove(key)
      world?.journal.clear()
      worlds.delete(key)
    },
    async close() {
      await Promise.all([...worlds.values()].map((world) => world.stop()))
    },
  }
}
