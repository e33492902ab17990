import type { MoneySeed } from '../engine/seeds.js'
import type { SeededRandom } from '../primitives/seeded-random.js'
import type { PlayCount, StoreParameters } from './play-counts.js'
import type { StoreReports } from './store-reports.js'

/** A store corrects what it reported up to so many months before. */
export const CORRECTION_WINDOW_MONTHS = 2

/** A store's month in a statement, or a single line that it takes back. */
export interface StatementSection {
  readonly store: StoreParameters
  /** The month in which it was played; before the statement's own when a store is late or corrects. */
  readonly month: number
  readonly correction: PlayCount | undefined
  readonly lineCount: number
  readonly recordCount: number
}

interface Statement {
  readonly month: number
  readonly currency: { readonly stores: readonly StoreParameters[] }
  readonly isClosed: boolean
}

/** Tells what statements are put together from. */
export function createStatementSections(
  random: SeededRandom,
  reports: StoreReports,
  { one_in, percent }: MoneySeed['corrections'],
): (statement: Statement) => Generator<StatementSection> {
  const CORRECTION = random.hash('correction')

  /** What a store takes back of what it reported in a statement before: a part of one line. */
  function correctionSection(store: StoreParameters, month: number): StatementSection | undefined {
    const pick = (sides: number, draw: number) => random.pick(sides, CORRECTION ^ draw, store.index, month)
    if (pick(one_in, 0) !== 0) return undefined
    const correctedMonth = month - store.monthsLate - 1 - pick(CORRECTION_WINDOW_MONTHS, 1)
    const { lineCount } = reports.get(store, correctedMonth)
    if (lineCount === 0) return undefined
    const playCount = reports.lines(store, correctedMonth, pick(lineCount, 2)).next().value as PlayCount
    const correctedCount = Math.floor((playCount.count * (1 + pick(percent, 3))) / 100)
    if (correctedCount === 0) return undefined
    return {
      store,
      month: correctedMonth,
      correction: { ...playCount, count: -correctedCount },
      lineCount: 1,
      recordCount: 1,
    }
  }

  function reportSection(store: StoreParameters, month: number): StatementSection {
    const { lineCount, releases } = reports.get(store, month)
    return { store, month, correction: undefined, lineCount, recordCount: releases.length }
  }

  /**
   * First what is there when the statement opens: corrections, and the months of stores that report late. Then, once the
   * month is over and with it the statement, the month's own plays. So lines are only ever added, at the end.
   */
  return function* ({ month, currency, isClosed }) {
    for (const store of currency.stores) {
      const corrected = correctionSection(store, month)
      if (corrected) yield corrected
      if (store.monthsLate > 0) yield reportSection(store, month - store.monthsLate)
    }
    if (isClosed) for (const store of currency.stores) if (store.monthsLate === 0) yield reportSection(store, month)
  }
}
