import { processAsset } from './assets.js'
import type { Task, World } from './world.js'

/** Does what an agenda entry says, at the world's present time, and tells what changed. */
export function perform(world: World, task: Task): string {
  switch (task.type) {
    case 'process-asset':
      return processAsset(world, task)
  }
}
