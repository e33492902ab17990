/**
 * The scheduled tasks of a world, ordered by due time and then by the order of scheduling. A binary heap, because a
 * world can have a hundred thousand scheduled reviews.
 */
export interface AgendaEntry<Task> {
  readonly due: number
  readonly sequence: number
  readonly task: Task
}

export interface Agenda<Task> {
  readonly size: number
  /** Returns the entry's sequence number. Pass an earlier one to keep its place among tasks due at the same time. */
  schedule(due: number, task: Task, sequence?: number): number
  peek(): AgendaEntry<Task> | undefined
  /** Whether more than `count` entries are due at this time. */
  hasDue(time: number, count: number): boolean
  take(): AgendaEntry<Task> | undefined
  cancelWhere(predicate: (task: Task) => boolean): void
  /** The entries that satisfy the predicate, or all, in the order in which they are due. */
  entries(predicate?: (task: Task) => boolean): AgendaEntry<Task>[]
  /** The first entries, in the order in which they are due. */
  first(limit: number): AgendaEntry<Task>[]
  serialize(): SerializedAgenda<Task>
}

export interface SerializedAgenda<Task> {
  next: number
  entries: AgendaEntry<Task>[]
}

const isBefore = (a: AgendaEntry<unknown>, b: AgendaEntry<unknown>) =>
  a.due < b.due || (a.due === b.due && a.sequence < b.sequence)

export function createAgenda<Task>(serialized?: SerializedAgenda<Task>): Agenda<Task> {
  // Entries are serialized in sorted order, and a sorted array is a valid heap.
  let heap: AgendaEntry<Task>[] = serialized ? [...serialized.entries] : []
  let nextSequence = serialized?.next ?? 0

  const at = (i: number) => heap[i] as AgendaEntry<Task>
  const swap = (i: number, j: number) => {
    const kept = at(i)
    heap[i] = at(j)
    heap[j] = kept
  }

  const entries = (predicate?: (task: Task) => boolean) =>
    (predicate ? heap.filter(({ task }) => predicate(task)) : [...heap]).sort((a, b) => (isBefore(a, b) ? -1 : 1))
  function moveDown(from: number) {
    for (let i = from; ; ) {
      let least = i
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && isBefore(at(child), at(least))) least = child
      if (least === i) return
      swap(i, least)
      i = least
    }
  }

  return {
    get size() {
      return heap.length
    },
    schedule(due, task, sequence = nextSequence++) {
      let i = heap.push({ due, sequence, task }) - 1
      while (i > 0) {
        const parent = (i - 1) >>> 1
        if (!isBefore(at(i), at(parent))) break
        swap(i, parent)
        i = parent
      }
      return sequence
    },
    peek: () => heap[0],
    hasDue(time, count) {
      // The entries below one that is not due are not due either.
      const open = [0]
      for (let found = 0; open.length > 0; ) {
        const i = open.pop() as number
        if (i >= heap.length || at(i).due > time) continue
        if (++found > count) return true
        open.push(2 * i + 1, 2 * i + 2)
      }
      return false
    },
    cancelWhere(predicate) {
      const left = heap.filter(({ task }) => !predicate(task))
      if (left.length === heap.length) return
      heap = left
      // Restores the order of the heap, from the last parent to the root.
      for (let i = (heap.length >>> 1) - 1; i >= 0; i--) moveDown(i)
    },
    first(limit) {
      // A copy of a heap is a heap.
      const copy = createAgenda<Task>({ next: nextSequence, entries: heap })
      const found: AgendaEntry<Task>[] = []
      for (let next = copy.take(); next && found.length < limit; next = copy.take()) found.push(next)
      return found
    },
    entries,
    serialize: () => ({ next: nextSequence, entries: entries() }),
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || last === undefined) return first
      heap[0] = last
      moveDown(0)
      return first
    },
  }
}
