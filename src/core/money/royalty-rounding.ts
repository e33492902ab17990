import { roundHalfEven } from './decimals.js'

/** Decimal places of a line's rate and earnings, and of what is a share of them. */
export const LINE_PLACES = 6
export const SHARE_PLACES = 4

/** In minor units of the currency; `kept` is fee and withholding together. */
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
 * Rounds records one after another: each is the difference of two rounded running totals, so that they add up to the
 * last unit, and none changes when more are added after it. What is kept is a share of the gross as it is on paper, not
 * of the exact one: then it can never be more than the gross of the same record, nor of another sign.
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
