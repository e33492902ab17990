import type { RateLimitProfile } from '../../core/access/rate-limits.js'
import type { ReleaseConditions } from '../../core/delivery/release-conditions.js'
import type {
  AssetRule,
  DeliveryCompletedReading,
  ErnRule,
  FaultRule,
  PayoutRule,
  Scenario,
  StoreOutcome,
} from '../../core/delivery/scenario-rules.js'
import { parseDuration, parseInstant } from '../../core/primitives/time.js'

/** The content of a scenario file that is valid by scenarios/schema.json. */
export interface ScenarioFile {
  name: string
  summary: string
  clock?: { mode?: 'live' | 'manual'; start?: string }
  seed?: number
  limits?: RateLimitProfile
  delivery_completed?: DeliveryCompletedReading
  stores?: {
    store?: OneOrMore
    release?: string
    when?: Omit<ReleaseConditions, 'territories' | 'tracks' | 'audio_format'> & {
      territories?: OneOrMore
      tracks?: number | { min?: number; max?: number }
      audio_format?: OneOrMore
    }
    attempt?: number
    until?: 'corrected'
    outcome: StoreOutcome
    code?: string
    reason?: string
    after?: string
  }[]
  takedowns?: { store?: OneOrMore; after: string }[]
  assets?: (Omit<AssetRule, 'after'> & { after: string })[]
  faults?: (Omit<FaultRule, 'operations' | 'delay'> & { operation?: OneOrMore; delay?: string })[]
  webhooks?: {
    event?: OneOrMore
    endpoint?: string
    chance?: number
    drop?: number
    wrong_signature?: number
    duplicate?: number
    delay?: string
    reorder?: string
  }[]
  payouts?: (Omit<PayoutRule, 'after'> & { after?: string })[]
  ern?: (Omit<ErnRule, 'after'> & { after?: string })[]
  expect?: string[]
}

type StoreRuleFile = NonNullable<ScenarioFile['stores']>[number]
export type OneOrMore = string | string[]

export const duration = (text: string) => parseDuration(text) as number
export const toArray = (value: OneOrMore | undefined) => (value === undefined ? undefined : [value].flat())

/** Removes the keys whose value is undefined. */
export const given = <T extends object>(
  fields: {
    [K in keyof T]: T[K] | undefined
  },
): T => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

function toConditions({
  territories,
  tracks,
  audio_format,
  ...texts
}: NonNullable<StoreRuleFile['when']>): ReleaseConditions {
  return given<ReleaseConditions>({
    ...texts,
    territories: toArray(territories),
    tracks: typeof tracks === 'number' ? { min: tracks, max: tracks } : tracks,
    audio_format: toArray(audio_format),
  })
}

export function toScenario(file: ScenarioFile): Scenario {
  const {
    name,
    summary,
    clock,
    seed,
    limits,
    delivery_completed,
    stores = [],
    takedowns = [],
    assets = [],
    faults = [],
    webhooks = [],
  } = file
  const start = clock?.start === undefined ? undefined : parseInstant(clock.start)
  return given<Scenario>({
    name,
    summary,
    clock: clock && given<NonNullable<Scenario['clock']>>({ mode: clock.mode, start }),
    seed,
    limits,
    delivery_completed,
    stores: stores.map(({ store, after, when, ...rule }) =>
      given({
        ...rule,
        when: when && toConditions(when),
        stores: toArray(store),
        after: after === undefined ? undefined : duration(after),
      }),
    ),
    takedowns: takedowns.map(({ store, after }) => given({ stores: toArray(store), after: duration(after) })),
    assets: assets.map(({ after, ...rule }) => ({ ...rule, after: duration(after) })),
    faults: faults.map(({ operation, delay, ...rule }) =>
      given({ ...rule, operations: toArray(operation), delay: delay === undefined ? undefined : duration(delay) }),
    ),
    webhooks: webhooks.map(({ event, delay, reorder, wrong_signature, ...rule }) =>
      given({
        ...rule,
        events: toArray(event),
        forge: wrong_signature,
        delay: delay === undefined ? undefined : duration(delay),
        reorder: reorder === undefined ? undefined : duration(reorder),
      }),
    ),
    payouts: file.payouts?.map(({ after, ...rule }) =>
      given({ ...rule, after: after === undefined ? undefined : duration(after) }),
    ),
    ern: file.ern?.map(({ after, ...rule }) =>
      given({ ...rule, after: after === undefined ? undefined : duration(after) }),
    ),
  })
}
