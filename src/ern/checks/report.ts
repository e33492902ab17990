import { type Place, pathOf, type XmlElement } from '../xml/xml-element.js'
import { type IssueCode, type Severity, severityOf } from './issue-codes.js'

/** One finding. `path`, `line` and `column` are those of the element, or of the attribute's element. */
export interface ErnIssue extends Place {
  severity: Severity
  code: IssueCode
  message: string
}

export interface ErnReport {
  /** In the order of the document, at most `MAX_ISSUES`. Warnings are left out before errors. */
  issues: ErnIssue[]
  error_count: number
  warning_count: number
}

export const MAX_ISSUES = 1000

export const issueAt = ({ path, line, column }: Place, code: IssueCode, message: string): ErnIssue => ({
  severity: severityOf(code),
  code,
  path,
  line,
  column,
  message,
})

export interface ReportBuilder {
  /** Reports an issue about an element, or about one of its attributes. */
  add(element: XmlElement, code: IssueCode, message: string, attribute?: string): void
  /** The same, unless an issue with this code points at the element already. */
  addOnce(element: XmlElement, code: IssueCode, message: string, attribute?: string): void
  build(): ErnReport
}

export function createReportBuilder(): ReportBuilder {
  const kept: Record<Severity, ErnIssue[]> = { error: [], warning: [] }
  const counts: Record<Severity, number> = { error: 0, warning: 0 }
  const addedOnce = new Map<IssueCode, Set<XmlElement>>()

  const add: ReportBuilder['add'] = (element, code, message, attribute) => {
    const severity = severityOf(code)
    if (++counts[severity] > MAX_ISSUES) return
    const path = attribute === undefined ? pathOf(element) : `${pathOf(element)}/@${attribute}`
    kept[severity].push(issueAt({ path, line: element.line, column: element.column }, code, message))
  }

  return {
    add,
    addOnce(element, code, message, attribute) {
      const elements = addedOnce.get(code) ?? new Set()
      if (elements.has(element)) return
      addedOnce.set(code, elements.add(element))
      add(element, code, message, attribute)
    },
    build: () => toReport([...kept.error, ...kept.warning], counts.error, counts.warning),
  }
}

/** Adds issues that were found later, such as those that depend on the state of a sandbox. */
export function extendReport(report: ErnReport, added: readonly ErnIssue[]): ErnReport {
  const count = (severity: Severity) => added.filter((issue) => issue.severity === severity).length
  return toReport(
    [...report.issues, ...added],
    report.error_count + count('error'),
    report.warning_count + count('warning'),
  )
}

/** Long names in a deep document give paths of 16 kB. */
const MAX_ISSUE_CHARACTERS = 1024 * 1024

function withinSize(issues: readonly ErnIssue[]): ErnIssue[] {
  let length = 0
  return issues.filter(({ path, message }) => (length += path.length + message.length) <= MAX_ISSUE_CHARACTERS)
}

function toReport(found: readonly ErnIssue[], error_count: number, warning_count: number): ErnReport {
  const errors = found.filter(({ severity }) => severity === 'error')
  const warnings = found.filter(({ severity }) => severity === 'warning')
  const issues = [...errors, ...warnings].slice(0, MAX_ISSUES)
  const kept = withinSize(issues)
  kept.sort((a, b) => a.line - b.line || a.column - b.column)
  return { issues: kept, error_count, warning_count }
}
