import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { readState } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { countText, instantText, visibleText } from '../../text/format.js'
import { type ReceiverMode, receiverModeOf } from './built-in-receiver.js'
import { EndpointEvents } from './endpoint-events.js'
import { Secret } from './secret.js'
import { EndpointDialog } from './subscribe.js'

type Webhook = StateItem<'webhooks'>

interface WebhookDetailProps {
  id: string
  /** The event that is open. */
  eventId: string | undefined
  onClose: () => void
}

/** An endpoint: why it is unverified, its secret on demand, and its events. */
export function WebhookDetail({ id, eventId, onClose }: WebhookDetailProps) {
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
      {data && <WebhookContent webhook={data} eventId={eventId} key={id} />}
    </DetailPane>
  )
}

async function ping(id: string): Promise<string> {
  const answer = await write<Webhook>('POST', `/v1/webhooks/${id}/ping`)
  return `The endpoint is ${answer.status}.`
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url, status, sandbox } = webhook
  const { isBusy, run } = useAction()
  const dialog = useSignal<'change' | 'delete' | undefined>(undefined)
  const closeDialog = () => (dialog.value = undefined)
  const failed = sandbox.event_counts?.undeliverable ?? 0
  const redeliver = async () => {
    const { data } = await write<{ data: unknown[] }>('POST', `/v1/webhooks/${id}/redeliver`)
    return `${countText(data.length, 'event')} scheduled again.`
  }
  const remove = async () => {
    await write('DELETE', `/v1/webhooks/${id}`)
    navigate(hrefOf({ screen: 'webhooks' }))
    return 'The endpoint is deleted.'
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(() => ping(id))}>
        Ping
      </Button>
      {failed > 0 && status === 'verified' && (
        <Button disabled={isBusy} onClick={() => void run(redeliver)}>
          Redeliver {failed}
        </Button>
      )}
      <Button onClick={() => (dialog.value = 'change')}>Change…</Button>
      <Button onClick={() => (dialog.value = 'delete')}>Delete…</Button>
      <CopyCurl target={`/v1/webhooks/${id}`} />
      {dialog.value === 'change' && <EndpointDialog webhook={webhook} onClose={closeDialog} />}
      {dialog.value === 'delete' && (
        <FormDialog
          title="Delete the endpoint?"
          submitText="Delete"
          isDangerous
          onSubmit={remove}
          onClose={closeDialog}
        >
          <p>
            <bdi>{visibleText(url)}</bdi> gets no more events. Events that wait for it are cancelled.
          </p>
        </FormDialog>
      )}
    </>
  )
}

function WebhookContent({ webhook, eventId }: { webhook: Webhook; eventId: string | undefined }) {
  const { id, url, status, event_type, created_at, sandbox } = webhook
  const mode = receiverModeOf(url)
  return (
    <>
      {sandbox.reason && (
        <section class="notice notice-warning" aria-label="Why the endpoint is unverified">
          <p>{visibleText(sandbox.reason)} It gets no events until a ping succeeds.</p>
        </section>
      )}
      {mode && <BuiltInReceiver webhook={webhook} mode={mode} />}
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Endpoint id', <CopyableValue key="id" value={id} label="the endpoint id" />],
          ['Events', event_type.join(', ')],
          ['Created', instantText(created_at)],
          ['Secret', <Secret key="secret" id={id} />],
        ]}
      />
      <EndpointEvents webhookId={id} isVerified={status === 'verified'} eventId={eventId} />
    </>
  )
}

/** The receiver inside the sandbox. Its mode is part of the URL, so a change of mode verifies the new URL. */
function BuiltInReceiver({ webhook: { id, url }, mode }: { webhook: Webhook; mode: ReceiverMode }) {
  const { isBusy, run } = useAction()
  const other = mode === 'accept' ? 'fail' : 'accept'
  const change = async () => {
    await write('PATCH', `/v1/webhooks/${id}`, { url: url.replace(/(?:accept|fail)$/, other) })
    await ping(id)
    return other === 'fail' ? 'The receiver now answers events with 503.' : 'The receiver now accepts events.'
  }
  return (
    <section class="webhooks-receiver" aria-label="Built-in receiver">
      <p>
        The built-in receiver{' '}
        {mode === 'accept' ? 'accepts every event.' : 'answers every event except pings with 503.'} Open an event to see
        what arrived.
      </p>
      <Button disabled={isBusy} onClick={() => void run(change)}>
        {mode === 'accept' ? 'Fail from now on' : 'Accept from now on'}
      </Button>
    </section>
  )
}
