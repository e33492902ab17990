import { type ClientReport, DIMENSIONS } from '../client-report.js'
import type { GateResult } from '../gate.js'
import { escapeMarkdown } from './escape.js'
import { brokenRules, describeEvidence, describeGate, describeScope, limitList } from './text.js'

/** GitHub refuses job summaries above 1 MiB, and shows long ones slowly. */
const MAX_BYTES = 200_000

/** For the summary of a CI job. */
export function formatMarkdown(report: ClientReport, gate: GateResult): string {
  for (const maxEvidence of [10, 3, 1, 0]) {
    const text = render(report, gate, maxEvidence)
    if (Buffer.byteLength(text) < MAX_BYTES) return text
  }
  return `${render({ ...report, notes: [], clients: [] }, gate, 0).slice(0, MAX_BYTES / 4)}\n\nCut here.\n`
}

function render(report: ClientReport, gate: GateResult, maxEvidence: number): string {
  const lines = [
    `## ${gate.isPassed ? '✅' : '❌'} Client report`,
    '',
    escapeMarkdown(describeScope(report)),
    '',
    ...describeGate(gate).map((line) => `- ${escapeMarkdown(line)}`),
    '',
  ]
  const broken = brokenRules(report)
  if (broken.length > 0) lines.push('| rule | severity | times | what to do |', '| --- | --- | --: | --- |')
  for (const { id, severity, count, remedy } of broken)
    lines.push(`| ${id} | ${severity} | ${count} | ${escapeMarkdown(remedy)} |`)
  for (const rule of broken) {
    lines.push('', `<details><summary>${rule.id}: evidence</summary>`, '')
    for (const { fingerprint, count } of rule.findings) {
      const evidence = rule.evidence.filter((piece) => piece.fingerprint === fingerprint).slice(0, maxEvidence)
      for (const piece of evidence)
        lines.push(`- ${escapeMarkdown(piece.what)} (${escapeMarkdown(describeEvidence(piece))})`)
      if (count > evidence.length) lines.push(`- ${count - evidence.length} more`)
    }
    lines.push('', `See ${rule.guide}.`, '', '</details>')
  }
  const idsOf = (result: string) => report.rules.filter((rule) => rule.result === result).map(({ id }) => id)
  lines.push('', `**Kept:** ${idsOf('kept').join(', ') || 'none'}`, '', '<details><summary>Not tried</summary>', '')
  for (const { id, result, try_it } of report.rules)
    if (result === 'not_tried') lines.push(`- ${id}: ${escapeMarkdown(try_it)}`)
  lines.push('', '</details>', '', '| coverage | covered | only met | missing |', '| --- | --: | --- | --- |')
  for (const dimension of DIMENSIONS) {
    const { covered, partial, missing } = report.coverage[dimension]
    const total = covered.length + partial.length + missing.length
    const cells = [limitList(partial, 10), limitList(missing, 10)].map(escapeMarkdown)
    lines.push(`| ${escapeMarkdown(dimension)} | ${covered.length} of ${total} | ${cells.join(' | ')} |`)
  }
  for (const note of report.notes) lines.push('', escapeMarkdown(note))
  return `${lines.join('\n')}\n`
}
