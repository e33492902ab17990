import type { components } from '../../generated/service-api.js'
import type { World } from '../engine/world.js'
import { positionalId, positionOf } from '../primitives/ids.js'
import type { Steps } from '../primitives/steps.js'
import { END_OF_TIME, formatInstant } from '../primitives/time.js'
import { formatDecimal } from './decimals.js'
import { closesAt, ledgerOf, opensAt, type StatementKey, type StatementLine } from './ledger.js'
import { monthOf, parsePeriod, periodOf } from './months.js'
import { LINE_PLACES, netOf, type RoyaltyRecord } from './royalty-rounding.js'

type Schemas = components['schemas']

export const statementId = (world: World, { number }: Pick<StatementKey, 'number'>): string =>
  positionalId(world.money.source, 'stm', number)

/** `gone` if the statement is no longer kept, undefined if it never existed. */
export function findStatement(world: World, id: string): StatementKey | 'gone' | undefined {
  const number = positionOf(world.money.source, 'stm', id)
  if (number === undefined) return undefined
  const ledger = ledgerOf(world)
  return ledger.statement(number) ?? (ledger.isGone(number) ? 'gone' : undefined)
}

export const GONE_MESSAGE = 'is no longer kept: statements go back ten years'

export function statementView(world: World, key: StatementKey): Schemas['Statement'] {
  const { month, currency, isClosed } = key
  const totals = ledgerOf(world).totals(key)
  return {
    id: statementId(world, key),
    period: periodOf(month),
    currency: currency.code,
    gross_amount: formatDecimal(totals.gross, currency.places),
    net_amount: formatDecimal(netOf(totals), currency.places),
    status: isClosed ? 'closed' : 'open',
    created_at: formatInstant(opensAt(key)),
  }
}

export function lineView(world: World, { number, currency }: StatementKey, line: StatementLine): Schemas['LineItem'] {
  const { index, isrc, store, territory, count, unitRate } = line
  return {
    id: positionalId(world.money.source, 'lin', number, index),
    isrc,
    store_id: store.store_id,
    territory,
    play_count: count,
    unit_rate: formatDecimal(BigInt(unitRate), LINE_PLACES),
    earnings: formatDecimal(BigInt(count) * BigInt(unitRate), LINE_PLACES),
    currency: currency.code,
  }
}

export function recordView(
  world: World,
  { number, currency }: StatementKey,
  record: RoyaltyRecord,
): Schemas['RoyaltyRecord'] {
  return {
    id: positionalId(world.money.source, 'roy', number, record.index),
    statement_id: statementId(world, { number }),
    period: periodOf(record.month),
    store_id: record.store_id,
    release_id: record.release_id,
    gross_amount: formatDecimal(record.gross, currency.places),
    net_amount: formatDecimal(netOf(record), currency.places),
    currency: currency.code,
  }
}

interface ResultPage<T> {
  rows: T[]
  next: number | undefined
}

export interface StatementFilter {
  status?: 'open' | 'closed' | undefined
  period?: string | undefined
  currency?: string | undefined
}

/** Computes the statements of a page in steps, so that `statementView` of each of them computes nothing. */
export function* prepareStatements(world: World, keys: readonly StatementKey[]): Steps<void> {
  for (const key of keys) yield* ledgerOf(world).prepareTotals(key)
}

export function* pageOfLines(
  world: World,
  key: StatementKey,
  limit: number,
  from = 0,
): Steps<ResultPage<StatementLine>> {
  const ledger = ledgerOf(world)
  const rows: StatementLine[] = []
  for (const line of ledger.linesInSteps(key, from)) {
    if (!line) yield
    else if (rows.push(line) === limit) break
  }
  return { rows, next: from + limit < ledger.lineCount(key) ? from + limit : undefined }
}

/** Newest first, only statements before the given number. */
export function pageOfStatements(
  world: World,
  { status, period, currency }: StatementFilter,
  limit: number,
  before = Infinity,
): ResultPage<StatementKey> {
  const rows: StatementKey[] = []
  const month = period === undefined ? undefined : parsePeriod(period)
  for (const key of ledgerOf(world).statements()) {
    if (key.number >= before || (status !== undefined && key.isClosed !== (status === 'closed'))) continue
    if ((month ?? key.month) !== key.month || (currency ?? key.currency.code) !== key.currency.code) continue
    if (rows.length === limit) return { rows, next: (rows.at(-1) as StatementKey).number }
    rows.push(key)
  }
  return { rows, next: undefined }
}

export interface RoyaltyFilter {
  period?: string | undefined
  store_id?: string | undefined
  release_id?: string | undefined
  currency?: string | undefined
  statement?: StatementKey | undefined
}

export interface StatementRecord {
  key: StatementKey
  record: RoyaltyRecord
}

/** Exceeds the number of records of any statement. */
const MAX_RECORDS = 2 ** 24

/** Newest first, only records before the given position, without the first `skip` of them. */
export function* pageOfRecords(
  world: World,
  filter: RoyaltyFilter,
  limit: number,
  { before = Infinity, skip = 0 }: { before?: number | undefined; skip?: number },
): Steps<ResultPage<StatementRecord>> {
  const ledger = ledgerOf(world)
  const { period, store_id, release_id } = filter
  const wanted = { month: period === undefined ? undefined : parsePeriod(period), store_id, release_id }
  const statements = filter.statement ? [filter.statement] : [...candidateStatements(world, filter, before)]
  const rows: StatementRecord[] = []
  // The page is beyond the last record: return without computing statements.
  const maxRecords = statements.reduce((sum, key) => sum + ledger.maxRecords(key, wanted), 0)
  if (skip >= maxRecords) return { rows, next: undefined }
  let last: number | undefined
  for (const key of statements) {
    yield* ledger.prepare(key)
    for (const record of ledger.records(key, wanted, before - key.number * MAX_RECORDS)) {
      if (skip-- > 0) continue
      if (rows.length === limit) return { rows, next: last }
      rows.push({ key, record })
      last = key.number * MAX_RECORDS + record.index
    }
    yield
  }
  return { rows, next: undefined }
}

/** Statements that can contain matching records. Does not compute them. */
function* candidateStatements(
  world: World,
  { period, store_id, release_id, currency }: RoyaltyFilter,
  before: number,
): Generator<StatementKey> {
  const ledger = ledgerOf(world)
  const span = release_id === undefined ? undefined : ledger.saleSpan(release_id)
  if (release_id !== undefined && !span) return
  const { from = -Infinity, to = Infinity, stores } = span ?? {}
  const lastOf = (end: number) => (end === Infinity ? Infinity : ledger.lastReportMonth(monthOf(end)))
  const month = period === undefined ? undefined : parsePeriod(period)
  const last = Math.min(lastOf(to), month === undefined ? Infinity : ledger.lastReportMonth(month))
  for (const key of ledger.statements()) {
    if (closesAt(key) <= from || key.month < (month ?? 0)) return
    if (key.number * MAX_RECORDS >= before || (currency ?? key.currency.code) !== key.currency.code) continue
    const sells = (id: string) => id === (store_id ?? id) && (stores?.has(id) ?? true)
    if (key.month <= last && key.currency.stores.some((store) => sells(store.store_id))) yield key
  }
}

export function unpayableReason(key: StatementKey): string | undefined {
  if (key.isClosed) return undefined
  const closes = closesAt(key)
  return closes > END_OF_TIME
    ? 'is open; the clock ends before it closes'
    : `is open; it closes at ${formatInstant(closes)}`
}
