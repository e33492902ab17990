import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { listState, readState } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { CollectionName, StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { write } from '../../data/write.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { instantText, visibleText } from '../../text/format.js'
import { CreateDeliveryButton } from '../deliveries/create-delivery.js'
import { CatalogueLink } from './catalogue-link.js'
import { ReleaseDialog } from './release-dialog.js'
import { SubmissionChecklist } from './submission-checklist.js'
import { TrackDialog } from './track-dialog.js'

type Release = StateItem<'releases'>
type Track = StateItem<'tracks'>

const RELATED: readonly CollectionName[] = ['releases', 'tracks', 'assets', 'deliveries']
const MAX_TRACKS = 500

async function load(id: string) {
  const [release, tracks] = await Promise.all([
    readState('releases', id),
    listState('tracks', { release_id: id, limit: MAX_TRACKS }),
  ])
  return { release, tracks: tracks.data.toSorted((a, b) => a.track_number - b.track_number) }
}

/** A release: what it needs to be submitted, its tracks and its deliveries. */
export function ReleaseDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => load(id),
    (entry) => entry.kind === 'clock' || RELATED.some((collection) => affects(collection, entry)),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi class="title">{visibleText(data.release.title)}</bdi> : id}
      onClose={onClose}
      actions={data && <ReleaseActions release={data.release} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <ReleaseContent release={data.release} tracks={data.tracks} key={id} />}
    </DetailPane>
  )
}

function ReleaseActions({ release }: { release: Release }) {
  const { id, status, sandbox } = release
  const { isBusy, run } = useAction()
  const isEditing = useSignal(false)
  const submit = async () => {
    await write('POST', `/v1/releases/${id}/submit`)
    return 'The release is submitted.'
  }
  return (
    <>
      {status === 'draft' && (
        <Button
          kind={sandbox.submission?.ready ? 'primary' : 'normal'}
          disabled={isBusy}
          onClick={() => void run(submit)}
        >
          Submit
        </Button>
      )}
      {(status === 'submitted' || status === 'delivered') && <CreateDeliveryButton releaseId={id} />}
      <Button onClick={() => (isEditing.value = true)}>Edit…</Button>
      <CopyCurl target={`/v1/releases/${id}`} />
      {isEditing.value && <ReleaseDialog release={release} onClose={() => (isEditing.value = false)} />}
    </>
  )
}

function ReleaseContent({ release, tracks }: { release: Release; tracks: readonly Track[] }) {
  const { id, status, artists, release_date, label, upc, territories, artwork_asset_id, sandbox } = release
  const isAdding = useSignal(false)
  const addTrack = <Button onClick={() => (isAdding.value = true)}>Add a track…</Button>
  const toAssets = (
    <Link href={hrefOf({ parts: ['assets'], filters: { type: 'artwork' } })}>Show the artwork assets</Link>
  )
  return (
    <>
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Release id', <CopyableValue key="id" value={id} label="the release id" />],
          [
            'Artists',
            <bdi key="artists" class="title">
              {visibleText(artists.map(({ name, role }) => `${name} (${role})`).join(', '))}
            </bdi>,
          ],
          ['Release date', release_date],
          [
            'Label',
            <bdi key="label" class="title">
              {visibleText(label)}
            </bdi>,
          ],
          ['UPC', <CopyableValue key="upc" value={upc} label="the UPC" />],
          ['Territories', territories.join(', ')],
          ['Artwork', artwork_asset_id === null ? 'none' : <CatalogueLink id={artwork_asset_id} />],
          ['Scenario', sandbox.scenario && `${sandbox.scenario.name} (from ${sandbox.scenario.source})`],
          ['Changed', instantText(release.updated_at)],
        ]}
      />
      {sandbox.submission && (status === 'draft' || status === 'rejected') && (
        <SubmissionChecklist checklist={sandbox.submission} remedies={{ tracks: addTrack, artwork: toAssets }} />
      )}
      <h3>Tracks</h3>
      {tracks.length === 0 && <p class="muted">The release has no track.</p>}
      <ol class="catalogue-tracks">
        {tracks.map(({ id: trackId, track_number, title, isrc, audio_asset_id }) => (
          <li key={trackId}>
            <span class="muted">{track_number}</span>
            <Link href={hrefOf({ parts: ['tracks', trackId] })}>
              <bdi class="title">{visibleText(title)}</bdi>
            </Link>
            <code class="muted">{isrc}</code>
            {audio_asset_id === null ? (
              <StatusBadge status="no audio" tone="warning" />
            ) : (
              <CatalogueLink id={audio_asset_id} />
            )}
          </li>
        ))}
      </ol>
      {(status === 'draft' || status === 'rejected') && tracks.length > 0 && addTrack}
      <h3>Deliveries</h3>
      {(sandbox.delivery_ids ?? []).length === 0 && <p class="muted">The release was not delivered.</p>}
      <ul class="catalogue-links">
        {(sandbox.delivery_ids ?? []).map((deliveryId) => (
          <li key={deliveryId}>
            <Link href={hrefOf({ screen: 'deliveries', parts: [deliveryId] })}>
              <code>{deliveryId}</code>
            </Link>
          </li>
        ))}
      </ul>
      {isAdding.value && <TrackDialog releaseId={id} onClose={() => (isAdding.value = false)} />}
    </>
  )
}
