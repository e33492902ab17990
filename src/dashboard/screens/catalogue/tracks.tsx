import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { readState } from '../../data/api.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { apiKey } from '../../data/world.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { instantText, visibleText } from '../../text/format.js'
import { CatalogueLink } from './catalogue-link.js'
import { TrackDialog } from './track-dialog.js'

const createCommand = () => `curl -X POST ${window.location.origin}${settings.root}/v1/tracks \\
  -H 'X-API-Key: ${apiKey.value}' -H 'Content-Type: application/json' \\
  -d '{"release_id": "rel_seed_08", "title": "First Light"}'`

export function Tracks({ selected }: { selected: string | undefined }) {
  const { q, release_id } = filters.value
  const isCreating = useSignal(false)
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="tracks"
        query={{ q, release_id }}
        nouns={['track', 'tracks']}
        filterFields={<TextFilter name="q" label="Search" placeholder="Title, ISRC or id" />}
        actions={
          <Button kind="primary" onClick={() => (isCreating.value = true)}>
            New track…
          </Button>
        }
        empty={
          <EmptyState title="There is no track" command={createCommand()}>
            <p>Add one to a release with the button above or like this:</p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: ['tracks', id], filters: { q, release_id } })}
        renderRow={({ title, isrc, audio_asset_id, sandbox }) => (
          <>
            <span class="what">
              <bdi class="title">{visibleText(title)}</bdi>{' '}
              <span class="muted">
                <bdi class="title">{visibleText(sandbox.release_title ?? '')}</bdi>
              </span>
            </span>
            {audio_asset_id === null && <span class="badge badge-warning">no audio</span>}
            <code class="row-extra">{isrc}</code>
          </>
        )}
        selected={selected}
      />
      {selected !== undefined && (
        <TrackDetail id={selected} onClose={() => navigate(hrefOf({ parts: ['tracks'], filters: filters.peek() }))} />
      )}
      {isCreating.value && <TrackDialog onClose={() => (isCreating.value = false)} />}
    </div>
  )
}

function TrackDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => readState('tracks', id),
    (entry) => affects('tracks', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi class="title">{visibleText(data.title)}</bdi> : id}
      onClose={onClose}
      actions={data && <TrackActions track={data} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <FieldList
          fields={[
            ['Track id', <CopyableValue key="id" value={id} label="the track id" />],
            ['Release', <CatalogueLink key="release" id={data.release_id} />],
            ['Number', data.track_number],
            ['ISRC', <CopyableValue key="isrc" value={data.isrc} label="the ISRC" />],
            ['Audio', data.audio_asset_id === null ? 'none' : <CatalogueLink id={data.audio_asset_id} />],
            ['Territories', data.territory.join(', ')],
            ['Created', instantText(data.created_at)],
            ['Changed', instantText(data.updated_at)],
          ]}
        />
      )}
    </DetailPane>
  )
}

function TrackActions({ track }: { track: StateItem<'tracks'> }) {
  const isEditing = useSignal(false)
  return (
    <>
      <Button onClick={() => (isEditing.value = true)}>Edit…</Button>
      <CopyCurl target={`/v1/tracks/${track.id}`} />
      {isEditing.value && <TrackDialog track={track} onClose={() => (isEditing.value = false)} />}
    </>
  )
}
