import { isDeepStrictEqual } from 'node:util'

/** Where two values differ first, and how; undefined when they do not. */
export function difference(expected: unknown, came: unknown, at = ''): string | undefined {
  if (isDeepStrictEqual(expected, came)) return undefined
  if (isObject(expected) && isObject(came) && Array.isArray(expected) === Array.isArray(came))
    for (const name of new Set([...Object.keys(expected), ...Object.keys(came)])) {
      const place = Array.isArray(expected) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
      const found = difference(expected[name], came[name], place)
      if (found !== undefined) return found
    }
  return `${at === '' ? 'the whole' : at} should be ${shown(expected)}, but is ${shown(came)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'left out'
  return text.length > 600 ? `${text.slice(0, 600)}…` : text
}
