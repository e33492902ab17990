import { basename, dirname } from 'node:path'
import type { Disk, DiskFile } from '../../src/runtime/storage/disk.js'
import type { Random } from '../runner/random.js'
import * as nodes from './nodes.js'
import type { Life, Schedule } from './schedule.js'

/** What a disk can do wrong, so many times out of a hundred operations. */
export interface Trouble {
  write: number
  sync: number
  names: number
  read: number
}

export const NO_TROUBLE: Trouble = { write: 0, sync: 0, names: 0, read: 0 }

/** How a process ends: alone, or with the whole machine. */
export type End = 'kill' | 'power'

/** Where the process ends: at the so-many-th operation that changes the disk, before, in or after it. */
export interface Point {
  operation: number
  when: 'before' | 'in' | 'after'
  by: End
}

/** A disk that lives longer than the processes that use it. */
export interface SimulatedDisk {
  /** How many operations have changed it, or were to. */
  readonly operations: number
  /** How often it failed to do what it was told to. */
  readonly failures: { write: number; read: number }
  trouble: Trouble
  end: Point | undefined
  /** The disk as one process has it. */
  mount(life: Life, die: () => void): Disk
  /** What was under way when the process ended may have been done or not. */
  settle(): void
  losePower(): void
}

class DiskError extends Error {
  constructor(
    readonly code: string,
    operation: string,
  ) {
    super(`${code}: ${operation}`)
  }
}

/** The process is no more: whatever it still tries to do does not happen. */
class Ended extends Error {}

/** An operation: all of it, what it has done when it ends in the middle, and when it fails. */
interface Work {
  whole(): void
  part?(): void
  failed?(): void
}

const never = new Promise<never>(() => {})

export function createDisk(schedule: Schedule, random: Random): SimulatedDisk {
  const root = nodes.createDirectory()
  const failures = { write: 0, read: 0 }
  let operations = 0
  let holder: Life | undefined
  /** Writes that the system was given and has not answered yet. */
  let underWay = new Set<() => void>()

  function find(path: string): nodes.Node | undefined {
    let node: nodes.Node | undefined = root
    for (const part of path.split('/').filter(Boolean))
      node = node?.kind === 'directory' ? node.names.get(part) : undefined
    return node
  }

  function directory(path: string): nodes.DirectoryNode {
    const node = find(path)
    if (node?.kind !== 'directory') throw new DiskError('ENOENT', path)
    return node
  }

  function mount(life: Life, die: () => void): Disk {
    function end(): never {
      die()
      throw new Ended()
    }

    function operate(kind: 'write' | 'sync' | 'names', what: string, { whole, part, failed = part }: Work) {
      if (life.isOver) throw new Ended()
      const when = disk.end?.operation === ++operations ? disk.end.when : undefined
      if (when === 'before') end()
      if (when === 'in') {
        part?.()
        end()
      }
      if (random.percent(disk.trouble[kind])) {
        failures.write++
        schedule.note(`disk fails to ${what}`)
        failed?.()
        throw new DiskError(random.pick(['ENOSPC', 'EIO']), what)
      }
      whole()
      if (when === 'after') end()
    }

    /** The same, for what takes time. */
    function operateSoon(kind: 'write' | 'sync', what: string, work: Work): Promise<void> {
      if (life.isOver) return never
      const { part = () => {} } = work
      underWay.add(part)
      return new Promise((resolve, reject) =>
        life.after(random.percent(80) ? random.below(3) : random.below(MOST_LATENCY), () => {
          underWay.delete(part)
          try {
            operate(kind, what, work)
            resolve()
          } catch (fault) {
            if (!(fault instanceof Ended)) reject(fault)
          }
        }),
      )
    }

    function look<T>(path: string, work: () => T): T {
      if (life.isOver) throw new Ended()
      if (!random.percent(disk.trouble.read)) return work()
      failures.read++
      schedule.note(`disk fails to read ${basename(path)}`)
      throw new DiskError('EIO', path)
    }

    function open(path: string, how: 'w' | 'a'): DiskFile {
      const place = directory(dirname(path))
      const base = basename(path)
      if (!place.names.has(base))
        operate('names', `make ${base}`, { whole: () => nodes.name(place, { set: [base, nodes.createFile()] }) })
      const file = place.names.get(base) as nodes.FileNode
      if (how === 'w') nodes.truncate(file, 0)
      const failed = () => nodes.failToSync(file, random)
      const some = (bytes: Buffer) => () => nodes.append(file, bytes.subarray(0, random.below(bytes.length + 1)))
      return {
        async write(bytes, from) {
          const rest = bytes.subarray(from)
          const length = random.percent(90) ? rest.length : 1 + random.below(rest.length)
          const given = rest.subarray(0, length)
          await operateSoon('write', `append ${length} to ${base}`, {
            whole: () => nodes.append(file, given),
            part: some(given),
          })
          return length
        },
        writeAll(text) {
          const bytes = Buffer.from(text)
          operate('write', `write ${base}`, { whole: () => nodes.append(file, bytes), part: some(bytes) })
        },
        async sync() {
          const count = file.steps.length
          // What comes after it was asked for need not be on the disk.
          const whole = () => nodes.sync(file, Math.min(count, file.steps.length))
          await operateSoon('sync', `sync ${base}`, { whole, failed })
        },
        syncNow: () => operate('sync', `sync ${base}`, { whole: () => nodes.sync(file), failed }),
        truncate(length) {
          if (length !== file.content.length)
            operate('names', `truncate ${base}`, { whole: () => nodes.truncate(file, length) })
        },
        close() {},
      }
    }

    return {
      exists: (path) => find(path) !== undefined,
      list: (path) => look(path, () => [...directory(path).names.keys()].sort()),
      read: (path) => look(path, () => Buffer.from((find(path) as nodes.FileNode).content)),
      makeDirectory: (path) =>
        operate('names', `make ${path}`, {
          whole: () => nodes.name(directory(dirname(path)), { set: [basename(path), nodes.createDirectory()] }),
        }),
      open,
      rename(from, to) {
        const place = directory(dirname(from))
        const node = place.names.get(basename(from)) as nodes.Node
        operate('names', `rename ${basename(from)}`, {
          whole: () => nodes.name(place, { gone: basename(from), set: [basename(to), node] }),
        })
      },
      remove(path) {
        const place = directory(dirname(path))
        if (place.names.has(basename(path)))
          operate('names', `remove ${basename(path)}`, { whole: () => nodes.name(place, { gone: basename(path) }) })
      },
      syncDirectory: (path) => operate('sync', `sync ${path}`, { whole: () => nodes.syncNames(directory(path)) }),
      async lock() {
        if (holder && !holder.isOver) return undefined
        holder = life
        return () => {
          if (holder === life) holder = undefined
        }
      },
    }
  }

  const disk: SimulatedDisk = {
    get operations() {
      return operations
    },
    failures,
    trouble: NO_TROUBLE,
    end: undefined,
    mount,
    settle() {
      for (const part of underWay) if (random.percent(50)) part()
      underWay = new Set()
    },
    losePower: () => nodes.losePower(root, random),
  }
  return disk
}

/** As long as a write or a sync takes at most, in milliseconds. */
export const MOST_LATENCY = 40
