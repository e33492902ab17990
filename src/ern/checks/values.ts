import { DAY, formatDate } from '../../core/primitives/time.js'

const isRealDate = (text: string): boolean => {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && formatDate(ms) === text
}

/** A date, or a partial one: `2027`, `2027-05`. */
export interface ParsedDate {
  text: string
  isPartial: boolean
  /** The first instant in UTC, and the first instant after it. */
  start: number
  end: number
}

export function parseDate(text: string): ParsedDate | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (year === undefined || !isRealDate(`${year}-${month ?? '01'}-${day ?? '01'}`)) return undefined
  const start = Date.parse(`${year}-${month ?? '01'}-${day ?? '01'}`)
  const next = new Date(start)
  if (month === undefined) next.setUTCFullYear(next.getUTCFullYear() + 1)
  else if (day === undefined) next.setUTCMonth(next.getUTCMonth() + 1)
  return { text, isPartial: day === undefined, start, end: day === undefined ? next.getTime() : start + DAY }
}

export interface ParsedDateTime {
  ms: number
  hasOffset: boolean
}

/** An xs:dateTime with any number of fraction digits. Without an offset it is UTC. */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  const [, date = '', time = '', fraction = '', offset] = form ?? []
  if (!form || !isRealDate(date)) return undefined
  const ms = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset ?? 'Z'}`)
  return Number.isNaN(ms) ? undefined : { ms, hasOffset: offset !== undefined }
}

/** An xs:boolean; undefined for anything else. */
export function parseBoolean(text: string): boolean | undefined {
  const value = text.trim()
  if (value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : undefined
}

/** An xs:integer within the range that numbers represent exactly; undefined for anything else. */
export const parseInteger = (text: string): number | undefined => {
  const value = /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return Number.isNaN(value) ? undefined : value
}
