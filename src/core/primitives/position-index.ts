/**
 * Positions in ascending order, from the index `start` on. Removing the first one only moves `start`: old events are
 * removed from the front one by one, and moving the rest of a long array each time would take minutes.
 */
export interface PositionList {
  list: number[]
  start: number
}

/** Most values of an index such as `upc` have one row. Storing it without an array saves most of the index's memory. */
export type Positions = number | PositionList

/** The positions of rows by the value of one field. */
export interface PositionIndex {
  find(value: unknown): Positions | undefined
  has(value: unknown): boolean
  add(value: unknown, position: number): void
  remove(value: unknown, position: number): void
}

/** With a `shared` index, the new one begins with its positions and copies those of a value when they change. */
export function createPositionIndex(shared?: Pick<PositionIndex, 'find'>): PositionIndex {
  const positionsByValue = new Map<unknown, Positions>()

  function findOwn(value: unknown): Positions | undefined {
    const own = positionsByValue.get(value)
    if (own !== undefined || !shared) return own
    const found = shared.find(value)
    if (typeof found !== 'object') return found
    const copy = { list: found.list.slice(found.start), start: 0 }
    positionsByValue.set(value, copy)
    return copy
  }

  return {
    find: (value) => positionsByValue.get(value) ?? shared?.find(value),
    has(value) {
      const found = positionsByValue.get(value) ?? shared?.find(value)
      return typeof found === 'object' ? found.list.length > found.start : found !== undefined
    },
    add(value, position) {
      const found = findOwn(value)
      if (found === undefined) positionsByValue.set(value, position)
      else if (typeof found === 'number')
        positionsByValue.set(value, { list: found < position ? [found, position] : [position, found], start: 0 })
      else if ((found.list.at(-1) as number) < position) found.list.push(position)
      else found.list.splice(lowerBound(found, position), 0, position)
    },
    remove(value, position) {
      const found = findOwn(value)
      if (typeof found === 'object' && found.list.length - found.start > 1) removePosition(found, position)
      // An empty list hides the positions of the shared index.
      else if (shared?.find(value) !== undefined) positionsByValue.set(value, { list: [], start: 0 })
      else positionsByValue.delete(value)
    },
  }
}

function removePosition(positions: PositionList, position: number): void {
  const { list, start } = positions
  if (list[start] !== position) {
    list.splice(lowerBound(positions, position), 1)
    return
  }
  positions.start++
  if (positions.start <= list.length / 2) return
  positions.list = list.slice(positions.start)
  positions.start = 0
}

/** Index of the first element that is at least the value. */
export function lowerBound({ list: sorted, start }: PositionList, value: number): number {
  let low = start
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
