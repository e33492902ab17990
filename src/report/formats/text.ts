import { type ClientReport, DIMENSIONS, type RuleVerdict } from '../client-report.js'
import type { GateResult } from '../gate.js'
import { printable } from './escape.js'

const MAX_EVIDENCE = 3
const MAX_MISSING = 6

export const pluralize = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** One line about what was judged. */
export const describeScope = ({ worlds, requests, excluded, attempts, clock }: ClientReport): string =>
  [
    worlds.length > 3 ? pluralize(worlds.length, 'world') : worlds.join(', '),
    pluralize(requests, 'request'),
    ...(excluded > 0 ? [`${excluded} left out`] : []),
    pluralize(attempts, 'event attempt'),
    `${clock} clock`,
  ].join(', ')

export function describeEvidence({ request_ids, event_id, at, mark }: RuleVerdict['evidence'][number]): string {
  const ids = [...request_ids, ...(event_id === null ? [] : [event_id])].join(', ')
  return printable(`${ids} at ${at}${mark === null ? '' : ` in “${mark}”`}`)
}

/** Worst first: errors, warnings, notes. */
export const brokenRules = ({ rules }: ClientReport): RuleVerdict[] =>
  ['error', 'warning', 'note'].flatMap((severity) =>
    rules.filter((rule) => rule.result === 'broken' && rule.severity === severity),
  )

export const limitList = (items: readonly string[], max: number): string =>
  items.length <= max ? items.join(', ') : `${items.slice(0, max).join(', ')} and ${items.length - max} more`

/** What happened, the requests that show it, and what to do. */
export function describeBrokenRule(rule: RuleVerdict): string[] {
  const lines = [`✗ ${rule.severity.padEnd(7)}  ${rule.id} (${rule.count}×): ${rule.title}`]
  for (const finding of rule.findings) {
    const evidence = rule.evidence.filter(({ fingerprint }) => fingerprint === finding.fingerprint)
    const shown = evidence.slice(0, MAX_EVIDENCE)
    for (const piece of shown) lines.push(`    ${printable(piece.what)}`, `      ${describeEvidence(piece)}`)
    if (finding.count > shown.length) lines.push(`      and ${finding.count - shown.length} more`)
  }
  return [...lines, `    ${rule.remedy}`, `    ${rule.guide}`]
}

export function formatText(report: ClientReport, gate: GateResult): string {
  const lines = [`Client report: ${describeScope(report)}`, '']
  for (const rule of brokenRules(report)) lines.push(...describeBrokenRule(rule), '')
  const kept = report.rules.filter(({ result }) => result === 'kept')
  const notTried = report.rules.filter(({ result }) => result === 'not_tried')
  lines.push(`✓ kept: ${kept.length === 0 ? 'none' : kept.map(({ id }) => id).join(', ')}`)
  if (notTried.length > 0) lines.push('', 'Not tried, and what would try it:')
  const width = Math.max(...notTried.map(({ id }) => id.length))
  for (const { id, try_it } of notTried) lines.push(`  ${id.padEnd(width)}  ${try_it}`)
  lines.push('', 'Coverage:')
  for (const dimension of DIMENSIONS) {
    const { covered, partial, missing } = report.coverage[dimension]
    const total = covered.length + partial.length + missing.length
    const open = [
      ...(partial.length > 0 ? [`only met: ${limitList(partial, MAX_MISSING)}`] : []),
      ...(missing.length > 0 ? [`missing: ${limitList(missing, MAX_MISSING)}`] : []),
    ]
    lines.push(
      `  ${dimension.padEnd(15)}  ${`${covered.length} of ${total}`.padStart(9)}  ${open.join('; ')}`.trimEnd(),
    )
  }
  for (const note of report.notes) lines.push('', `Note: ${printable(note)}`)
  lines.push('', ...describeGate(gate))
  return `${lines.join('\n')}\n`
}

/** Why the run fails, or that it passes. */
export function describeGate({ isPassed, failedRules, thresholds, unusedEntries }: GateResult): string[] {
  if (isPassed) return ['Passed.']
  const unmet = thresholds.filter(({ isMet }) => !isMet)
  return [
    ...(failedRules.size > 0 ? [`Failed: ${[...failedRules].join(', ')}.`] : []),
    ...unmet.map(
      ({ dimension, percent, min }) => `Failed: ${dimension} is ${percent} %, and at least ${min} % is required.`,
    ),
    ...unusedEntries.map(
      ({ rule, fingerprint }) =>
        `Failed: the baseline entry ${rule} ${fingerprint} is no longer needed. Remove it, or run with --update-baseline.`,
    ),
  ]
}
