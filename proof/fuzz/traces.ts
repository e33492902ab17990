import type { SerializedWorld } from '../../src/core/engine/serialization.js'

/** Every request takes an id, counts against the quota, and is one that a fault may be for, whatever becomes of it. */
const CHANGED_BY_EVERY_REQUEST = ['counters', 'meter', 'faultsUsed']

/** Whatever a world holds is replaced when it changes, so it is enough to see that it holds the same things. */
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

/** What is another in the one than in the other; `answers`, which are kept for retries, only if they should not be. */
export function changedParts(before: SerializedWorld, after: SerializedWorld, mayStoreResponse: boolean): string[] {
  const changed = (Object.keys(before) as (keyof SerializedWorld)[]).filter((part) => {
    if (CHANGED_BY_EVERY_REQUEST.includes(part)) return false
    if (part === 'answers') return !mayStoreResponse && before.answers.length !== after.answers.length
    // Which faults there are; each counts the calls that it might have struck.
    if (part === 'faults') return before.faults.map(({ id }) => id).join() !== after.faults.map(({ id }) => id).join()
    return !isSame(before[part], after[part])
  })
  return isSame(countersOf(before), countersOf(after)) ? changed : [...changed, 'counters']
}
