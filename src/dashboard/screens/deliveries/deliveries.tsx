import { EmptyState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { curlPost } from '../../text/curl-command.js'
import { instantText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { CreateDeliveryButton } from './create-delivery.js'
import { DeliveryDetail } from './delivery-detail.js'

const STATUS_OPTIONS = {
  '': 'Any',
  in_progress: 'In progress',
  delivered: 'Delivered',
  rejected: 'Rejected',
  action_required: 'Action required',
  taken_down: 'Taken down',
}

const createCommand = () =>
  curlPost(
    '/v1/deliveries',
    '{"release_id": "rel_seed_05", "store_ids": ["store_lumenwave", "store_quorvane"], "territory_codes": ["WORLDWIDE"]}',
  )

function Deliveries() {
  const { q, status, release_id } = filters.value
  const [selected] = parts.value
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="deliveries"
        query={{ q, status, release_id }}
        nouns={['delivery', 'deliveries']}
        filterFields={
          <>
            <TextFilter name="q" label="Search" placeholder="Delivery, release or store id" />
            <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          </>
        }
        actions={<CreateDeliveryButton />}
        empty={
          <EmptyState title="There is no delivery" command={createCommand()}>
            <p>Deliver a release that is submitted, with the button above or like this:</p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: [id], filters: filters.value })}
        renderRow={(delivery) => <DeliveryRow delivery={delivery} />}
        selected={selected}
      />
      {selected !== undefined && (
        <DeliveryDetail id={selected} onClose={() => navigate(hrefOf({ filters: filters.peek() }))} />
      )}
    </div>
  )
}

function DeliveryRow({ delivery }: { delivery: StateItem<'deliveries'> }) {
  const { id, status, stores, created_at, sandbox } = delivery
  const refused = stores.filter((order) => order.status === 'rejected' || order.status === 'action_required').length
  const delivered = stores.filter((order) => order.status === 'delivered').length
  return (
    <>
      <StatusBadge status={status} />
      <span class="what">
        <bdi class="title">{visibleText(sandbox.release_title ?? id)}</bdi>
      </span>
      {refused > 0 && <StatusBadge status={`${refused} refused`} tone="danger" />}
      <span class="muted">
        {delivered} of {stores.length} delivered
      </span>
      <time class="row-extra" dateTime={created_at}>
        {instantText(created_at)}
      </time>
    </>
  )
}

export const deliveriesScreen: Screen = { name: 'deliveries', title: 'Deliveries', component: Deliveries }
