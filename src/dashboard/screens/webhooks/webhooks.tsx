import { EmptyState, FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { StateItem } from '../../data/types.js'
import { useStateList } from '../../data/use-state-list.js'
import { apiKey } from '../../data/world.js'
import { FilterBar, SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { countText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { WebhookDetail } from './webhook-detail.js'

const STATUS_OPTIONS = { '': 'Any', verified: 'Verified', unverified: 'Unverified' }

const createCommand = () => `npx mds-sandbox receive --port 4011 &
curl -X POST ${window.location.origin}${settings.root}/v1/webhooks -H 'X-API-Key: ${apiKey.value}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "http://127.0.0.1:4011", "event_type": ["release.status.changed", "delivery.completed", "asset.ready"]}'`

function Webhooks() {
  const { q, status } = filters.value
  const { rows, isLoaded, error, refresh, loadMore } = useStateList('webhooks', { q, status })
  const [selected] = parts.value
  const close = () => navigate(hrefOf({ filters: filters.peek() }))
  return (
    <div class="split" data-open={selected !== undefined}>
      <div class="split-list">
        <FilterBar label="Filter the endpoints">
          <TextFilter name="q" label="Search" placeholder="URL or id" />
          <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          <span class="muted count" role="status">
            {countText(rows.length, 'endpoint')}
          </span>
        </FilterBar>
        {error && !isLoaded ? (
          <FailureState error={error} onRetry={refresh} />
        ) : isLoaded && rows.length === 0 && (q || status) ? (
          <EmptyState title="No endpoint matches the filters" />
        ) : isLoaded && rows.length === 0 ? (
          <EmptyState title="There is no webhook endpoint" command={createCommand()}>
            <p>Start a receiver and subscribe it:</p>
          </EmptyState>
        ) : (
          <VirtualList
            items={rows}
            label="Webhook endpoints, newest first"
            rowHeight={32}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => hrefOf({ parts: [id], filters: filters.value })}
            renderRow={(webhook) => <WebhookRow webhook={webhook} />}
            selected={selected}
            onEnd={loadMore}
          />
        )}
      </div>
      {selected !== undefined && <WebhookDetail id={selected} onClose={close} />}
    </div>
  )
}

function WebhookRow({ webhook: { url, status, sandbox } }: { webhook: StateItem<'webhooks'> }) {
  const counts = sandbox.event_counts
  return (
    <>
      <StatusBadge status={status} />
      <span class="what">
        <bdi>{visibleText(url)}</bdi>
      </span>
      {counts && counts.undeliverable > 0 && (
        <StatusBadge status={`${counts.undeliverable} undeliverable`} tone="danger" />
      )}
      {counts && counts.pending > 0 && <StatusBadge status={`${counts.pending} pending`} tone="info" />}
      <span class="muted">{countText(counts?.delivered ?? 0, 'event')} delivered</span>
    </>
  )
}

export const webhooksScreen: Screen = { name: 'webhooks', title: 'Webhooks', component: Webhooks }
