import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { get, post, readState } from '../../data/api.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { countText, instantText, visibleText } from '../../text/format.js'
import { EndpointEvents } from './endpoint-events.js'

/** An endpoint: why it is unverified, its secret on demand, and its events. */
export function WebhookDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => readState('webhooks', id),
    (entry) => affects('webhooks', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi>{visibleText(data.url)}</bdi> : id}
      onClose={onClose}
      actions={data && <WebhookActions webhook={data} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <WebhookContent webhook={data} key={id} />}
    </DetailPane>
  )
}

function WebhookActions({ webhook: { id, status, sandbox } }: { webhook: StateItem<'webhooks'> }) {
  const { isBusy, run } = useAction()
  const failed = sandbox.event_counts?.undeliverable ?? 0
  const ping = async () => {
    const answer = await post<{ status: string }>(`/v1/webhooks/${id}/ping`)
    return `The endpoint is ${answer.status}.`
  }
  const redeliver = async () => {
    const { data } = await post<{ data: unknown[] }>(`/v1/webhooks/${id}/redeliver`)
    return `${countText(data.length, 'event')} scheduled again.`
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(ping)}>
        Ping
      </Button>
      {failed > 0 && status === 'verified' && (
        <Button disabled={isBusy} onClick={() => void run(redeliver)}>
          Redeliver {failed}
        </Button>
      )}
    </>
  )
}

function WebhookContent({ webhook }: { webhook: StateItem<'webhooks'> }) {
  const { id, status, event_type, created_at, sandbox } = webhook
  return (
    <>
      {sandbox.reason && (
        <section class="notice notice-warning" aria-label="Why the endpoint is unverified">
          <p>{visibleText(sandbox.reason)} It gets no events until a ping succeeds.</p>
        </section>
      )}
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Endpoint id', <CopyableValue key="id" value={id} label="the endpoint id" />],
          ['Events', event_type.join(', ')],
          ['Created', instantText(created_at)],
          ['Secret', <Secret key="secret" id={id} />],
        ]}
      />
      <EndpointEvents webhookId={id} isVerified={status === 'verified'} />
    </>
  )
}

function Secret({ id }: { id: string }) {
  const secret = useSignal<string | undefined>(undefined)
  const { isBusy, run } = useAction()
  const reveal = async () => {
    const answer = await get<{ secret: string }>(`/_sandbox/state/webhooks/${id}/secret`)
    secret.value = answer.secret
    return undefined
  }
  if (secret.value !== undefined) return <CopyableValue value={secret.value} label="the secret" />
  return (
    <Button disabled={isBusy} onClick={() => void run(reveal)}>
      Show
    </Button>
  )
}
