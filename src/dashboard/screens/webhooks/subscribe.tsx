import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { useAction } from '../../components/use-action.js'
import { hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { currentWorld } from '../../data/world.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { CheckboxGroup, TextField, textOf } from '../../forms/form-fields.js'
import { receiverUrl } from './built-in-receiver.js'

const EVENT_TYPES = ['release.status.changed', 'delivery.completed', 'asset.ready']

const ENTERPRISE_EVENT_TYPES = ['api.changelog.published', 'ern.message.processed']

const allowedTypes = () =>
  currentWorld.value.tier === 'enterprise' ? [...EVENT_TYPES, ...ENTERPRISE_EVENT_TYPES] : EVENT_TYPES

type Endpoint = Pick<StateItem<'webhooks'>, 'id' | 'url' | 'status'>

async function subscribe(body: object): Promise<string> {
  const { id, status } = await write<Endpoint>('POST', '/v1/webhooks', body)
  navigate(hrefOf({ screen: 'webhooks', parts: [id] }))
  return `The endpoint is subscribed and ${status}.`
}

/** Buttons that subscribe an endpoint: one with a form, and the built-in receiver with one click. */
export function SubscribeButtons() {
  const isOpen = useSignal(false)
  const { isBusy, run } = useAction()
  return (
    <>
      <Button kind="primary" onClick={() => (isOpen.value = true)}>
        Subscribe…
      </Button>
      <Button
        disabled={isBusy}
        title="Subscribes a receiver inside the sandbox to all events"
        onClick={() => void run(() => subscribe({ url: receiverUrl('accept'), event_type: allowedTypes() }))}
      >
        Use the built-in receiver
      </Button>
      {isOpen.value && <EndpointDialog onClose={() => (isOpen.value = false)} />}
    </>
  )
}

interface EndpointDialogProps {
  /** The endpoint to change; a new one without it. */
  webhook?: StateItem<'webhooks'>
  onClose: () => void
}

export function EndpointDialog({ webhook, onClose }: EndpointDialogProps) {
  const types = allowedTypes()
  async function submit(data: FormData): Promise<string> {
    const body = {
      url: textOf(data, 'url'),
      event_type: data.getAll('event_type'),
      secret: textOf(data, 'secret'),
    }
    if (!webhook) return subscribe(body)
    await write('PATCH', `/v1/webhooks/${webhook.id}`, body)
    return body.url === webhook.url ? 'The endpoint is changed.' : 'The endpoint is changed. Ping it to verify the URL.'
  }
  return (
    <FormDialog
      title={webhook ? 'Change the endpoint' : 'Subscribe an endpoint'}
      submitText={webhook ? 'Save' : 'Subscribe'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="url"
        label="URL"
        type="url"
        required
        placeholder="http://127.0.0.1:4011/"
        value={webhook?.url ?? ''}
        hint="The sandbox sends a ping to it. Only an answer with 200 verifies the endpoint."
      />
      <CheckboxGroup
        name="event_type"
        label="Event types"
        options={Object.fromEntries(types.map((type) => [type, type]))}
        checked={webhook?.event_type ?? types}
      />
      <TextField
        name="secret"
        label="Secret"
        hint={webhook ? 'Leave it empty to keep the secret.' : 'Leave it empty to have one generated.'}
      />
    </FormDialog>
  )
}
