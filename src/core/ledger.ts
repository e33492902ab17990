import { createChance } from './chance.js'
import { parseDecimal } from './decimal.js'
import { monthOf, monthStart } from './months.js'
import { createPlays, type Plays, type StoreFigures } from './plays.js'
import { LINE_PLACES, makeRecords, type RoyaltyRecord, SHARE_PLACES, type Sums, sumOf } from './records.js'
import { readSales } from './sales.js'
import type { Currency } from './seeds.js'
import type { World } from './world.js'

/** How many months of statements a world has when it begins, beside the open one, and how many it keeps at most. */
const HISTORY = 24
const KEPT = 120
/** A store corrects what it reported up to so many months before. */
const CORRECTED = 2

export interface CurrencyFigures {
  readonly code: Currency
  readonly places: number
  /** In the order in which they report. */
  readonly stores: readonly StoreFigures[]
}

/** A month in a currency. Its number says both, and is its place in every list, where the highest comes first. */
export interface StatementKey {
  readonly number: number
  readonly month: number
  readonly currency: CurrencyFigures
  readonly isClosed: boolean
}

export interface Line extends Plays {
  readonly place: number
  /** The month in which it was played; before the statement's own when a store is late or corrects. */
  readonly month: number
  readonly store: StoreFigures
}

export interface Ledger {
  readonly currencies: readonly CurrencyFigures[]
  /** In ten-thousandths of the gross. */
  readonly fee: bigint
  /** The statement of this number; undefined when there is none, or not any more. */
  statement(number: number): StatementKey | undefined
  /** Newest first: those of the present month, then those before. */
  statements(): Generator<StatementKey>
  lines(statement: StatementKey): readonly Line[]
  records(statement: StatementKey): readonly RoyaltyRecord[]
  sums(statement: StatementKey): Sums
  /** The last month whose statement can have something of this month. */
  lastReport(month: number): number
}

const ledgers = new WeakMap<World, Ledger>()

/** The world's ledger, made when it is first asked for. It is derived: it holds nothing that could not be made again. */
export function ledgerOf(world: World): Ledger {
  let ledger = ledgers.get(world)
  if (!ledger) ledgers.set(world, (ledger = createLedger(world)))
  return ledger
}

/** So many currencies there may be before the numbers of statements would have to change. */
const SLOTS = 32
/** So many lines are kept at hand. Of the others only the records are: lines can be made again. */
const AT_HAND = 50_000

function createLedger(world: World): Ledger {
  const { figures, start } = world.money
  const fee = parseDecimal(figures.distribution_fee[world.account.tier], SHARE_PLACES)
  const stores = figures.stores.map(
    ({ store_id, currency, unit_rate, withholding, months_late, audience, reach }, place) => ({
      store_id,
      currency,
      place,
      late: months_late,
      audience,
      reach,
      rate: Number(parseDecimal(unit_rate, LINE_PLACES)),
      withholding: parseDecimal(withholding, SHARE_PLACES),
    }),
  )
  const currencies = figures.currencies.map(
    ({ code, minor_units }): CurrencyFigures => ({
      code,
      places: minor_units,
      stores: stores.filter(({ currency }) => currency === code),
    }),
  )
  const latest = Math.max(...stores.map(({ late }) => late)) + CORRECTED
  const chance = createChance(world.money.source, 'money')
  const CORRECTION = chance.of('correction')
  const playsOf = createPlays(chance, readSales(world))
  const first = monthOf(start) - HISTORY

  function statement(number: number): StatementKey | undefined {
    const month = Math.floor(number / SLOTS)
    const currency = currencies[SLOTS - 1 - (number % SLOTS)]
    const present = monthOf(world.now)
    if (!currency || month > present || month < first || month < present - KEPT) return undefined
    return { number, month, currency, isClosed: month < present }
  }

  /** What a store takes back in a statement of what it reported in one before: a part of one line. */
  function correction(store: StoreFigures, month: number): { month: number; plays: Plays } | undefined {
    const roll = (sides: number, what: number) => chance.roll(sides, CORRECTION ^ what, store.place, month)
    if (roll(figures.corrections.one_in, 0) !== 0) return undefined
    const corrected = month - store.late - 1 - roll(CORRECTED, 1)
    const reported = playsOf(store, corrected)
    const plays = reported[roll(Math.max(1, reported.length), 2)]
    const part = plays && Math.floor((plays.count * (1 + roll(figures.corrections.percent, 3))) / 100)
    return plays && part ? { month: corrected, plays: { ...plays, count: -part } } : undefined
  }

  /**
   * First what is there when the statement opens: corrections, and the months of stores that report late. Then, once the
   * month is over and with it the statement, the month's own plays. So lines are only ever added, at the end.
   */
  function makeLines({ month, currency, isClosed }: StatementKey): Line[] {
    const lines: Line[] = []
    const add = (store: StoreFigures, played: number, plays: Plays) =>
      lines.push({ ...plays, place: lines.length, month: played, store })
    for (const store of currency.stores) {
      const corrected = correction(store, month)
      if (corrected) add(store, corrected.month, corrected.plays)
      if (store.late > 0) for (const plays of playsOf(store, month - store.late)) add(store, month - store.late, plays)
    }
    if (isClosed)
      for (const store of currency.stores)
        if (store.late === 0) for (const plays of playsOf(store, month)) add(store, month, plays)
    return lines
  }

  // What is closed stays as it is, and so does what an open statement has: nothing here is ever out of date.
  const known = new Map<string, { records: RoyaltyRecord[]; sums: Sums }>()
  const atHand = new Map<string, Line[]>()
  let held = 0
  const nameOf = ({ number, isClosed }: StatementKey) => `${number} ${isClosed}`

  function lines(key: StatementKey): Line[] {
    const name = nameOf(key)
    const kept = atHand.get(name)
    const found = kept ?? makeLines(key)
    if (!kept) held += found.length
    // Whatever was asked for last is dropped last.
    atHand.delete(name)
    atHand.set(name, found)
    for (const [oldest, others] of atHand) {
      if (held <= AT_HAND || others === found) break
      held -= others.length
      atHand.delete(oldest)
    }
    return found
  }

  function summary(key: StatementKey) {
    const name = nameOf(key)
    let found = known.get(name)
    if (!found) {
      const records = makeRecords(key, lines(key), fee)
      known.set(name, (found = { records, sums: sumOf(records) }))
    }
    return found
  }

  return {
    currencies,
    fee,
    statement,
    *statements() {
      for (let month = monthOf(world.now); ; month--)
        for (let slot = 1; slot <= currencies.length; slot++) {
          const key = statement((month + 1) * SLOTS - slot)
          if (!key) return
          yield key
        }
    },
    lines,
    records: (key) => summary(key).records,
    sums: (key) => summary(key).sums,
    lastReport: (month) => month + latest,
  }
}

/** When the statement was opened, and when it is closed. */
export const opensAt = ({ month }: StatementKey): number => monthStart(month)
export const closesAt = ({ month }: StatementKey): number => monthStart(month + 1)
