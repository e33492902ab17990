import { parseInstant } from '../../core/primitives/time.js'

/** A value that differs between two responses. The path is written as in `stores[0].status`. */
export interface Difference {
  path: string
  recorded: unknown
  now: unknown
}

export interface ComparisonOptions {
  /** Instants that differ by at most this much are equal. */
  toleranceMs: number
  /** Paths of wall-clock times, which always differ. */
  ignoredPaths: readonly string[]
}

const MAX_DIFFERENCES = 20

/** Values can be redacted by the export, or by hand before the file is passed on. */
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
  // The tolerance does not apply to dates without a time.
  if (recorded.length <= 10 || now.length <= 10) return false
  const recordedInstant = parseInstant(recorded)
  const currentInstant = parseInstant(now)
  return (
    recordedInstant !== undefined &&
    currentInstant !== undefined &&
    Math.abs(recordedInstant - currentInstant) <= toleranceMs
  )
}
