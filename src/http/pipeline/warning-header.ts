import type { Issue } from '../../core/primitives/result.js'

export const WARNING_HEADER = 'X-Sandbox-Warning'
const MAX_WARNINGS = 10
const MAX_BYTES = 2048
const MAX_FIELD_LENGTH = 100

/** Escapes everything that is not printable ASCII, and commas, which separate the values of the header. */
const escapeField = (field: string) =>
  field
    .slice(0, MAX_FIELD_LENGTH)
    .replaceAll(/[^ -~]|[,\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function formatWarning({ field = 'body', issue }: Issue): string {
  const [reason = '', ...suggestion] = issue.split('; did you mean ')
  const consequence = reason.startsWith('is deprecated') ? '' : '; ignored'
  const hint = suggestion.length > 0 ? `; did you mean ${suggestion.join('')}` : ''
  return `${escapeField(field)}: ${reason}${consequence}${hint}`
}

/** One value per finding, at most ten values and 2 kB. The last value counts the findings that do not fit. */
export function formatWarnings(warnings: readonly Issue[]): string {
  const values: string[] = []
  let bytes = 0
  for (const [i, warning] of warnings.entries()) {
    const value = formatWarning(warning)
    const isLast = i === warnings.length - 1
    // Leaves room for the count, unless this is the last finding.
    const fits = bytes + value.length + (isLast ? 0 : 30) <= MAX_BYTES
    if (!fits || (values.length === MAX_WARNINGS - 1 && !isLast)) {
      values.push(`${warnings.length - i} more; see the log`)
      break
    }
    values.push(value)
    bytes += value.length + 2
  }
  return values.join(', ')
}
