/** Holds what can be made again, as long as there is room. What was asked for last is dropped last. */
export interface Cache<V> {
  readonly size: number
  get(key: number): V | undefined
  put(key: number, value: V, bytes: number): V
  drop(isOff: (key: number, value: V) => boolean): void
}

export function createCache<V>(limit: number): Cache<V> {
  const entries = new Map<number, { value: V; bytes: number }>()
  let held = 0

  function remove(key: number) {
    held -= entries.get(key)?.bytes ?? 0
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
      held += bytes
      for (const oldest of entries.keys()) {
        if (held <= limit || oldest === key) break
        remove(oldest)
      }
      return value
    },
    drop(isOff) {
      for (const [key, { value }] of entries) if (isOff(key, value)) remove(key)
    },
  }
}
