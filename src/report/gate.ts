import { type ClientReport, DIMENSIONS, type Dimension, type Finding } from './client-report.js'
import type { Severity } from './rules.js'

export const FAIL_ON = ['error', 'warning', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

export const BASELINE_FORMAT = 1

/** A finding that is accepted for now. */
export interface BaselineEntry {
  rule: string
  operation: string | null
  fingerprint: string
  reason: string
}

export interface Baseline {
  format: number
  entries: BaselineEntry[]
}

export interface GateOptions {
  failOn: FailOn
  /** Percentages. */
  min: Partial<Record<Dimension, number>>
  baseline: Baseline | undefined
}

export interface Threshold {
  dimension: Dimension
  percent: number
  min: number
  isMet: boolean
}

/** Whether a run passes, and why not. */
export interface GateResult {
  isPassed: boolean
  /** The rules with findings that fail the run. */
  failedRules: ReadonlySet<string>
  thresholds: Threshold[]
  /** Entries of the baseline that no finding matches any more. They fail the run, so that the baseline stays true. */
  unusedEntries: BaselineEntry[]
}

const FAILING: Record<FailOn, readonly Severity[]> = { error: ['error'], warning: ['error', 'warning'], never: [] }

export function percentOf({ covered, partial, missing }: ClientReport['coverage'][Dimension]): number {
  const total = covered.length + partial.length + missing.length
  return total === 0 ? 100 : Math.floor((100 * covered.length) / total)
}

export function checkReport({ rules, coverage }: ClientReport, { failOn, min, baseline }: GateOptions): GateResult {
  const entries = baseline?.entries ?? []
  const isEntryFor = (entry: BaselineEntry, rule: string, { fingerprint }: Finding) =>
    entry.rule === rule && entry.fingerprint === fingerprint
  const failedRules = new Set<string>()
  for (const { id, findings } of rules)
    for (const finding of findings)
      if (FAILING[failOn].includes(finding.severity) && !entries.some((entry) => isEntryFor(entry, id, finding)))
        failedRules.add(id)
  const thresholds = DIMENSIONS.flatMap((dimension): Threshold[] => {
    const required = min[dimension]
    if (required === undefined) return []
    const percent = percentOf(coverage[dimension])
    return [{ dimension, percent, min: required, isMet: percent >= required }]
  })
  const unusedEntries = entries.filter(
    (entry) => !rules.some(({ id, findings }) => findings.some((finding) => isEntryFor(entry, id, finding))),
  )
  const isPassed = failedRules.size === 0 && thresholds.every(({ isMet }) => isMet) && unusedEntries.length === 0
  return { isPassed, failedRules, thresholds, unusedEntries }
}

/** A baseline that accepts every finding of the report. Reasons of the present baseline are kept. */
export function createBaseline({ rules }: ClientReport, present: Baseline | undefined): Baseline {
  const entries = rules.flatMap(({ id, findings }) =>
    findings
      .filter(({ severity }) => severity !== 'note')
      .map(({ operation, fingerprint }): BaselineEntry => {
        const known = present?.entries.find((entry) => entry.rule === id && entry.fingerprint === fingerprint)
        return { rule: id, operation, fingerprint, reason: known?.reason ?? 'Accepted without a reason. Say why.' }
      }),
  )
  return { format: BASELINE_FORMAT, entries }
}

/** Undefined if the value is not a baseline. */
export function parseBaseline(value: unknown): Baseline | undefined {
  const { format, entries } = (value ?? {}) as Partial<Baseline>
  const isEntry = (entry: Partial<BaselineEntry> | null) =>
    typeof entry?.rule === 'string' &&
    typeof entry.fingerprint === 'string' &&
    typeof entry.reason === 'string' &&
    entry.reason !== ''
  return format === BASELINE_FORMAT && Array.isArray(entries) && entries.every(isEntry)
    ? { format, entries }
    : undefined
}
