import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { FailureState } from '../../components/empty-state.js'
import { listState } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import { useResource } from '../../data/use-resource.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { CheckboxGroup, listOf, SelectField, TextField, textOf } from '../../forms/form-fields.js'
import { visibleText } from '../../text/format.js'

/** A button that opens the form for a delivery, of the given release or of one that is chosen in it. */
export function CreateDeliveryButton({ releaseId }: { releaseId?: string }) {
  const isOpen = useSignal(false)
  return (
    <>
      <Button kind={releaseId === undefined ? 'primary' : 'normal'} onClick={() => (isOpen.value = true)}>
        {releaseId === undefined ? 'New delivery…' : 'Deliver…'}
      </Button>
      {isOpen.value && <CreateDeliveryDialog releaseId={releaseId} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

const MAX_RELEASES = 500

async function loadChoices() {
  const [submitted, delivered, stores] = await Promise.all([
    listState('releases', { status: 'submitted', limit: MAX_RELEASES }),
    listState('releases', { status: 'delivered', limit: MAX_RELEASES }),
    listState('stores', { limit: MAX_RELEASES }),
  ])
  return { releases: [...submitted.data, ...delivered.data], stores: stores.data }
}

function CreateDeliveryDialog({ releaseId, onClose }: { releaseId: string | undefined; onClose: () => void }) {
  const resource = useResource('delivery-choices', loadChoices)
  const { data, error } = resource.value

  async function submit(form: FormData): Promise<string> {
    const { id } = await write<{ id: string }>('POST', '/v1/deliveries', {
      release_id: releaseId ?? textOf(form, 'release_id'),
      store_ids: form.getAll('store_ids'),
      territory_codes: listOf(form, 'territory_codes')?.map((code) => code.toUpperCase()) ?? [],
    })
    navigate(hrefOf({ screen: 'deliveries', parts: [id] }))
    return 'The delivery is created.'
  }

  return (
    <FormDialog title="Deliver a release" submitText="Deliver" onSubmit={submit} onClose={onClose}>
      {error && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <>
          {releaseId !== undefined ? (
            <p>
              Release <code>{releaseId}</code>
            </p>
          ) : data.releases.length === 0 ? (
            <p>No release is submitted or delivered. Submit one in the catalogue first.</p>
          ) : (
            <SelectField
              name="release_id"
              label="Release (submitted or delivered)"
              options={Object.fromEntries(
                data.releases.map(({ id, title }) => [id, `${visibleText(title).slice(0, 60)} · ${id}`]),
              )}
            />
          )}
          <CheckboxGroup
            name="store_ids"
            label="Stores"
            options={Object.fromEntries(data.stores.map(({ store_id, name }) => [store_id, name]))}
            checked={data.stores.slice(0, 2).map(({ store_id }) => store_id)}
          />
          <TextField
            name="territory_codes"
            label="Territories"
            value="WORLDWIDE"
            required
            hint="WORLDWIDE, or codes such as DE, FR"
          />
        </>
      )}
    </FormDialog>
  )
}
