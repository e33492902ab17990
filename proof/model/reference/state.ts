import type { Asset, Delivery, Payout, Release, Statement, Store, Track } from '../../../src/index.js'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const iso = (ms: number): string => new Date(ms).toISOString()
export const monthOf = (ms: number): string => iso(ms).slice(0, 7)

export type StoreStatus = Delivery['stores'][number]['status']

/** A delivery as clients see it, with the state that determines its progress. */
export interface ModelDelivery {
  wire: Delivery
  /** The scenario of its creation. */
  scenario: string
  /** UPC, label and date of the release at the time of the order or resubmission. */
  fingerprint: string
  /** By store and rejection code: the value that the store saw of what it wants changed. */
  seen: Record<string, Record<string, string>>
}

/** A scheduled task. */
export type Task =
  | { type: 'process-asset'; subject: string; isSuccessful: boolean }
  | { type: 'ingest-order' | 'confirm-takedown'; subject: string; store: string }
  | { type: 'review-order'; subject: string; store: string; outcome: StoreStatus; code: string | undefined }
  | { type: 'process-payout' | 'settle-payout'; subject: string }

/** A response that is stored for retries. */
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

/** The expected state: what clients see, and the scheduled tasks. Plain data, so that it can be copied. */
export interface Model {
  tier: 'standard' | 'enterprise'
  scenario: string
  now: number
  stores: Store[]
  licensedTerritories: Set<string>
  /** In order of creation, as clients see them. */
  releases: Map<string, Release>
  tracks: Map<string, Track>
  assets: Map<string, Asset>
  deliveries: Map<string, ModelDelivery>
  payouts: Map<string, Payout>
  /** Release id by UPC, label and date of submitted releases. */
  submittedFingerprints: Map<string, string>
  /** Scenario that was named at the submission, by release id. */
  scenarioByRelease: Map<string, string>
  /** In order of creation, not sorted by due time. */
  agenda: { due: number; task: Task }[]
  events: ModelEvent[]
  storedResponses: Map<string, StoredResponse>
  /** Access tokens and when they were issued. */
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

/**
 * Section 3.1 of the specification: every status change emits an event. A release that leaves `draft` counts as
 * submitted.
 */
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

/** Licensed to the account and within the release's territories. */
export const isAllowedIn = (model: Model, { territories }: Release, code: string): boolean =>
  model.licensedTerritories.has(code) && (territories[0] === 'WORLD' || territories.includes(code))

// The text of a rejection is up to the sandbox. Only its presence is checked.
export const withoutReasons = (delivery: Delivery): Delivery => ({
  ...delivery,
  stores: withoutRejectionReasons(delivery.stores),
})

export const withoutRejectionReasons = (stores: Delivery['stores']): Delivery['stores'] =>
  stores.map(({ rejection_reason, ...order }) => {
    const hasReason = (rejection_reason ?? '') !== '' || order.rejection_code === undefined
    return hasReason ? order : { ...order, rejection_reason: 'is missing' }
  })
