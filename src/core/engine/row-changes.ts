import type { RowObserver } from '../primitives/table.js'

/** A row that was created, updated or removed, with its status if that changed. */
export interface RowChange {
  collection: ObservedCollection
  id: string
  change: 'created' | 'updated' | 'removed'
  from?: string
  to?: string
}

export type ObservedCollection =
  | 'releases'
  | 'tracks'
  | 'assets'
  | 'deliveries'
  | 'webhooks'
  | 'payouts'
  | 'ern_messages'

/** Collects the changes of a world's rows, one per row. */
export interface ChangeCollector {
  observe<T extends { id: string }>(collection: ObservedCollection): RowObserver<T>
  /** Returns what has changed since the last call. */
  take(): RowChange[]
}

const NO_CHANGES: RowChange[] = []

export function createChangeCollector(): ChangeCollector {
  let changes = NO_CHANGES

  function add(change: RowChange) {
    const earlier = changes.find(({ collection, id }) => id === change.id && collection === change.collection)
    if (!earlier) {
      if (changes === NO_CHANGES) changes = []
      changes.push(change)
      return
    }
    if (change.change === 'removed') earlier.change = 'removed'
    if (change.to === undefined) return
    if (change.from !== undefined && earlier.change !== 'created') earlier.from ??= change.from
    earlier.to = change.to
  }

  return {
    observe: (collection) => (before, after) => {
      const { id } = (after ?? before) as { id: string }
      const [from, to] = [statusOf(before), statusOf(after)]
      add({
        collection,
        id,
        change: before ? (after ? 'updated' : 'removed') : 'created',
        ...(from !== to && from !== undefined && { from }),
        ...(from !== to && to !== undefined && { to }),
      })
    },
    take() {
      const taken = changes
      changes = NO_CHANGES
      return taken
    },
  }
}

function statusOf(row: object | undefined): string | undefined {
  const status = row && (row as { status?: unknown }).status
  return typeof status === 'string' ? status : undefined
}
