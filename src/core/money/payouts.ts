import type { components } from '../../generated/service-api.js'
import { type HoldReason, planPayout } from '../delivery/scenario-rules.js'
import { scaledDelay, type World } from '../engine/world.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { formatInstant, HOUR } from '../primitives/time.js'
import { formatDecimal } from './decimals.js'
import { ledgerOf, type StatementKey } from './ledger.js'
import type { Payout } from './money-state.js'
import { netOf } from './royalty-rounding.js'
import { findStatement, GONE_MESSAGE, unpayableReason } from './statements.js'

type Status = Payout['status']
export type PayoutInput = components['schemas']['PayoutCreate']

/** How long a payout is pending before it is processed without a release. */
export const PENDING_DURATION = 24 * HOUR

export function payoutView({ hold_reason, plan: _plan, ...payout }: Payout): components['schemas']['Payout'] {
  const { id, amount, currency, status, ...rest } = payout
  return { id, amount, currency, status, ...(hold_reason && { hold_reason }), ...rest }
}

function statementIssue(found: ReturnType<typeof findStatement>, i: number): Issue | undefined {
  const field = `statement_ids[${i}]`
  if (found === 'gone') return invalidField(field, GONE_MESSAGE)
  return found ? undefined : invalidField(field, 'is not a known statement; GET /v1/statements lists them')
}

/** Issues that depend on the state of the world. Runs before the contract's validation, so values can have any type. */
export function inputIssues(
  world: World,
  { statement_ids: ids }: Partial<Record<keyof PayoutInput, unknown>>,
): Issue[] {
  if (!Array.isArray(ids)) return []
  return ids.flatMap((id: unknown, i) =>
    typeof id === 'string' ? (statementIssue(findStatement(world, id), i) ?? []) : [],
  )
}

export function createPayout(
  world: World,
  { input: { statement_ids }, scenario }: { input: PayoutInput; scenario: string },
): Result<Payout> {
  const { claims, payouts, failures } = world.money
  const keys: StatementKey[] = []
  const issues = statement_ids.flatMap((id, i): Issue[] => {
    const key = findStatement(world, id)
    const issue = statementIssue(key, i)
    if (issue || !key || key === 'gone') return issue ? [issue] : []
    keys.push(key)
    const { code } = (keys[0] as StatementKey).currency
    if (key.currency.code !== code)
      return [invalidField(`statement_ids[${i}]`, `is in ${key.currency.code}, not in ${code}`)]
    const claim = claims.get(id)
    const claimed = claim && `is claimed by ${claim}, which is ${payouts.get(claim)?.status}`
    const reason = unpayableReason(key) ?? claimed
    return reason ? [{ code: 'invalid_state', field: `statement_ids[${i}]`, issue: reason }] : []
  })
  if (issues.length > 0) return refuseWithIssues(issues)
  const ledger = ledgerOf(world)
  const sum = keys.reduce((total, key) => total + netOf(ledger.totals(key)), 0n)
  const { code: currency, places } = (keys[0] as StatementKey).currency
  const amount = formatDecimal(sum, places)
  if (sum <= 0n)
    return refuseWithIssues([
      invalidField('statement_ids', `add up to ${amount} ${currency}; a payout must be greater than zero`),
    ])

  const attempts = statement_ids.map((id) => 1 + (failures.get(id) ?? 0))
  const plan = planPayout(world.findScenario(scenario), currency, Math.max(...attempts))
  const now = formatInstant(world.now)
  const id = nextId(world, 'pay')
  for (const statement of statement_ids) claims.set(statement, id)
  const timestamps = { created_at: now, updated_at: now }
  const row = {
    id,
    amount,
    currency,
    status: 'pending' as const,
    hold_reason: null,
    statement_ids,
    ...timestamps,
    plan,
  }
  const payout = payouts.add(row)
  return ok(plan.hold ? enterStatus(world, payout, 'on_hold', plan.hold) : enterStatus(world, payout, 'pending'))
}

/** Changes the status, cancels tasks of the previous status and schedules the next one. */
function enterStatus(world: World, payout: Payout, status: Status, reason: HoldReason | null = null): Payout {
  const { id, plan } = payout
  if (payout.status !== status) world.agenda.cancelWhere((task) => task.subject === id)
  if (status === 'pending')
    world.agenda.schedule(world.now + scaledDelay(world, PENDING_DURATION), { type: 'process-payout', subject: id })
  if (status === 'processing')
    world.agenda.schedule(world.now + scaledDelay(world, plan.after), { type: 'settle-payout', subject: id })
  const { claims, failures } = world.money
  // Statements of a failed payout can be paid again.
  for (const statement of status === 'failed' ? payout.statement_ids : []) {
    claims.delete(statement)
    failures.set(statement, 1 + (failures.get(statement) ?? 0))
  }
  return world.money.payouts.change(payout, { status, hold_reason: reason, updated_at: formatInstant(world.now) })
}

export function processPayout(world: World, { subject }: { subject: string }): string {
  enterStatus(world, world.money.payouts.get(subject) as Payout, 'processing')
  return 'pending → processing'
}

export function settlePayout(world: World, { subject }: { subject: string }): string {
  const payout = world.money.payouts.get(subject) as Payout
  enterStatus(world, payout, payout.plan.outcome)
  return `processing → ${payout.plan.outcome}`
}

export const payoutNotFound = (id: string) => refuse('not_found', { message: `There is no payout ${id}.` })

export function releasePayout(world: World, { id }: { id: string }): Result<Payout> {
  const payout = world.money.payouts.get(id)
  if (!payout) return payoutNotFound(id)
  if (payout.status === 'on_hold')
    return refuse('payout_on_hold', {
      message: `The payout is on hold for ${payout.hold_reason}. Resolve that first: POST /_sandbox/simulate/payout with the outcome pending.`,
    })
  if (payout.status !== 'pending')
    return refuse('invalid_state', { message: `Only a pending payout can be released; this one is ${payout.status}.` })
  return ok(enterStatus(world, payout, 'processing'))
}

/** The statuses between each status and an outcome, the same as without the simulator. */
const TRANSITIONS: Partial<Record<Status, Partial<Record<Status, Status[]>>>> = {
  pending: { on_hold: [], processing: [], paid: ['processing'], failed: ['processing'] },
  on_hold: { pending: [], processing: ['pending'], paid: ['pending', 'processing'], failed: [] },
  processing: { on_hold: [], paid: [], failed: [] },
}

/** The outcomes that the simulator accepts. */
export const possiblePayoutOutcomes = ({ status }: Payout): string[] => Object.keys(TRANSITIONS[status] ?? {})

export interface PayoutSimulation {
  payout_id: string
  outcome: Status
  hold_reason?: HoldReason | undefined
}

export function simulatePayout(world: World, { payout_id, outcome, hold_reason }: PayoutSimulation): Result<Payout> {
  let payout = world.money.payouts.get(payout_id)
  const issues = payout ? [] : [invalidField('payout_id', 'is not a known payout; GET /v1/payouts lists them')]
  if (hold_reason !== undefined && outcome !== 'on_hold')
    issues.push(invalidField('hold_reason', 'goes only with on_hold'))
  if (!payout || issues.length > 0) return refuseWithIssues(issues)
  const transitions = TRANSITIONS[payout.status] ?? {}
  const intermediate = transitions[outcome]
  if (!intermediate) {
    const next = Object.keys(transitions).join(' or ')
    const position = next ? `${payout.status} and can become ${next}` : `${payout.status}, which is final`
    return refuse('invalid_state', { message: `${outcome} can't be reached: the payout is ${position}.` })
  }
  for (const status of intermediate) payout = enterStatus(world, payout, status)
  const reason = outcome === 'on_hold' ? (hold_reason ?? 'identity_verification') : null
  return ok(enterStatus(world, payout, outcome, reason))
}
