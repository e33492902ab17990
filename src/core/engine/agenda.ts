/**
 * Everything that is still to happen in a world, ordered by due time and, within one instant, by the order of
 * scheduling. A binary heap: a hundred thousand store reviews must not cost a sort each.
 */
export interface Entry<Task> {
  readonly due: number
  readonly sequence: number
  readonly task: Task
}

export interface Agenda<Task> {
  readonly size: number
  /** Returns the entry's sequence. One that was taken before can be given back, to keep its place among its equals. */
  schedule(due: number, task: Task, sequence?: number): number
  peek(): Entry<Task> | undefined
  take(): Entry<Task> | undefined
  /** Calls off what is not going to happen any more. */
  drop(isOff: (task: Task) => boolean): void
  /** All entries, in the order in which they fall due. */
  entries(): Entry<Task>[]
  dump(): AgendaDump<Task>
}

export interface AgendaDump<Task> {
  next: number
  entries: Entry<Task>[]
}

const before = (a: Entry<unknown>, b: Entry<unknown>) => a.due < b.due || (a.due === b.due && a.sequence < b.sequence)

export function createAgenda<Task>(dump?: AgendaDump<Task>): Agenda<Task> {
  // What is sorted is a heap, too.
  let heap: Entry<Task>[] = dump ? [...dump.entries] : []
  let next = dump?.next ?? 0

  const at = (i: number) => heap[i] as Entry<Task>
  const swap = (i: number, j: number) => {
    const kept = at(i)
    heap[i] = at(j)
    heap[j] = kept
  }

  const entries = () => [...heap].sort((a, b) => (before(a, b) ? -1 : 1))

  return {
    get size() {
      return heap.length
    },
    schedule(due, task, sequence = next++) {
      let i = heap.push({ due, sequence, task }) - 1
      while (i > 0) {
        const parent = (i - 1) >>> 1
        if (!before(at(i), at(parent))) break
        swap(i, parent)
        i = parent
      }
      return sequence
    },
    peek: () => heap[0],
    drop(isOff) {
      const left = heap.filter(({ task }) => !isOff(task))
      if (left.length < heap.length) heap = left.sort((a, b) => (before(a, b) ? -1 : 1))
    },
    entries,
    dump: () => ({ next, entries: entries() }),
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || last === undefined) return first
      heap[0] = last
      for (let i = 0; ; ) {
        let least = i
        for (const child of [2 * i + 1, 2 * i + 2])
          if (child < heap.length && before(at(child), at(least))) least = child
        if (least === i) return first
        swap(i, least)
        i = least
      }
    },
  }
}
