import type { FileFacts } from '../../ern/facts/facts.js'
import type { components } from '../../generated/service-api.js'
import type { FaultRule, StorePlan, WebhookPlan } from '../delivery/scenario-rules.js'
import type { AspectDigests, Tier } from './seed-types.js'

type Schemas = components['schemas']
export type Release = Schemas['Release']
export type Store = Schemas['Store']
export type Territory = Schemas['Territory']
export type Track = Schemas['Track']
/** Without `upload_url`, which depends on the address that the client uses. */
export interface Asset extends Omit<Schemas['Asset'], 'upload_url'>, OtherHashes {
  /** The hash that an ERN message states for the file. An upload with another one fails. */
  announced?: FileFacts['hash']
}
/** Only ERN messages use these hashes of an upload, in lower-case hexadecimal. */
export interface OtherHashes {
  md5?: string
  sha1?: string
}
export type StoreOrder = Schemas['StoreOrder'] & {
  /** Counts deliveries and resubmissions. */
  attempt: number
  /** Counts every change, so that outdated tasks are ignored. */
  revision: number
  /** By rejection code, what the store saw when it refused with this code. */
  seen?: Record<string, AspectDigests>
  /** An ERN message asked for a takedown while the order was open. It follows when the store has delivered. */
  takesDown?: true
}
export interface Delivery extends Omit<Schemas['Delivery'], 'stores'> {
  stores: StoreOrder[]
  scenario: string
  /** The fingerprint of the release when it was last sent to the stores. */
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
  /** The dispatch of the newest ping to the current URL. Only its result sets the endpoint's status. */
  ping: string | null
}
/** A scheduled task. `subject` is the id of the asset, delivery, event, payout or ERN message. */
export type Task =
  | { type: 'process-asset'; subject: string; fault: string | null }
  | { type: 'ingest-order'; subject: string; store_id: string; revision: number }
  | { type: 'review-order'; subject: string; store_id: string; revision: number; plan: StorePlan }
  | { type: 'confirm-takedown'; subject: string; store_id: string; revision: number }
  | { type: 'send-event'; subject: string; webhook_id: string }
  | { type: 'process-payout'; subject: string }
  | { type: 'settle-payout'; subject: string }
  | { type: 'process-ern'; subject: string }
export type Attempt = components['schemas']['Attempt']
export type AttemptOutcome = Omit<Attempt, 'attempted_at'>
export type Status = 'pending' | 'delivered' | 'undeliverable' | 'cancelled'
/** The delivery of one event to one endpoint. */
export interface Dispatch {
  id: string
  event_id: string
  webhook_id: string
  /** Endpoint and status in one indexed field, for the list that filters by both. */
  statusKey: string
  status: Status
  attempts: Attempt[]
  /** The agenda's sequence number. Retries keep it, so that the order does not depend on response times. */
  place: number
  /** When the next attempt is due; null if none is scheduled or one is in flight. */
  due: number | null
  isUnderWay: boolean
  /** Paused until the endpoint is verified again. */
  isParked: boolean
  /** How the scenario disturbs it. */
  plan: WebhookPlan
  /** Redeliveries and duplicates are single attempts without retries. */
  isOnce: boolean
  isPing: boolean
}
export type WorldEvent = components['schemas']['Event']
export type EventType = WorldEvent['event_type']
/** A fault added through the control plane. */
export interface AddedFault extends FaultRule {
  id: string
  /** Probability from 0 to 1, decided by the seed. */
  probability?: number
  /** How many requests matched, and into how many of them the fault was injected. */
  met: number
  struck: number
}
