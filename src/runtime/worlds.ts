import { type Credential, type RunningWorld, startWorld, type WorldSettings } from './running-world.js'

export interface Worlds {
  find(key: string): RunningWorld | undefined
  open(credential: Credential): RunningWorld
  close(): void
}

export function createWorlds(settings: WorldSettings): Worlds {
  const worlds = new Map<string, ReturnType<typeof startWorld>>()
  return {
    find: (key) => worlds.get(key),
    open(credential) {
      let world = worlds.get(credential.key)
      if (!world) {
        world = startWorld(credential, settings)
        worlds.set(credential.key, world)
      }
      return world
    },
    close() {
      for (const world of worlds.values()) world.stop()
    },
  }
}
