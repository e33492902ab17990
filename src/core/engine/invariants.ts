import type { components } from '../../generated/service-api.js'
import { isSuccess } from '../events/dispatches.js'
import { MAX_ATTEMPTS } from '../events/retry-schedule.js'
import { parseDecimal, roundHalfEven } from '../money/decimals.js'
import { LINE_PLACES, SHARE_PLACES } from '../money/royalty-rounding.js'
import {
  collectInvariantData,
  collectStatementData,
  divideInvariantData,
  type InvariantData,
  type StatementData,
} from './invariant-data.js'
import type { Delivery } from './rows.js'
import type { World } from './world.js'

type Schemas = components['schemas']

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
  'an ERN message is applied as a whole or not at all': {
    *checkWorld({ ernMessages }) {
      for (const { id, status, outcome, release_id, facts, processed_at, error_count } of ernMessages) {
        const isWaiting = status === 'received'
        if (isWaiting !== (processed_at === null) || isWaiting !== (facts !== null))
          yield `${id}: ${status}, but ${processed_at === null ? 'not processed' : 'processed'}`
        const isAccepted = status === 'accepted'
        if (isAccepted !== (outcome !== null) || isAccepted !== (release_id !== null))
          yield `${id}: ${status} with the outcome ${outcome} on ${release_id}`
        if (!isWaiting && (status === 'rejected') !== error_count > 0)
          yield `${id}: ${status} with ${error_count} errors`
      }
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
  ernMessages: [],
  ids: [],
  deductionRates: new Map(),
  minorUnits: new Map(),
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
  for (const rows of divideInvariantData(data)) {
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
