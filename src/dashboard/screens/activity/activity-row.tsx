import { HttpStatusBadge, StatusBadge } from '../../components/status-badge.js'
import type { ActivityEntry, Change, EntryOf } from '../../data/types.js'
import { dateOf, durationText, instantText, timeOf, visibleText } from '../../text/format.js'

const KIND_LABELS: Record<ActivityEntry['kind'], string> = {
  request: 'Request',
  event: 'Event',
  attempt: 'Attempt',
  change: 'Change',
  clock: 'Clock',
  reset: 'Reset',
}

/** One entry in one line: when, what kind, what, how it ended, how long it took. */
export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  return (
    <>
      <time dateTime={entry.at} title={instantText(entry.at)}>
        <span class="muted">{dateOf(entry.at).slice(5)}</span> {timeOf(entry.at)}
      </time>
      <span class={`kind kind-${entry.kind}`}>{KIND_LABELS[entry.kind]}</span>
      <RowContent entry={entry} />
    </>
  )
}

function RowContent({ entry }: { entry: ActivityEntry }) {
  switch (entry.kind) {
    case 'request':
      return <RequestRow entry={entry} />
    case 'event':
      return (
        <span class="what">
          <strong>{entry.event_type}</strong> <code class="muted">{subjectOf(entry.data)}</code>
        </span>
      )
    case 'attempt':
      return (
        <>
          <span class="what">
            <code>{entry.event_id}</code> to <code>{entry.webhook_id}</code>
          </span>
          {entry.status_code === null ? (
            <StatusBadge status={entry.failure ?? 'no answer'} tone="danger" />
          ) : (
            <HttpStatusBadge status={entry.status_code} />
          )}
          <span class="duration">{durationText(entry.duration_ms)}</span>
        </>
      )
    case 'change':
      return (
        <span class="what">
          {entry.summary === '' ? summaryOf(entry.changes) : entry.summary} <code class="muted">{entry.subject}</code>
        </span>
      )
    case 'clock':
      return <span class="what">moved to {instantText(entry.at)}</span>
    case 'reset':
      return <span class="what">the world was replaced ({entry.cause})</span>
  }
}

function RequestRow({ entry }: { entry: EntryOf<'request'> }) {
  const { method, target, status, code, warnings, fault, replayed, duration_ms } = entry
  return (
    <>
      <span class="what">
        <span class="method">{method}</span> <bdi>{visibleText(target)}</bdi>
        {code && <span class="muted"> {code}</span>}
      </span>
      {fault && <StatusBadge status="fault" tone="info" />}
      {replayed && <StatusBadge status="replayed" tone="neutral" />}
      {warnings > 0 && <StatusBadge status={`${warnings} ignored`} tone="warning" />}
      <HttpStatusBadge status={status} />
      <span class="duration">{durationText(duration_ms)}</span>
    </>
  )
}

/** The ids in the data of an event. */
const subjectOf = (data: object): string =>
  Object.entries(data)
    .filter(([name, value]) => name.endsWith('_id') && typeof value === 'string')
    .map(([, value]) => value)
    .join(' ')

const summaryOf = (changes: readonly Change[]): string =>
  changes
    .map(({ collection, from, to, change }) => (to ? `${from ?? ''} → ${to}` : `${collection} ${change}`))
    .join('; ')
