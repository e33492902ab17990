import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isDpid,
  isGrid,
  isIcpn,
  isIsrc,
  normalizeIdentifier,
  toGtin14,
  toUpc,
} from '../../src/ern/checks/identifiers.js'
import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO 7064 MOD 37,36 in its recursive form, which the code does not use. A valid text has the checksum 1. */
const checksum = (text: string): number =>
  [...text].reduce((check, character) => ((((check || 36) * 2) % 37) + ALPHABET.indexOf(character)) % 36, 18)

const characters = (length: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { minLength: length, maxLength: length }).map((list) => list.join(''))

describe('check characters', () => {
  test.each([
    ['A1', 15, isGrid],
    ['PADPIDA', 10, isDpid],
  ] as const)('of identifiers that start with %s', (prefix, length, isValid) => {
    fc.assert(
      fc.property(characters(length), (middle) => {
        const valid = [...ALPHABET].filter((last) => isValid(prefix + middle + last))
        expect(valid).toEqual([...ALPHABET].filter((last) => checksum(prefix + middle + last) === 1))
        expect(valid).toHaveLength(1)
      }),
    )
  })

  test('of the example in the GRid standard and of the seeded parties', () => {
    expect(isGrid('A12425GABC1234002M')).toBe(true)
    expect([SERVICE_DPID, ACCOUNT_DPID].every(isDpid)).toBe(true)
  })

  test.each([
    '',
    'A1',
    'A12425GABC1234002',
    'A12425GABC1234002MM',
    'B12425GABC1234002M',
    'a12425gabc1234002m',
    'A12425GÄBC1234002M',
  ])('%j is no GRid', (text) => expect(isGrid(text)).toBe(false))
})

describe('UPC and EAN', () => {
  test.each([
    ['036000291452', '036000291452'],
    ['0036000291452', '036000291452'],
    ['00036000291452', '036000291452'],
    ['40170725', '000040170725'],
    ['4006381333931', undefined],
    ['14006381333938', undefined],
  ])('%s', (icpn, upc) => {
    expect(isIcpn(icpn)).toBe(true)
    expect(toUpc(toGtin14(icpn))).toBe(upc)
  })

  test.each([
    '',
    '036000291453',
    '36000291452',
    '0360 00291452',
    '40170726',
    '036000291452a',
    '٠٣٦٠٠٠٢٩١٤٥٢',
    '000036000291452',
  ])('%j is neither', (icpn) => expect(isIcpn(icpn)).toBe(false))

  test('every wrong digit is found', () => {
    fc.assert(
      fc.property(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 9 }), (at, difference) => {
        const digits = [...'036000291452']
        digits[at] = String((Number(digits[at]) + difference) % 10)
        expect(isIcpn(digits.join(''))).toBe(false)
      }),
    )
  })
})

test.each([
  ['QZK3V2600001', true],
  ['QZ-K3V-26-00001', true],
  ['qz k3v 26 00001', true],
  ['QZ\u2011K3V\u201126\u201100001', true],
  ['QZK3V260000', false],
  ['Q1K3V2600001', false],
  ['QZK3V26O0001', false],
  ['ISRC QZK3V2600001', false],
])('%j is an ISRC: %s', (text, expected) => expect(isIsrc(normalizeIdentifier(text))).toBe(expected))
