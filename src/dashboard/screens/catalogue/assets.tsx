import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import { SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { curlPost } from '../../text/curl-command.js'
import { sizeText, visibleText } from '../../text/format.js'
import { AssetDetail } from './asset-detail.js'
import { UploadDialog } from './upload-dialog.js'

const TYPE_OPTIONS = { '': 'Any', audio: 'Audio', artwork: 'Artwork' }
const STATUS_OPTIONS = {
  '': 'Any',
  awaiting_upload: 'Awaiting upload',
  processing: 'Processing',
  ready: 'Ready',
  failed: 'Failed',
}

const createCommand = () =>
  curlPost('/v1/assets', '{"type": "audio", "filename": "song.wav", "content_type": "audio/wav"}')

export function Assets({ selected }: { selected: string | undefined }) {
  const { q, type, status } = filters.value
  const isUploading = useSignal(false)
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="assets"
        query={{ q, type, status }}
        nouns={['asset', 'assets']}
        filterFields={
          <>
            <TextFilter name="q" label="Search" placeholder="Asset id" />
            <SelectFilter name="type" label="Type" options={TYPE_OPTIONS} />
            <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          </>
        }
        actions={
          <Button kind="primary" onClick={() => (isUploading.value = true)}>
            Upload…
          </Button>
        }
        empty={
          <EmptyState title="There is no asset" command={createCommand()}>
            <p>Upload a file with the button above, or create an asset and PUT its content to the upload_url:</p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: ['assets', id], filters: { q, type, status } })}
        renderRow={({ type, status, filename, size_bytes }) => (
          <>
            <StatusBadge status={status} />
            <span class="what">
              <bdi class="title">{visibleText(filename)}</bdi>
            </span>
            <span class="muted">{type}</span>
            <span class="row-extra">{sizeText(size_bytes)}</span>
          </>
        )}
        selected={selected}
      />
      {selected !== undefined && (
        <AssetDetail id={selected} onClose={() => navigate(hrefOf({ parts: ['assets'], filters: filters.peek() }))} />
      )}
      {isUploading.value && <UploadDialog onClose={() => (isUploading.value = false)} />}
    </div>
  )
}
