import type { Payout, Statement } from '../../../src/index.js'
import {
  type ExpectedResponse,
  expectNewId,
  type RequestIssues,
  refusal,
  refusalFor,
  success,
} from './expected-response.js'
import { scenarioOf } from './scenarios.js'
import { HOUR, iso, type Model, monthOf, schedule } from './state.js'

/** Money in minor units. All amounts of a currency have the same number of decimals. */
const toMinorUnits = (amount: string) => BigInt(amount.replace('.', ''))

function formatAmount(sum: bigint, example: string): string {
  const places = example.split('.')[1]?.length ?? 0
  const digits = String(sum).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** A statement is open during its month and closed afterwards. */
export const isClosed = (model: Model, { period }: Statement) => period < monthOf(model.now)

const claimOf = (model: Model, statement: string) =>
  [...model.payouts.values()].find(
    ({ status, statement_ids }) => status !== 'failed' && statement_ids.includes(statement),
  )

export function createPayout(model: Model, statement_ids: string[], header: string | undefined): ExpectedResponse {
  const issues: RequestIssues = { contract: [], world: [] }
  if (new Set(statement_ids).size < statement_ids.length || statement_ids.length === 0)
    issues.contract.push('validation_failed')
  const known = statement_ids.flatMap((id) => model.statements.get(id) ?? [])
  if (known.length < statement_ids.length) issues.world.push('validation_failed')
  const [first] = known
  for (const statement of known)
    if (statement.currency !== first?.currency) issues.world.push('validation_failed')
    else if (!isClosed(model, statement) || claimOf(model, statement.id)) issues.world.push('invalid_state')
  const inputRefusal = refusalFor(issues)
  if (inputRefusal || !first) return inputRefusal as ExpectedResponse
  const sum = known.reduce((total, { net_amount }) => total + toMinorUnits(net_amount), 0n)
  if (sum <= 0n) return refusal('validation_failed')
  const scenario = header ?? model.scenario
  const apply = ({ id: responseId }: Payout) => {
    const hold_reason = scenarioOf(scenario).hold?.(first.currency)
    const payout: Payout = {
      id: expectNewId('pay', responseId, model.payouts),
      amount: formatAmount(sum, first.net_amount),
      currency: first.currency,
      status: 'pending',
      statement_ids,
      created_at: iso(model.now),
      updated_at: iso(model.now),
    }
    model.payouts.set(payout.id, payout)
    enterStatus(model, payout, hold_reason ? 'on_hold' : 'pending', hold_reason)
    return payout
  }
  return success(201, apply, scenario)
}

/** A payout has at most one scheduled task, which follows from its status. */
function enterStatus(model: Model, payout: Payout, status: Payout['status'], reason?: Payout['hold_reason']): Payout {
  const { id: subject } = payout
  model.agenda = model.agenda.filter(({ task }) => task.subject !== subject)
  if (status === 'pending') schedule(model, 24 * HOUR, { type: 'process-payout', subject })
  if (status === 'processing') schedule(model, 48 * HOUR, { type: 'settle-payout', subject })
  payout.status = status
  payout.updated_at = iso(model.now)
  delete payout.hold_reason
  if (reason) payout.hold_reason = reason
  return payout
}

export function runPayoutTask(model: Model, id: string, type: 'process-payout' | 'settle-payout'): void {
  enterStatus(model, model.payouts.get(id) as Payout, type === 'process-payout' ? 'processing' : 'paid')
}

export function releasePayout(model: Model, id: string): ExpectedResponse {
  const payout = model.payouts.get(id)
  if (!payout) return refusal('not_found')
  if (payout.status === 'on_hold') return refusal('payout_on_hold')
  if (payout.status !== 'pending') return refusal('invalid_state')
  return success(200, () => enterStatus(model, payout, 'processing'))
}

/** The transitions that POST /_sandbox/simulate/payout allows. */
const TRANSITIONS: Partial<Record<Payout['status'], Payout['status'][]>> = {
  pending: ['on_hold', 'processing', 'paid', 'failed'],
  on_hold: ['pending', 'processing', 'paid', 'failed'],
  processing: ['on_hold', 'paid', 'failed'],
}

export function simulatePayout(model: Model, id: string, outcome: Payout['status']): ExpectedResponse {
  const payout = model.payouts.get(id)
  if (!payout) return refusal('validation_failed')
  if (!TRANSITIONS[payout.status]?.includes(outcome)) return refusal('invalid_state')
  return success(200, () => {
    const { hold_reason } = enterStatus(
      model,
      payout,
      outcome,
      outcome === 'on_hold' ? 'identity_verification' : undefined,
    )
    return { payout_id: id, status: outcome, ...(hold_reason && { hold_reason }) }
  })
}
