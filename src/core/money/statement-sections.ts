import type { MoneySeed } from '../engine/seeds.js'
import type { Chance } from '../primitives/seeded-random.js'
import type { Plays, StoreFigures } from './play-counts.js'
import type { Sections } from './store-reports.js'

/** A store corrects what it reported up to so many months before. */
export const CORRECTED = 2

/** A store's month in a statement, or a single line that it takes back. */
export interface Part {
  readonly store: StoreFigures
  /** The month in which it was played; before the statement's own when a store is late or corrects. */
  readonly month: number
  readonly correction: Plays | undefined
  readonly lines: number
  readonly records: number
}

interface Statement {
  readonly month: number
  readonly currency: { readonly stores: readonly StoreFigures[] }
  readonly isClosed: boolean
}

/** Tells what statements are put together from. */
export function createParts(
  chance: Chance,
  sections: Sections,
  { one_in, percent }: MoneySeed['corrections'],
): (statement: Statement) => Generator<Part> {
  const CORRECTION = chance.of('correction')

  /** What a store takes back of what it reported in a statement before: a part of one line. */
  function correction(store: StoreFigures, month: number): Part | undefined {
    const roll = (sides: number, what: number) => chance.roll(sides, CORRECTION ^ what, store.place, month)
    if (roll(one_in, 0) !== 0) return undefined
    const corrected = month - store.late - 1 - roll(CORRECTED, 1)
    const { lines } = sections.of(store, corrected)
    if (lines === 0) return undefined
    const plays = sections.lines(store, corrected, roll(lines, 2)).next().value as Plays
    const part = Math.floor((plays.count * (1 + roll(percent, 3))) / 100)
    if (part === 0) return undefined
    return { store, month: corrected, correction: { ...plays, count: -part }, lines: 1, records: 1 }
  }

  function section(store: StoreFigures, month: number): Part {
    const { lines, releases } = sections.of(store, month)
    return { store, month, correction: undefined, lines, records: releases.length }
  }

  /**
   * First what is there when the statement opens: corrections, and the months of stores that report late. Then, once the
   * month is over and with it the statement, the month's own plays. So lines are only ever added, at the end.
   */
  return function* ({ month, currency, isClosed }) {
    for (const store of currency.stores) {
      const corrected = correction(store, month)
      if (corrected) yield corrected
      if (store.late > 0) yield section(store, month - store.late)
    }
    if (isClosed) for (const store of currency.stores) if (store.late === 0) yield section(store, month)
  }
}
