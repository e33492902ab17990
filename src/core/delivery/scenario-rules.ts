import { createHash } from 'node:crypto'
import type { components } from '../../generated/service-api.js'
import type { RateLimitProfile } from '../access/rate-limits.js'
import { HOUR, MINUTE } from '../primitives/time.js'

type Store = components['schemas']['Store']
export type StoreOutcome = 'delivered' | 'rejected' | 'action_required'

/** How the outside world behaves. Rules match top to bottom; the first that fits decides. Durations are in milliseconds. */
export interface Scenario {
  name: string
  summary: string
  clock?: { mode?: 'live' | 'manual'; start?: number }
  seed?: number
  limits?: RateLimitProfile
  stores: StoreRule[]
  takedowns: TakedownRule[]
  assets: AssetRule[]
  faults: FaultRule[]
  webhooks?: WebhookRule[]
  payouts?: PayoutRule[]
}

export interface StoreRule {
  stores?: string[]
  /** A title with `*` for anything. */
  release?: string
  /** 1 is the first delivery, 2 the first resubmission. */
  attempt?: number
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

/** What happens to events on their way. */
export interface WebhookRule extends Partial<WebhookPlan> {
  events?: string[]
  /** A URL with `*` for anything. */
  endpoint?: string
  /** How likely it strikes, from 0 to 1; decided by the seed, not by chance. */
  chance?: number
}

export interface WebhookPlan {
  /** So many attempts are lost on the way. */
  drop: number
  /** So many of the attempts that arrive carry a wrong signature. */
  forge: number
  /** So many times it is sent again after it was delivered. */
  duplicate: number
  delay: number
  /** Held back until the endpoint's next event has overtaken it, but at most so long. */
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
  /** How long it is processed. */
  after: number
  /** Why it is held before that, if it is. */
  hold?: HoldReason
}

export interface StorePlan {
  outcome: StoreOutcome
  after: number
  code?: string
  reason?: string
}

const matchesList = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value)

/** Whether a text fits a pattern in which `*` stands for anything. Linear: pieces are looked for one after another. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [head = '', ...pieces] = pattern.split('*')
  if (pieces.length === 0) return pattern === text
  const tail = pieces.pop() as string
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
  let at = head.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > text.length - tail.length) return false
    at = found + piece.length
  }
  return true
}

/** What a store will make of the n-th attempt to deliver a release. */
export function planStore(scenario: Scenario, store: Store, title: string, attempt: number): StorePlan {
  const typicalDuration = store.capabilities.typical_ingestion_hours * HOUR
  const rule = scenario.stores.find(
    (candidate) =>
      matchesList(candidate.stores, store.store_id) &&
      (candidate.release === undefined || matchesPattern(candidate.release, title)) &&
      (candidate.attempt === undefined || candidate.attempt === attempt),
  )
  if (!rule) return { outcome: 'delivered', after: typicalDuration }
  const { outcome, code, reason, after = typicalDuration } = rule
  return { outcome, after, ...(code && { code }), ...(reason && { reason }) }
}

/** How long a store takes to remove a release: 24 to 72 hours, each store in its own way. */
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

/** What the scenario does to an event on its way to an endpoint. Whether a rule strikes follows from the seed. */
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

/** What becomes of the n-th payout of a statement. What was held is paid once the hold is resolved. */
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

const SCENARIO_TAG = /\[sandbox:([^\]]{0,100})\]/i

/** The scenario that a release's title asks for, where no header can be set. */
export const scenarioFromTitle = (title: string): string | undefined => SCENARIO_TAG.exec(title)?.[1]?.trim()
