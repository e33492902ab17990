import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { FailureState } from '../../components/empty-state.js'
import { HttpStatusBadge, StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { filters, hrefOf } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useStateList } from '../../data/use-state-list.js'
import { SelectFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { instantText } from '../../text/format.js'
import { EventSection } from './event-section.js'
import { canRedeliver, deliveryTo, redeliver, redeliverMatching } from './redeliver.js'

const STATUS_OPTIONS = {
  '': 'Any',
  pending: 'Pending',
  delivered: 'Delivered',
  undeliverable: 'Undeliverable',
  cancelled: 'Cancelled',
}
const TYPE_OPTIONS = {
  '': 'Any',
  'release.status.changed': 'release.status.changed',
  'delivery.completed': 'delivery.completed',
  'asset.ready': 'asset.ready',
  'api.changelog.published': 'api.changelog.published',
  'ern.message.processed': 'ern.message.processed',
  ping: 'ping',
}

interface EndpointEventsProps {
  webhookId: string
  isVerified: boolean
  eventId: string | undefined
}

/** The events that were sent to an endpoint, newest first, and the one that is open. */
export function EndpointEvents({ webhookId, isVerified, eventId }: EndpointEventsProps) {
  const query = { status: filters.value.event_status, event_type: filters.value.event_type }
  const { rows, isLoaded, error, refresh, loadMore } = useStateList('events', { ...query, webhook_id: webhookId })
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const { isBusy, run } = useAction()
  if (error && !isLoaded) return <FailureState error={error} onRetry={refresh} />
  if (!isLoaded) return null

  const isFiltered = Boolean(query.status || query.event_type)
  const chosen = rows.filter((event) => selected.value.has(event.id) && canRedeliver(event, webhookId))
  const toggle = (id: string) => {
    const next = new Set(selected.value)
    if (!next.delete(id)) next.add(id)
    selected.value = next
  }
  const redeliverChosen = async () => {
    const message = await redeliver(
      webhookId,
      chosen.map(({ id }) => id),
    )
    selected.value = new Set()
    return message
  }
  return (
    <section>
      <h3>Events</h3>
      <div class="button-row">
        <SelectFilter name="event_status" label="Delivery" options={STATUS_OPTIONS} />
        <SelectFilter name="event_type" label="Type" options={TYPE_OPTIONS} />
        {isVerified && (
          <>
            <Button disabled={isBusy || chosen.length === 0} onClick={() => void run(redeliverChosen)}>
              Redeliver {chosen.length} selected
            </Button>
            <Button
              disabled={isBusy || rows.length === 0}
              onClick={() => void run(() => redeliverMatching(webhookId, query))}
            >
              Redeliver all {isFiltered && 'that match'}
            </Button>
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <p class="muted webhooks-none">
          {isFiltered ? 'No event matches the filters.' : 'No event was sent to this endpoint.'}
        </p>
      ) : (
        <div class="webhooks-events" style={{ height: `${Math.min(rows.length, 8) * 32 + 2}px` }}>
          <VirtualList
            items={rows}
            label="Events of the endpoint, newest first"
            rowHeight={32}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => hrefOf({ parts: [webhookId, id], filters: filters.value })}
            renderControls={(event, isTabbable) =>
              isVerified && (
                <input
                  type="checkbox"
                  aria-label={`Select ${event.id}`}
                  disabled={!canRedeliver(event, webhookId)}
                  checked={selected.value.has(event.id)}
                  tabIndex={isTabbable ? 0 : -1}
                  onChange={() => toggle(event.id)}
                />
              )
            }
            renderRow={(event) => <EventRow event={event} webhookId={webhookId} />}
            selected={eventId}
            onEnd={loadMore}
          />
        </div>
      )}
      {eventId !== undefined && (
        <EventSection key={eventId} eventId={eventId} webhookId={webhookId} isVerified={isVerified} />
      )}
    </section>
  )
}

function EventRow({ event, webhookId }: { event: StateItem<'events'>; webhookId: string }) {
  const delivery = deliveryTo(event, webhookId)
  const last = delivery?.attempts.at(-1)
  return (
    <>
      <StatusBadge status={delivery?.status ?? 'unknown'} />
      <span class="what">{event.event_type}</span>
      <span class="row-extra">{instantText(event.created_at)}</span>
      {last &&
        (last.status_code === null ? (
          <StatusBadge status={last.failure ?? 'no answer'} tone="danger" />
        ) : (
          <HttpStatusBadge status={last.status_code} />
        ))}
    </>
  )
}
