import { createHash } from 'node:crypto'
import type { components } from '../../generated/service-api.js'
import type { RateLimitProfile } from '../access/rate-limits.js'
import type { AspectDigests } from '../engine/seed-types.js'
import { matchesPattern } from '../primitives/match-pattern.js'
import { HOUR, MINUTE } from '../primitives/time.js'
import { meetsConditions, type ReleaseConditions, type ReleaseContent } from './release-conditions.js'

type ErnMessageType = components['schemas']['ErnMessageType']
type Store = components['schemas']['Store']
export type StoreOutcome = 'delivered' | 'rejected' | 'action_required'

export type DeliveryCompletedReading = 'each-terminal-state' | 'all-stores-answered'

/** How stores, assets, webhooks and payouts behave. The first matching rule applies. Durations are in milliseconds. */
export interface Scenario {
  name: string
  summary: string
  clock?: { mode?: 'live' | 'manual'; start?: number }
  seed?: number
  limits?: RateLimitProfile
  /** When `delivery.completed` is sent: the specification allows two readings. */
  delivery_completed?: DeliveryCompletedReading
  stores: StoreRule[]
  takedowns: TakedownRule[]
  assets: AssetRule[]
  faults: FaultRule[]
  webhooks?: WebhookRule[]
  payouts?: PayoutRule[]
  ern?: ErnRule[]
}

/** What happens to ERN messages. A message with errors is rejected in any case. */
export interface ErnRule {
  message?: ErnMessageType
  /** A title pattern: `*` matches any text. */
  release?: string
  /** Counts the messages about one release, from 1. */
  attempt?: number
  outcome: 'accepted' | 'rejected'
  /** The status of DDEX's acknowledgement, such as ResourceCorrupt. */
  status?: string
  reason?: string
  after?: number
}

export interface ErnPlan {
  /** Set if the message is rejected whatever it says. */
  rejection?: { status: string; reason: string }
  /** Processing time. */
  after: number
}

export interface StoreRule {
  stores?: string[]
  /** A title pattern: `*` matches any text. */
  release?: string
  /** What the release must contain. All conditions must hold. */
  when?: ReleaseConditions
  /** 1 is the first delivery, 2 the first resubmission. */
  attempt?: number
  /** The rule applies until the release is corrected: until a field that the rejection code names has changed. */
  until?: 'corrected'
  outcome: StoreOutcome
  code?: string
  reason?: string
  after?: number
}

export interface TakedownRule {
  stores?: string[]
  after: number
}

export interface AssetRule {
  type?: 'audio' | 'artwork'
  outcome: 'ready' | 'failed'
  reason?: string
  after: number
}

export interface FaultRule {
  operations?: string[]
  status?: 429 | 500 | 503
  connection?: 'reset'
  delay?: number
  times?: number
}

/** How the sending of events is disturbed. */
export interface WebhookRule extends Partial<WebhookPlan> {
  events?: string[]
  /** A URL pattern: `*` matches any text. */
  endpoint?: string
  /** Probability from 0 to 1, decided by the seed. */
  chance?: number
}

export interface WebhookPlan {
  /** How many attempts are lost. */
  drop: number
  /** How many attempts after that have a wrong signature. */
  forge: number
  /** How many times it is sent again after it was delivered. */
  duplicate: number
  delay: number
  /** How long it is held back at most; it is sent earlier if the endpoint's next event is sent. */
  reorder: number
}

export type HoldReason = components['schemas']['HoldReason']

export interface PayoutRule {
  currency?: string
  /** 1 is the first payout of a statement, 2 the first after one that failed. */
  attempt?: number
  outcome: 'paid' | 'failed' | 'on_hold'
  reason?: HoldReason
  after?: number
}

export interface PayoutPlan {
  outcome: 'paid' | 'failed'
  /** Processing time. */
  after: number
  /** Set if the payout is held before it is processed. */
  hold?: HoldReason
}

export interface StorePlan {
  outcome: StoreOutcome
  after: number
  code?: string
  reason?: string
  /** Digests of the fields that the code names, as the store received them. */
  seen?: AspectDigests
}

const matchesList = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value)

/** The code of a refusal that names none; undefined if the store delivers. */
export function rejectionCode({ outcome, code }: { outcome: StoreOutcome; code?: string }): string | undefined {
  if (outcome === 'delivered') return undefined
  return code ?? (outcome === 'rejected' ? 'artwork_too_small' : 'metadata_formatting')
}

/** What the plan of a store depends on beside the title and the attempt. */
export interface PlanContext {
  isCorrected?(code: string): boolean
  /** The audio formats of the tracks; those that the store does not take are rejected. */
  audioFormats?: readonly string[]
  /** Without it, rules with conditions do not apply. */
  content?: ReleaseContent
}

export function planStore(
  scenario: Scenario,
  store: Store,
  title: string,
  attempt: number,
  { isCorrected = () => false, audioFormats = [], content }: PlanContext = {},
): StorePlan {
  const typicalDuration = store.capabilities.typical_ingestion_hours * HOUR
  const rule = scenario.stores.find(
    (candidate) =>
      matchesList(candidate.stores, store.store_id) &&
      (candidate.release === undefined || matchesPattern(candidate.release, title)) &&
      (candidate.when === undefined || (content !== undefined && meetsConditions(candidate.when, content))) &&
      (candidate.attempt === undefined || candidate.attempt === attempt) &&
      (candidate.until === undefined || !isCorrected(rejectionCode(candidate) ?? '')),
  )
  if (!rule) {
    const supported: readonly string[] = store.capabilities.audio_formats
    const unsupported = audioFormats.find((format) => !supported.includes(format))
    if (unsupported === undefined) return { outcome: 'delivered', after: typicalDuration }
    const reason = `The store does not take ${unsupported} audio, only ${supported.join(' and ')}.`
    return { outcome: 'rejected', code: 'audio_format_unsupported', reason, after: typicalDuration }
  }
  const { outcome, code, reason, after = typicalDuration } = rule
  return { outcome, after, ...(code && { code }), ...(reason && { reason }) }
}

/** How long a store takes to remove a release: 24 to 72 hours, different per store. */
export function planTakedown(scenario: Scenario, store: Store): number {
  const rule = scenario.takedowns.find((candidate) => matchesList(candidate.stores, store.store_id))
  return rule?.after ?? (24 + (store.capabilities.typical_ingestion_hours % 49)) * HOUR
}

export function planAsset(scenario: Scenario, type: 'audio' | 'artwork'): AssetRule {
  const rule = scenario.assets.find((candidate) => candidate.type === undefined || candidate.type === type)
  return rule ?? { outcome: 'ready', after: 2 * MINUTE }
}

interface SeedSource {
  seed: number
  key: string
}

/** How the scenario disturbs the delivery of an event to an endpoint. Deterministic: the seed decides on `chance`. */
export function planWebhook(
  { seed, key }: SeedSource,
  { name, webhooks = [] }: Scenario,
  event: { id: string; event_type: string },
  { id, url }: { id: string; url: string },
): WebhookPlan {
  const isSelected = (probability: number, ruleIndex: number) => {
    const digest = createHash('sha256').update([seed, key, name, ruleIndex, event.id, id].join('\n')).digest()
    return digest.readUInt32LE(0) < probability * 2 ** 32
  }
  const rule = webhooks.find(
    ({ events, endpoint, chance }, i) =>
      matchesList(events, event.event_type) &&
      (endpoint === undefined || matchesPattern(endpoint, url)) &&
      (chance === undefined || isSelected(chance, i)),
  )
  const { drop = 0, forge = 0, duplicate = 0, delay = 0, reorder = 0 } = rule ?? {}
  return { drop, forge, duplicate, delay, reorder }
}

/** The outcome of the n-th payout of a statement. A payout on hold is paid after the hold is resolved. */
export function planPayout(scenario: Scenario, currency: string, attempt: number): PayoutPlan {
  const rule = scenario.payouts?.find(
    (candidate) =>
      (candidate.currency === undefined || candidate.currency === currency) &&
      (candidate.attempt === undefined || candidate.attempt === attempt),
  )
  const after = rule?.after ?? 48 * HOUR
  if (rule?.outcome !== 'on_hold') return { outcome: rule?.outcome ?? 'paid', after }
  return { outcome: 'paid', after, hold: rule.reason ?? 'identity_verification' }
}

/** What the scenario does with an ERN message. */
export function planMessage(scenario: Scenario, type: ErnMessageType, title: string, attempt: number): ErnPlan {
  const rule = scenario.ern?.find(
    (candidate) =>
      (candidate.message === undefined || candidate.message === type) &&
      (candidate.release === undefined || matchesPattern(candidate.release, title)) &&
      (candidate.attempt === undefined || candidate.attempt === attempt),
  )
  const after = rule?.after ?? 5 * MINUTE
  if (rule?.outcome !== 'rejected') return { after }
  const { status = 'ResourceCorrupt', reason = 'The scenario rejects the message.' } = rule
  return { rejection: { status, reason }, after }
}

const SCENARIO_TAG = /\[sandbox:([^\]]{0,100})\]/i

/** The scenario named in a release's title, for clients that can't set a header. */
export const scenarioFromTitle = (title: string): string | undefined => SCENARIO_TAG.exec(title)?.[1]?.trim()
