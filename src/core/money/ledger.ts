import type { Currency } from '../engine/seed-types.js'
import type { World } from '../engine/world.js'
import { createLruCache } from '../primitives/lru-cache.js'
import { createSeededRandom } from '../primitives/seeded-random.js'
import { runAllSteps, type Steps } from '../primitives/steps.js'
import { parseDecimal } from './decimals.js'
import { monthOf, monthStart } from './months.js'
import type { FindReportedPlays, PlayCount, StoreParameters } from './play-counts.js'
import { playsKey } from './reported-plays.js'
import {
  type Amounts,
  createRoyaltyRounder,
  LINE_PLACES,
  type RoyaltyRecord,
  SHARE_PLACES,
} from './royalty-rounding.js'
import { createSalesHistory, type SaleSpan } from './sales.js'
import { CORRECTION_WINDOW_MONTHS, createStatementSections, type StatementSection } from './statement-sections.js'
import { createStoreReports, monthOfReport } from './store-reports.js'

/** How many closed statements per currency a new world has, and for how many months statements are kept. */
const HISTORY_MONTHS = 24
const RETENTION_MONTHS = 120

export interface CurrencyParameters {
  readonly code: Currency
  readonly places: number
  /** In reporting order. */
  readonly stores: readonly StoreParameters[]
}

/** A month in one currency. `number` encodes both and orders all lists, highest first. */
export interface StatementKey {
  readonly number: number
  readonly month: number
  readonly currency: CurrencyParameters
  readonly isClosed: boolean
}

export interface StatementLine extends PlayCount {
  readonly index: number
  readonly store: StoreParameters
}

export interface RecordFilter {
  month?: number | undefined
  store_id?: string | undefined
  release_id?: string | undefined
}

export interface Ledger {
  readonly currencies: readonly CurrencyParameters[]
  /** In ten-thousandths of the gross. */
  readonly fee: bigint
  /** Undefined if the statement does not exist or is no longer kept. */
  statement(number: number): StatementKey | undefined
  /** Whether the statement existed but is no longer kept. */
  isGone(number: number): boolean
  /** Newest first. */
  statements(): Generator<StatementKey>
  /** Computes a statement in steps. Afterwards, `totals`, `lineCount` and `records` compute nothing. */
  prepare(statement: StatementKey): Steps<void>
  /** The same for `totals` and `lineCount`, which stay known longer. */
  prepareTotals(statement: StatementKey): Steps<void>
  totals(statement: StatementKey): Amounts
  lineCount(statement: StatementKey): number
  lines(statement: StatementKey, from?: number): Generator<StatementLine>
  /** The same in steps: `undefined` is a pause. */
  linesInSteps(statement: StatementKey, from?: number): Generator<StatementLine | undefined>
  /** Last to first, only records before the given index. */
  records(statement: StatementKey, filter?: RecordFilter, before?: number): Generator<RoyaltyRecord>
  /** An upper bound of the number of records, without computing them. A corrected release can have two. */
  maxRecords(statement: StatementKey, filter: RecordFilter): number
  /** The last month whose statement can report plays of this month. */
  lastReportMonth(month: number): number
  /** Undefined if the release was never on sale. */
  saleSpan(releaseId: string): SaleSpan | undefined
  /** Counts computed and cached rows, so that tests can assert costs without measuring time. */
  readonly computed: { statements: number; lines: number }
  readonly cached: { readonly statements: number; readonly reports: number }
}

const ledgers = new WeakMap<World, Ledger>()

/** Created on first use. The ledger is derived data: it is a cache over the sales, the seeds and the clock. */
export function ledgerOf(world: World): Ledger {
  let ledger = ledgers.get(world)
  if (!ledger) ledgers.set(world, (ledger = createLedger(world)))
  return ledger
}

/** The maximum number of currencies. Changing it changes all statement numbers, and so their ids. */
const CURRENCY_SLOTS = 32
const CACHE_BYTES = 16 * 2 ** 20

/** A statement without its lines. */
interface StatementSummary {
  readonly isClosed: boolean
  readonly sections: readonly StatementSection[]
  readonly lineCount: number
  readonly gross: BigInt64Array
  readonly deductions: BigInt64Array
  readonly totals: Amounts
}

/** What a list of statements shows. Small enough to be kept for every statement. */
type StatementTotals = Pick<StatementSummary, 'isClosed' | 'lineCount' | 'totals'>

const RECORDS_PER_STEP = 1000
/** Three amounts, and the reference to the release. */
const BYTES_PER_RECORD = 32

/** A computation within a generator of rows, with `undefined` for its pauses. */
function* pausing<T>(steps: Steps<T>): Generator<undefined, T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    yield undefined
  }
}

function createLedger(world: World): Ledger {
  const { figures, start } = world.money
  const fee = parseDecimal(figures.distribution_fee[world.account.tier], SHARE_PLACES)
  const stores = figures.stores.map(({ unit_rate, months_late: monthsLate, ...rest }, index) => {
    const withholding = parseDecimal(rest.withholding, SHARE_PLACES)
    const unitRate = Number(parseDecimal(unit_rate, LINE_PLACES))
    return { ...rest, index, monthsLate, unitRate, withholding, deductionRate: fee + withholding }
  })
  const currencies = figures.currencies.map(
    ({ code, minor_units }): CurrencyParameters => ({
      code,
      places: minor_units,
      stores: stores.filter(({ currency }) => currency === code),
    }),
  )
  const maxMonthsLate = Math.max(...stores.map(({ monthsLate }) => monthsLate)) + CORRECTION_WINDOW_MONTHS
  const random = createSeededRandom(world.money.source, 'money')
  const computed = { statements: 0, lines: 0 }
  const sales = createSalesHistory(world)
  const { reportedPlays } = world.money
  const findReportedPlays: FindReportedPlays = (store_id, isrc, month) =>
    reportedPlays.size === 0 ? undefined : reportedPlays.get(playsKey(store_id, isrc, month))
  const reports = createStoreReports(random, sales, findReportedPlays, computed)
  const sectionsOf = createStatementSections(random, reports, figures.corrections)
  const firstMonth = monthOf(start) - HISTORY_MONTHS

  const decodeNumber = (number: number) =>
    [Math.floor(number / CURRENCY_SLOTS), currencies[CURRENCY_SLOTS - 1 - (number % CURRENCY_SLOTS)]] as const

  function statement(number: number): StatementKey | undefined {
    const [month, currency] = decodeNumber(number)
    const currentMonth = monthOf(world.now)
    if (!currency || month > currentMonth || month < firstMonth || month < currentMonth - RETENTION_MONTHS)
      return undefined
    return { number, month, currency, isClosed: month < currentMonth }
  }

  const summaries = createLruCache<StatementSummary>(CACHE_BYTES)
  const totalsByNumber = new Map<number, StatementTotals>()
  let evictedAt = firstMonth

  /** Drops summaries of statements that were open when computed, and everything that is no longer kept. */
  function evictExpired() {
    const currentMonth = monthOf(world.now)
    if (currentMonth === evictedAt) return
    evictedAt = currentMonth
    const oldestMonth = currentMonth - RETENTION_MONTHS
    const isExpired = (number: number, { isClosed }: StatementTotals) => {
      const [month] = decodeNumber(number)
      return month < oldestMonth || (!isClosed && month < currentMonth)
    }
    summaries.deleteWhere(isExpired)
    for (const [number, totals] of totalsByNumber) if (isExpired(number, totals)) totalsByNumber.delete(number)
    reports.cache.deleteWhere((key) => monthOfReport(key) < oldestMonth - maxMonthsLate)
  }

  function* summarize(key: StatementKey): Steps<StatementSummary> {
    evictExpired()
    const cached = summaries.get(key.number)
    if (cached?.isClosed === key.isClosed) return cached
    computed.statements++
    const round = createRoyaltyRounder(key.currency.places)
    const sections = yield* sectionsOf(key)
    const gross: bigint[] = []
    const deductions: bigint[] = []
    const totals = { gross: 0n, deductions: 0n }
    for (const { store, earned } of sections)
      for (const exact of earned) {
        const amounts = round(exact, store.deductionRate)
        gross.push(amounts.gross)
        deductions.push(amounts.deductions)
        totals.gross += amounts.gross
        totals.deductions += amounts.deductions
        if (gross.length % RECORDS_PER_STEP === 0) yield
      }
    const { isClosed } = key
    const lineCount = sections.reduce((sum, { lineCount }) => sum + lineCount, 0)
    const amounts = { gross: BigInt64Array.from(gross), deductions: BigInt64Array.from(deductions) }
    totalsByNumber.set(key.number, { isClosed, lineCount, totals })
    return summaries.put(
      key.number,
      { isClosed, sections, lineCount, totals, ...amounts },
      1000 + BYTES_PER_RECORD * gross.length,
    )
  }

  const summary = (key: StatementKey) => runAllSteps(summarize(key))

  function totalsOf(key: StatementKey): StatementTotals {
    evictExpired()
    const known = totalsByNumber.get(key.number)
    return known?.isClosed === key.isClosed ? known : summary(key)
  }

  function* linesInSteps(key: StatementKey, from = 0): Generator<StatementLine | undefined> {
    let index = from
    let skip = from
    for (const { store, month, correction, lineCount } of (yield* pausing(summarize(key))).sections) {
      if (skip < lineCount) {
        if (!correction) yield* pausing(reports.prepare(store, month))
        for (const { release_id, isrc, territory, count, unitRate } of correction
          ? [correction]
          : reports.lines(store, month, skip))
          yield { index: index++, store, release_id, isrc, territory, count, unitRate }
      }
      skip = Math.max(0, skip - lineCount)
    }
  }

  return {
    currencies,
    fee,
    computed,
    cached: {
      get statements() {
        return summaries.size
      },
      get reports() {
        return reports.cache.size
      },
    },
    statement,
    isGone(number) {
      const [month, currency] = decodeNumber(number)
      return currency !== undefined && month >= firstMonth && month < monthOf(world.now) - RETENTION_MONTHS
    },
    *statements() {
      for (let month = monthOf(world.now); ; month--)
        for (let slot = 1; slot <= currencies.length; slot++) {
          const key = statement((month + 1) * CURRENCY_SLOTS - slot)
          if (!key) return
          yield key
        }
    },
    *prepare(key) {
      yield* summarize(key)
    },
    *prepareTotals(key) {
      evictExpired()
      if (totalsByNumber.get(key.number)?.isClosed !== key.isClosed) yield* summarize(key)
    },
    totals: (key) => totalsOf(key).totals,
    lineCount: (key) => totalsOf(key).lineCount,
    *lines(key, from) {
      for (const line of linesInSteps(key, from)) if (line) yield line
    },
    linesInSteps,
    *records(key, filter = {}, before = Infinity) {
      const { sections, gross, deductions } = summary(key)
      let end = gross.length
      for (const { store, month, releases } of [...sections].reverse()) {
        end -= releases.length
        if ((filter.month ?? month) !== month || (filter.store_id ?? store.store_id) !== store.store_id) continue
        for (let i = Math.min(releases.length, before - end) - 1; i >= 0; i--) {
          const release_id = releases[i] as string
          if ((filter.release_id ?? release_id) !== release_id) continue
          const amounts = { gross: gross[end + i] as bigint, deductions: deductions[end + i] as bigint }
          yield { index: end + i, month, store_id: store.store_id, release_id, ...amounts }
        }
      }
    },
    maxRecords({ month, currency }, filter) {
      const counts = currency.stores.map(({ store_id, monthsLate }) => {
        if ((filter.store_id ?? store_id) !== store_id) return 0
        return (
          1 + (filter.release_id === undefined ? sales.releaseCount(store_id, monthStart(month - monthsLate + 1)) : 1)
        )
      })
      return counts.reduce((a, b) => a + b, 0)
    },
    lastReportMonth: (month) => month + maxMonthsLate,
    saleSpan: sales.saleSpan,
  }
}

export const opensAt = ({ month }: StatementKey): number => monthStart(month)
export const closesAt = ({ month }: StatementKey): number => monthStart(month + 1)
