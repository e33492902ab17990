import { CodeBlock, CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { HttpStatusBadge, StatusBadge } from '../../components/status-badge.js'
import { readState } from '../../data/api.js'
import type { EventLogEntry } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { durationText, instantText, prettyJson, visibleText } from '../../text/format.js'

/** An event with every attempt to deliver it. */
export function EventDetail({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const resource = useResource(
    eventId,
    () => readState('events', eventId),
    (entry) => entry.kind === 'attempt' && entry.event_id === eventId,
  )
  const { data, error } = resource.value
  return (
    <DetailPane id={eventId} title={data?.event_type ?? eventId} onClose={onClose}>
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <>
          <FieldList
            fields={[
              ['Event id', <CopyableValue key="id" value={data.id} label="the event id" />],
              ['World time', instantText(data.created_at)],
            ]}
          />
          <h3>Body</h3>
          <CodeBlock text={prettyJson(data.sandbox.body ?? '')} label="the body of the event" />
          <h3>Deliveries</h3>
          {data.deliveries.length === 0 && <p class="muted">No endpoint subscribes to this event.</p>}
          {data.deliveries.map((delivery) => (
            <EventDelivery key={delivery.webhook_id} delivery={delivery} />
          ))}
        </>
      )}
    </DetailPane>
  )
}

function EventDelivery({ delivery }: { delivery: EventLogEntry['deliveries'][number] }) {
  const { webhook_id, url, status, next_attempt_at, attempts } = delivery
  return (
    <section class="event-delivery" aria-label={`Delivery to ${url ?? webhook_id}`}>
      <p>
        <StatusBadge status={status} /> <bdi>{visibleText(url ?? `${webhook_id} (removed)`)}</bdi>
      </p>
      {next_attempt_at && <p class="muted">Next attempt at {instantText(next_attempt_at)}</p>}
      <ol class="attempt-list">
        {attempts.map(({ attempted_at, status_code, failure, duration_ms, response_body }) => (
          <li key={attempted_at}>
            {instantText(attempted_at)}{' '}
            {status_code === null ? (
              <StatusBadge status={failure ?? 'no answer'} tone="danger" />
            ) : (
              <HttpStatusBadge status={status_code} />
            )}{' '}
            <span class="muted">{durationText(duration_ms)}</span>
            {response_body !== '' && <CodeBlock text={response_body} label="the response of the endpoint" />}
          </li>
        ))}
      </ol>
    </section>
  )
}
