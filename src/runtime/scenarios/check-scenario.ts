import type { Seeds } from '../../core/engine/seed-types.js'
import { type Issue, invalidField } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'
import { DAY, EARLIEST_START, formatInstant, LATEST_START, MINUTE, parseInstant } from '../../core/primitives/time.js'
import { duration, type OneOrMore, type ScenarioFile, toArray } from './scenario-file.js'

/** Ten years. A longer delay is almost certainly a typo. */
export const MAX_SCENARIO_DELAY = 520 * 7 * DAY
/** Delay plus all retries must fit in the 30 days that events are kept. */
export const MAX_EVENT_DELAY = 20 * DAY

export const describeUnknownName = (name: string, what: string, known: readonly string[]) => {
  const meant = suggest(name, known)
  return `${name} is not a known ${what}${meant ? `; did you mean ${meant}?` : ''}`
}

/** What the names in a scenario file refer to. */
export interface ScenarioTargets {
  /** The operationIds of the service's API. */
  operations: readonly string[]
  seeds: Seeds
}

/** Finds what the schema can't: unknown names, durations out of range and rules without an effect. */
export function findScenarioIssues(
  { clock, stores = [], takedowns = [], assets = [], faults = [], webhooks = [], payouts = [], ern = [] }: ScenarioFile,
  { operations, seeds }: ScenarioTargets,
): Issue[] {
  const issues: Issue[] = []
  const start = clock?.start === undefined ? EARLIEST_START : parseInstant(clock.start)
  if (start === undefined) issues.push(invalidField('clock.start', 'must be an instant such as 2025-06-01T00:00:00Z'))
  else if (start < EARLIEST_START || start > LATEST_START)
    issues.push(
      invalidField(
        'clock.start',
        `must lie between ${formatInstant(EARLIEST_START)} and ${formatInstant(LATEST_START)}`,
      ),
    )
  const storeIds = seeds.stores.map(({ store_id }) => store_id)
  const checkNames = (names: OneOrMore | undefined, field: string, allowed: readonly string[], what: string) => {
    for (const [i, name] of (toArray(names) ?? []).entries())
      if (!allowed.includes(name))
        issues.push(
          invalidField(Array.isArray(names) ? `${field}[${i}]` : field, describeUnknownName(name, what, allowed)),
        )
  }
  const territories = seeds.territories.map(({ code }) => code)
  for (const [i, { store, when, attempt, until, outcome, code }] of stores.entries()) {
    checkNames(store, `stores[${i}].store`, storeIds, 'store')
    checkNames(when?.territories, `stores[${i}].when.territories`, territories, 'territory')
    const { min = 0, max = min } = typeof when?.tracks === 'object' ? when.tracks : {}
    if (min > max) issues.push(invalidField(`stores[${i}].when.tracks`, 'must have a min that is not above its max'))
    if (until !== undefined && outcome === 'delivered')
      issues.push(invalidField(`stores[${i}].until`, 'goes only with rejected or action_required'))
    if (until !== undefined && attempt !== undefined)
      issues.push(invalidField(`stores[${i}].until`, "can't be combined with attempt"))
    const rejection = seeds.rejections.find((candidate) => candidate.code === code)
    if (code === undefined || rejection?.outcome === outcome) continue
    const fits = rejection
      ? `${code} goes with ${rejection.outcome}`
      : describeUnknownName(
          code,
          'rejection code',
          seeds.rejections.map((known) => known.code),
        )
    issues.push(
      invalidField(`stores[${i}].code`, outcome === 'delivered' ? 'goes only with rejected or action_required' : fits),
    )
  }
  for (const [i, { store }] of takedowns.entries()) checkNames(store, `takedowns[${i}].store`, storeIds, 'store')
  const checkMaxDuration = (text: string | undefined, field: string, max: number, words: string) => {
    if (text !== undefined && duration(text) > max) issues.push(invalidField(field, `must be at most ${words}`))
  }
  for (const [i, { after }] of stores.entries())
    checkMaxDuration(after, `stores[${i}].after`, MAX_SCENARIO_DELAY, '520w')
  for (const [i, { after }] of takedowns.entries())
    checkMaxDuration(after, `takedowns[${i}].after`, MAX_SCENARIO_DELAY, '520w')
  for (const [i, { after, outcome, reason }] of assets.entries()) {
    checkMaxDuration(after, `assets[${i}].after`, MAX_SCENARIO_DELAY, '520w')
    if (outcome === 'ready' && reason !== undefined)
      issues.push(invalidField(`assets[${i}].reason`, 'goes only with failed'))
  }
  for (const [i, fault] of faults.entries()) {
    checkMaxDuration(fault.delay, `faults[${i}].delay`, 5 * MINUTE, '5m of wall time')
    if (fault.status !== undefined && fault.connection !== undefined)
      issues.push(invalidField(`faults[${i}]`, 'must have either a status or a connection, not both'))
    checkNames(fault.operation, `faults[${i}].operation`, operations, 'operation')
    if (fault.status === undefined && fault.connection === undefined && fault.delay === undefined)
      issues.push(invalidField(`faults[${i}]`, 'must have a status, a connection or a delay'))
  }
  for (const [i, { event: _event, endpoint: _endpoint, chance: _chance, ...effects }] of webhooks.entries()) {
    checkMaxDuration(effects.delay, `webhooks[${i}].delay`, MAX_EVENT_DELAY, '20d: events are kept for 30 days')
    checkMaxDuration(effects.reorder, `webhooks[${i}].reorder`, MAX_EVENT_DELAY, '20d: events are kept for 30 days')
    if (Object.keys(effects).length === 0)
      issues.push(invalidField(`webhooks[${i}]`, 'must have a drop, wrong_signature, duplicate, delay or reorder'))
  }
  const currencies = seeds.money.currencies.map(({ code }) => code as string)
  for (const [i, { currency, outcome, reason, after }] of payouts.entries()) {
    checkNames(currency, `payouts[${i}].currency`, currencies, 'currency')
    checkMaxDuration(after, `payouts[${i}].after`, MAX_SCENARIO_DELAY, '520w')
    if (reason !== undefined && outcome !== 'on_hold')
      issues.push(invalidField(`payouts[${i}].reason`, 'goes only with on_hold'))
  }
  for (const [i, { outcome, status, reason, after }] of ern.entries()) {
    checkMaxDuration(after, `ern[${i}].after`, MAX_SCENARIO_DELAY, '520w')
    for (const [name, value] of Object.entries({ status, reason }))
      if (value !== undefined && outcome !== 'rejected')
        issues.push(invalidField(`ern[${i}].${name}`, 'goes only with rejected'))
  }
  return issues
}
