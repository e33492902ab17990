export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The latest time of a clock: four-digit years keep timestamps comparable as strings. */
export const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The allowed start of a clock. Dates of seeds are before and after it and need four-digit years too. */
export const EARLIEST_START = Date.UTC(1971, 0, 1)
export const LATEST_START = Date.UTC(9998, 0, 1)

let lastFormatted = { ms: Number.NaN, text: '' }

/**
 * ISO 8601. Tasks can be scheduled after the last instant, and are shown with it. The last result is cached, because many
 * rows get the same timestamp.
 */
export function formatInstant(ms: number): string {
  if (lastFormatted.ms !== ms) lastFormatted = { ms, text: new Date(Math.min(ms, END_OF_TIME)).toISOString() }
  return lastFormatted.text
}

export const formatDate = (ms: number): string => formatInstant(ms).slice(0, 10)

/** RFC 9110's IMF-fixdate. */
export const formatHttpDate = (ms: number): string => new Date(ms).toUTCString()

const UNITS: Record<string, number> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

/** `72h`, `1h30m`, `2d` → milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,12}(?:ms|[smhdw])){1,6}$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g)) total += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  return total
}

/** An ISO 8601 instant with a zone, or a date (midnight UTC) → milliseconds; undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i.exec(text)
  if (!form?.[1]) return undefined
  const ms = Date.parse(text.toUpperCase())
  const midnight = Date.parse(form[1])
  // Date.parse accepts 2025-02-30 and returns a day in March.
  if (Number.isNaN(ms) || Number.isNaN(midnight) || formatDate(midnight) !== form[1]) return undefined
  return ms
}

/** Milliseconds → `4h30m` */
export function formatDuration(ms: number): string {
  let left = ms
  let words = ''
  for (const [unit, size] of [
    ['h', HOUR],
    ['m', MINUTE],
    ['s', SECOND],
    ['ms', 1],
  ] as const) {
    const n = Math.floor(left / size)
    if (n > 0) words += `${n}${unit}`
    left -= n * size
  }
  return words || '0s'
}
