import rejections from '../../../seeds/rejections.yaml'
import stores from '../../../seeds/stores.yaml'
import type { components } from '../../generated/control-api.js'
import { choice, type Flag, oneOf, text } from '../framework/flags.js'
import { clean } from '../framework/terminal.js'
import { action, drive } from './drive-command.js'

type Schemas = components['schemas']

const DELIVERY = ['delivered', 'rejected', 'action_required', 'taken_down'] as const
const ASSET = ['ready', 'failed'] as const
const PAYOUT = ['pending', 'on_hold', 'processing', 'paid', 'failed'] as const
const HOLDS = ['identity_verification', 'compliance_review'] as const

const hold = {
  ...choice('Why it is held, with on_hold', HOLDS, 'identity_verification'),
  initial: undefined,
} as Flag<(typeof HOLDS)[number] | undefined>

const deliveryFlags = {
  store: {
    ...text('Only this store; the whole delivery when left out', 'STORE'),
    choices: (stores as { store_id: string }[]).map(({ store_id }) => store_id),
  },
  code: {
    ...text('Why it says no, such as artwork_too_small', 'CODE'),
    choices: (rejections as { code: string }[]).map(({ code }) => code),
  },
  reason: text('The same in your own words', 'TEXT'),
}

/** `mds-sandbox simulate delivery|asset|payout ID OUTCOME` */
export const simulate = drive({
  delivery: action(
    deliveryFlags,
    async ({ values: { store, code, reason }, operands: [id, outcome = ''], client, tell }) => {
      const body = {
        delivery_id: id,
        outcome: oneOf('OUTCOME', outcome, DELIVERY),
        ...(store !== undefined && { store_id: store }),
        ...(code !== undefined && { rejection_code: code }),
        ...(reason !== undefined && { rejection_reason: reason }),
      }
      tell(await client.call<Schemas['SimulatedDelivery']>('POST', '/_sandbox/simulate/delivery', body), delivered)
    },
    { OUTCOME: DELIVERY },
  ),

  asset: action(
    {},
    async ({ operands: [id, outcome = ''], client, tell }) => {
      const body = { asset_id: id, outcome: oneOf('OUTCOME', outcome, ASSET) }
      tell(
        await client.call<Schemas['SimulatedAsset']>('POST', '/_sandbox/simulate/asset', body),
        ({ asset_id, status }) => `${asset_id} is ${status}`,
      )
    },
    { OUTCOME: ASSET },
  ),

  payout: action(
    { reason: hold },
    async ({ values: { reason }, operands: [id, outcome = ''], client, tell }) => {
      const body = {
        payout_id: id,
        outcome: oneOf('OUTCOME', outcome, PAYOUT),
        ...(reason !== undefined && { hold_reason: reason }),
      }
      tell(
        await client.call<Schemas['SimulatedPayout']>('POST', '/_sandbox/simulate/payout', body),
        ({ payout_id, status, hold_reason }) => `${payout_id} is ${status}${hold_reason ? ` (${hold_reason})` : ''}`,
      )
    },
    { OUTCOME: PAYOUT },
  ),
})

function delivered({ delivery_id, status, stores }: Schemas['SimulatedDelivery']): string[] {
  const lines = stores.map(({ store_id, status, rejection_code, rejection_reason }) => {
    const why = [rejection_code, rejection_reason && clean(rejection_reason)].filter(Boolean).join(': ')
    return `  ${store_id} is ${status}${why ? ` (${why})` : ''}`
  })
  return [`${delivery_id} is ${status}`, ...lines]
}
