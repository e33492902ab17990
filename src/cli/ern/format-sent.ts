import type { components } from '../../generated/service-api.js'
import { type Paint, sanitize } from '../framework/terminal.js'
import { count, formatIssues, refusalLines, shownPath } from './format-check.js'

/** A file that the sandbox received as a message, or refused. */
export type SentFile = { path: string } & (
  | { message: components['schemas']['ErnMessage']; isRepeated: boolean; refusal?: undefined }
  | {
      refusal: { status: number; code: string; message: string; details?: { field?: string; issue: string }[] }
      message?: undefined
    }
)

/** Refused, rejected, or certain to be rejected. */
export const isFailed = ({ message }: SentFile): boolean =>
  message === undefined || message.status === 'rejected' || (message.status === 'received' && message.error_count > 0)

/** What became of the file, and then its issues. */
export function formatSentFile(file: SentFile, paint: Paint): string[] {
  const { path, refusal } = file
  if (refusal) {
    const { status, code, message, details = [] } = refusal
    return [
      `${shownPath(path)}: ${paint('red', 'refused')}, ${status} ${code}: ${sanitize(message, 1000)}`,
      ...formatIssues(path, refusalLines(code, details), details.length, paint),
    ]
  }
  const { issues, error_count, warning_count, resources } = file.message
  // Files of a message that was sent before may have been uploaded since.
  const awaited = resources.filter(({ matched_by }) => matched_by === 'created' && !file.isRepeated)
  return [
    `${shownPath(path)}: ${file.message.id} ${describe(file, paint)}`,
    ...(awaited.length > 0
      ? [
          `${shownPath(path)}: waits for uploads: ${awaited.map((each) => `${each.reference} as ${each.asset_id}`).join(', ')}`,
        ]
      : []),
    ...formatIssues(path, issues, error_count + warning_count, paint),
  ]
}

function describe({ message, isRepeated }: Extract<SentFile, { message: object }>, paint: Paint): string {
  const { status, outcome, error_count, release_id, delivery_ids } = message
  const repeated = isRepeated ? '; the same bytes were sent before' : ''
  if (status === 'received') {
    const future = error_count > 0 ? `, and ${paint('red', 'will be rejected')}` : ''
    return `is received${future}${repeated}`
  }
  const colour = { accepted: 'green', rejected: 'red', superseded: 'yellow' } as const
  const deliveries = delivery_ids.length === 0 ? '' : `, ${delivery_ids.join(', ')}`
  return `is ${paint(colour[status], status)}${outcome ? ` (${outcome})` : ''}${release_id === null ? '' : `: ${release_id}`}${deliveries}${repeated}`
}

export function formatSentSummary(files: readonly SentFile[]): string {
  const counts = new Map<string, number>()
  for (const { message } of files) {
    const status = message?.status ?? 'refused'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return `${count(files.length, 'message')}: ${[...counts].map(([status, n]) => `${n} ${status}`).join(', ')}`
}

export const formatSentJson = ({ path, message, refusal }: SentFile): string =>
  JSON.stringify(refusal ? { file: path, refused: refusal } : { file: path, message })
