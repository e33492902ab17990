import type { OwnSettings } from './own-settings.js'
import { createBudget, createRecorder } from './recorder.js'
import type { Credential, RunningWorld, WorldSettings } from './running-world.js'
import { startWorld } from './start-world.js'

export interface Worlds {
  find(key: string): RunningWorld | undefined
  /** The world of a key, made if it is not there yet; `own` says how, where that is not as the sandbox was started. */
  open(credential: Credential, own?: OwnSettings): RunningWorld
  /** In the order in which they were made. */
  list(): RunningWorld[]
  /** At once: its key makes a new one from the next moment on. */
  remove(key: string): void
  close(): Promise<void>
}

export function createWorlds(settings: WorldSettings): Worlds {
  const worlds = new Map<string, ReturnType<typeof startWorld>>()
  const recorded = createBudget()
  return {
    find: (key) => worlds.get(key),
    open(credential, own) {
      let world = worlds.get(credential.key)
      if (!world) {
        world = startWorld(credential, settings, own, createRecorder(recorded))
        worlds.set(credential.key, world)
      }
      return world
    },
    list: () => [...worlds.values()],
    remove(key) {
      const world = worlds.get(key)
      world?.abandon()
      world?.recorder.clear()
      worlds.delete(key)
      settings.data?.remove(key)
    },
    async close() {
      await Promise.all([...worlds.values()].map((world) => world.stop()))
    },
  }
}
