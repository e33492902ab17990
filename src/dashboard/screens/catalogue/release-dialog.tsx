import { listState } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { listOf, SelectField, TextField, textOf } from '../../forms/form-fields.js'
import { visibleText } from '../../text/format.js'
import { changedFields } from './changed-fields.js'

const ARTIST = /^(.*?)\s*(?:\((main|featured|remixer|producer|composer)\))?$/

/** `Mira Solane; Lena Vo (featured)` */
const parseArtists = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name = part, role = 'main'] = ARTIST.exec(part) ?? []
      return { name, role }
    })

interface ReleaseDialogProps {
  /** The release to edit; a new one without it. */
  release?: StateItem<'releases'>
  onClose: () => void
}

export function ReleaseDialog({ release, onClose }: ReleaseDialogProps) {
  async function submit(data: FormData): Promise<string> {
    const fields = {
      title: textOf(data, 'title'),
      release_date: textOf(data, 'release_date'),
      label: textOf(data, 'label'),
      territories: listOf(data, 'territories')?.map((code) => code.toUpperCase()),
    }
    if (release) {
      const changes = changedFields(release, { ...fields, artwork_asset_id: textOf(data, 'artwork_asset_id') })
      await write('PATCH', `/v1/releases/${release.id}`, changes)
      return 'The release is changed.'
    }
    const { id } = await write<{ id: string }>('POST', '/v1/releases', {
      ...fields,
      artists: parseArtists(textOf(data, 'artists') ?? ''),
      upc: textOf(data, 'upc'),
    })
    navigate(hrefOf({ screen: 'catalogue', parts: ['releases', id] }))
    return 'The release is created.'
  }
  return (
    <FormDialog
      title={release ? 'Edit the release' : 'New release'}
      submitText={release ? 'Save' : 'Create'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="title" label="Title" required value={release?.title ?? ''} />
      {!release && (
        <TextField
          name="artists"
          label="Artists"
          required
          hint="Separate several with a semicolon. A role goes in parentheses: Mira Solane; Lena Vo (featured)"
        />
      )}
      <TextField name="release_date" label="Release date" type="date" required value={release?.release_date ?? ''} />
      <TextField
        name="label"
        label="Label"
        value={release?.label ?? ''}
        {...(!release && { hint: 'Leave it empty for the default label of the account.' })}
      />
      <TextField
        name="territories"
        label="Territories"
        value={release?.territories.join(', ') ?? 'WORLD'}
        hint="WORLD, or codes such as DE, FR"
      />
      {release ? (
        <ArtworkField value={release.artwork_asset_id} />
      ) : (
        <TextField name="upc" label="UPC" hint="Leave it empty to have one assigned." />
      )}
    </FormDialog>
  )
}

function ArtworkField({ value }: { value: string | null }) {
  const { data } = useResource('artwork', () =>
    listState('assets', { type: 'artwork', status: 'ready', limit: 500 }),
  ).value
  const known = (data?.data ?? []).map(({ id, filename }) => [id, `${visibleText(filename)} · ${id}`] as const)
  const options = { '': 'None', ...(value !== null && { [value]: value }), ...Object.fromEntries(known) }
  return <SelectField name="artwork_asset_id" label="Artwork (ready)" options={options} value={value ?? ''} />
}
