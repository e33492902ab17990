import { roundHalfEven } from './decimals.js'

/** Decimal places of a line's rate and earnings, and of shares such as the fee. */
export const LINE_PLACES = 6
export const SHARE_PLACES = 4

/** In minor units of the currency. `deductions` is fee plus withholding. */
export interface Amounts {
  readonly gross: bigint
  readonly deductions: bigint
}

export interface RoyaltyRecord extends Amounts {
  readonly index: number
  readonly month: number
  readonly store_id: string
  readonly release_id: string
}

/**
 * Rounds records one after another. Each record is the difference of two rounded running totals, so that records add up
 * exactly and adding more records does not change earlier ones. Deductions are a share of the rounded gross: so they
 * never exceed the gross of their record and never have the opposite sign.
 */
export function createRoyaltyRounder(places: number): (earned: bigint, share: bigint) => Amounts {
  let totalEarned = 0n
  let totalDeductions = 0n
  let previous: Amounts = { gross: 0n, deductions: 0n }
  return (earned, share) => {
    totalEarned += earned
    const gross = roundHalfEven(totalEarned, LINE_PLACES, places)
    totalDeductions += (gross - previous.gross) * share
    const total = { gross, deductions: roundHalfEven(totalDeductions, SHARE_PLACES, 0) }
    const amounts = { gross: total.gross - previous.gross, deductions: total.deductions - previous.deductions }
    previous = total
    return amounts
  }
}

export const netOf = ({ gross, deductions }: Amounts): bigint => gross - deductions
