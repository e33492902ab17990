import type { components } from '../../generated/service-api.js'
import type { FaultRule, StorePlan, WebhookPlan } from '../delivery/scenario-rules.js'
import type { Tier } from './seeds.js'

type Schemas = components['schemas']
export type Release = Schemas['Release']
export type Store = Schemas['Store']
export type Territory = Schemas['Territory']
export type Track = Schemas['Track']
/** Where to upload depends on how the client reaches the server, so it is no part of the state. */
export type Asset = Omit<Schemas['Asset'], 'upload_url'>
/** `attempt` counts deliveries and resubmissions; `revision` counts every move, so that a plan knows when it is overtaken. */
export type StoreOrder = Schemas['StoreOrder'] & { attempt: number; revision: number }
export interface Delivery extends Omit<Schemas['Delivery'], 'stores'> {
  stores: StoreOrder[]
  /** The scenario that it follows. */
  scenario: string
  /** Of the release as the stores got it. */
  fingerprint: string
}
export interface Account {
  tier: Tier
  organization: string
  default_label: string
  upc_prefix: string
  isrc_prefix: string
  licensedTerritories: ReadonlySet<string>
}
type NewWebhook = Schemas['NewWebhook']
export interface Webhook extends NewWebhook {
  /** The dispatch of its newest ping, if that went to this URL: only what comes of that one counts. */
  ping: string | null
}
/** What the agenda can hold. `subject` is the id of what it concerns. */
export type Task =
  | { type: 'process-asset'; subject: string; fault: string | null }
  | { type: 'ingest-order'; subject: string; store_id: string; revision: number }
  | { type: 'review-order'; subject: string; store_id: string; revision: number; plan: StorePlan }
  | { type: 'confirm-takedown'; subject: string; store_id: string; revision: number }
  | { type: 'send-event'; subject: string; webhook_id: string }
  | { type: 'process-payout'; subject: string }
  | { type: 'settle-payout'; subject: string }
export type Attempt = components['schemas']['Attempt']
/** What became of an attempt, as the one who made it tells. */

export type AttemptOutcome = Omit<Attempt, 'attempted_at'>
export type Status = 'pending' | 'delivered' | 'undeliverable' | 'cancelled'
/** One event on its way to one endpoint. */

export interface Dispatch {
  id: string
  event_id: string
  webhook_id: string
  /** Endpoint and status in one, for the list that is filtered by both. */
  shelf: string
  status: Status
  attempts: Attempt[]
  /** The place in line at its instant, which retries keep: the order does not depend on who answered first. */
  place: number
  /** When the next attempt is due; null when none is, or when it is under way. */
  due: number | null
  isUnderWay: boolean
  /** Waits for its endpoint to be verified again. */
  isParked: boolean
  /** What the scenario does to it on the way. */
  plan: WebhookPlan
  /** A redelivery and a duplicate are one attempt each, without retries. */
  isOnce: boolean
  isPing: boolean
}
export type WorldEvent = components['schemas']['Event']
export type EventType = WorldEvent['event_type']
/** A fault that was added to a world while it ran. */

export interface AddedFault extends FaultRule {
  id: string
  /** How likely it strikes, from 0 to 1; decided by the seed, not by chance. */
  probability?: number
  /** How many calls it could have struck, and how many it has. */
  met: number
  struck: number
}
