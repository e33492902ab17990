import { roundHalfEven } from './decimal.js'
import type { StoreFigures } from './plays.js'

/** Decimal places of a line's rate and earnings, and of what is a share of them. */
export const LINE_PLACES = 6
export const SHARE_PLACES = 4

/** What a record is made of: part of a line. */
interface Earned {
  readonly store: StoreFigures
  readonly month: number
  readonly release_id: string
  readonly count: number
  readonly rate: bigint
}

/** In minor units of the currency. */
export interface Sums {
  readonly gross: bigint
  readonly fee: bigint
  readonly withholding: bigint
}

export interface RoyaltyRecord extends Sums {
  readonly place: number
  readonly month: number
  readonly store_id: string
  readonly release_id: string
}

const NOTHING: Sums = { gross: 0n, fee: 0n, withholding: 0n }

/**
 * Running totals are rounded, and a record is the difference of two of them: so the records of a statement add up to it
 * to the last unit, none is off by more than one, and none changes when more are added after it.
 */
export function makeRecords(
  { currency }: { currency: { places: number } },
  lines: readonly Earned[],
  fee: bigint,
): RoyaltyRecord[] {
  const records: RoyaltyRecord[] = []
  let earned = 0n
  let withheld = 0n
  let before = NOTHING
  for (const [i, { store, month, release_id, count, rate }] of lines.entries()) {
    const earnings = BigInt(count) * rate
    earned += earnings
    withheld += earnings * store.withholding
    const next = lines[i + 1]
    if (next && next.store === store && next.month === month && next.release_id === release_id) continue
    const total = {
      gross: roundHalfEven(earned, LINE_PLACES, currency.places),
      fee: roundHalfEven(earned * fee, LINE_PLACES + SHARE_PLACES, currency.places),
      withholding: roundHalfEven(withheld, LINE_PLACES + SHARE_PLACES, currency.places),
    }
    records.push({
      place: records.length,
      month,
      store_id: store.store_id,
      release_id,
      gross: total.gross - before.gross,
      fee: total.fee - before.fee,
      withholding: total.withholding - before.withholding,
    })
    before = total
  }
  return records
}

export const sumOf = (records: readonly RoyaltyRecord[]): Sums =>
  records.reduce<Sums>(
    (sum, { gross, fee, withholding }) => ({
      gross: sum.gross + gross,
      fee: sum.fee + fee,
      withholding: sum.withholding + withholding,
    }),
    NOTHING,
  )

export const netOf = ({ gross, fee, withholding }: Sums): bigint => gross - fee - withholding
