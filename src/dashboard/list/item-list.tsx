import type { ComponentChildren } from 'preact'
import { EmptyState, FailureState } from '../components/empty-state.js'
import type { CollectionName, StateItem } from '../data/types.js'
import { useStateList } from '../data/use-state-list.js'
import { FilterBar } from './filter-bar.js'
import { VirtualList } from './virtual-list.js'

interface ItemListProps<C extends CollectionName> {
  collection: C
  /** Filters of the collection. Those without a value are left out. */
  query: Record<string, string | undefined>
  /** One and many, such as "delivery" and "deliveries". */
  nouns: readonly [one: string, many: string]
  filterFields: ComponentChildren
  actions?: ComponentChildren
  /** What to show when there is nothing and no filter. */
  empty: ComponentChildren
  hrefOf(item: StateItem<C>): string
  renderRow(item: StateItem<C>): ComponentChildren
  selected: string | undefined
}

/** The items of a collection with filters, actions, and what to show when there are none. */
export function ItemList<C extends Exclude<CollectionName, 'stores' | 'royalties' | 'line_items'>>(
  props: ItemListProps<C>,
) {
  const { collection, query, nouns, filterFields, actions, empty, hrefOf, renderRow, selected } = props
  const { rows, isLoaded, error, refresh, loadMore, hasMore } = useStateList(collection, query)
  const [one, many] = nouns
  const isFiltered = Object.values(query).some(Boolean)
  return (
    <div class="split-list">
      <FilterBar label={`Filter the ${many}`}>
        {filterFields}
        {actions}
        <span class="muted count" role="status">
          {rows.length.toLocaleString('en')}
          {hasMore && ' or more'} {rows.length === 1 ? one : many}
        </span>
      </FilterBar>
      {error && !isLoaded ? (
        <FailureState error={error} onRetry={refresh} />
      ) : isLoaded && rows.length === 0 ? (
        isFiltered ? (
          <EmptyState title={`No ${one} matches the filters`} />
        ) : (
          empty
        )
      ) : (
        <VirtualList
          items={rows}
          label={`${many[0]?.toUpperCase()}${many.slice(1)}, newest first`}
          rowHeight={32}
          keyOf={({ id }) => id}
          hrefOf={hrefOf}
          renderRow={renderRow}
          selected={selected}
          onEnd={loadMore}
        />
      )}
    </div>
  )
}
