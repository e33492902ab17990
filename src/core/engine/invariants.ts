import type { components } from '../../generated/service-api.js'
import { isSuccess } from '../events/dispatches.js'
import { MAX_ATTEMPTS } from '../events/retry-schedule.js'
import { parseDecimal, roundHalfEven } from '../money/decimals.js'
import { closesAt, ledgerOf } from '../money/ledger.js'
import { payoutView } from '../money/payouts.js'
import { LINE_PLACES, SHARE_PLACES } from '../money/royalty-rounding.js'
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

/** The result of one pass over a statement's lines. */
export interface StatementSummary {
  statement: Schemas['Statement']
  records: Schemas['RoyaltyRecord'][]
  places: number
  totalEarnings: bigint
  lineErrors: string[]
  duplicates: string[]
}

export interface InvariantCheck {
  name: string
  ok: boolean
  violations: string[]
}

interface Invariant {
  checkWorld?(data: InvariantData): Iterable<string>
  checkStatement?(summary: StatementSummary, data: InvariantData): Iterable<string>
}

/** Conditions that hold in every world at any time. Each check yields one line per violation. */
export const INVARIANTS: Record<string, Invariant> = {
  'a statement is the rounded sum of its lines': {
    *checkStatement({ statement: { id, gross_amount }, places, totalEarnings, lineErrors }) {
      yield* lineErrors
      if (roundHalfEven(totalEarnings, LINE_PLACES, places) !== parseDecimal(gross_amount, places))
        yield `${id}: the sum of its lines is not ${gross_amount}`
    },
  },
  'net is gross minus fees and withholding': {
    *checkStatement({ statement: { id, gross_amount, net_amount }, places, records }, { deductionRates }) {
      const deducted = records.reduce(
        (sum, record) => sum + parseDecimal(record.gross_amount, places) * (deductionRates.get(record.store_id) ?? 0n),
        0n,
      )
      const net = parseDecimal(gross_amount, places) - roundHalfEven(deducted, SHARE_PLACES, 0)
      if (net !== parseDecimal(net_amount, places))
        yield `${id}: ${net_amount} is not ${gross_amount} minus fees and withholding`
    },
  },
  'the royalty records of a statement add up to it': {
    *checkStatement({ statement, places, records }) {
      for (const field of ['gross_amount', 'net_amount'] as const) {
        const sum = records.reduce((total, record) => total + parseDecimal(record[field], places), 0n)
        if (sum !== parseDecimal(statement[field], places))
          yield `${statement.id}: the ${field} of its records does not add up to ${statement[field]}`
      }
      for (const { id, gross_amount, net_amount } of records) {
        const [gross, net] = [parseDecimal(gross_amount, places), parseDecimal(net_amount, places)]
        const isBetween = gross < 0n ? gross <= net && net <= 0n : 0n <= net && net <= gross
        if (!isBetween) yield `${id}: net_amount ${net_amount} is not between 0 and ${gross_amount}`
      }
    },
  },
  'no statement is paid twice': {
    *checkWorld({ payouts }) {
      const paidBy = new Map<string, string>()
      for (const { id, status, statement_ids } of payouts)
        for (const statement of status === 'failed' ? [] : statement_ids) {
          if (paidBy.has(statement)) yield `${statement}: ${paidBy.get(statement)} and ${id} both pay it`
          paidBy.set(statement, id)
        }
    },
  },
  'nothing is paid before it is closed': {
    *checkWorld({ payouts, closingTimes }) {
      // Statements that are no longer kept were closed long ago.
      for (const { id, created_at, statement_ids } of payouts)
        for (const statement of statement_ids)
          if (Date.parse(created_at) < (closingTimes.get(statement) ?? 0)) yield `${id}: ${statement} was still open`
    },
  },
  'a delivery is what its stores make of it': {
    *checkWorld({ deliveries }) {
      for (const delivery of deliveries) {
        const allowed = allowedStatuses(delivery)
        if (!allowed.includes(delivery.status))
          yield `${delivery.id}: ${delivery.status} instead of ${allowed.join(' or ')}`
      }
    },
  },
  'every event has its attempts': {
    *checkWorld({ dispatches }) {
      for (const { event_id, webhook_id, status, attempts, isPing, due, isUnderWay, isParked } of dispatches) {
        const where = `${event_id} to ${webhook_id}`
        const isDelivered = attempts.some(isSuccess)
        const maxAttempts = isPing ? 1 : MAX_ATTEMPTS
        if (status === 'delivered' && !isDelivered) yield `${where}: delivered without an attempt that succeeded`
        if (status === 'undeliverable' && (isDelivered || attempts.length < maxAttempts))
          yield `${where}: undeliverable after ${attempts.length} attempts${isDelivered ? ', one of which succeeded' : ''}`
        if (status === 'undeliverable' && due !== null)
          yield `${where}: undeliverable, but another attempt is scheduled`
        // The request that asked for a ping sends it itself.
        if (status === 'pending' && due === null && !isUnderWay && !isParked && !isPing)
          yield `${where}: pending, but no attempt is scheduled`
      }
    },
  },
  'every id is unique': {
    *checkWorld({ ids }) {
      yield* findDuplicates(ids)
    },
    *checkStatement({ records, duplicates }) {
      yield* duplicates
      yield* findDuplicates(records.map(({ id }) => id))
    },
  },
}

function findDuplicates(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size).map((id) => `${id} appears twice`)
}

/** Per invariant. */
const MAX_VIOLATIONS = 100
/** Lines to check before yielding to other work. */
const LINES_PER_YIELD = 2000

export function* summarizeStatement(
  { statement, lines, records }: StatementData,
  data: InvariantData,
): Generator<void, StatementSummary> {
  const summary: StatementSummary = {
    statement,
    records: [...records],
    places: data.minorUnits.get(statement.currency) ?? 0,
    totalEarnings: 0n,
    lineErrors: [],
    duplicates: [],
  }
  const seen = new Set<string>()
  for (const line of lines) {
    if (!line) {
      yield
      continue
    }
    const { id, play_count, unit_rate, earnings } = line
    const exact = parseDecimal(earnings, LINE_PLACES)
    summary.totalEarnings += exact
    if (
      BigInt(play_count) * parseDecimal(unit_rate, LINE_PLACES) !== exact &&
      summary.lineErrors.length < MAX_VIOLATIONS
    )
      summary.lineErrors.push(`${id}: ${play_count} times ${unit_rate} is not ${earnings}`)
    if (seen.has(id) && summary.duplicates.length < MAX_VIOLATIONS) summary.duplicates.push(`${id} appears twice`)
    seen.add(id)
    if (seen.size % LINES_PER_YIELD === 0) yield
  }
  return summary
}

/** The statuses that a delivery can have, given its orders. While orders are open, others may have been resubmitted. */
function allowedStatuses({ stores }: Delivery): Delivery['status'][] {
  const has = (...wanted: string[]) => stores.some(({ status }) => wanted.includes(status))
  const refused = has('rejected') ? 'rejected' : has('action_required') ? 'action_required' : undefined
  if (has('pending', 'ingesting')) return refused ? [refused, 'in_progress'] : ['in_progress']
  if (refused) return [refused]
  if (!has('taken_down')) return ['delivered']
  // Stores can be taken down one after another, before and after the delivery is `taken_down` as a whole.
  return has('delivered', 'takedown_pending') ? ['delivered', 'taken_down'] : ['taken_down']
}

/** The violations of a few rows, without the rest of the world. */
export function* checkRowInvariants(rows: Partial<InvariantData>): Generator<string> {
  const data = { ...NO_DATA, ...rows }
  for (const { checkWorld } of Object.values(INVARIANTS)) if (checkWorld) yield* checkWorld(data)
}

const NO_DATA: InvariantData = {
  closingTimes: new Map(),
  payouts: [],
  deliveries: [],
  dispatches: [],
  ids: [],
  deductionRates: new Map(),
  minorUnits: new Map(),
}

export function collectInvariantData(world: World): InvariantData {
  const ledger = ledgerOf(world)
  const { money, releases, tracks, assets, deliveries, events, webhooks, dispatches } = world
  const statements = [...ledger.statements()].map((key) => [statementId(world, key), closesAt(key)] as const)
  const tables = [releases, tracks, assets, events, webhooks, deliveries, money.payouts]
  return {
    closingTimes: new Map(statements),
    payouts: money.payouts.where({}).map(payoutView),
    deliveries: deliveries.where({}),
    dispatches: dispatches.where({}),
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
function* divide(data: InvariantData): Generator<InvariantData | undefined> {
  const { payouts, deliveries, dispatches, ids } = data
  const nothing = { ...data, payouts: [], deliveries: [], dispatches: [], ids: [] }
  yield { ...nothing, payouts }
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

/**
 * Checks all invariants. Yields regularly, because a long history takes time to check and other requests must not wait.
 * Changes between the steps do no harm: stored data is collected before the first yield, and rows and statements are
 * immutable.
 * Statements of months before `firstMonth` are skipped.
 */
export function* checkInvariants(world: World, firstMonth?: number): Generator<void, InvariantCheck[]> {
  const data = collectInvariantData(world)
  const checks = Object.entries(INVARIANTS).map(([name, { checkWorld, checkStatement }]) => {
    const violations: string[] = []
    const addViolations = (found: Iterable<string>) => {
      for (const violation of found)
        if (violations.length === MAX_VIOLATIONS || violations.push(violation) === MAX_VIOLATIONS) break
    }
    return {
      name,
      violations,
      checkRows: (rows: InvariantData) => checkWorld && addViolations(checkWorld(rows)),
      checkSummary: (summary: StatementSummary) => checkStatement && addViolations(checkStatement(summary, data)),
    }
  })
  for (const rows of divide(data)) {
    for (const { checkRows } of rows ? checks : []) checkRows(rows as InvariantData)
    yield
  }
  for (const statementData of collectStatementData(world, firstMonth)) {
    if (!statementData) {
      yield
      continue
    }
    const summary = yield* summarizeStatement(statementData, data)
    for (const { checkSummary } of checks) checkSummary(summary)
    yield
  }
  return checks.map(({ name, violations }) => ({ name, ok: violations.length === 0, violations }))
}
