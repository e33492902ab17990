import type { SerializedWorld } from '../../../src/core/engine/serialize-world.js'

/**
 * Every request takes a request id, counts against the quota, and may use up an injected fault, even if it is
 * refused.
 */
const CHANGED_BY_EVERY_REQUEST = ['counters', 'meter', 'faultsUsed']

/** Values in a world are replaced, never mutated, so identity is enough. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => isSame(item, other[i]))
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame((one as Named)[name], (other as Named)[name]))
  )
}

type Named = Record<string, unknown>

const countersOf = ({ counters: { req: _, ...counters } }: SerializedWorld) => counters

/** The parts that differ. `answers`, the responses stored for retries, count only if none may be stored. */
export function changedParts(before: SerializedWorld, after: SerializedWorld, mayStoreResponse: boolean): string[] {
  const changed = (Object.keys(before) as (keyof SerializedWorld)[]).filter((part) => {
    if (CHANGED_BY_EVERY_REQUEST.includes(part)) return false
    if (part === 'answers') return !mayStoreResponse && before.answers.length !== after.answers.length
    // Only which faults exist: each fault also counts the calls that it matched.
    if (part === 'faults') return before.faults.map(({ id }) => id).join() !== after.faults.map(({ id }) => id).join()
    return !isSame(before[part], after[part])
  })
  return isSame(countersOf(before), countersOf(after)) ? changed : [...changed, 'counters']
}
