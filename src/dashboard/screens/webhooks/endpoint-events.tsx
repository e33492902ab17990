import { Button } from '../../components/button.js'
import { Link } from '../../components/link.js'
import { HttpStatusBadge, StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { post } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useStateList } from '../../data/use-state-list.js'
import { instantText } from '../../text/format.js'

/** The events that were sent to an endpoint, newest first, each with its latest attempt. */
export function EndpointEvents({ webhookId, isVerified }: { webhookId: string; isVerified: boolean }) {
  const { rows, isLoaded } = useStateList('events', { webhook_id: webhookId })
  if (!isLoaded) return null
  return (
    <section>
      <h3>Events</h3>
      {rows.length === 0 && <p class="muted">No event was sent to this endpoint.</p>}
      <ul class="webhooks-events">
        {rows.map((event) => (
          <li key={event.id}>
            <EndpointEvent event={event} webhookId={webhookId} isVerified={isVerified} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface EndpointEventProps {
  event: StateItem<'events'>
  webhookId: string
  isVerified: boolean
}

function EndpointEvent({ event, webhookId, isVerified }: EndpointEventProps) {
  const { isBusy, run } = useAction()
  const delivery = event.deliveries.find((candidate) => candidate.webhook_id === webhookId)
  const last = delivery?.attempts.at(-1)
  const redeliver = async () => {
    await post(`/v1/webhooks/${webhookId}/redeliver`, { event_ids: [event.id] })
    return `${event.event_type} is sent again.`
  }
  return (
    <>
      <StatusBadge status={delivery?.status ?? 'unknown'} />
      <span class="what">
        {event.event_type}{' '}
        <Link href={hrefOf({ screen: 'activity', filters: { q: event.id } })}>
          <code>{event.id}</code>
        </Link>
      </span>
      <span class="muted">{instantText(event.created_at)}</span>
      {last &&
        (last.status_code === null ? <span>{last.failure}</span> : <HttpStatusBadge status={last.status_code} />)}
      {isVerified && event.event_type !== 'ping' && delivery?.status !== 'pending' && (
        <Button disabled={isBusy} label={`Redeliver ${event.id}`} onClick={() => void run(redeliver)}>
          Redeliver
        </Button>
      )}
    </>
  )
}
