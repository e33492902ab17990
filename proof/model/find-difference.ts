import { isDeepStrictEqual } from 'node:util'

/** Describes the first difference. Undefined if the values are equal. */
export function findDifference(expected: unknown, actual: unknown, at = ''): string | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined
  if (isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual))
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const path = Array.isArray(expected) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
      const found = findDifference(expected[name], actual[name], path)
      if (found !== undefined) return found
    }
  return `${at === '' ? 'the whole' : at} should be ${format(expected)}, but is ${format(actual)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function format(value: unknown): string {
  const text = JSON.stringify(value) ?? 'left out'
  return text.length > 600 ? `${text.slice(0, 600)}…` : text
}
