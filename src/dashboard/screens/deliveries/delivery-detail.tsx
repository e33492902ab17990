import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { ErrorBoundary } from '../../components/error-boundary.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { entries } from '../../data/activity-store.js'
import { get, readState } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { Clock, StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { write } from '../../data/write.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { instantText, visibleText } from '../../text/format.js'
import { OutcomeButtons } from './outcome-buttons.js'
import { StoreSection } from './store-section.js'
import { requestsOf } from './timeline.js'

type Delivery = StateItem<'deliveries'>

/** A delivery with its stores. It changes with the release, too: what a store wants may be corrected now. */
export function DeliveryDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    async () => {
      const [delivery, clock] = await Promise.all([readState('deliveries', id), get<Clock>('/_sandbox/clock')])
      return { delivery, now: Date.parse(clock.now) }
    },
    (entry) =>
      entry.kind === 'clock' ||
      affects('deliveries', entry) ||
      affects('releases', entry) ||
      affects('tracks', entry) ||
      affects('assets', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi class="title">{visibleText(data.delivery.sandbox.release_title ?? id)}</bdi> : id}
      onClose={onClose}
      actions={data && <DeliveryActions delivery={data.delivery} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <DeliveryContent delivery={data.delivery} now={data.now} key={id} />}
    </DetailPane>
  )
}

function DeliveryActions({ delivery: { id, sandbox } }: { delivery: Delivery }) {
  const { isBusy, run } = useAction()
  const stores = sandbox.stores ?? []
  const request = (operation: 'resubmit' | 'takedown', message: string) => async () => {
    await write('POST', `/v1/deliveries/${id}/${operation}`)
    return message
  }
  return (
    <>
      {stores.some(({ can_resubmit }) => can_resubmit) && (
        <Button
          disabled={isBusy}
          onClick={() => void run(request('resubmit', 'Resubmitted to all stores that refused.'))}
        >
          Resubmit all
        </Button>
      )}
      {stores.some(({ can_take_down }) => can_take_down) && (
        <Button
          kind="danger"
          disabled={isBusy}
          onClick={() =>
            void run(request('takedown', 'All stores that delivered were asked to take the release down.'))
          }
        >
          Take down all
        </Button>
      )}
      <CopyCurl target={`/v1/deliveries/${id}`} />
    </>
  )
}

function DeliveryContent({ delivery, now }: { delivery: Delivery; now: number }) {
  const { id, release_id, status, territory_codes, created_at, completed_at, sandbox } = delivery
  const { scenario, outcomes = [], stores = [] } = sandbox
  return (
    <>
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Delivery id', <CopyableValue key="id" value={id} label="the delivery id" />],
          [
            'Release',
            <Link key="release" href={hrefOf({ screen: 'catalogue', parts: ['releases', release_id] })}>
              <code>{release_id}</code>
            </Link>,
          ],
          ['Territories', territory_codes.join(', ')],
          ['Created', instantText(created_at)],
          ['Completed', completed_at && instantText(completed_at)],
          ['Scenario', scenario?.name],
        ]}
      />
      {outcomes.length > 0 && (
        <fieldset class="button-row deliveries-outcomes">
          <legend class="label">All stores, now</legend>
          <OutcomeButtons deliveryId={id} storeName="at all stores" outcomes={outcomes} />
        </fieldset>
      )}
      {stores.map((facts) => (
        <ErrorBoundary key={facts.store_id} what="This store">
          <StoreSection delivery={delivery} facts={facts} now={now} />
        </ErrorBoundary>
      ))}
      <Requests id={id} />
    </>
  )
}

function Requests({ id }: { id: string }) {
  const requests = requestsOf(id, entries.value)
  if (requests.length === 0) return null
  return (
    <section>
      <h3>Requests that changed the delivery</h3>
      <ul class="deliveries-requests">
        {requests.map(({ request_id, at, method, target, status }) => (
          <li key={request_id}>
            <time dateTime={at}>{instantText(at)}</time>{' '}
            <Link href={hrefOf({ screen: 'activity', parts: [request_id] })}>
              {method} <bdi>{visibleText(target)}</bdi>
            </Link>{' '}
            <span class="muted">{status}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
