import { ApiError, toError } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import { apiKey } from '../../data/world.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { SelectField, textOf } from '../../forms/form-fields.js'

const DELIVERY_OPTIONS = {
  auto: 'Submit and deliver the release automatically',
  none: 'Change only the catalogue',
}

/** The bytes of a file are sent unchanged, so that its encoding is the one that a partner sends. */
async function sendXml(xml: Blob | string, delivery: string): Promise<{ id: string }> {
  const response = await fetch(`${settings.root}/v1/ern/messages?delivery=${delivery}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey.peek(), 'Content-Type': 'application/xml' },
    body: xml,
  }).catch(() => {
    throw new ApiError(0, 'unreachable', 'The sandbox does not answer. Is it still running?')
  })
  const text = await response.text()
  if (!response.ok) throw toError(response.status, text)
  return JSON.parse(text)
}

/** Sends a message: a file, or pasted XML. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  async function submit(data: FormData): Promise<string> {
    const file = data.get('file') as File
    const xml = file.name === '' ? textOf(data, 'xml') : file
    if (xml === undefined) throw new Error('Choose a file, or paste the XML of a message.')
    const { id } = await sendXml(xml, textOf(data, 'delivery') ?? 'auto')
    navigate(hrefOf({ parts: [id] }))
    return 'The message is received. It is processed after 5 minutes of the world’s time, unless the scenario says otherwise.'
  }
  return (
    <FormDialog title="Send an ERN message" submitText="Send" onSubmit={submit} onClose={onClose}>
      <label>
        File
        <input class="input ern-drop" type="file" name="file" accept=".xml" aria-describedby="ern-file-hint" />
        <span class="label" id="ern-file-hint">
          Choose a file, or drop it here. At most 4 MiB.
        </span>
      </label>
      <label>
        Or its XML
        <textarea class="input ern-paste" name="xml" rows={8} spellcheck={false} autocomplete="off" />
      </label>
      <SelectField name="delivery" label="If the release has deals" options={DELIVERY_OPTIONS} />
    </FormDialog>
  )
}
