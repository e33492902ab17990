import { createChance } from './chance.js'
import { parseDecimal, roundHalfEven } from './decimal.js'
import { monthOf, monthStart } from './months.js'
import { createPlays, type Plays, type StoreFigures } from './plays.js'
import { readSales } from './sales.js'
import type { Currency } from './seeds.js'
import type { World } from './world.js'

/** Decimal places of a line's rate and earnings, and of what is a share of them. */
export const LINE_PLACES = 6
export const SHARE_PLACES = 4

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

/** In minor units of the currency. */
export interface Sums {
  readonly gross: bigint
  readonly fee: bigint
  readonly withholding: bigint
}

export interface RoyaltyRecord extends Sums {
  readonly statement: number
  readonly place: number
  readonly month: number
  readonly store_id: string
  readonly release_id: string
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
  const chance = createChance(world, 'money')
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

  /**
   * Running totals are rounded, and a record is the difference of two of them: so the records of a statement add up to it
   * to the last unit, none is off by more than one, and none changes when more are added after it.
   */
  function makeRecords({ number, currency }: StatementKey, lines: readonly Line[]): RoyaltyRecord[] {
    const records: RoyaltyRecord[] = []
    let earned = 0n
    let withheld = 0n
    let before: Sums = NOTHING
    for (const [i, line] of lines.entries()) {
      const earnings = BigInt(line.count) * line.rate
      earned += earnings
      withheld += earnings * line.store.withholding
      const next = lines[i + 1]
      if (next && next.store === line.store && next.month === line.month && next.release_id === line.release_id)
        continue
      const total = {
        gross: roundHalfEven(earned, LINE_PLACES, currency.places),
        fee: roundHalfEven(earned * fee, LINE_PLACES + SHARE_PLACES, currency.places),
        withholding: roundHalfEven(withheld, LINE_PLACES + SHARE_PLACES, currency.places),
      }
      records.push({
        statement: number,
        place: records.length,
        month: line.month,
        store_id: line.store.store_id,
        release_id: line.release_id,
        gross: total.gross - before.gross,
        fee: total.fee - before.fee,
        withholding: total.withholding - before.withholding,
      })
      before = total
    }
    return records
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
      const records = makeRecords(key, lines(key))
      known.set(name, (found = { records, sums: records.reduce(plus, NOTHING) }))
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

const NOTHING: Sums = { gross: 0n, fee: 0n, withholding: 0n }

const plus = (a: Sums, b: Sums): Sums => ({
  gross: a.gross + b.gross,
  fee: a.fee + b.fee,
  withholding: a.withholding + b.withholding,
})

export const netOf = ({ gross, fee, withholding }: Sums): bigint => gross - fee - withholding

/** When the statement was opened, and when it is closed. */
export const opensAt = ({ month }: StatementKey): number => monthStart(month)
export const closesAt = ({ month }: StatementKey): number => monthStart(month + 1)
