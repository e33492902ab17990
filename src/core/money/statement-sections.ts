import type { MoneySeed } from '../engine/seed-types.js'
import type { SeededRandom } from '../primitives/seeded-random.js'
import type { Steps } from '../primitives/steps.js'
import type { PlayCount, StoreParameters } from './play-counts.js'
import type { StoreReports } from './store-reports.js'

/** How many months after its report a store can correct it. */
export const CORRECTION_WINDOW_MONTHS = 2

/** A store's report of a month, or a correction of a single line. */
export interface StatementSection {
  readonly store: StoreParameters
  /** The month of the plays: earlier than the statement's month if the store reports late or corrects. */
  readonly month: number
  readonly correction: PlayCount | undefined
  readonly lineCount: number
  /** By record: the release, and its earnings in millionths. */
  readonly releases: readonly string[]
  readonly earned: BigInt64Array
}

interface Statement {
  readonly month: number
  readonly currency: { readonly stores: readonly StoreParameters[] }
  readonly isClosed: boolean
}

export function createStatementSections(
  random: SeededRandom,
  reports: StoreReports,
  { one_in, percent }: MoneySeed['corrections'],
): (statement: Statement) => Steps<StatementSection[]> {
  const CORRECTION = random.hash('correction')

  /** A store takes back a part of one line of an earlier report. */
  function* correctionSection(store: StoreParameters, month: number): Steps<StatementSection | undefined> {
    const pick = (sides: number, draw: number) => random.pick(sides, CORRECTION ^ draw, store.index, month)
    if (pick(one_in, 0) !== 0) return undefined
    const correctedMonth = month - store.monthsLate - 1 - pick(CORRECTION_WINDOW_MONTHS, 1)
    const { lineCount } = yield* reports.prepare(store, correctedMonth)
    if (lineCount === 0) return undefined
    const playCount = reports.lines(store, correctedMonth, pick(lineCount, 2)).next().value as PlayCount
    const correctedCount = Math.floor((playCount.count * (1 + pick(percent, 3))) / 100)
    if (correctedCount === 0) return undefined
    return {
      store,
      month: correctedMonth,
      correction: { ...playCount, count: -correctedCount },
      lineCount: 1,
      releases: [playCount.release_id],
      earned: BigInt64Array.of(BigInt(-correctedCount * playCount.unitRate)),
    }
  }

  function* reportSection(store: StoreParameters, month: number): Steps<StatementSection> {
    const { lineCount, releases, earned } = yield* reports.prepare(store, month)
    return { store, month, correction: undefined, lineCount, releases, earned }
  }

  /**
   * An open statement has corrections and the reports of stores that report late. The plays of its own month are
   * appended when the month ends. So lines are only ever added at the end.
   */
  return function* ({ month, currency, isClosed }) {
    const sections: StatementSection[] = []
    for (const store of currency.stores) {
      const corrected = yield* correctionSection(store, month)
      if (corrected) sections.push(corrected)
      if (store.monthsLate > 0) sections.push(yield* reportSection(store, month - store.monthsLate))
    }
    for (const store of isClosed ? currency.stores : [])
      if (store.monthsLate === 0) sections.push(yield* reportSection(store, month))
    return sections
  }
}
