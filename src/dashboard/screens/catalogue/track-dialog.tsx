import { listState } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { listOf, SelectField, TextField, textOf } from '../../forms/form-fields.js'
import { visibleText } from '../../text/format.js'
import { changedFields } from './changed-fields.js'

interface TrackDialogProps {
  /** The track to edit; a new one without it. */
  track?: StateItem<'tracks'>
  /** The release of a new track; chosen in the form without it. */
  releaseId?: string
  onClose: () => void
}

const MAX_CHOICES = 500

async function loadChoices() {
  const [drafts, rejected, audio] = await Promise.all([
    listState('releases', { status: 'draft', limit: MAX_CHOICES }),
    listState('releases', { status: 'rejected', limit: MAX_CHOICES }),
    listState('assets', { type: 'audio', limit: MAX_CHOICES }),
  ])
  return { releases: [...drafts.data, ...rejected.data], audio: audio.data }
}

export function TrackDialog({ track, releaseId, onClose }: TrackDialogProps) {
  const { data } = useResource('track-choices', loadChoices).value
  async function submit(form: FormData): Promise<string> {
    const number = textOf(form, 'track_number')
    const fields = {
      title: textOf(form, 'title'),
      isrc: textOf(form, 'isrc'),
      audio_asset_id: textOf(form, 'audio_asset_id'),
      territory: listOf(form, 'territory')?.map((code) => code.toUpperCase()),
      track_number: number === undefined ? undefined : Number(number),
    }
    if (track) {
      await write('PATCH', `/v1/tracks/${track.id}`, changedFields(track, fields))
      return 'The track is changed.'
    }
    const release_id = releaseId ?? textOf(form, 'release_id')
    const { id } = await write<{ id: string }>('POST', '/v1/tracks', { ...fields, release_id })
    if (releaseId === undefined) navigate(hrefOf({ screen: 'catalogue', parts: ['tracks', id] }))
    return 'The track is created.'
  }
  const audio = track?.audio_asset_id ?? ''
  return (
    <FormDialog
      title={track ? 'Edit the track' : 'New track'}
      submitText={track ? 'Save' : 'Create'}
      onSubmit={submit}
      onClose={onClose}
    >
      {!track && releaseId === undefined && (
        <SelectField
          name="release_id"
          label="Release (draft or rejected)"
          required
          options={Object.fromEntries(
            (data?.releases ?? []).map(({ id, title }) => [id, `${visibleText(title).slice(0, 60)} · ${id}`]),
          )}
        />
      )}
      <TextField name="title" label="Title" required value={track?.title ?? ''} />
      <SelectField
        name="audio_asset_id"
        label="Audio"
        value={audio}
        options={{
          '': 'None',
          ...(audio && { [audio]: audio }),
          ...Object.fromEntries(
            (data?.audio ?? []).map(({ id, filename, status }) => [
              id,
              `${visibleText(filename).slice(0, 60)} · ${status} · ${id}`,
            ]),
          ),
        }}
      />
      <TextField
        name="isrc"
        label="ISRC"
        value={track?.isrc ?? ''}
        {...(!track && { hint: 'Leave it empty to have one assigned.' })}
      />
      <TextField name="track_number" label="Track number" value={track ? String(track.track_number) : ''} />
      <TextField
        name="territory"
        label="Territories"
        value={track?.territory.join(', ') ?? ''}
        hint="WORLD, or codes such as DE, FR. Empty means those of the release."
      />
    </FormDialog>
  )
}
