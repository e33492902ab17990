import { formatDecimal } from './decimal.js'
import { placedId, placeOf } from './ids.js'
import { closesAt, type Line, ledgerOf, opensAt, type StatementKey } from './ledger.js'
import { parsePeriod, periodOf } from './months.js'
import { LINE_PLACES, netOf, type RoyaltyRecord } from './records.js'
import { instant } from './time.js'
import type { components } from './wire.js'
import type { World } from './world.js'

type Schemas = components['schemas']

const idOf = (world: World, number: number) => placedId(world.money.source, 'stm', number)

export function findStatement(world: World, id: string): StatementKey | undefined {
  const number = placeOf(world.money.source, 'stm', id)
  return number === undefined ? undefined : ledgerOf(world).statement(number)
}

/** A statement as the wire shows it. */
export function statementView(world: World, key: StatementKey): Schemas['Statement'] {
  const { number, month, currency, isClosed } = key
  const sums = ledgerOf(world).sums(key)
  return {
    id: idOf(world, number),
    period: periodOf(month),
    currency: currency.code,
    gross_amount: formatDecimal(sums.gross, currency.places),
    net_amount: formatDecimal(netOf(sums), currency.places),
    status: isClosed ? 'closed' : 'open',
    created_at: instant(opensAt(key)),
  }
}

export function lineView(world: World, { number, currency }: StatementKey, line: Line): Schemas['LineItem'] {
  const { place, isrc, store, territory, count, rate } = line
  return {
    id: placedId(world.money.source, 'lin', number, place),
    isrc,
    store_id: store.store_id,
    territory,
    play_count: count,
    unit_rate: formatDecimal(rate, LINE_PLACES),
    earnings: formatDecimal(BigInt(count) * rate, LINE_PLACES),
    currency: currency.code,
  }
}

export function recordView(
  world: World,
  { number, currency }: StatementKey,
  record: RoyaltyRecord,
): Schemas['RoyaltyRecord'] {
  return {
    id: placedId(world.money.source, 'roy', number, record.place),
    statement_id: idOf(world, number),
    period: periodOf(record.month),
    store_id: record.store_id,
    release_id: record.release_id,
    gross_amount: formatDecimal(record.gross, currency.places),
    net_amount: formatDecimal(netOf(record), currency.places),
    currency: currency.code,
  }
}

interface Found<T> {
  rows: T[]
  next: number | undefined
}

export interface StatementFilter {
  status?: 'open' | 'closed' | undefined
  period?: string | undefined
  currency?: string | undefined
}

/** Newest first, only statements before the given number. */
export function pageOfStatements(
  world: World,
  { status, period, currency }: StatementFilter,
  limit: number,
  before = Infinity,
): Found<StatementKey> {
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
}

export interface FoundRecord {
  key: StatementKey
  record: RoyaltyRecord
}

/** More than a statement can have records. */
const PLACES = 2 ** 24

/** Newest first, only records before the given position, and of these not the first `skip`. */
export function pageOfRecords(
  world: World,
  { period, store_id, release_id, currency }: RoyaltyFilter,
  limit: number,
  { before = Infinity, skip = 0 }: { before?: number | undefined; skip?: number },
): Found<FoundRecord> {
  const ledger = ledgerOf(world)
  const month = period === undefined ? undefined : parsePeriod(period)
  const rows: FoundRecord[] = []
  let last: number | undefined
  for (const key of ledger.statements()) {
    if (key.number * PLACES >= before || (currency ?? key.currency.code) !== key.currency.code) continue
    if (month !== undefined && (key.month < month || key.month > ledger.lastReport(month))) continue
    if (store_id !== undefined && !key.currency.stores.some((store) => store.store_id === store_id)) continue
    for (const record of [...ledger.records(key)].reverse()) {
      const position = key.number * PLACES + record.place
      if (position >= before || (month ?? record.month) !== record.month) continue
      if ((store_id ?? record.store_id) !== record.store_id) continue
      if ((release_id ?? record.release_id) !== record.release_id) continue
      if (skip-- > 0) continue
      if (rows.length === limit) return { rows, next: last }
      rows.push({ key, record })
      last = position
    }
  }
  return { rows, next: undefined }
}

/** Why a statement cannot be paid yet; undefined when it can. */
export const openness = (key: StatementKey): string | undefined =>
  key.isClosed ? undefined : `is open; it closes at ${instant(closesAt(key))}`
