import type { AgendaEntry } from '../data/types.js'
import { distanceText, instantText } from '../text/format.js'

const TASK_TEXTS: Record<string, string> = {
  'process-asset': 'process asset',
  'ingest-order': 'ingest',
  'review-order': 'review',
  'confirm-takedown': 'confirm takedown',
  'send-event': 'send event',
  'process-payout': 'process payout',
  'settle-payout': 'settle payout',
}

/** A scheduled task in one line: when, what, and the outcome if it is decided. */
export function AgendaItem({ entry, now }: { entry: AgendaEntry; now: number }) {
  const { due, task, subject, store_id, outcome } = entry
  return (
    <span class="agenda-item" title={`${instantText(due)} · ${subject}`}>
      <span class="muted">{distanceText(now, Date.parse(due))}</span> {TASK_TEXTS[task] ?? task}
      {store_id && <> {store_id.replace(/^store_/, '')}</>}
      {outcome && <> → {outcome.replaceAll('_', ' ')}</>}
    </span>
  )
}
