import { parseInstant } from '../../core/primitives/time.js'

/** Where two answers differ: the place, as in `stores[0].status`, and what stood there then and now. */
export interface Difference {
  path: string
  recorded: unknown
  now: unknown
}

export interface ComparisonOptions {
  /** Instants that are no further apart count as the same. */
  toleranceMs: number
  /** Places that hold wall time, and are never the same. */
  ignoredPaths: readonly string[]
}

/** More of one answer are not worth reading. */
const MAX_DIFFERENCES = 20

/** A value that was taken out: by us, or by whoever passed the file on. */
const isRedacted = (value: unknown) => typeof value === 'string' && /^(?:\w+_)?\*{3,}$/.test(value)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function findDifferences(recorded: unknown, now: unknown, options: ComparisonOptions): Difference[] {
  const found: Difference[] = []
  compare(recorded, now, '', options, found)
  return found.slice(0, MAX_DIFFERENCES)
}

function compare(recorded: unknown, now: unknown, path: string, options: ComparisonOptions, found: Difference[]): void {
  if (recorded === now || isRedacted(recorded) || options.ignoredPaths.includes(path)) return
  if (found.length >= MAX_DIFFERENCES) return
  if (isObject(recorded) && isObject(now) && Array.isArray(recorded) === Array.isArray(now)) {
    const isList = Array.isArray(recorded)
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
      const childPath = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
      compare(recorded[name], now[name], childPath, options, found)
    }
    return
  }
  if (!isWithinTolerance(recorded, now, options.toleranceMs)) found.push({ path, recorded, now })
}

function isWithinTolerance(recorded: unknown, now: unknown, toleranceMs: number): boolean {
  if (toleranceMs === 0 || typeof recorded !== 'string' || typeof now !== 'string') return false
  // Of dates alone, a day off is a day off.
  if (recorded.length <= 10 || now.length <= 10) return false
  const recordedInstant = parseInstant(recorded)
  const currentInstant = parseInstant(now)
  return (
    recordedInstant !== undefined &&
    currentInstant !== undefined &&
    Math.abs(recordedInstant - currentInstant) <= toleranceMs
  )
}
