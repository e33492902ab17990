import { useSignal } from '@preact/signals'
import { hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { uploadContent } from '../../data/upload.js'
import { write } from '../../data/write.js'
import { FormDialog } from '../../forms/form-dialog.js'

/** By the end of the file name: browsers disagree about the media types of audio. */
const TYPES: Record<string, { type: 'audio' | 'artwork'; content_type: string }> = {
  wav: { type: 'audio', content_type: 'audio/wav' },
  flac: { type: 'audio', content_type: 'audio/flac' },
  jpg: { type: 'artwork', content_type: 'image/jpeg' },
  jpeg: { type: 'artwork', content_type: 'image/jpeg' },
  png: { type: 'artwork', content_type: 'image/png' },
}

interface UploadDialogProps {
  /** An asset that waits for its content; a new one is created without it. */
  asset?: StateItem<'assets'>
  onClose: () => void
}

/** Creates an asset and uploads its content. */
export function UploadDialog({ asset, onClose }: UploadDialogProps) {
  const progress = useSignal<number | undefined>(undefined)
  /** Kept, so that a second try after an interrupted upload does not create another asset. */
  const createdId = useSignal(asset?.id)

  async function submit(data: FormData): Promise<string> {
    const file = data.get('file') as File
    const kind = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
    if (createdId.peek() === undefined) {
      if (!kind) throw new Error(`${file.name} is not an asset. Choose a .wav, .flac, .jpg or .png file.`)
      const created = await write<{ id: string }>('POST', '/v1/assets', { ...kind, filename: file.name })
      createdId.value = created.id
    }
    const id = createdId.peek() as string
    progress.value = 0
    try {
      await uploadContent(id, file, (part) => (progress.value = part))
    } finally {
      progress.value = undefined
    }
    navigate(hrefOf({ screen: 'catalogue', parts: ['assets', id] }))
    return 'The file is uploaded and is being processed.'
  }
  return (
    <FormDialog
      title={asset ? `Upload ${asset.filename}` : 'Upload an asset'}
      submitText="Upload"
      onSubmit={submit}
      onClose={onClose}
    >
      <label>
        File
        <input
          class="input"
          type="file"
          name="file"
          required
          accept=".wav,.flac,.jpg,.jpeg,.png"
          aria-describedby="upload-hint"
        />
        <span class="label" id="upload-hint">
          Audio as WAV or FLAC. Artwork as JPEG or PNG, square, at least 3000 pixels. At most 256 MiB.
        </span>
      </label>
      {progress.value !== undefined && (
        <label>
          Uploading
          <progress max={1} value={progress.value} />
        </label>
      )}
    </FormDialog>
  )
}
