import { processAsset } from '../catalogue/assets.js'
import { ingestOrder, reviewOrder } from '../delivery/order-reviews.js'
import { confirmTakedown } from '../delivery/takedowns.js'
import type { SendTask } from '../events/dispatches.js'
import { processPayout, settlePayout } from '../money/payouts.js'
import type { Task } from './rows.js'
import type { World } from './world.js'

/**
 * Runs a task at the world's current time. Returns a description of the change, or undefined if the task is outdated.
 * Events are sent elsewhere, because that needs network I/O.
 */
export function runTask(world: World, task: Exclude<Task, SendTask>): string | undefined {
  switch (task.type) {
    case 'process-asset':
      return processAsset(world, task)
    case 'ingest-order':
      return ingestOrder(world, task)
    case 'review-order':
      return reviewOrder(world, task)
    case 'confirm-takedown':
      return confirmTakedown(world, task)
    case 'process-payout':
      return processPayout(world, task)
    case 'settle-payout':
      return settlePayout(world, task)
  }
}
