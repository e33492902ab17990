import { parseInstant } from '../../core/primitives/time.js'

/** Where two answers differ: the place, as in `stores[0].status`, and what stood there then and now. */
export interface Difference {
  path: string
  recorded: unknown
  now: unknown
}

export interface Leniency {
  /** Instants that are no further apart count as the same. */
  milliseconds: number
  /** Places that hold wall time, and are never the same. */
  ignored: readonly string[]
}

/** More of one answer are not worth reading. */
const MOST = 20

/** A value that was taken out: by us, or by whoever passed the file on. */
const isHidden = (value: unknown) => typeof value === 'string' && /^(?:\w+_)?\*{3,}$/.test(value)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function differencesOf(recorded: unknown, now: unknown, leniency: Leniency): Difference[] {
  const found: Difference[] = []
  compare(recorded, now, '', leniency, found)
  return found.slice(0, MOST)
}

function compare(recorded: unknown, now: unknown, path: string, leniency: Leniency, found: Difference[]): void {
  if (recorded === now || isHidden(recorded) || leniency.ignored.includes(path)) return
  if (found.length >= MOST) return
  if (isObject(recorded) && isObject(now) && Array.isArray(recorded) === Array.isArray(now)) {
    const isList = Array.isArray(recorded)
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
      const inner = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
      compare(recorded[name], now[name], inner, leniency, found)
    }
    return
  }
  if (!isNear(recorded, now, leniency.milliseconds)) found.push({ path, recorded, now })
}

function isNear(recorded: unknown, now: unknown, milliseconds: number): boolean {
  if (milliseconds === 0 || typeof recorded !== 'string' || typeof now !== 'string') return false
  // Of dates alone, a day off is a day off.
  if (recorded.length <= 10 || now.length <= 10) return false
  const then = parseInstant(recorded)
  const today = parseInstant(now)
  return then !== undefined && today !== undefined && Math.abs(then - today) <= milliseconds
}
