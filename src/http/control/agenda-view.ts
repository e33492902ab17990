import type { AgendaEntry } from '../../core/engine/agenda.js'
import type { Task } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import { formatInstant } from '../../core/primitives/time.js'

/** The outcome of a task, if it is already decided. */
function plannedOutcome({ money }: World, task: Task) {
  const plan = task.type === 'settle-payout' ? money.payouts.get(task.subject)?.plan : 'plan' in task && task.plan
  return plan && { outcome: plan.outcome }
}

export const agendaEntryView = (world: World, { due, task }: AgendaEntry<Task>) => ({
  due: formatInstant(due),
  task: task.type,
  subject: task.subject,
  ...('store_id' in task && { store_id: task.store_id }),
  ...('webhook_id' in task && { webhook_id: task.webhook_id }),
  ...plannedOutcome(world, task),
})

export type AgendaEntryView = ReturnType<typeof agendaEntryView>

/** The scheduled tasks of several resources, by the id of the resource, the next task first. */
export function scheduledTasks(world: World, ids: ReadonlySet<string>): Map<string, AgendaEntryView[]> {
  const found = new Map<string, AgendaEntryView[]>()
  for (const entry of world.agenda.entries(({ subject }) => ids.has(subject))) {
    const { subject } = entry.task
    const entries = found.get(subject)
    if (entries) entries.push(agendaEntryView(world, entry))
    else found.set(subject, [agendaEntryView(world, entry)])
  }
  return found
}
