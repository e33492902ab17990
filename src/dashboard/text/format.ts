/** The time of an instant on its day, such as 13:05:09. All times are UTC, as in the API. */
export const timeOf = (instant: string): string => instant.slice(11, 19)
export const dateOf = (instant: string): string => instant.slice(0, 10)

/** Date and time, such as 2025-01-01 13:05:09. */
export const instantText = (instant: string): string => `${dateOf(instant)} ${timeOf(instant)}`

export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`
  if (milliseconds < 1000) return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
  return `${(milliseconds / 1000).toFixed(1)} s`
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** How far an instant is from now, such as "in 2 d 3 h". */
export function distanceText(from: number, to: number): string {
  const distance = Math.abs(to - from)
  if (distance < 1000) return 'now'
  const i = UNITS.findIndex(([size]) => distance >= size)
  const [size, unit] = UNITS[i] as (typeof UNITS)[number]
  const smaller = UNITS[i + 1]
  const rest = smaller && Math.floor((distance % size) / smaller[0])
  const text = `${Math.floor(distance / size)} ${unit}${rest && smaller ? ` ${rest} ${smaller[1]}` : ''}`
  return to > from ? `in ${text}` : `${text} ago`
}

/** Controls that would hide or reorder what a payload really contains: C0, C1, and those of bidirectional text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this finds
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** The text with invisible characters as escapes, such as \u202e. */
export const visibleText = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON with indentation; other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** "1 event", "2 events". */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** A size such as "33.2 MB"; empty if there is none. */
export function sizeText(bytes: number | null): string {
  if (bytes === null) return ''
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
