import type { Task, World } from './world.js'

/** Does what an agenda entry says, at the world's present time, and tells what changed. */
export function perform(_world: World, task: Task): string {
  throw new Error(`Nothing knows how to ${task.type}`)
}
