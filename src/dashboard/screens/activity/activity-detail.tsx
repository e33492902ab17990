import { EmptyState } from '../../components/empty-state.js'
import { isLoaded } from '../../data/activity-store.js'
import type { ActivityEntry } from '../../data/types.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { instantText } from '../../text/format.js'
import { ChangeList } from './change-list.js'
import { EventDetail } from './event-detail.js'
import { RequestDetail } from './request-detail.js'

interface ActivityDetailProps {
  /** The key of the entry, from the URL. */
  id: string
  /** Undefined if the page does not have the entry. */
  entry: ActivityEntry | undefined
  onClose: () => void
}

export function ActivityDetail({ id, entry, onClose }: ActivityDetailProps) {
  if (id.startsWith('req_')) return <RequestDetail requestId={id} onClose={onClose} />
  if (entry?.kind === 'event' || entry?.kind === 'attempt')
    return <EventDetail eventId={entry.event_id} onClose={onClose} />
  return (
    <DetailPane id={id} title={entry ? titleOf(entry) : 'Entry'} onClose={onClose}>
      {entry ? (
        <EntryFields entry={entry} />
      ) : (
        isLoaded.value && (
          <EmptyState title="The sandbox does not have this entry">
            <p>It keeps the latest entries only.</p>
          </EmptyState>
        )
      )}
    </DetailPane>
  )
}

function titleOf(entry: ActivityEntry): string {
  if (entry.kind === 'clock') return 'Clock move'
  if (entry.kind === 'reset') return 'Reset'
  return entry.kind === 'change' ? entry.cause : entry.kind
}

function EntryFields({ entry }: { entry: ActivityEntry }) {
  return (
    <>
      <FieldList
        fields={[
          ['World time', instantText(entry.at)],
          ['Cause', 'cause' in entry ? entry.cause : undefined],
          ['Change', 'summary' in entry && entry.summary ? entry.summary : undefined],
          ['Resource', 'subject' in entry && entry.subject ? <code>{entry.subject}</code> : undefined],
        ]}
      />
      {'changes' in entry && <ChangeList changes={entry.changes} total={entry.changes_total} />}
    </>
  )
}
