import { parseDecimal, roundHalfEven } from './decimal.js'
import { type Dispatch, isSuccess, MOST_ATTEMPTS } from './dispatches.js'
import { ledgerOf, type StatementKey } from './ledger.js'
import { monthStart, parsePeriod } from './months.js'
import { payoutView } from './payouts.js'
import { LINE_PLACES, SHARE_PLACES } from './records.js'
import { lineView, recordView, statementView } from './statements.js'
import type { components } from './wire.js'
import type { Delivery, World } from './world.js'

type Schemas = components['schemas']

/** All that is checked, as partners see it: the checks trust nothing but what goes over the wire, and the rates. */
export interface Books {
  /** The distributor's share, and by store what is withheld, in ten-thousandths. */
  fee: bigint
  withholding: ReadonlyMap<string, bigint>
  minorUnits: ReadonlyMap<string, number>
  statements: Schemas['Statement'][]
  /** Of one statement at a time: all lines of all statements need not be in memory at once. */
  linesOf(statement: Schemas['Statement']): Schemas['LineItem'][]
  recordsOf(statement: Schemas['Statement']): Schemas['RoyaltyRecord'][]
  payouts: Schemas['Payout'][]
  deliveries: Delivery[]
  dispatches: Dispatch[]
  /** Of everything else that has an id. */
  ids: Iterable<string>
}

export interface Check {
  name: string
  ok: boolean
  violations: string[]
}

/** What must hold in every world at every moment. Each gives one line per violation. A new one is one more entry here. */
export const INVARIANTS: Record<string, (books: Books) => Iterable<string>> = {
  *'a statement is the rounded sum of its lines'({ statements, linesOf, minorUnits }) {
    for (const statement of statements) {
      const { id, currency, gross_amount } = statement
      const places = minorUnits.get(currency) ?? 0
      let sum = 0n
      for (const { id: line, play_count, unit_rate, earnings } of linesOf(statement)) {
        sum += parseDecimal(earnings, LINE_PLACES)
        if (BigInt(play_count) * parseDecimal(unit_rate, LINE_PLACES) !== parseDecimal(earnings, LINE_PLACES))
          yield `${line}: ${play_count} times ${unit_rate} is not ${earnings}`
      }
      if (roundHalfEven(sum, LINE_PLACES, places) !== parseDecimal(gross_amount, places))
        yield `${id}: its lines do not add up to ${gross_amount}`
    }
  },
  *'net is gross minus fees and withholding'({ statements, linesOf, minorUnits, fee, withholding }) {
    for (const statement of statements) {
      const { id, currency, gross_amount, net_amount } = statement
      const places = minorUnits.get(currency) ?? 0
      let [fees, withheld] = [0n, 0n]
      for (const { store_id, earnings } of linesOf(statement)) {
        fees += parseDecimal(earnings, LINE_PLACES) * fee
        withheld += parseDecimal(earnings, LINE_PLACES) * (withholding.get(store_id) ?? 0n)
      }
      const kept = [fees, withheld].map((exact) => roundHalfEven(exact, LINE_PLACES + SHARE_PLACES, places))
      const net = kept.reduce((left, part) => left - part, parseDecimal(gross_amount, places))
      if (net !== parseDecimal(net_amount, places)) yield `${id}: ${net_amount} is not what is left of ${gross_amount}`
    }
  },
  *'the royalty records of a statement add up to it'({ statements, recordsOf, minorUnits }) {
    for (const statement of statements) {
      const places = minorUnits.get(statement.currency) ?? 0
      const records = recordsOf(statement)
      for (const field of ['gross_amount', 'net_amount'] as const) {
        const sum = records.reduce((total, record) => total + parseDecimal(record[field], places), 0n)
        if (sum !== parseDecimal(statement[field], places))
          yield `${statement.id}: its records do not add up to a ${field} of ${statement[field]}`
      }
    }
  },
  *'no statement is paid twice'({ payouts }) {
    const paidBy = new Map<string, string>()
    for (const { id, status, statement_ids } of payouts)
      for (const statement of status === 'failed' ? [] : statement_ids) {
        if (paidBy.has(statement)) yield `${statement}: ${paidBy.get(statement)} and ${id} both pay it`
        paidBy.set(statement, id)
      }
  },
  *'nothing is paid before it is closed'({ payouts, statements }) {
    const closed = new Map(statements.map(({ id, period }) => [id, monthStart(parsePeriod(period) + 1)]))
    // What is no longer kept was closed long ago.
    for (const { id, created_at, statement_ids } of payouts)
      for (const statement of statement_ids)
        if (Date.parse(created_at) < (closed.get(statement) ?? 0)) yield `${id}: ${statement} was still open`
  },
  *'a delivery is what its stores make of it'({ deliveries }) {
    for (const delivery of deliveries) {
      const fits = statusesOf(delivery)
      if (!fits.includes(delivery.status)) yield `${delivery.id}: ${delivery.status} instead of ${fits.join(' or ')}`
    }
  },
  *'every event has its attempts'({ dispatches }) {
    for (const { event_id, webhook_id, status, attempts, isPing, due } of dispatches) {
      const where = `${event_id} to ${webhook_id}`
      const isDelivered = attempts.some(isSuccess)
      const most = isPing ? 1 : MOST_ATTEMPTS
      if (status === 'delivered' && !isDelivered) yield `${where}: delivered without an attempt that succeeded`
      if (status === 'undeliverable' && (isDelivered || attempts.length < most))
        yield `${where}: undeliverable after ${attempts.length} attempts${isDelivered ? ', one of which succeeded' : ''}`
      if (status === 'undeliverable' && due !== null) yield `${where}: undeliverable, and yet to be tried again`
    }
  },
  *'every id is unique'({ ids, statements, linesOf, recordsOf, payouts, deliveries }) {
    const seen = new Set<string>()
    function* all() {
      yield* ids
      for (const { id } of [...payouts, ...deliveries]) yield id
      for (const statement of statements) {
        yield statement.id
        for (const { id } of linesOf(statement)) yield id
        for (const { id } of recordsOf(statement)) yield id
      }
    }
    for (const id of all()) {
      if (seen.has(id)) yield `${id} is there twice`
      seen.add(id)
    }
  },
}

/** What a delivery can be, by its stores. While some are on their way, a refusal may stand or have been resubmitted. */
function statusesOf({ stores }: Delivery): Delivery['status'][] {
  const has = (...wanted: string[]) => stores.some(({ status }) => wanted.includes(status))
  const refused = has('rejected') ? 'rejected' : has('action_required') ? 'action_required' : undefined
  if (has('pending', 'ingesting')) return refused ? [refused, 'in_progress'] : ['in_progress']
  if (refused) return [refused]
  return [has('taken_down') && !has('takedown_pending') ? 'taken_down' : 'delivered']
}

export function booksOf(world: World): Books {
  const ledger = ledgerOf(world)
  const { money, releases, tracks, assets, deliveries, events, webhooks, dispatches } = world
  const statements = [...ledger.statements()].map((key) => ({ key, view: statementView(world, key) }))
  const keys = new Map(statements.map(({ key, view }) => [view.id, key]))
  const keyOf = ({ id }: Schemas['Statement']) => keys.get(id) as StatementKey
  return {
    fee: ledger.fee,
    withholding: new Map(
      ledger.currencies.flatMap(({ stores }) => stores.map(({ store_id, withholding }) => [store_id, withholding])),
    ),
    minorUnits: new Map(ledger.currencies.map(({ code, places }) => [code, places])),
    statements: statements.map(({ view }) => view),
    linesOf: (statement) => ledger.lines(keyOf(statement)).map((line) => lineView(world, keyOf(statement), line)),
    recordsOf: (statement) =>
      ledger.records(keyOf(statement)).map((record) => recordView(world, keyOf(statement), record)),
    payouts: money.payouts.where({}).map(payoutView),
    deliveries: deliveries.where({}),
    dispatches: dispatches.where({}),
    ids: [releases, tracks, assets, events, webhooks].flatMap((table) => table.where({}).map(({ id }) => id)),
  }
}

/** As many violations of one kind as are told. */
const MOST = 100

export function checkInvariants(world: World): Check[] {
  const books = booksOf(world)
  return Object.entries(INVARIANTS).map(([name, check]) => {
    const violations: string[] = []
    for (const violation of check(books)) if (violations.push(violation) === MOST) break
    return { name, ok: violations.length === 0, violations }
  })
}
