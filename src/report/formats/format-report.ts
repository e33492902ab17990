import type { ClientReport } from '../client-report.js'
import type { GateResult } from '../gate.js'
import { printable } from './escape.js'
import { formatHtml } from './html.js'
import { formatJunit, type TestCase } from './junit.js'
import { formatMarkdown } from './markdown.js'
import { brokenRules, describeEvidence, formatText, pluralize } from './text.js'

/** The formats and their file names. */
export const REPORT_FILES = {
  text: 'report.txt',
  json: 'report.json',
  junit: 'report.junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  badge: 'badge.json',
  github: 'annotations.txt',
} as const
export type ReportFormat = keyof typeof REPORT_FILES
export const REPORT_FORMATS = Object.keys(REPORT_FILES) as ReportFormat[]

const SUITE = 'mds-sandbox report'

const FORMATTERS: Record<ReportFormat, (report: ClientReport, gate: GateResult) => string> = {
  text: formatText,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: (report, gate) => formatJunit(SUITE, listTestCases(report, gate)),
  html: formatHtml,
  markdown: formatMarkdown,
  badge: (report, gate) => `${JSON.stringify(createBadge(report, gate))}\n`,
  github: formatAnnotations,
}

export const formatReport = (format: ReportFormat, report: ClientReport, gate: GateResult): string =>
  FORMATTERS[format](report, gate)

/** One test case per rule, per threshold and per outdated entry of the baseline. */
function listTestCases(report: ClientReport, { failedRules, thresholds, unusedEntries }: GateResult): TestCase[] {
  const rules = report.rules.map(
    ({ id, result, title, severity, count, evidence, remedy, guide, try_it }): TestCase => {
      const isFailed = failedRules.has(id)
      return {
        name: `${id}: ${title}`,
        milliseconds: 0,
        failure: isFailed ? `${severity}, ${pluralize(count, 'time')}. ${remedy}` : undefined,
        skipped: result === 'not_tried' ? `Not tried. To try it: ${try_it}` : undefined,
        details:
          result === 'broken'
            ? [
                ...evidence.map((piece) => `${printable(piece.what)} (${describeEvidence(piece)})`),
                `See ${guide}`,
              ].join('\n')
            : undefined,
      }
    },
  )
  return [
    ...rules,
    ...thresholds.map(
      ({ dimension, percent, min, isMet }): TestCase => ({
        name: `coverage of ${dimension} is at least ${min} %`,
        milliseconds: 0,
        failure: isMet ? undefined : `It is ${percent} %. Missing: ${report.coverage[dimension].missing.join(', ')}`,
      }),
    ),
    ...unusedEntries.map(
      ({ rule, fingerprint }): TestCase => ({
        name: `the baseline entry ${rule} ${fingerprint} is needed`,
        milliseconds: 0,
        failure: 'No finding matches it any more. Remove it from the baseline.',
      }),
    ),
  ]
}

/** The endpoint format of shields.io. */
function createBadge({ rules }: ClientReport, { isPassed }: GateResult) {
  const count = (wanted: string) => rules.filter(({ result }) => result === wanted).length
  const broken = count('broken')
  const parts = [
    ...(broken > 0 ? [`${broken} broken`] : []),
    `${count('kept')} kept`,
    `${count('not_tried')} not tried`,
  ]
  return {
    schemaVersion: 1,
    label: 'mds client',
    message: parts.join(', '),
    color: !isPassed ? 'red' : broken > 0 ? 'yellow' : 'brightgreen',
  }
}

/** GitHub shows ten annotations for a step. */
const MAX_ANNOTATIONS = 10

const escapeCommand = (text: string) =>
  printable(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Workflow commands of GitHub Actions, worst first. */
function formatAnnotations(report: ClientReport): string {
  const level = { error: 'error', warning: 'warning', note: 'notice' } as const
  return brokenRules(report)
    .slice(0, MAX_ANNOTATIONS)
    .map(({ id, severity, count, evidence, remedy }) => {
      const what = evidence[0] ? `${evidence[0].what} (${describeEvidence(evidence[0])}). ` : ''
      const message = printable(`${what}${remedy}`).replaceAll('%', '%25')
      return `::${level[severity]} title=${escapeCommand(`${id} (${pluralize(count, 'time')})`)}::${message}\n`
    })
    .join('')
}
