import type { ReleaseConditions } from '../../core/delivery/release-conditions.js'
import {
  type FaultRule,
  planAsset,
  planPayout,
  planStore,
  planTakedown,
  rejectionCode,
  type Scenario,
  type StoreRule,
  type WebhookRule,
} from '../../core/delivery/scenario-rules.js'
import type { Seeds } from '../../core/engine/seed-types.js'
import { PENDING_DURATION } from '../../core/money/payouts.js'
import { formatDuration, formatInstant } from '../../core/primitives/time.js'
import type { components } from '../../generated/control-api.js'

export type Timetable = components['schemas']['Timetable']

/** What happens when in a scenario. */
export const createTimetable = (scenario: Scenario, seeds: Seeds): Timetable => ({
  rules: describeRules(scenario),
  assets: planAssets(scenario),
  stores: planStores(scenario, seeds),
  payouts: planPayouts(scenario, seeds),
})

function describeRules({ clock, limits, stores, faults, webhooks = [] }: Scenario): string[] {
  return [
    ...(clock?.start === undefined ? [] : [`The clock starts at ${formatInstant(clock.start)}.`]),
    ...(limits ? [`The rate limits are ${limits}.`] : []),
    ...stores.flatMap((rule) => (rule.when ? [describeConditions(rule, rule.when)] : [])),
    ...faults.map(describeFault),
    ...webhooks.map(describeWebhookRule),
  ]
}

/** The table of stores has no content to compare, so it leaves out rules with conditions. */
function describeConditions({ stores, release, attempt, outcome, code }: StoreRule, when: ReleaseConditions): string {
  const { min, max } = when.tracks ?? {}
  const range = min === max ? `${min}` : [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`]
  const conditions = [
    release !== undefined && `the title is ${release}`,
    when.title !== undefined && `the title is ${when.title}`,
    when.label !== undefined && `the label is ${when.label}`,
    when.artist !== undefined && `an artist is ${when.artist}`,
    when.territories && `it has rights in ${when.territories.join(' or ')}`,
    when.tracks && `it has ${[range].flat().filter(Boolean).join(' and ')} tracks`,
    when.audio_format && `it has ${when.audio_format.join(' or ')} audio`,
    attempt !== undefined && `it is attempt ${attempt}`,
  ]
  const result = `${outcome}${code ? ` (${code})` : ''}`
  return `${stores?.join(', ') ?? 'every store'}: ${result} if ${conditions.filter(Boolean).join(', ')}`
}

const formatTimes = (n: number) => (n === 1 ? 'once' : `${n} times`)

function describeFault({ operations, status, connection, delay, times: count }: FaultRule): string {
  const effects = [
    delay && `waits ${formatDuration(delay)}`,
    status && `returns ${status}`,
    connection && 'resets the connection',
  ]
  const frequency = count === undefined ? 'always' : formatTimes(count)
  return `${operations?.join(', ') ?? 'every call'} ${effects.filter(Boolean).join(' and ')}, ${frequency}`
}

function describeWebhookRule({
  events,
  endpoint,
  chance,
  drop,
  forge,
  duplicate,
  delay,
  reorder,
}: WebhookRule): string {
  const effects = [
    delay && `waits ${formatDuration(delay)}`,
    reorder && `arrives after the next event, at most ${formatDuration(reorder)} later`,
    drop && `is lost ${formatTimes(drop)}`,
    forge && `has a wrong signature ${formatTimes(forge)}`,
    duplicate && `is sent again ${formatTimes(duplicate)}`,
  ].filter(Boolean)
  const destination = endpoint === undefined ? '' : ` to ${endpoint}`
  const frequency = chance === undefined ? '' : `, in ${Math.round(chance * 1000) / 10} of 100 cases`
  return `${events?.join(', ') ?? 'every event'}${destination} ${effects.join(', ') || 'arrives normally'}${frequency}`
}

const planAssets = (scenario: Scenario): Timetable['assets'] =>
  (['audio', 'artwork'] as const).map((type) => {
    const { outcome, after } = planAsset(scenario, type)
    return { type, outcome, after: formatDuration(after) }
  })

function planStores(scenario: Scenario, seeds: Seeds): Timetable['stores'] {
  const all = seeds.stores.map(({ territories: _codes, character: _words, ...store }) => ({
    ...store,
    territories: [],
  }))
  const corrections = Math.max(
    0,
    ...all.map(
      ({ store_id }) =>
        scenario.stores.filter(({ until, stores }) => until && (stores?.includes(store_id) ?? true)).length,
    ),
  )
  const attempts = Math.max(1 + corrections, ...scenario.stores.map(({ attempt = 0 }) => attempt + 1))
  return all.map((store) => {
    // The partner corrects the release before each resubmission.
    const corrected = new Set<string>()
    return {
      store_id: store.store_id,
      attempts: Array.from({ length: attempts }, (_, i) => {
        const plan = planStore(scenario, store, '', i + 1, { isCorrected: (code) => corrected.has(code) })
        const { outcome, after, code = null } = plan
        corrected.add(rejectionCode(plan) ?? '')
        return { ingesting_after: formatDuration(after / 4), outcome, after: formatDuration(after), code }
      }),
      takedown_after: store.capabilities.takedown ? formatDuration(planTakedown(scenario, store)) : null,
    }
  })
}

function planPayouts(scenario: Scenario, seeds: Seeds): Timetable['payouts'] {
  const attempts = Math.max(1, ...(scenario.payouts ?? []).map(({ attempt = 0 }) => attempt + 1))
  return seeds.money.currencies.map(({ code: currency }) => ({
    currency,
    attempts: Array.from({ length: attempts }, (_, i) => {
      const { outcome, after, hold = null } = planPayout(scenario, currency, i + 1)
      const processing_after = formatDuration(PENDING_DURATION)
      return { hold_reason: hold, processing_after, outcome, after: formatDuration(after) }
    }),
  }))
}
