import type { Asset, Delivery, Payout, Release, Statement, Store, Track } from '../../src/index.js'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const iso = (ms: number): string => new Date(ms).toISOString()
export const monthOf = (ms: number): string => iso(ms).slice(0, 7)

export type StoreStatus = Delivery['stores'][number]['status']

/** A delivery as the wire shows it, and what only its course depends on. */
export interface ModelDelivery {
  wire: Delivery
  /** The scenario that it was created with. */
  scenario: string
  /** UPC, label and date of its release when it was ordered, or resubmitted. */
  fingerprint: string
  /** By store and rejection code, what the store was sent of what it wants changed. */
  seen: Record<string, Record<string, string>>
}

/** Something that falls due. */
export type Task =
  | { type: 'process-asset'; subject: string; isSuccessful: boolean }
  | { type: 'ingest-order' | 'confirm-takedown'; subject: string; store: string }
  | { type: 'review-order'; subject: string; store: string; outcome: StoreStatus; code: string | undefined }
  | { type: 'process-payout' | 'settle-payout'; subject: string }

/** An answer that is kept for its retries. */
export interface StoredResponse {
  at: number
  request: string
  status: number
  text: string
  requestId: string | null
}

export interface ModelEvent {
  event_type: string
  created_at: string
  data: Record<string, unknown>
}

/** What the service should be like: what partners see, and what is to come. Plain data, so that it can be copied. */
export interface Model {
  tier: 'standard' | 'enterprise'
  scenario: string
  now: number
  stores: Store[]
  licensedTerritories: Set<string>
  /** Each in the order in which it came to be; what is seen is what the wire shows. */
  releases: Map<string, Release>
  tracks: Map<string, Track>
  assets: Map<string, Asset>
  deliveries: Map<string, ModelDelivery>
  payouts: Map<string, Payout>
  /** UPC, label and date of what was submitted, and by which release. */
  submittedFingerprints: Map<string, string>
  /** The scenarios that were named when releases were submitted. */
  scenarioByRelease: Map<string, string>
  /** In the order of its making; what is due first is found by looking. */
  agenda: { due: number; task: Task }[]
  events: ModelEvent[]
  storedResponses: Map<string, StoredResponse>
  /** Access tokens, and when each was given. */
  tokens: Map<string, number>
  statements: Map<string, Statement>
}

export const fingerprintOf = ({ upc, label, release_date }: Release): string => [upc, release_date, label].join(' ')

export function emit(model: Model, event_type: string, data: Record<string, unknown>): void {
  model.events.push({ event_type, created_at: iso(model.now), data })
}

export function schedule(model: Model, after: number, task: Task): void {
  model.agenda.push({ due: model.now + after, task })
}

/** Spec 3.1: each change of a release's status is an event; decisions: what leaves `draft` counts as submitted. */
export function setReleaseStatus(model: Model, release: Release, status: Release['status']): void {
  const { id, status: previous_status } = release
  emit(model, 'release.status.changed', { release_id: id, previous_status, status })
  recordSubmission(model, release)
  release.status = status
  release.updated_at = iso(model.now)
}

export function recordSubmission(model: Model, release: Release): void {
  const fingerprint = fingerprintOf(release)
  if (!model.submittedFingerprints.has(fingerprint)) model.submittedFingerprints.set(fingerprint, release.id)
}

export const isSubmittedByAnother = (model: Model, fingerprint: string, id?: string): boolean =>
  (model.submittedFingerprints.get(fingerprint) ?? id) !== id

/** The account's licences within the release's territories. */
export const isAllowedIn = (model: Model, { territories }: Release, code: string): boolean =>
  model.licensedTerritories.has(code) && (territories[0] === 'WORLD' || territories.includes(code))

// What a rejection says in words is made up by the sandbox, and may change; that it says something is looked at.
export const withoutReasons = (delivery: Delivery): Delivery => ({
  ...delivery,
  stores: withoutRejectionReasons(delivery.stores),
})

export const withoutRejectionReasons = (stores: Delivery['stores']): Delivery['stores'] =>
  stores.map(({ rejection_reason, ...order }) => {
    const hasReason = (rejection_reason ?? '') !== '' || order.rejection_code === undefined
    return hasReason ? order : { ...order, rejection_reason: 'is missing' }
  })
