import { expect, test } from 'vitest'
import { nextId } from '../../../src/core/primitives/ids.js'

const source = (seed: number, key: string) => ({ seed, key, counters: {} })
const take = (n: number, from = source(1, 'a')) => Array.from({ length: n }, () => nextId(from, 'rel'))

test('an id is its prefix and 21 lower-case characters', () => {
  for (const id of take(500)) expect(id).toMatch(/^rel_[0-9a-z]{21}$/)
})

test('the same seed and key give the same ids', () => {
  expect(take(5)).toEqual(take(5))
})

test('a hundred thousand ids of one world are unique', () => {
  expect(new Set(take(100_000)).size).toBe(100_000)
})

test('worlds with another key or another seed share no id', () => {
  const all = [take(2000, source(1, 'a')), take(2000, source(1, 'b')), take(2000, source(2, 'a'))].flat()
  expect(new Set(all).size).toBe(6000)
})

test('each prefix has its own counter', () => {
  const alone = source(1, 'a')
  const mixed = source(1, 'a')
  nextId(mixed, 'trk')
  expect(nextId(mixed, 'rel')).toBe(nextId(alone, 'rel'))
})

test('the first ids of the demo world never change, because partners may have them in fixtures', () => {
  expect(take(3, source(1, 'sk_sandbox_standard_demo'))).toMatchInlineSnapshot(`
    [
      "rel_0l4bed8159hc3z0z2bhdu",
      "rel_18omg0k1tw19z20d0t6mh",
      "rel_1dsknow0dnlrwv1ubh3q8",
    ]
  `)
})
