import type { Currency } from '../engine/seeds.js'
import type { World } from '../engine/world.js'
import { createCache } from '../primitives/lru-cache.js'
import { createChance } from '../primitives/seeded-random.js'
import { parseDecimal } from './decimals.js'
import { monthOf, monthStart } from './months.js'
import type { Plays, StoreFigures } from './play-counts.js'
import { createRounding, LINE_PLACES, type RoyaltyRecord, SHARE_PLACES, type Sums } from './royalty-rounding.js'
import { readSales, type Span } from './sales.js'
import { CORRECTED, createParts, type Part } from './statement-sections.js'
import { createSections, monthOfSection } from './store-reports.js'

/** How many months of statements a world has when it begins, beside the open one, and how many it keeps at most. */
const HISTORY = 24
const KEPT = 120

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
  readonly store: StoreFigures
}

export interface RecordFilter {
  month?: number | undefined
  store_id?: string | undefined
  release_id?: string | undefined
}

export interface Ledger {
  readonly currencies: readonly CurrencyFigures[]
  /** In ten-thousandths of the gross. */
  readonly fee: bigint
  /** The statement of this number; undefined when there is none, or not any more. */
  statement(number: number): StatementKey | undefined
  /** Whether there was one that is not kept any more. */
  isGone(number: number): boolean
  /** Newest first: those of the present month, then those before. */
  statements(): Generator<StatementKey>
  sums(statement: StatementKey): Sums
  lineCount(statement: StatementKey): number
  lines(statement: StatementKey, from?: number): Generator<Line>
  /** From the last to the first, only those before a place. */
  records(statement: StatementKey, filter?: RecordFilter, before?: number): Generator<RoyaltyRecord>
  /** A number that a statement's records do not exceed, without making them: a release may be there twice, corrected. */
  mostRecords(statement: StatementKey, filter: RecordFilter): number
  /** The last month whose statement can have something of this month. */
  lastReport(month: number): number
  /** When and where a release was on sale; undefined when it never was. */
  span(releaseId: string): Span | undefined
  /** How much was made so far, and how many statements and sections are at hand: tests count instead of timing. */
  readonly work: { statements: number; lines: number }
  readonly held: { readonly statements: number; readonly sections: number }
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
const ROOM = 16 * 2 ** 20

/** A statement without its lines: what records and sums are made of. */
interface Summary {
  readonly isClosed: boolean
  readonly parts: readonly Part[]
  readonly lines: number
  readonly gross: BigInt64Array
  readonly kept: BigInt64Array
  readonly sums: Sums
}

function createLedger(world: World): Ledger {
  const { figures, start } = world.money
  const fee = parseDecimal(figures.distribution_fee[world.account.tier], SHARE_PLACES)
  const stores = figures.stores.map(({ unit_rate, months_late: late, ...rest }, place) => {
    const withholding = parseDecimal(rest.withholding, SHARE_PLACES)
    const rate = Number(parseDecimal(unit_rate, LINE_PLACES))
    return { ...rest, place, late, rate, withholding, kept: fee + withholding }
  })
  const currencies = figures.currencies.map(
    ({ code, minor_units }): CurrencyFigures => ({
      code,
      places: minor_units,
      stores: stores.filter(({ currency }) => currency === code),
    }),
  )
  const latest = Math.max(...stores.map(({ late }) => late)) + CORRECTED
  const chance = createChance(world.money.source, 'money')
  const work = { statements: 0, lines: 0 }
  const selling = readSales(world)
  const sections = createSections(chance, selling, work)
  const partsOf = createParts(chance, sections, figures.corrections)
  const first = monthOf(start) - HISTORY

  const monthAndCurrency = (number: number) =>
    [Math.floor(number / SLOTS), currencies[SLOTS - 1 - (number % SLOTS)]] as const

  function statement(number: number): StatementKey | undefined {
    const [month, currency] = monthAndCurrency(number)
    const present = monthOf(world.now)
    if (!currency || month > present || month < first || month < present - KEPT) return undefined
    return { number, month, currency, isClosed: month < present }
  }

  const summaries = createCache<Summary>(ROOM)
  let swept = first

  /** What an open statement had is part of the closed one, and what is no longer kept is not asked for. */
  function sweep() {
    const present = monthOf(world.now)
    if (present === swept) return
    swept = present
    const oldest = present - KEPT
    summaries.drop((number, { isClosed }) => {
      const [month] = monthAndCurrency(number)
      return month < oldest || (!isClosed && month < present)
    })
    sections.held.drop((key) => monthOfSection(key) < oldest - latest)
  }

  function summary(key: StatementKey): Summary {
    sweep()
    const known = summaries.get(key.number)
    if (known?.isClosed === key.isClosed) return known
    work.statements++
    const round = createRounding(key.currency.places)
    const parts = [...partsOf(key)]
    const rounded = parts.flatMap(({ store, month, correction: one }) => {
      const earned = one ? [BigInt(one.count * one.rate)] : [...sections.of(store, month).earned]
      return earned.map((exact) => round(exact, store.kept))
    })
    const [gross, kept] = [rounded.map((sums) => sums.gross), rounded.map((sums) => sums.kept)]
    const made = {
      isClosed: key.isClosed,
      parts,
      lines: parts.reduce((sum, { lines }) => sum + lines, 0),
      gross: BigInt64Array.from(gross),
      kept: BigInt64Array.from(kept),
      sums: { gross: gross.reduce((a, b) => a + b, 0n), kept: kept.reduce((a, b) => a + b, 0n) },
    }
    return summaries.put(key.number, made, 1000 + 16 * rounded.length)
  }

  return {
    currencies,
    fee,
    work,
    held: {
      get statements() {
        return summaries.size
      },
      get sections() {
        return sections.held.size
      },
    },
    statement,
    isGone(number) {
      const [month, currency] = monthAndCurrency(number)
      return currency !== undefined && month >= first && month < monthOf(world.now) - KEPT
    },
    *statements() {
      for (let month = monthOf(world.now); ; month--)
        for (let slot = 1; slot <= currencies.length; slot++) {
          const key = statement((month + 1) * SLOTS - slot)
          if (!key) return
          yield key
        }
    },
    sums: (key) => summary(key).sums,
    lineCount: (key) => summary(key).lines,
    *lines(key, from = 0) {
      let place = from
      let skip = from
      for (const { store, month, correction, lines } of summary(key).parts) {
        if (skip < lines)
          for (const { release_id, isrc, territory, count, rate } of correction
            ? [correction]
            : sections.lines(store, month, skip))
            yield { place: place++, store, release_id, isrc, territory, count, rate }
        skip = Math.max(0, skip - lines)
      }
    },
    *records(key, filter = {}, before = Infinity) {
      const { parts, gross, kept } = summary(key)
      let end = gross.length
      for (const { store, month, correction: one, records } of [...parts].reverse()) {
        end -= records
        if ((filter.month ?? month) !== month || (filter.store_id ?? store.store_id) !== store.store_id) continue
        const releases = one ? [one.release_id] : sections.of(store, month).releases
        for (let i = Math.min(records, before - end) - 1; i >= 0; i--) {
          const release_id = releases[i] as string
          if ((filter.release_id ?? release_id) !== release_id) continue
          const sums = { gross: gross[end + i] as bigint, kept: kept[end + i] as bigint }
          yield { place: end + i, month, store_id: store.store_id, release_id, ...sums }
        }
      }
    },
    mostRecords({ month, currency }, filter) {
      const counts = currency.stores.map(({ store_id, late }) => {
        if ((filter.store_id ?? store_id) !== store_id) return 0
        return 1 + (filter.release_id === undefined ? selling.count(store_id, monthStart(month - late + 1)) : 1)
      })
      return counts.reduce((a, b) => a + b, 0)
    },
    lastReport: (month) => month + latest,
    span: selling.span,
  }
}

/** When the statement was opened, and when it is closed. */
export const opensAt = ({ month }: StatementKey): number => monthStart(month)
export const closesAt = ({ month }: StatementKey): number => monthStart(month + 1)
