/** Holds what can be made again, as long as there is room. What was asked for last is dropped last. */
export interface LruCache<V> {
  readonly size: number
  get(key: number): V | undefined
  put(key: number, value: V, bytes: number): V
  drop(predicate: (key: number, value: V) => boolean): void
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
    drop(predicate) {
      for (const [key, { value }] of entries) if (predicate(key, value)) remove(key)
    },
  }
}
