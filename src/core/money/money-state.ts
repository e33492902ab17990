import type { components } from '../../generated/service-api.js'
import type { PayoutPlan } from '../delivery/scenario-rules.js'
import type { MoneySeed, Seeds } from '../engine/seeds.js'
import type { IdSource } from '../primitives/ids.js'
import { createTable, type Table } from '../primitives/table.js'

type Schemas = components['schemas']

export interface Payout extends Omit<Schemas['Payout'], 'hold_reason'> {
  hold_reason: Schemas['HoldReason'] | null
  plan: PayoutPlan
}

/** What of a release is sold at a store: its tracks as they were when the store got them, and where. */
export interface Offer {
  readonly territory_codes: readonly string[]
  readonly tracks: readonly { readonly isrc: string; readonly territory: readonly string[] }[]
}

/** A store begins to sell what a delivery brought, or with no offer ceases to. */
export interface Sale {
  readonly at: number
  readonly delivery_id: string
  readonly release_id: string
  readonly store_id: string
  readonly offer: Offer | null
}

/**
 * A world's money. Of earnings nothing is kept but what was sold when: lines, records and statements follow from that,
 * the seeds and the clock, and are made when somebody asks (`ledger.ts`).
 */
export interface Money {
  /** Whose figures they are. A world that was copied from another keeps the figures, and the ids, of that one. */
  readonly source: IdSource
  readonly start: number
  readonly figures: MoneySeed
  /** The seeds' own: what was sold before the world began. */
  readonly catalogue: Seeds['catalogue']
  readonly sales: Sale[]
  readonly payouts: Table<Payout>
  /** Statements by id, with the payout that pays or has paid them. */
  readonly claims: Map<string, string>
  /** How often the payout of a statement has failed, by the statement's id. */
  readonly failures: Map<string, number>
}

export type MoneySource = Pick<IdSource, 'seed' | 'key'>

export const createMoney = ({ money, catalogue }: Seeds, start: number, { seed, key }: MoneySource): Money => ({
  source: { seed, key, counters: {} },
  start,
  figures: money,
  catalogue,
  sales: [],
  payouts: createTable<Payout>(['status']),
  claims: new Map(),
  failures: new Map(),
})
