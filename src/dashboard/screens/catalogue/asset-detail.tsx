import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { post, readState } from '../../data/api.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { instantText, sizeText, visibleText } from '../../text/format.js'
import { CatalogueLink } from './catalogue-link.js'
import { UploadDialog } from './upload-dialog.js'

type Asset = StateItem<'assets'>

const OUTCOME_TEXTS: Record<string, string> = { ready: 'Make ready', failed: 'Let it fail' }

export function AssetDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => readState('assets', id),
    (entry) => affects('assets', entry) || affects('releases', entry) || affects('tracks', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi class="title">{visibleText(data.filename)}</bdi> : id}
      onClose={onClose}
      actions={data && <AssetActions asset={data} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <AssetContent asset={data} />}
    </DetailPane>
  )
}

function AssetActions({ asset }: { asset: Asset }) {
  const { id, status, sandbox } = asset
  const { isBusy, run } = useAction()
  const isUploading = useSignal(false)
  const simulate = (outcome: string) => async () => {
    await post('/_sandbox/simulate/asset', { asset_id: id, outcome })
    return `The asset is ${outcome}.`
  }
  return (
    <>
      {status === 'awaiting_upload' && (
        <Button kind="primary" onClick={() => (isUploading.value = true)}>
          Upload…
        </Button>
      )}
      {(sandbox.outcomes ?? []).map((outcome) => (
        <Button key={outcome} disabled={isBusy} onClick={() => void run(simulate(outcome))}>
          {OUTCOME_TEXTS[outcome] ?? outcome}
        </Button>
      ))}
      <CopyCurl target={`/v1/assets/${id}`} />
      {isUploading.value && <UploadDialog asset={asset} onClose={() => (isUploading.value = false)} />}
    </>
  )
}

function AssetContent({ asset }: { asset: Asset }) {
  const { id, type, status, content_type, size_bytes, checksum_sha256, failure_reason, created_at, sandbox } = asset
  const usedBy = sandbox.used_by ?? []
  return (
    <>
      {failure_reason !== null && (
        <section class="notice notice-danger" aria-label="Why the asset failed">
          <p>{visibleText(failure_reason)}</p>
        </section>
      )}
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Asset id', <CopyableValue key="id" value={id} label="the asset id" />],
          ['Type', `${type}, ${content_type}`],
          ['Size', size_bytes === null ? 'not uploaded' : sizeText(size_bytes)],
          ['SHA-256', checksum_sha256 && <CopyableValue value={checksum_sha256} label="the checksum" />],
          ['Created', instantText(created_at)],
        ]}
      />
      {(sandbox.next_steps ?? []).map(({ due, outcome }) => (
        <p key={due} class="muted">
          Planned for {instantText(due)}
          {outcome && `: ${outcome}`}
        </p>
      ))}
      <h3>Used by</h3>
      {usedBy.length === 0 && <p class="muted">No release or track uses this asset.</p>}
      <ul class="catalogue-links">
        {usedBy.map((user) => (
          <li key={user}>
            <CatalogueLink id={user} />
          </li>
        ))}
      </ul>
    </>
  )
}
