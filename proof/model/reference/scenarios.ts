import type { Store } from '../../../src/index.js'
import { HOUR, type StoreStatus } from './state.js'

interface StoreOutcome {
  outcome: StoreStatus
  code?: string
  /** Hours. Default: the store's typical ingestion time. */
  after?: number
}

interface ScenarioRules {
  /** The outcome at a store; `isOpen` tells whether the store still waits for the correction of a code. */
  store?(store: string, isOpen: (code: string) => boolean): StoreOutcome | undefined
  /** Hours until a store confirms a takedown. Default: between 24 and 72. */
  takedown?(store: string): number
  asset?(type: string): { isSuccessful: boolean; minutes: number } | undefined
  hold?(currency: string): 'compliance_review' | 'identity_verification'
  start?: string
  /** The changelog's reading: `delivery.completed` when every store has answered. */
  isCompletedLate?: boolean
}

/** The built-in scenarios as their guide describes them. */
export const SCENARIOS: Record<string, ScenarioRules> = {
  'happy-path': {},
  rejection: { store: () => ({ outcome: 'rejected', code: 'artwork_too_small' }) },
  'action-required': {
    store: (_, isOpen) => firstOpen(isOpen, { outcome: 'action_required', code: 'metadata_formatting' }),
  },
  'mixed-outcomes': {
    store(store, isOpen) {
      if (store === 'store_quorvane') return firstOpen(isOpen, { outcome: 'rejected', code: 'audio_quality' })
      if (store !== 'store_pernickel') return undefined
      return firstOpen(isOpen, { outcome: 'action_required', code: 'artwork_text_mismatch' })
    },
  },
  resubmission: {
    store: (_, isOpen) =>
      firstOpen(
        isOpen,
        { outcome: 'rejected', code: 'artwork_prohibited_content' },
        { outcome: 'action_required', code: 'artist_in_title' },
      ),
  },
  takedown: { takedown: (store) => ({ store_lumenwave: 24, store_quorvane: 48 })[store] ?? 72 },
  'slow-ingestion': { store: () => ({ outcome: 'delivered', after: 14 * 24 }) },
  'asset-failure': { asset: (type) => (type === 'audio' ? { isSuccessful: false, minutes: 10 } : undefined) },
  'payout-on-hold': { hold: (currency) => (currency === 'JPY' ? 'compliance_review' : 'identity_verification') },
  'legacy-sunset': { start: '2024-08-01T00:00:00Z' },
  // It concerns ERN messages only, which the model does not send.
  'ern-rejection': {},
  'late-completion': {
    isCompletedLate: true,
    store(store, isOpen) {
      if (store === 'store_lumenwave')
        return firstOpen(isOpen, { outcome: 'action_required', code: 'metadata_formatting' })
      return store === 'store_quorvane'
        ? firstOpen(isOpen, { outcome: 'rejected', code: 'artwork_quality' })
        : undefined
    },
  },
}

function firstOpen(isOpen: (code: string) => boolean, ...refusals: StoreOutcome[]): StoreOutcome | undefined {
  return refusals.find(({ code }) => code !== undefined && isOpen(code))
}

export const scenarioOf = (name: string): ScenarioRules => SCENARIOS[name] as ScenarioRules

export function storeOutcome(
  scenario: string,
  store: Store,
  isOpen: (code: string) => boolean,
  formats: string[],
): StoreOutcome & { after: number } {
  const { typical_ingestion_hours: usual, audio_formats } = store.capabilities
  const isAudioTaken = formats.every((format) => (audio_formats as string[]).includes(format))
  const unruled: StoreOutcome = isAudioTaken
    ? { outcome: 'delivered' }
    : { outcome: 'rejected', code: 'audio_format_unsupported' }
  const { outcome, code, after = usual } = scenarioOf(scenario).store?.(store.store_id, isOpen) ?? unruled
  return { outcome, after: after * HOUR, ...(code !== undefined && { code }) }
}

/** The outcome of an upload, and after how many minutes. */
export const assetProcessing = (scenario: string, type: string): { isSuccessful: boolean; minutes: number } =>
  scenarioOf(scenario).asset?.(type) ?? { isSuccessful: true, minutes: 2 }
