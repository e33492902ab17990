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

interface Line {
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
}

function linesOf(file: CheckedFile): Line[] {
  if (!file.refusal) return file.issues
  return file.refusal.details.map(({ code, field, issue }) => {
    const [, line = '1', column = '1', problem = issue] = /^line (\d+), column (\d+): (.*)$/s.exec(issue) ?? []
    const message = field === undefined ? problem : `${field}: ${problem}`
    return { line: Number(line), column: Number(column), severity: 'error', code, message }
  })
}

const pathOf = ({ path }: CheckedFile): string => (path === '-' ? 'stdin' : path)

/** One line for each issue, as compilers print them, so that editors can jump to it. */
export function formatCheckedFile(file: CheckedFile, paint: Paint): string[] {
  const lines = linesOf(file)
  const omitted = file.error_count + file.warning_count - lines.length
  return [
    ...lines.map(({ line, column, severity, code, message }) => {
      const label = paint(severity === 'error' ? 'red' : 'yellow', severity)
      return `${pathOf(file)}:${line}:${column}: ${label} ${code} ${sanitize(message, MAX_MESSAGE_LENGTH)}`
    }),
    ...(omitted > 0 ? [`${pathOf(file)}: and ${omitted} more`] : []),
  ]
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

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
