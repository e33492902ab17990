import { expect, test } from 'vitest'
import { buildUpc, isUpc } from '../../../src/core/catalogue/upc-and-isrc.js'

const upcs: [string, boolean][] = [
  ['036000291452', true],
  ['036000291453', false],
  ['03600029145', false],
  ['0360002914522', false],
  ['03600029145a', false],
  ['', false],
]
for (const [upc, isValid] of upcs)
  test(`${upc || 'the empty string'} is ${isValid ? '' : 'not '}a UPC`, () => expect(isUpc(upc)).toBe(isValid))

test('every UPC of a pool has a valid check digit and is unique', () => {
  const pool = Array.from({ length: 1000 }, (_, n) => buildUpc('8600', n))
  expect(pool.every(isUpc)).toBe(true)
  expect(new Set(pool).size).toBe(1000)
})
