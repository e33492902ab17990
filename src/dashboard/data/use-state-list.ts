import { useRef } from 'preact/hooks'
import { listState } from './api.js'
import type { ActivityEntry, CollectionName, StateItem } from './types.js'
import { useResource } from './use-resource.js'

const FIRST_ROWS = 200
const MAX_PAGE = 1000

interface LoadedRows<T> {
  rows: T[]
  hasMore: boolean
}

/** Whether an entry can have changed the items of a collection. */
export function affects(collection: CollectionName, entry: ActivityEntry): boolean {
  if (entry.kind === 'reset') return true
  if (collection === 'events') return entry.kind === 'event' || entry.kind === 'attempt'
  if (collection === 'statements' || collection === 'royalties') return entry.kind === 'clock'
  // The counters of an endpoint change with its attempts.
  if (collection === 'webhooks' && entry.kind === 'attempt') return true
  return 'changes' in entry && entry.changes.some((change) => change.collection === collection)
}

/** The items of a collection, newest first, kept up to date. `loadMore` adds rows at the end. */
export function useStateList<C extends CollectionName>(collection: C, query: Record<string, string | undefined> = {}) {
  const wanted = useRef(FIRST_ROWS)
  const key = `${collection} ${JSON.stringify(query)}`
  async function load(): Promise<LoadedRows<StateItem<C>>> {
    const rows: StateItem<C>[] = []
    let cursor: string | undefined
    do {
      const limit = Math.min(MAX_PAGE, wanted.current - rows.length)
      const page = await listState(collection, { ...query, limit, cursor })
      rows.push(...page.data)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined && rows.length < wanted.current)
    return { rows, hasMore: cursor !== undefined }
  }
  const resource = useResource(key, load, (entry) => affects(collection, entry))
  const { data, error, isLoading } = resource.value
  return {
    rows: data?.rows ?? [],
    isLoaded: data !== undefined,
    hasMore: data?.hasMore ?? false,
    error,
    isLoading,
    refresh: resource.refresh,
    loadMore() {
      if (!data?.hasMore || wanted.current > data.rows.length) return
      wanted.current += MAX_PAGE
      resource.refresh()
    },
  }
}
