import { expect, test } from 'vitest'
import { createLruCache } from '../../../src/core/primitives/lru-cache.js'

test('evicts the least recently used entry first', () => {
  const cache = createLruCache<string>(30)
  for (const key of [1, 2, 3]) cache.put(key, `no ${key}`, 10)
  expect(cache.get(1)).toBe('no 1')
  cache.put(4, 'no 4', 10)
  expect([1, 2, 3, 4].map((key) => cache.get(key))).toEqual(['no 1', undefined, 'no 3', 'no 4'])
  cache.put(4, 'another', 25)
  expect([cache.size, cache.get(4)]).toEqual([1, 'another'])
})

test('keeps the newest entry even if it exceeds the limit, and frees the room of deleted entries', () => {
  const cache = createLruCache<string>(30)
  cache.put(1, 'huge', 100)
  expect(cache.get(1)).toBe('huge')
  cache.put(2, 'small', 10)
  expect([cache.get(1), cache.get(2)]).toEqual([undefined, 'small'])
  cache.deleteWhere((key) => key === 2)
  for (const key of [3, 4, 5]) cache.put(key, 'x', 10)
  expect(cache.size).toBe(3)
})
