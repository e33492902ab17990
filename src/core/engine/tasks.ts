import { processAsset } from '../catalogue/assets.js'
import { ingestOrder, reviewOrder } from '../delivery/order-reviews.js'
import { confirmTakedown } from '../delivery/takedowns.js'
import { continueWaitingReleases } from '../ern/distribute.js'
import { processMessage } from '../ern/process-message.js'
import { startDeferredTakedowns } from '../ern/take-down.js'
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
    case 'process-asset': {
      const summary = processAsset(world, task)
      continueWaitingReleases(world, task.subject)
      return summary
    }
    case 'ingest-order':
      return ingestOrder(world, task)
    case 'review-order': {
      const summary = reviewOrder(world, task)
      startDeferredTakedowns(world, task.subject)
      return summary
    }
    case 'confirm-takedown':
      return confirmTakedown(world, task)
    case 'process-payout':
      return processPayout(world, task)
    case 'settle-payout':
      return settlePayout(world, task)
    case 'process-ern':
      return processMessage(world, task)
  }
}
