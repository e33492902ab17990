import actionRequired from '../../../scenarios/action-required.yaml'
import assetFailure from '../../../scenarios/asset-failure.yaml'
import duplicateEvents from '../../../scenarios/duplicate-events.yaml'
import flakyWebhooks from '../../../scenarios/flaky-webhooks.yaml'
import happyPath from '../../../scenarios/happy-path.yaml'
import legacySunset from '../../../scenarios/legacy-sunset.yaml'
import mixedOutcomes from '../../../scenarios/mixed-outcomes.yaml'
import outOfOrderEvents from '../../../scenarios/out-of-order-events.yaml'
import outage from '../../../scenarios/outage.yaml'
import payoutOnHold from '../../../scenarios/payout-on-hold.yaml'
import rateLimited from '../../../scenarios/rate-limited.yaml'
import rejection from '../../../scenarios/rejection.yaml'
import resubmission from '../../../scenarios/resubmission.yaml'
import slowIngestion from '../../../scenarios/slow-ingestion.yaml'
import takedown from '../../../scenarios/takedown.yaml'
import type { RateLimit } from '../../core/access/rate-limits.js'
import type { AssetRule, FaultRule, PayoutRule, Scenario, StoreOutcome } from '../../core/delivery/scenario-rules.js'
import { type Issue, invalid } from '../../core/primitives/errors.js'
import { closest } from '../../core/primitives/suggest.js'
import {
  DAY,
  EARLIEST_START,
  instant,
  LATEST_START,
  MINUTE,
  parseDuration,
  parseInstant,
} from '../../core/primitives/time.js'
import { seeds } from '../seed-data.js'

/** A scenario as its file tells it, once it has passed scenarios/schema.json. */
export interface ScenarioFile {
  name: string
  summary: string
  clock?: { mode?: 'live' | 'manual'; start?: string }
  seed?: number
  limits?: RateLimit
  stores?: {
    store?: OneOrMore
    release?: string
    attempt?: number
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
  expect?: string[]
}

type OneOrMore = string | string[]

export const SCENARIO_FILES = [
  happyPath,
  rejection,
  actionRequired,
  takedown,
  mixedOutcomes,
  resubmission,
  slowIngestion,
  assetFailure,
  flakyWebhooks,
  duplicateEvents,
  outOfOrderEvents,
  rateLimited,
  outage,
  payoutOnHold,
  legacySunset,
] as ScenarioFile[]

export const DEFAULT_SCENARIO = 'happy-path'

/** Ten years. What is further away is a slip of the finger. */
const LONGEST_WAIT = 520 * 7 * DAY

/** An event must be delivered, with all its retries, before the history forgets it. */
const LONGEST_HOLD = 20 * DAY

const duration = (text: string) => parseDuration(text) as number
const list = (value: OneOrMore | undefined) => (value === undefined ? undefined : [value].flat())
/** Without the keys whose value is undefined. */
const given = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

export function readScenario(file: ScenarioFile): Scenario {
  const {
    name,
    summary,
    clock,
    seed,
    limits,
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
    stores: stores.map(({ store, after, ...rule }) =>
      given({ ...rule, stores: list(store), after: after === undefined ? undefined : duration(after) }),
    ),
    takedowns: takedowns.map(({ store, after }) => given({ stores: list(store), after: duration(after) })),
    assets: assets.map(({ after, ...rule }) => ({ ...rule, after: duration(after) })),
    faults: faults.map(({ operation, delay, ...rule }) =>
      given({ ...rule, operations: list(operation), delay: delay === undefined ? undefined : duration(delay) }),
    ),
    webhooks: webhooks.map(({ event, delay, reorder, wrong_signature, ...rule }) =>
      given({
        ...rule,
        events: list(event),
        forge: wrong_signature,
        delay: delay === undefined ? undefined : duration(delay),
        reorder: reorder === undefined ? undefined : duration(reorder),
      }),
    ),
    payouts: file.payouts?.map(({ after, ...rule }) =>
      given({ ...rule, after: after === undefined ? undefined : duration(after) }),
    ),
  })
}

const unknown = (name: string, what: string, known: readonly string[]) => {
  const meant = closest(name, known)
  return `${name} is not a known ${what}${meant ? `; did you mean ${meant}?` : ''}`
}

/** Faults that the schema cannot see: names of things that do not exist, and rules that say nothing. */
export function scenarioIssues(
  { clock, stores = [], takedowns = [], assets = [], faults = [], webhooks = [], payouts = [] }: ScenarioFile,
  operations: readonly string[],
): Issue[] {
  const issues: Issue[] = []
  const start = clock?.start === undefined ? EARLIEST_START : parseInstant(clock.start)
  if (start === undefined) issues.push(invalid('clock.start', 'must be an instant such as 2025-06-01T00:00:00Z'))
  else if (start < EARLIEST_START || start > LATEST_START)
    issues.push(invalid('clock.start', `must lie between ${instant(EARLIEST_START)} and ${instant(LATEST_START)}`))
  const known = seeds.stores.map(({ store_id }) => store_id)
  const check = (names: OneOrMore | undefined, field: string, allowed: readonly string[], what: string) => {
    for (const [i, name] of (list(names) ?? []).entries())
      if (!allowed.includes(name))
        issues.push(invalid(Array.isArray(names) ? `${field}[${i}]` : field, unknown(name, what, allowed)))
  }
  for (const [i, { store, outcome, code }] of stores.entries()) {
    check(store, `stores[${i}].store`, known, 'store')
    const rejection = seeds.rejections.find((candidate) => candidate.code === code)
    if (code === undefined || rejection?.outcome === outcome) continue
    const fits = rejection
      ? `${code} goes with ${rejection.outcome}`
      : unknown(
          code,
          'rejection code',
          seeds.rejections.map((known) => known.code),
        )
    issues.push(
      invalid(`stores[${i}].code`, outcome === 'delivered' ? 'goes only with rejected or action_required' : fits),
    )
  }
  for (const [i, { store }] of takedowns.entries()) check(store, `takedowns[${i}].store`, known, 'store')
  const longest = (text: string | undefined, field: string, most: number, words: string) => {
    if (text !== undefined && duration(text) > most) issues.push(invalid(field, `must be at most ${words}`))
  }
  for (const [i, { after }] of stores.entries()) longest(after, `stores[${i}].after`, LONGEST_WAIT, '520w')
  for (const [i, { after }] of takedowns.entries()) longest(after, `takedowns[${i}].after`, LONGEST_WAIT, '520w')
  for (const [i, { after, outcome, reason }] of assets.entries()) {
    longest(after, `assets[${i}].after`, LONGEST_WAIT, '520w')
    if (outcome === 'ready' && reason !== undefined)
      issues.push(invalid(`assets[${i}].reason`, 'goes only with failed'))
  }
  for (const [i, fault] of faults.entries()) {
    longest(fault.delay, `faults[${i}].delay`, 5 * MINUTE, '5m of wall time')
    if (fault.status !== undefined && fault.connection !== undefined)
      issues.push(invalid(`faults[${i}]`, 'must have either a status or a connection, not both'))
    check(fault.operation, `faults[${i}].operation`, operations, 'operation')
    if (fault.status === undefined && fault.connection === undefined && fault.delay === undefined)
      issues.push(invalid(`faults[${i}]`, 'must have a status, a connection or a delay'))
  }
  for (const [i, { event: _event, endpoint: _endpoint, chance: _chance, ...effects }] of webhooks.entries()) {
    longest(effects.delay, `webhooks[${i}].delay`, LONGEST_HOLD, '20d: events are kept for 30 days')
    longest(effects.reorder, `webhooks[${i}].reorder`, LONGEST_HOLD, '20d: events are kept for 30 days')
    if (Object.keys(effects).length === 0)
      issues.push(invalid(`webhooks[${i}]`, 'must have a drop, wrong_signature, duplicate, delay or reorder'))
  }
  const currencies = seeds.money.currencies.map(({ code }) => code as string)
  for (const [i, { currency, outcome, reason, after }] of payouts.entries()) {
    check(currency, `payouts[${i}].currency`, currencies, 'currency')
    longest(after, `payouts[${i}].after`, LONGEST_WAIT, '520w')
    if (reason !== undefined && outcome !== 'on_hold')
      issues.push(invalid(`payouts[${i}].reason`, 'goes only with on_hold'))
  }
  return issues
}

/** The scenarios that a sandbox knows: the built-in ones and perhaps one of the user's own. */
export interface Scenarios {
  names: readonly string[]
  /** The user's own. */
  own?: Scenario | undefined
  find(name: string): Scenario | undefined
}

export function createScenarios(own?: Scenario): Scenarios {
  const built = SCENARIO_FILES.map(({ name }) => name)
  const read = new Map<string, Scenario>(own && [[own.name, own]])
  return {
    names: own && !built.includes(own.name) ? [...built, own.name] : built,
    own,
    find(name) {
      let scenario = read.get(name)
      const file = scenario ? undefined : SCENARIO_FILES.find((candidate) => candidate.name === name)
      if (file) read.set(name, (scenario = readScenario(file)))
      return scenario
    },
  }
}
