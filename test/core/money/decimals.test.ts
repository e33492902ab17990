import { expect, test } from 'vitest'
import { formatDecimal, parseDecimal, roundHalfEven } from '../../../src/core/money/decimals.js'

test.each<[bigint, number, string]>([
  [1234n, 2, '12.34'],
  [-5n, 2, '-0.05'],
  [0n, 2, '0.00'],
  [0n, 0, '0'],
  [-1230n, 0, '-1230'],
  [7n, 6, '0.000007'],
  [123456789012345678901234567890n, 6, '123456789012345678901234.567890'],
])('%d with %i places is %s, and back', (value, places, text) => {
  expect(formatDecimal(value, places)).toBe(text)
  expect(parseDecimal(text, places)).toBe(value)
})

test('missing decimal places are filled with zeros', () => expect(parseDecimal('-3.5', 6)).toBe(-3_500_000n))

test.each<[string, string]>([
  ['0.004999', '0.00'],
  ['0.005000', '0.00'],
  ['0.005001', '0.01'],
  ['0.015000', '0.02'],
  ['0.025000', '0.02'],
  ['-0.005000', '0.00'],
  ['-0.015000', '-0.02'],
  ['-0.015001', '-0.02'],
  ['-0.994999', '-0.99'],
  ['9.995000', '10.00'],
])('%s is rounded to %s: a tie goes to the even cent', (exact, rounded) => {
  expect(formatDecimal(roundHalfEven(parseDecimal(exact, 6), 6, 2), 2)).toBe(rounded)
})

test.each<[string, string]>([
  ['2.500000', '2'],
  ['3.500000', '4'],
  ['-2.500000', '-2'],
  ['2.500001', '3'],
])('%s yen are rounded to %s', (exact, rounded) => {
  expect(formatDecimal(roundHalfEven(parseDecimal(exact, 6), 6, 0), 0)).toBe(rounded)
})
