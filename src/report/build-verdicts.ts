import { formatInstant } from '../core/primitives/time.js'
import type { RuleVerdict } from './client-report.js'
import type { FindingRecord, Findings } from './findings.js'
import { guideLink, RULES, type Rule, type RuleId, SEVERITIES, type Severity } from './rules.js'

export const worstOf = (severities: readonly Severity[]): Severity | undefined =>
  SEVERITIES.find((severity) => severities.includes(severity))

export function buildVerdicts(findings: Findings, isTimeUnreliable: boolean): RuleVerdict[] {
  return RULES.map((rule: Rule): RuleVerdict => {
    const { isTried, count, findings: found } = findings.get(rule.id as RuleId)
    const severityOf = ({ severity }: FindingRecord): Severity =>
      rule.isTimed && isTimeUnreliable ? 'note' : (severity ?? rule.severity)
    const records = [...found.values()]
    return {
      id: rule.id,
      result: count > 0 ? 'broken' : isTried ? 'kept' : 'not_tried',
      severity: worstOf(records.map(severityOf)) ?? (rule.isTimed && isTimeUnreliable ? 'note' : rule.severity),
      title: rule.title,
      count,
      findings: records.map((record) => ({
        fingerprint: record.fingerprint,
        severity: severityOf(record),
        operation: record.operation ?? null,
        subject: record.subject,
        count: record.count,
      })),
      evidence: records.flatMap(({ fingerprint, violations }) =>
        violations.map(({ at, what, operation, requestIds, eventId, mark }) => ({
          fingerprint,
          at: formatInstant(at),
          what,
          operation: operation ?? null,
          request_ids: requestIds,
          event_id: eventId ?? null,
          mark: mark ?? null,
        })),
      ),
      remedy: rule.remedy,
      try_it: rule.tryIt,
      guide: guideLink(rule.id),
    }
  })
}
