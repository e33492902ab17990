import type { components } from '../../generated/service-api.js'
import type { ErnMessage } from '../ern/ern-rows.js'
import { closesAt, ledgerOf } from '../money/ledger.js'
import { payoutView } from '../money/payouts.js'
import { lineView, recordView, statementId, statementView } from '../money/statements.js'
import type { Delivery, Dispatch } from './rows.js'
import type { World } from './world.js'

type Schemas = components['schemas']

/** The data to check, in the form that partners see: the checks rely only on API responses and the rates. */
export interface InvariantData {
  /** When each statement closes, by id. */
  closingTimes: ReadonlyMap<string, number>
  payouts: Schemas['Payout'][]
  deliveries: Delivery[]
  dispatches: Dispatch[]
  ernMessages: ErnMessage[]
  /** All stored ids. Ids of lines and records are derived and checked per statement. */
  ids: string[]
  /** By store: fee plus withholding, in ten-thousandths of the gross. */
  deductionRates: ReadonlyMap<string, bigint>
  minorUnits: ReadonlyMap<string, number>
}

/** One statement. Its lines are iterated lazily, because all lines of all statements may not fit into memory. */
export interface StatementData {
  statement: Schemas['Statement']
  /** `undefined` is a pause. */
  lines: Iterable<Schemas['LineItem'] | undefined>
  records: Iterable<Schemas['RoyaltyRecord']>
}

export function collectInvariantData(world: World): InvariantData {
  const ledger = ledgerOf(world)
  const { money, releases, tracks, assets, deliveries, events, webhooks, dispatches, ernMessages } = world
  const statements = [...ledger.statements()].map((key) => [statementId(world, key), closesAt(key)] as const)
  const tables = [releases, tracks, assets, events, webhooks, deliveries, money.payouts, ernMessages]
  return {
    closingTimes: new Map(statements),
    payouts: money.payouts.where({}).map(payoutView),
    deliveries: deliveries.where({}),
    dispatches: dispatches.where({}),
    ernMessages: ernMessages.where({}),
    ids: [...statements.map(([id]) => id), ...tables.flatMap((table) => table.where({}).map(({ id }) => id))],
    deductionRates: new Map(
      ledger.currencies.flatMap(({ stores }) => stores.map(({ store_id, deductionRate }) => [store_id, deductionRate])),
    ),
    minorUnits: new Map(ledger.currencies.map(({ code, places }) => [code, places])),
  }
}

export function* collectStatementData(world: World, firstMonth = -Infinity): Generator<StatementData | undefined> {
  const ledger = ledgerOf(world)
  for (const key of ledger.statements()) {
    // Newest first.
    if (key.month < firstMonth) return
    for (const _ of ledger.prepare(key)) yield undefined
    yield {
      statement: statementView(world, key),
      lines: mapLazily(ledger.linesInSteps(key), (line) => line && lineView(world, key, line)),
      records: mapLazily(ledger.records(key), (record) => recordView(world, key, record)),
    }
  }
}

function* mapLazily<T, U>(rows: Iterable<T>, view: (row: T) => U): Generator<U> {
  for (const row of rows) yield view(row)
}

const ROWS_PER_YIELD = 500
const IDS_PER_YIELD = 5000

/** The data in parts that can be checked one after another. Equal ids are in the same part. `undefined` is a pause. */
export function* divideInvariantData(data: InvariantData): Generator<InvariantData | undefined> {
  const { payouts, deliveries, dispatches, ernMessages, ids } = data
  const nothing = { ...data, payouts: [], deliveries: [], dispatches: [], ernMessages: [], ids: [] }
  yield { ...nothing, payouts, ernMessages }
  for (let i = 0; i < deliveries.length; i += ROWS_PER_YIELD)
    yield { ...nothing, deliveries: deliveries.slice(i, i + ROWS_PER_YIELD) }
  for (let i = 0; i < dispatches.length; i += ROWS_PER_YIELD)
    yield { ...nothing, dispatches: dispatches.slice(i, i + ROWS_PER_YIELD) }
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_PER_YIELD) }, (): string[] => [])
  for (const [i, id] of ids.entries()) {
    let hash = 0
    for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0
    parts[hash % parts.length]?.push(id)
    if (i % IDS_PER_YIELD === 0) yield undefined
  }
  for (const part of parts) yield { ...nothing, ids: part }
}
