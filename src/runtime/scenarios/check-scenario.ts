import { type Issue, invalid } from '../../core/primitives/result.js'
import { closest } from '../../core/primitives/suggest.js'
import { DAY, EARLIEST_START, instant, LATEST_START, MINUTE, parseInstant } from '../../core/primitives/time.js'
import { seeds } from '../seed-data.js'
import { duration, list, type OneOrMore, type ScenarioFile } from './scenario-file.js'

/** Ten years. What is further away is a slip of the finger. */
export const LONGEST_WAIT = 520 * 7 * DAY
/** An event must be delivered, with all its retries, before the history forgets it. */
export const LONGEST_HOLD = 20 * DAY
export const unknown = (name: string, what: string, known: readonly string[]) => {
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
