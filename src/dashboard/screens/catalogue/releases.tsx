import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { curlPost } from '../../text/curl-command.js'
import { countText, visibleText } from '../../text/format.js'
import { ReleaseDetail } from './release-detail.js'
import { ReleaseDialog } from './release-dialog.js'

const STATUS_OPTIONS = {
  '': 'Any',
  draft: 'Draft',
  submitted: 'Submitted',
  delivered: 'Delivered',
  rejected: 'Rejected',
}

const createCommand = () =>
  curlPost(
    '/v1/releases',
    '{"title": "Paper Lanterns", "artists": [{"name": "Mira Solane", "role": "main"}], "release_date": "2027-03-05"}',
  )

export function Releases({ selected }: { selected: string | undefined }) {
  const { q, status } = filters.value
  const isCreating = useSignal(false)
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="releases"
        query={{ q, status }}
        nouns={['release', 'releases']}
        filterFields={
          <>
            <TextFilter name="q" label="Search" placeholder="Title, artist, label, UPC or id" />
            <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          </>
        }
        actions={
          <Button kind="primary" onClick={() => (isCreating.value = true)}>
            New release…
          </Button>
        }
        empty={
          <EmptyState title="There is no release" command={createCommand()}>
            <p>Create one with the button above or like this:</p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: ['releases', id], filters: { q, status } })}
        renderRow={(release) => <ReleaseRow release={release} />}
        selected={selected}
      />
      {selected !== undefined && (
        <ReleaseDetail
          id={selected}
          onClose={() => navigate(hrefOf({ parts: ['releases'], filters: filters.peek() }))}
        />
      )}
      {isCreating.value && <ReleaseDialog onClose={() => (isCreating.value = false)} />}
    </div>
  )
}

function ReleaseRow({ release }: { release: StateItem<'releases'> }) {
  const { title, artists, release_date, status, sandbox } = release
  const missing = sandbox.submission?.checks.filter(({ ok }) => !ok).length ?? 0
  return (
    <>
      <StatusBadge status={status} />
      <span class="what">
        <bdi class="title">{visibleText(title)}</bdi>{' '}
        <span class="muted">
          <bdi class="title">{visibleText(artists.map(({ name }) => name).join(', '))}</bdi>
        </span>
      </span>
      {status === 'draft' &&
        (missing === 0 ? (
          <StatusBadge status="can be submitted" tone="success" />
        ) : (
          <span class="muted">{missing} missing</span>
        ))}
      <span class="row-extra">{countText(sandbox.track_ids?.length ?? 0, 'track')}</span>
      <time class="row-extra" dateTime={release_date}>
        {release_date}
      </time>
    </>
  )
}
