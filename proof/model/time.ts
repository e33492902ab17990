import { processAsset } from './assets.js'
import { moveStore } from './deliveries.js'
import { step } from './payouts.js'
import { iso, type Model, type Order, type Task } from './state.js'

/** Takes what is due first off the agenda, if it is due by then; of two at one instant, the one that was planned first. */
function next(model: Model, until: number): Task | undefined {
  let first = -1
  for (const [i, { due }] of model.agenda.entries())
    if (due <= until && (first < 0 || due < (model.agenda[first]?.due as number))) first = i
  const [entry] = first < 0 ? [] : model.agenda.splice(first, 1)
  if (entry) model.now = entry.due
  return entry?.task
}

function perform(model: Model, task: Task): void {
  const order = model.deliveries.get(task.subject) as Order
  if (task.type === 'process-asset') processAsset(model, task.subject, task.isGood)
  else if (task.type === 'ingest-order') moveStore(model, order, task.store, 'ingesting')
  else if (task.type === 'review-order') moveStore(model, order, task.store, task.outcome, task.code)
  else if (task.type === 'confirm-takedown') moveStore(model, order, task.store, 'taken_down')
  else step(model, task.subject, task.type)
}

export interface Way {
  now: string
  steps: { at: string; task: string; subject: string }[]
}

/** Lets everything happen that falls due by then, each at its own time; or until, at the end of an instant, it is enough. */
export function pass(model: Model, until: number, isEnough: () => boolean = () => false): Way {
  const steps: Way['steps'] = []
  while (!isEnough() && model.agenda.some(({ due }) => due <= until)) {
    const instant = Math.min(...model.agenda.map(({ due }) => due))
    for (let task = next(model, instant); task; task = next(model, instant)) {
      perform(model, task)
      steps.push({ at: iso(model.now), task: task.type, subject: task.subject })
    }
  }
  if (until !== Number.POSITIVE_INFINITY && !isEnough()) model.now = until
  return { now: iso(model.now), steps }
}
