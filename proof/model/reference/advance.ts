import { processAsset } from './assets.js'
import { setStoreStatus } from './deliveries.js'
import { runPayoutTask } from './payouts.js'
import { iso, type Model, type ModelDelivery, type Task } from './state.js'

/**
 * Removes and returns the task that is due first. Tasks of the same instant run in the order in which they were
 * scheduled.
 */
function takeNextDue(model: Model, until: number): Task | undefined {
  let first = -1
  for (const [i, { due }] of model.agenda.entries())
    if (due <= until && (first < 0 || due < (model.agenda[first]?.due as number))) first = i
  const [entry] = first < 0 ? [] : model.agenda.splice(first, 1)
  if (entry) model.now = entry.due
  return entry?.task
}

function runTask(model: Model, task: Task): void {
  const delivery = model.deliveries.get(task.subject) as ModelDelivery
  if (task.type === 'process-asset') processAsset(model, task.subject, task.isSuccessful)
  else if (task.type === 'ingest-order') setStoreStatus(model, delivery, task.store, 'ingesting')
  else if (task.type === 'review-order') setStoreStatus(model, delivery, task.store, task.outcome, task.code)
  else if (task.type === 'confirm-takedown') setStoreStatus(model, delivery, task.store, 'taken_down')
  else runPayoutTask(model, task.subject, task.type)
}

export interface AdvanceResult {
  now: string
  steps: { at: string; task: string; subject: string }[]
}

/**
 * Runs all tasks that are due by `until`, each at its own time. Stops earlier if `isReached` holds after an instant.
 */
export function advanceTo(model: Model, until: number, isReached: () => boolean = () => false): AdvanceResult {
  const steps: AdvanceResult['steps'] = []
  while (!isReached() && model.agenda.some(({ due }) => due <= until)) {
    const instant = Math.min(...model.agenda.map(({ due }) => due))
    for (let task = takeNextDue(model, instant); task; task = takeNextDue(model, instant)) {
      runTask(model, task)
      steps.push({ at: iso(model.now), task: task.type, subject: task.subject })
    }
  }
  if (until !== Number.POSITIVE_INFINITY && !isReached()) model.now = until
  return { now: iso(model.now), steps }
}
