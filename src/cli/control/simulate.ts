import rejections from '../../../seeds/rejections.yaml'
import stores from '../../../seeds/stores.yaml'
import type { components } from '../../generated/control-api.js'
import { choiceFlag, type Flag, textFlag } from '../framework/flags.js'
import { parseChoice } from '../framework/parse-arguments.js'
import { sanitize } from '../framework/terminal.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']

const DELIVERY_OUTCOMES = ['delivered', 'rejected', 'action_required', 'taken_down'] as const
const ASSET_OUTCOMES = ['ready', 'failed'] as const
const PAYOUT_OUTCOMES = ['pending', 'on_hold', 'processing', 'paid', 'failed'] as const
const HOLD_REASONS = ['identity_verification', 'compliance_review'] as const

const holdReasonFlag = {
  ...choiceFlag('The reason for on_hold', HOLD_REASONS, 'identity_verification'),
  defaultValue: undefined,
} as Flag<(typeof HOLD_REASONS)[number] | undefined>

const deliveryFlags = {
  store: {
    ...textFlag('Only this store (default: all stores of the delivery)', 'STORE'),
    choices: (stores as { store_id: string }[]).map(({ store_id }) => store_id),
  },
  code: {
    ...textFlag('The rejection code, such as artwork_too_small', 'CODE'),
    choices: (rejections as { code: string }[]).map(({ code }) => code),
  },
  reason: textFlag('The rejection reason as text', 'TEXT'),
}

/** `mds-sandbox simulate delivery|asset|payout ID OUTCOME` */
export const simulate = defineControlCommand({
  delivery: defineAction(
    deliveryFlags,
    async ({ values: { store, code, reason }, operands: [id, outcome = ''], client, printResponse }) => {
      const body = {
        delivery_id: id,
        outcome: parseChoice('OUTCOME', outcome, DELIVERY_OUTCOMES),
        ...(store !== undefined && { store_id: store }),
        ...(code !== undefined && { rejection_code: code }),
        ...(reason !== undefined && { rejection_reason: reason }),
      }
      printResponse(
        await client.call<Schemas['SimulatedDelivery']>('POST', '/_sandbox/simulate/delivery', body),
        formatDelivery,
      )
    },
    { OUTCOME: DELIVERY_OUTCOMES },
  ),

  asset: defineAction(
    {},
    async ({ operands: [id, outcome = ''], client, printResponse }) => {
      const body = { asset_id: id, outcome: parseChoice('OUTCOME', outcome, ASSET_OUTCOMES) }
      printResponse(
        await client.call<Schemas['SimulatedAsset']>('POST', '/_sandbox/simulate/asset', body),
        ({ asset_id, status }) => `${asset_id} is ${status}`,
      )
    },
    { OUTCOME: ASSET_OUTCOMES },
  ),

  payout: defineAction(
    { reason: holdReasonFlag },
    async ({ values: { reason }, operands: [id, outcome = ''], client, printResponse }) => {
      const body = {
        payout_id: id,
        outcome: parseChoice('OUTCOME', outcome, PAYOUT_OUTCOMES),
        ...(reason !== undefined && { hold_reason: reason }),
      }
      printResponse(
        await client.call<Schemas['SimulatedPayout']>('POST', '/_sandbox/simulate/payout', body),
        ({ payout_id, status, hold_reason }) => `${payout_id} is ${status}${hold_reason ? ` (${hold_reason})` : ''}`,
      )
    },
    { OUTCOME: PAYOUT_OUTCOMES },
  ),
})

function formatDelivery({ delivery_id, status, stores }: Schemas['SimulatedDelivery']): string[] {
  const lines = stores.map(({ store_id, status, rejection_code, rejection_reason }) => {
    const why = [rejection_code, rejection_reason && sanitize(rejection_reason)].filter(Boolean).join(': ')
    return `  ${store_id} is ${status}${why ? ` (${why})` : ''}`
  })
  return [`${delivery_id} is ${status}`, ...lines]
}
