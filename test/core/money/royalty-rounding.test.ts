import { expect, test } from 'vitest'
import { createRoyaltyRounder, netOf } from '../../../src/core/money/royalty-rounding.js'

/** A small generator of its own: the same numbers every time. */
function numbers(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const roundHalfEven = (value: bigint, unit: bigint) => {
  const floor = value / unit - (value % unit < 0n ? 1n : 0n)
  const twice = 2n * (value - floor * unit)
  return twice > unit || (twice === unit && floor % 2n !== 0n) ? floor + 1n : floor
}

test.each([0, 2])('with %i places, records add up, keep their sign, and net lies between 0 and gross', (places) => {
  const unit = 10n ** BigInt(6 - places)
  for (let seed = 0; seed < 300; seed++) {
    const roll = numbers(seed)
    const round = createRoyaltyRounder(places)
    let [earned, owed, gross, net] = [0n, 0n, 0n, 0n]
    const wrong: string[] = []
    const must = (holds: boolean, what: string) => holds || wrong.push(what)
    for (let i = 0; i < 200; i++) {
      // Many of them smaller than a unit, some ties, a few corrections.
      const size = [unit / 100n, unit / 2n, unit, unit * 40n][roll(4)] as bigint
      const exact = (roll(6) === 0 ? -1n : 1n) * (roll(5) === 0 ? size : BigInt(roll(Number(size) + 1)))
      const share = BigInt([0, 850, 1500, 2521, 5000, 9999][roll(6)] as number)
      const record = round(exact, share)
      const [low, high] = record.gross < 0n ? [record.gross, 0n] : [0n, record.gross]
      must(netOf(record) >= low && netOf(record) <= high, `record ${i}: net is not between 0 and gross`)
      must(exact > 0n ? record.gross >= 0n : record.gross <= 0n, `record ${i}: another sign`)
      const off = record.gross * unit - exact
      must(off >= -unit && off <= unit, `record ${i}: gross is off by more than a unit`)
      const offKept = record.deductions * 10_000n - record.gross * share
      must(offKept >= -10_000n && offKept <= 10_000n, `record ${i}: what is kept is off by more than a unit`)
      earned += exact
      owed += record.gross * share
      gross += record.gross
      net += netOf(record)
      // So at every record: what is open today adds up, and is not changed by what comes.
      must(gross === roundHalfEven(earned, unit), `record ${i}: gross does not add up`)
      must(net === gross - roundHalfEven(owed, 10_000n), `record ${i}: net does not add up`)
    }
    expect(wrong, `seed ${seed}`).toEqual([])
  }
})

test('a record with a gross of zero has a net of zero', () => {
  const round = createRoyaltyRounder(2)
  round(14_600n, 2521n)
  const record = round(-5_900n + 900n, 2521n)
  expect([record.gross, netOf(record)]).toEqual([0n, 0n])
})
