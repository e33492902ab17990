import { checkRowInvariants } from '../engine/invariants.js'
import type { Delivery } from '../engine/rows.js'
import { deserializeWorld } from '../engine/serialize-world.js'
import { closesAt } from '../money/ledger.js'
import { payoutView } from '../money/payouts.js'
import { findStatement } from '../money/statements.js'
import type { StateContext, StateIssues } from './state-context.js'

/** Sales belong to deliveries, and payouts, claims, failures and tasks agree with each other. */
export function* findMoneyIssues(context: StateContext): StateIssues {
  yield* findSaleIssues(context)
  yield* findPayoutIssues(context)
}

function* findSaleIssues({ serialized: { now, sales }, rows, territories }: StateContext): StateIssues {
  let previous = Number.NEGATIVE_INFINITY
  for (const [i, { at, delivery_id, release_id, store_id, offer }] of sales.entries()) {
    yield undefined
    const path = `sales[${i}]`
    const delivery = rows.deliveries.get(delivery_id) as Delivery | undefined
    if (at > now || at < previous) yield `${path}.at is not between the sale before it and world.now`
    if (delivery?.release_id !== release_id)
      yield `${path}.delivery_id ${delivery_id} is not a delivery of ${release_id}`
    if (!delivery?.stores.some((order) => order.store_id === store_id))
      yield `${path}.store_id ${store_id} is not a store of ${delivery_id}`
    const unknown = offer?.territory_codes.find((code) => !territories.has(code))
    if (unknown) yield `${path}.offer.territory_codes: ${unknown} is not a known territory`
    previous = at
  }
}

/** The task of a payout in each status; the other statuses have none. */
const TASKS: Record<string, string> = { pending: 'process-payout', processing: 'settle-payout' }

function* findPayoutIssues({ serialized, options, seeds }: StateContext): StateIssues {
  const { payouts, claims, failures, agenda } = serialized
  // Statements depend on the clock, the seeds and the source, not on rows.
  const none = { start: 0, rows: [] }
  const empty = {
    releases: none,
    tracks: none,
    assets: none,
    deliveries: none,
    events: none,
    webhooks: none,
    ernMessages: none,
  }
  const lists = {
    agenda: { next: 0, entries: [] },
    sales: [],
    tokens: [],
    answers: [],
    fingerprints: [],
    ernReleases: [],
  }
  const world = deserializeWorld(options, seeds, { ...serialized, ...empty, ...lists, dispatches: none, payouts: none })
  const claimedBy = new Map(claims)
  const claimed = new Map<string, string>()
  const failed = new Map<string, number>()
  const closingTimes = new Map<string, number>()
  const tasks = new Map<string, string>()
  for (const [i, { task }] of agenda.entries.entries()) {
    yield undefined
    if (task.type !== 'process-payout' && task.type !== 'settle-payout') continue
    if (tasks.has(task.subject)) yield `agenda[${i}].task: ${task.subject} already has one`
    tasks.set(task.subject, task.type)
  }
  for (const [i, payout] of payouts.rows.entries()) {
    yield undefined
    if (payout === null) continue
    const { id, status, currency, statement_ids, hold_reason } = payout
    const path = `payouts[${i}]`
    if ((status === 'on_hold') !== (hold_reason !== null)) yield `${path}.hold_reason does not fit ${status}`
    if (tasks.get(id) !== TASKS[status])
      yield `${path}.status is ${status}, but its task on the agenda is ${tasks.get(id) ?? 'missing'}`
    tasks.delete(id)
    for (const [j, statement] of statement_ids.entries()) {
      const key = findStatement(world, statement)
      const where = `${path}.statement_ids[${j}]`
      if (key === undefined) yield `${where} ${statement} is not a statement of this world`
      else if (key !== 'gone') {
        if (key.currency.code !== currency) yield `${where} ${statement} is not in ${currency}`
        closingTimes.set(statement, closesAt(key))
      }
      if (status === 'failed') failed.set(statement, 1 + (failed.get(statement) ?? 0))
      else {
        if (claimedBy.get(statement) !== id) yield `${where} ${statement} is not claimed by ${id}`
        claimed.set(statement, id)
      }
    }
    for (const violation of checkRowInvariants({ payouts: [payoutView(payout)], closingTimes }))
      yield `${path}: ${violation}`
  }
  for (const subject of tasks.keys()) yield `agenda: ${subject} is not a payout of the snapshot`
  for (const [i, [statement, payout]] of claims.entries())
    if (claimed.get(statement) !== payout) yield `claims[${i}]: ${payout} does not pay ${statement}`
  for (const [i, [statement, times]] of failures.entries())
    if (failed.get(statement) !== times) yield `failures[${i}][1] is not the number of failed payouts of ${statement}`
  if (new Map(failures).size !== failed.size) yield 'failures: a failed payout is missing'
}
