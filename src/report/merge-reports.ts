import { worstOf } from './build-verdicts.js'
import {
  type ClientReport,
  type Coverage,
  type CoverageDimension,
  DIMENSIONS,
  type RuleVerdict,
} from './client-report.js'
import { MAX_EVIDENCE_PER_FINDING } from './findings.js'

const MAX_CLIENTS = 20

/** The reports can't be merged. */
export class MergeError extends Error {}

const union = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

/** The report of several worlds, runs or jobs: a union of facts. Percentages are never combined. */
export function mergeReports(reports: readonly ClientReport[]): ClientReport {
  const [first] = reports
  if (!first) throw new MergeError('There is no report to merge.')
  for (const { contract, format } of reports)
    if (contract !== first.contract || format !== first.format)
      throw new MergeError(
        `The reports are about different contracts: ${first.contract} and ${contract}. Run all jobs with the same version of mds-sandbox.`,
      )
  if (reports.length === 1) return first
  const clocks = union(reports.map(({ clock }) => [clock]))
  return {
    format: first.format,
    version: first.version,
    contract: first.contract,
    worlds: union(reports.map(({ worlds }) => worlds)),
    clock: clocks.length === 1 ? first.clock : 'mixed',
    requests: sum(reports.map(({ requests }) => requests)),
    excluded: sum(reports.map(({ excluded }) => excluded)),
    attempts: sum(reports.map(({ attempts }) => attempts)),
    clients: union(reports.map(({ clients }) => clients)).slice(0, MAX_CLIENTS),
    notes: union(reports.map(({ notes }) => notes)),
    rules: first.rules.map((rule) =>
      mergeVerdicts(reports.flatMap(({ rules }) => rules.filter(({ id }) => id === rule.id))),
    ),
    coverage: Object.fromEntries(
      DIMENSIONS.map((name) => [name, mergeDimensions(reports.map(({ coverage }) => coverage[name]))]),
    ) as Coverage,
  }
}

function mergeVerdicts(verdicts: readonly RuleVerdict[]): RuleVerdict {
  const first = verdicts[0] as RuleVerdict
  const hasResult = (result: RuleVerdict['result']) => verdicts.some((verdict) => verdict.result === result)
  const findings = new Map<string, RuleVerdict['findings'][number]>()
  for (const finding of verdicts.flatMap((verdict) => verdict.findings)) {
    const known = findings.get(finding.fingerprint)
    findings.set(finding.fingerprint, {
      ...finding,
      count: finding.count + (known?.count ?? 0),
      severity: worstOf([finding.severity, ...(known ? [known.severity] : [])]) ?? finding.severity,
    })
  }
  const evidence = verdicts.flatMap((verdict) => verdict.evidence)
  const severities = findings.size > 0 ? [...findings.values()] : verdicts
  return {
    ...first,
    result: hasResult('broken') ? 'broken' : hasResult('kept') ? 'kept' : 'not_tried',
    severity: worstOf(severities.map(({ severity }) => severity)) ?? first.severity,
    count: sum(verdicts.map(({ count }) => count)),
    findings: [...findings.values()],
    evidence: [...findings.keys()].flatMap((fingerprint) =>
      evidence.filter((piece) => piece.fingerprint === fingerprint).slice(0, MAX_EVIDENCE_PER_FINDING),
    ),
  }
}

function mergeDimensions(dimensions: readonly CoverageDimension[]): CoverageDimension {
  const covered = union(dimensions.map((dimension) => dimension.covered))
  const isCovered = new Set(covered)
  const partial = union(dimensions.map((dimension) => dimension.partial)).filter((item) => !isCovered.has(item))
  const isPartial = new Set(partial)
  const missing = union(dimensions.map((dimension) => dimension.missing))
  return { covered, partial, missing: missing.filter((item) => !isCovered.has(item) && !isPartial.has(item)) }
}
