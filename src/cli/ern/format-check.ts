import type { Issue } from '../../core/primitives/result.js'
import type { ErnReport } from '../../ern/checks/report.js'
import type { ErnFacts } from '../../ern/facts/facts.js'
import { type Paint, sanitize } from '../framework/terminal.js'

/** A file whose header could be read, or the reason why it could not. */
export type CheckedFile = { path: string; milliseconds: number } & (
  | ({ facts: ErnFacts; not_carried: string[]; refusal?: undefined } & ErnReport)
  | { refusal: { code: string; details: Issue[] }; error_count: number; warning_count: 0 }
)

const MAX_MESSAGE_LENGTH = 500

/** An issue of a file, with its place. */
export interface IssueLine {
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
}

/** The details of a refusal. Their texts begin with a place, if they have one. */
export const refusalLines = (code: string, details: readonly Omit<Issue, 'code'>[]): IssueLine[] =>
  details.map(({ field, issue }) => {
    const [, line = '1', column = '1', problem = issue] = /^line (\d+), column (\d+): (.*)$/s.exec(issue) ?? []
    const message = field === undefined ? problem : `${field}: ${problem}`
    return { line: Number(line), column: Number(column), severity: 'error', code, message }
  })

const linesOf = (file: CheckedFile): IssueLine[] =>
  file.refusal ? file.refusal.details.flatMap((detail) => refusalLines(detail.code, [detail])) : file.issues

export const shownPath = (path: string): string => (path === '-' ? 'stdin' : path)

/** One line for each issue, as compilers print them, so that editors can jump to it. */
export function formatIssues(path: string, issues: readonly IssueLine[], total: number, paint: Paint): string[] {
  const omitted = total - issues.length
  return [
    ...issues.map(({ line, column, severity, code, message }) => {
      const label = paint(severity === 'error' ? 'red' : 'yellow', severity)
      return `${shownPath(path)}:${line}:${column}: ${label} ${code} ${sanitize(message, MAX_MESSAGE_LENGTH)}`
    }),
    ...(omitted > 0 ? [`${shownPath(path)}: and ${omitted} more`] : []),
  ]
}

export const formatCheckedFile = (file: CheckedFile, paint: Paint): string[] =>
  formatIssues(file.path, linesOf(file), file.error_count + file.warning_count, paint)

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

export function formatSummary(files: readonly CheckedFile[]): string {
  const sum = (key: 'error_count' | 'warning_count') => files.reduce((total, file) => total + file[key], 0)
  return `${count(files.length, 'message')}: ${count(sum('error_count'), 'error')}, ${count(sum('warning_count'), 'warning')}`
}

export function formatJsonLine(file: CheckedFile): string {
  const { error_count, warning_count } = file
  if (file.refusal) return JSON.stringify({ file: file.path, refused: file.refusal, error_count, warning_count })
  const { facts, issues, not_carried } = file
  return JSON.stringify({
    file: file.path,
    message_type: facts.message_type,
    version: facts.version,
    message_id: facts.header.message_id,
    error_count,
    warning_count,
    issues,
    not_carried,
  })
}

const MAX_LISTED = 20

/** The errors as one text; undefined if there are none. */
export function summarizeErrors(file: CheckedFile): string | undefined {
  if (file.error_count === 0) return undefined
  const errors = linesOf(file).filter(({ severity }) => severity === 'error')
  const lines = errors
    .slice(0, MAX_LISTED)
    .map(({ line, column, code, message }) => `${line}:${column}: ${code} ${message}`)
  const omitted = file.error_count - lines.length
  return [...lines, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('\n')
}
