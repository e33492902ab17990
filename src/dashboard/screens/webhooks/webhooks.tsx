import { EmptyState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { curlPost } from '../../text/curl-command.js'
import { countText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { SubscribeButtons } from './subscribe.js'
import { WebhookDetail } from './webhook-detail.js'

const STATUS_OPTIONS = { '': 'Any', verified: 'Verified', unverified: 'Unverified' }

const createCommand = () =>
  `npx mds-sandbox receive --port 4011 &
${curlPost('/v1/webhooks', '{"url": "http://127.0.0.1:4011", "event_type": ["release.status.changed", "delivery.completed", "asset.ready"]}')}`

function Webhooks() {
  const { q, status } = filters.value
  const [selected, eventId] = parts.value
  const closeToParts = eventId === undefined ? [] : [selected as string]
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="webhooks"
        query={{ q, status }}
        nouns={['endpoint', 'endpoints']}
        filterFields={
          <>
            <TextFilter name="q" label="Search" placeholder="URL or id" />
            <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          </>
        }
        actions={<SubscribeButtons />}
        empty={
          <EmptyState title="There is no webhook endpoint" command={createCommand()}>
            <p>Subscribe one above, or start a receiver and subscribe it:</p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: [id], filters: { q, status } })}
        renderRow={(webhook) => <WebhookRow webhook={webhook} />}
        selected={selected}
      />
      {selected !== undefined && (
        <WebhookDetail
          id={selected}
          eventId={eventId}
          onClose={() => navigate(hrefOf({ parts: closeToParts, filters: filters.peek() }))}
        />
      )}
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
