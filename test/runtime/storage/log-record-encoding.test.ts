import { describe, expect, test } from 'vitest'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import {
  DamagedRecordError,
  decodeRecords as decodeInSteps,
  encodeRecord,
} from '../../../src/runtime/storage/log/log-record-encoding.js'

const decodeRecords = (...of: Parameters<typeof decodeInSteps>) => runAllSteps(decodeInSteps(...of))

const values = [{ now: 1, ids: 0 }, { now: 2, text: 'ü\n"' }, { now: 3 }]
const START = 0x5eed
let previous = START
const lines = values.map((value, i) => {
  const { line, checksum } = encodeRecord(i, value, previous)
  previous = checksum
  return line
})
const whole = Buffer.from(lines.join(''))

test('reads what was written', () => {
  expect(decodeRecords(whole, 'x', START)).toEqual({ values, bytes: whole.length, checksum: previous, isTorn: false })
  expect(decodeRecords(Buffer.alloc(0), 'x', START)).toEqual({ values: [], bytes: 0, checksum: START, isTorn: false })
})

test('reads a log cut off at any byte up to the last complete record', () => {
  const ends = [0, ...lines.map((_, i) => Buffer.byteLength(lines.slice(0, i + 1).join('')))]
  for (let cut = 0; cut < whole.length; cut++) {
    const { values: read, bytes, isTorn } = decodeRecords(whole.subarray(0, cut), 'x', START)
    const good = ends.filter((end) => end <= cut).length - 1
    expect([cut, read.length, bytes, isTorn]).toEqual([cut, good, ends[good], cut !== ends[good]])
  }
})

describe('refuses damage before the end and names its line', () => {
  test('any changed byte of any record except the last', () => {
    const end = Buffer.byteLength(lines[0] + (lines[1] as string))
    for (let at = 0; at < end; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] as number) ^ 1
      expect(() => decodeRecords(damaged, 'the file', START)).toThrow(/^the file is damaged at line [12] \(byte \d+\)$/)
    }
  })

  test.each([
    ['a record is gone', [0, 2]],
    ['a record is there twice', [0, 1, 1, 2]],
    ['two have changed places', [1, 0, 2]],
  ])('%s', (_, order) => {
    const bytes = Buffer.from(order.map((i) => lines[i]).join(''))
    expect(() => decodeRecords(Buffer.concat([bytes, Buffer.from(lines[2] as string)]), 'x', START)).toThrow(
      DamagedRecordError,
    )
  })

  test('the log of another snapshot', () => {
    expect(() => decodeRecords(whole, 'x', START + 1)).toThrow(/^x is damaged at line 1 /)
  })

  test('a record of another log in the same place', () => {
    const other = encodeRecord(1, values[1], 0).line
    const bytes = Buffer.from([lines[0], other, lines[2]].join(''))
    expect(() => decodeRecords(bytes, 'x', START)).toThrow(/^x is damaged at line 2 /)
  })
})
