/** A least-recently-used cache with a limit in bytes. The newest entry always stays, even if it exceeds the limit. */
export interface LruCache<V> {
  readonly size: number
  get(key: number): V | undefined
  put(key: number, value: V, bytes: number): V
  deleteWhere(predicate: (key: number, value: V) => boolean): void
}

export function createLruCache<V>(maxBytes: number): LruCache<V> {
  const entries = new Map<number, { value: V; bytes: number }>()
  let usedBytes = 0

  function remove(key: number) {
    usedBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get size() {
      return entries.size
    },
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    put(key, value, bytes) {
      remove(key)
      entries.set(key, { value, bytes })
      usedBytes += bytes
      for (const oldest of entries.keys()) {
        if (usedBytes <= maxBytes || oldest === key) break
        remove(oldest)
      }
      return value
    },
    deleteWhere(predicate) {
      for (const [key, { value }] of entries) if (predicate(key, value)) remove(key)
    },
  }
}
