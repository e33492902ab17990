import { effect, signal } from '@preact/signals'
import { get } from './api.js'
import { type ConnectionState, openSharedStream } from './shared-stream.js'
import type { ActivityEntry, Page } from './types.js'
import { worldId } from './world.js'

/** How many entries the page keeps. The sandbox keeps fewer. */
const MAX_ENTRIES = 10_000
const PAGE_SIZE = 1000

/** What happened in the world, newest first. */
export const entries = signal<readonly ActivityEntry[]>([])
export const connection = signal<ConnectionState>('connecting')
/** False until the first page is loaded. */
export const isLoaded = signal(false)
export const loadError = signal<Error | undefined>(undefined)

type Listener = (added: readonly ActivityEntry[]) => void
const listeners = new Set<Listener>()

/** Calls the listener with new entries until the returned function is called. */
export function onActivity(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const newestId = () => entries.peek()[0]?.id

/** Adds entries in any order. Known ones are ignored. */
function merge(added: readonly ActivityEntry[]): ActivityEntry[] {
  const known = new Set(entries.peek().map(({ id }) => id))
  const fresh = added.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return fresh
  const all = [...fresh, ...entries.peek()].sort((a, b) => b.id - a.id)
  entries.value = all.slice(0, MAX_ENTRIES)
  return fresh
}

function receive(added: readonly ActivityEntry[]) {
  const fresh = merge(added)
  if (fresh.length > 0) for (const listener of listeners) listener(fresh)
}

/** Loads what the sandbox has. Ids that went backwards mean that the world was created again: start over. */
async function load(signal: AbortSignal) {
  let cursor: string | null = null
  do {
    const page: Page<ActivityEntry> = await get(
      '/_sandbox/activity',
      { limit: PAGE_SIZE, cursor: cursor ?? undefined },
      signal,
    )
    if (signal.aborted) return
    const first = page.data[0]?.id ?? 0
    if (cursor === null && first < (newestId() ?? 0)) entries.value = []
    const fresh = merge(page.data)
    isLoaded.value = true
    loadError.value = undefined
    if (fresh.length < page.data.length) return
    cursor = page.next_cursor
  } while (cursor !== null && entries.peek().length < MAX_ENTRIES)
}

/** Follows the current world until the returned function is called. */
export function followActivity(): () => void {
  return effect(() => {
    const world = worldId.value
    const controller = new AbortController()
    entries.value = []
    isLoaded.value = false
    loadError.value = undefined
    connection.value = 'connecting'
    const reload = () =>
      load(controller.signal).catch((error: Error) => {
        if (!controller.signal.aborted) loadError.value = error
      })
    const close = openSharedStream({
      world,
      lastId: newestId,
      onEntries: receive,
      onState: (state) => (connection.value = state),
      onOpen: reload,
    })
    void reload()
    return () => {
      controller.abort()
      close()
    }
  })
}
