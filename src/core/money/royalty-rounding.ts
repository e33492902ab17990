import { roundHalfEven } from './decimals.js'

/** Decimal places of a line's rate and earnings, and of what is a share of them. */
export const LINE_PLACES = 6
export const SHARE_PLACES = 4

/** In minor units of the currency; `kept` is fee and withholding together. */
export interface Sums {
  readonly gross: bigint
  readonly kept: bigint
}

export interface RoyaltyRecord extends Sums {
  readonly place: number
  readonly month: number
  readonly store_id: string
  readonly release_id: string
}

/**
 * Rounds records one after another: each is the difference of two rounded running totals, so that they add up to the
 * last unit, and none changes when more are added after it. What is kept is a share of the gross as it is on paper, not
 * of the exact one: then it can never be more than the gross of the same record, nor of another sign.
 */
export function createRounding(places: number): (earned: bigint, share: bigint) => Sums {
  let earned = 0n
  let owed = 0n
  let before: Sums = { gross: 0n, kept: 0n }
  return (more, share) => {
    earned += more
    const gross = roundHalfEven(earned, LINE_PLACES, places)
    owed += (gross - before.gross) * share
    const total = { gross, kept: roundHalfEven(owed, SHARE_PLACES, 0) }
    const sums = { gross: total.gross - before.gross, kept: total.kept - before.kept }
    before = total
    return sums
  }
}

export const netOf = ({ gross, kept }: Sums): bigint => gross - kept
