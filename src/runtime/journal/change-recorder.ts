import type { Command } from '../../core/engine/commands.js'
import { type ChangeCollector, createChangeCollector, type RowChange } from '../../core/engine/row-changes.js'
import type { Journal } from './journal.js'
import { limitChanges, type ResetRecord } from './journal-records.js'

export type ReportChanges = (changes: RowChange[]) => void

/** Attributes the changes of a world's rows to what caused them. */
export interface ChangeRecorder {
  /** What the world's tables report to. */
  collector: ChangeCollector
  /** Called after a task has run. */
  recordTask(type: string, subject: string, summary: string): void
  /** Called after a command was executed. A request takes its changes through `report`; others are recorded. */
  recordCommand(command: Command, report: ReportChanges | undefined): void
  /** Called after the state was replaced. */
  recordReset(cause: ResetRecord['cause']): void
  /** Forgets what is collected: the rows of the seeds are no changes. */
  discard(): void
}

export function createChangeRecorder(journal: Journal, now: () => number): ChangeRecorder {
  const collector = createChangeCollector()

  function record(cause: string, subject: string, summary: string) {
    const rows = collector.take()
    if (rows.length === 0) return
    const sequence = journal.nextSequence()
    const changes = limitChanges(rows)
    journal.addChange({ kind: 'change', sequence, now: now(), cause, subject, summary, changes })
  }

  return {
    collector,
    recordTask: record,
    recordCommand(command, report) {
      if (!report) return record(command.type, 'id' in command ? command.id : '', '')
      const changes = collector.take()
      if (changes.length > 0) report(changes)
    },
    recordReset: (cause) => journal.addChange({ kind: 'reset', sequence: journal.nextSequence(), now: now(), cause }),
    discard: () => void collector.take(),
  }
}
