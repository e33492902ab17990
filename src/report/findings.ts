import { createHash } from 'node:crypto'
import type { RuleId, Severity } from './rules.js'

export const MAX_EVIDENCE_PER_FINDING = 10
export const MAX_FINDINGS_PER_RULE = 50

/** A rule was broken once. */
export interface Violation {
  rule: RuleId
  operation: string | undefined
  /** What distinguishes this finding from others of the rule, the same in every run: a field, a status, a store. */
  subject: string
  what: string
  requestIds: string[]
  eventId?: string
  /** The world's time. */
  at: number
  mark: string | undefined
  /** Replaces the severity of the rule. */
  severity?: Severity
}

export interface FindingRecord {
  fingerprint: string
  operation: string | undefined
  subject: string
  severity: Severity | undefined
  count: number
  violations: Violation[]
}

export interface RuleRecord {
  isTried: boolean
  count: number
  findings: Map<string, FindingRecord>
}

/** The violations of one run, with limits. */
export interface Findings {
  /** The client was in a situation in which it could break the rule. */
  markTried(rule: RuleId): void
  add(violation: Violation): void
  get(rule: RuleId): RuleRecord
  copy(): Findings
}

const fingerprintOf = ({ rule, operation = '', subject }: Violation) =>
  createHash('sha256').update(`${rule}\n${operation}\n${subject}`).digest('hex').slice(0, 12)

export function createFindings(records = new Map<RuleId, RuleRecord>()): Findings {
  function get(rule: RuleId): RuleRecord {
    let record = records.get(rule)
    if (!record) records.set(rule, (record = { isTried: false, count: 0, findings: new Map() }))
    return record
  }
  return {
    get,
    markTried: (rule) => void (get(rule).isTried = true),
    add(violation) {
      const record = get(violation.rule)
      record.isTried = true
      record.count++
      const fingerprint = fingerprintOf(violation)
      let finding = record.findings.get(fingerprint)
      if (!finding) {
        if (record.findings.size >= MAX_FINDINGS_PER_RULE) return
        const { operation, subject, severity } = violation
        finding = { fingerprint, operation, subject, severity, count: 0, violations: [] }
        record.findings.set(fingerprint, finding)
      }
      finding.count++
      if (finding.violations.length < MAX_EVIDENCE_PER_FINDING) finding.violations.push(violation)
    },
    copy() {
      const copyFindings = ({ findings }: RuleRecord) =>
        new Map([...findings].map(([key, found]) => [key, { ...found, violations: [...found.violations] }]))
      return createFindings(
        new Map([...records].map(([rule, record]) => [rule, { ...record, findings: copyFindings(record) }])),
      )
    },
  }
}
