import type { components } from '../../generated/service-api.js'
import type { PayoutPlan } from '../delivery/scenario-rules.js'
import type { ChangeCollector } from '../engine/row-changes.js'
import type { MoneySeed, Seeds } from '../engine/seed-types.js'
import type { IdSource } from '../primitives/ids.js'
import { createTable, type Table } from '../primitives/table.js'

type Schemas = components['schemas']

export interface Payout extends Omit<Schemas['Payout'], 'hold_reason'> {
  hold_reason: Schemas['HoldReason'] | null
  plan: PayoutPlan
}

/** What a store sells of a release: the tracks at the time of delivery, and the territories. */
export interface Offer {
  readonly territory_codes: readonly string[]
  readonly tracks: readonly { readonly isrc: string; readonly territory: readonly string[] }[]
  /** Nothing is played before this day. Old sales have none: they begin at once. */
  readonly release_date?: string
}

/** A store starts to sell the offer of a delivery, or stops if `offer` is null. */
export interface Sale {
  readonly at: number
  readonly delivery_id: string
  readonly release_id: string
  readonly store_id: string
  readonly offer: Offer | null
}

/**
 * A world's money. Only sales and payouts are stored. Lines, records and statements are derived on demand from the
 * sales, the seeds and the clock (`ledger.ts`).
 */
export interface Money {
  /** The source of figures and ids. A copied world keeps those of the original. */
  readonly source: IdSource
  readonly start: number
  readonly figures: MoneySeed
  /** The seeds' catalogue: releases sold before the world was created. */
  readonly catalogue: Seeds['catalogue']
  readonly sales: Sale[]
  readonly payouts: Table<Payout>
  /** By statement id, the payout that pays or paid it. */
  readonly claims: Map<string, string>
  /** By statement id, how many payouts failed. */
  readonly failures: Map<string, number>
  /** By store, recording and month (`playsKey`), the plays that the control plane has set. */
  readonly reportedPlays: Map<string, number>
}

export type MoneySource = Pick<IdSource, 'seed' | 'key'>

export const createMoney = (
  { money, catalogue }: Seeds,
  start: number,
  { seed, key }: MoneySource,
  changes?: ChangeCollector,
): Money => ({
  source: { seed, key, counters: {} },
  start,
  figures: money,
  catalogue,
  sales: [],
  payouts: createTable<Payout>(['status'], changes?.observe('payouts')),
  claims: new Map(),
  failures: new Map(),
  reportedPlays: new Map(),
})
