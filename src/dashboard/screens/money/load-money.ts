import { listState } from '../../data/api.js'
import type { CollectionName, StateItem } from '../../data/types.js'

const PAGE_SIZE = 1000

export interface LoadedAll<T> {
  rows: T[]
  /** False when there are more than `max` rows. */
  isComplete: boolean
}

/** All items of a collection, up to a limit. */
export async function loadAll<C extends CollectionName>(
  collection: C,
  query: Record<string, string | undefined>,
  max: number,
): Promise<LoadedAll<StateItem<C>>> {
  const rows: StateItem<C>[] = []
  let cursor: string | undefined
  do {
    const page = await listState(collection, { ...query, limit: PAGE_SIZE, cursor })
    rows.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && rows.length < max)
  return { rows, isComplete: cursor === undefined }
}

export const storeName = (id: string): string => id.replace('store_', '')
