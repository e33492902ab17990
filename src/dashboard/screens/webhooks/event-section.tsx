import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CodeBlock, CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { HttpStatusBadge, StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { readState } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { EventLogEntry, StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { FieldList } from '../../list/detail-pane.js'
import { durationText, instantText, prettyJson } from '../../text/format.js'
import { canRedeliver, deliveryTo, redeliver } from './redeliver.js'
import { SignatureSteps } from './signature-steps.js'

type EventDelivery = EventLogEntry['deliveries'][number]
type Attempt = EventDelivery['attempts'][number]

const FAILURE_TEXTS: Record<string, string> = {
  timeout: 'The endpoint did not answer in time.',
  connection_refused: 'Nothing accepts connections at this URL.',
  connection_closed: 'The endpoint closed the connection without an answer.',
  name_not_found: 'The host name of the URL is unknown.',
  tls: 'The TLS connection failed. Is the certificate valid?',
  invalid_answer: 'The answer is not valid HTTP.',
  unreachable: 'The host can not be reached.',
  blocked: 'The address is not allowed for webhooks.',
  dropped: 'The scenario dropped this attempt. Nothing was sent.',
}

function explain({ status_code, failure }: Attempt): string {
  if (status_code === null) return FAILURE_TEXTS[failure ?? ''] ?? 'There was no answer.'
  return status_code >= 200 && status_code < 300
    ? 'The endpoint accepted the event.'
    : `The endpoint answered with ${status_code}. Only 200 to 299 count as delivered.`
}

interface EventSectionProps {
  eventId: string
  webhookId: string
  isVerified: boolean
}

/** The event that is open: why it is not delivered, its attempts, and how it was signed. */
export function EventSection({ eventId, webhookId, isVerified }: EventSectionProps) {
  const resource = useResource(
    eventId,
    () => readState('events', eventId),
    (entry) => entry.kind === 'reset' || (entry.kind === 'attempt' && entry.event_id === eventId),
  )
  const { data, error } = resource.value
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [isLoaded])
  return (
    <section class="webhooks-event" aria-label="Event">
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <>
          <h3 ref={heading} tabIndex={-1}>
            {data.event_type}
          </h3>
          <EventContent event={data} webhookId={webhookId} isVerified={isVerified} />
        </>
      )}
    </section>
  )
}

interface EventContentProps {
  event: StateItem<'events'>
  webhookId: string
  isVerified: boolean
}

function EventContent({ event, webhookId, isVerified }: EventContentProps) {
  const { isBusy, run } = useAction()
  const delivery = deliveryTo(event, webhookId)
  if (!delivery) return <p class="muted">This event was not sent to this endpoint.</p>
  const { status, next_attempt_at, attempts } = delivery
  const last = attempts.at(-1)
  const signatures = event.sandbox.signatures?.find(({ webhook_id }) => webhook_id === webhookId)?.attempts ?? []
  return (
    <>
      {last && status !== 'delivered' && (
        <section class="notice notice-warning" aria-label="Why the event is not delivered">
          <p>
            {explain(last)} {status === 'undeliverable' && 'There are no more attempts.'}
          </p>
        </section>
      )}
      <FieldList
        fields={[
          ['Delivery', <StatusBadge key="status" status={status} />],
          ['Event id', <CopyableValue key="id" value={event.id} label="the event id" />],
          ['Created', instantText(event.created_at)],
          ['Next attempt', next_attempt_at && instantText(next_attempt_at)],
        ]}
      />
      <div class="button-row webhooks-actions">
        {isVerified && canRedeliver(event, webhookId) && (
          <Button
            disabled={isBusy}
            label={`Redeliver ${event.id}`}
            onClick={() => void run(() => redeliver(webhookId, [event.id]))}
          >
            Redeliver
          </Button>
        )}
        <Link href={hrefOf({ screen: 'activity', filters: { q: event.id } })}>Show in the activity</Link>
      </div>
      <h3>Attempts</h3>
      {attempts.length === 0 && <p class="muted">There was no attempt yet.</p>}
      <ol class="webhooks-attempts">
        {attempts.map((attempt, i) => (
          <li key={`${attempt.attempted_at} ${i}`}>
            <AttemptEntry attempt={attempt} number={i + 1} isForged={signatures[i]?.forged ?? false} />
          </li>
        ))}
      </ol>
      <h3>Body</h3>
      <CodeBlock text={prettyJson(event.sandbox.body ?? '')} label="the body of the event" />
      <SignatureSteps body={event.sandbox.body ?? ''} webhookId={webhookId} sent={signatures} />
    </>
  )
}

interface AttemptEntryProps {
  attempt: Attempt
  number: number
  isForged: boolean
}

function AttemptEntry({ attempt, number, isForged }: AttemptEntryProps) {
  const { attempted_at, status_code, failure, duration_ms, response_body } = attempt
  return (
    <>
      <div class="button-row">
        <span class="muted">{number}.</span>
        <time dateTime={attempted_at}>{instantText(attempted_at)}</time>
        {status_code === null ? (
          <StatusBadge status={failure ?? 'no answer'} tone="danger" />
        ) : (
          <HttpStatusBadge status={status_code} />
        )}
        {isForged && <StatusBadge status="wrong signature on purpose" tone="warning" />}
        <span class="muted">{durationText(duration_ms)}</span>
      </div>
      {response_body === '' ? (
        <p class="muted">{status_code === null ? explain(attempt) : 'The response has no body.'}</p>
      ) : (
        <CodeBlock text={response_body} label={`the response to attempt ${number}`} />
      )}
    </>
  )
}
