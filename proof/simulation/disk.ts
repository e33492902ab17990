import { basename, dirname } from 'node:path'
import type { Disk, DiskFile } from '../../src/runtime/storage/disk/durable-disk.js'
import type { Random } from '../runner/random.js'
import * as nodes from './file-nodes.js'
import type { Schedule, TimerScope } from './schedule.js'

/** Failure rates of a disk, in percent of the operations. */
export interface FailureRates {
  write: number
  sync: number
  names: number
  read: number
}

export const NO_FAILURES: FailureRates = { write: 0, sync: 0, names: 0, read: 0 }

/** How a process ends: `kill` ends the process, `power` the whole machine. */
export type CrashKind = 'kill' | 'power'

/** A crash before, in or after the n-th operation that changes the disk. */
export interface CrashPoint {
  operation: number
  when: 'before' | 'in' | 'after'
  kind: CrashKind
}

/** A disk that outlives the processes that use it. */
export interface SimulatedDisk {
  /** Number of operations that changed it or tried to. */
  readonly operations: number
  /** Number of failed operations. */
  readonly failures: { write: number; read: number }
  failureRates: FailureRates
  crashPoint: CrashPoint | undefined
  /** The disk as one process uses it. */
  mount(scope: TimerScope, crash: () => void): Disk
  /** Operations in flight when the process ended may have been done or not. */
  resolvePending(): void
  losePower(): void
  /** The paths of all files in a directory. */
  filesIn(directory: string): string[]
  /** Changes a file behind the back of the sandbox, durably. Undefined deletes it. */
  tamper(path: string, change: (content: Buffer) => Buffer | undefined): void
}

class DiskError extends Error {
  constructor(
    readonly code: string,
    operation: string,
  ) {
    super(`${code}: ${operation}`)
  }
}

/** The process has ended. Its remaining operations have no effect. */
class ProcessEnded extends Error {}

/** An operation: its full effect, its partial effect in a crash, and its effect if it fails. */
interface DiskOperation {
  apply(): void
  applyPartially?(): void
  applyFailure?(): void
}

const never = new Promise<never>(() => {})

export function createDisk(schedule: Schedule, random: Random): SimulatedDisk {
  const root = nodes.createDirectory()
  const failures = { write: 0, read: 0 }
  let operations = 0
  let lockHolder: TimerScope | undefined
  /** Writes in flight. */
  let pending = new Set<() => void>()

  function nodeAt(path: string): nodes.Node | undefined {
    let node: nodes.Node | undefined = root
    for (const segment of path.split('/').filter(Boolean))
      node = node?.kind === 'directory' ? node.entries.get(segment) : undefined
    return node
  }

  function directoryAt(path: string): nodes.DirectoryNode {
    const node = nodeAt(path)
    if (node?.kind !== 'directory') throw new DiskError('ENOENT', path)
    return node
  }

  function mount(scope: TimerScope, crash: () => void): Disk {
    function end(): never {
      crash()
      throw new ProcessEnded()
    }

    function runOperation(
      kind: 'write' | 'sync' | 'names',
      what: string,
      { apply, applyPartially, applyFailure = applyPartially }: DiskOperation,
    ) {
      if (scope.isEnded) throw new ProcessEnded()
      const when = disk.crashPoint?.operation === ++operations ? disk.crashPoint.when : undefined
      if (when === 'before') end()
      if (when === 'in') {
        applyPartially?.()
        end()
      }
      if (random.percent(disk.failureRates[kind])) {
        failures.write++
        schedule.record(`disk fails to ${what}`)
        applyFailure?.()
        throw new DiskError(random.pick(['ENOSPC', 'EIO']), what)
      }
      apply()
      if (when === 'after') end()
    }

    /** The same for asynchronous operations. */
    function runLater(kind: 'write' | 'sync' | 'names', what: string, work: DiskOperation): Promise<void> {
      if (scope.isEnded) return never
      const { applyPartially = () => {} } = work
      pending.add(applyPartially)
      return new Promise((resolve, reject) =>
        scope.after(random.percent(80) ? random.below(3) : random.below(MAX_LATENCY), () => {
          pending.delete(applyPartially)
          try {
            runOperation(kind, what, work)
            resolve()
          } catch (error) {
            if (!(error instanceof ProcessEnded)) reject(error)
          }
        }),
      )
    }

    function readOrFail<T>(path: string, work: () => T): T {
      if (scope.isEnded) throw new ProcessEnded()
      if (!random.percent(disk.failureRates.read)) return work()
      failures.read++
      schedule.record(`disk fails to read ${basename(path)}`)
      throw new DiskError('EIO', path)
    }

    const readFile = (path: string) =>
      readOrFail(path, () => {
        const node = nodeAt(path)
        if (node?.kind !== 'file') throw new DiskError('ENOENT', path)
        return Buffer.from(node.content)
      })

    function open(path: string, mode: 'w' | 'a'): DiskFile {
      const parent = directoryAt(dirname(path))
      const name = basename(path)
      if (!parent.entries.has(name))
        runOperation('names', `make ${name}`, {
          apply: () => nodes.changeEntries(parent, { added: [name, nodes.createFile()] }),
        })
      const file = parent.entries.get(name) as nodes.FileNode
      if (mode === 'w') nodes.truncate(file, 0)
      const applyFailure = () => nodes.failToSync(file, random)
      const appendSome = (bytes: Buffer) => () => nodes.append(file, bytes.subarray(0, random.below(bytes.length + 1)))
      return {
        identity: String(file.id),
        async write(bytes, from) {
          const rest = bytes.subarray(from)
          const length = random.percent(90) ? rest.length : 1 + random.below(rest.length)
          const given = rest.subarray(0, length)
          await runLater('write', `append ${length} to ${name}`, {
            apply: () => nodes.append(file, given),
            applyPartially: appendSome(given),
          })
          return length
        },
        writeAll(text) {
          const bytes = Buffer.from(text)
          runOperation('write', `write ${name}`, {
            apply: () => nodes.append(file, bytes),
            applyPartially: appendSome(bytes),
          })
        },
        async sync() {
          const count = file.unsynced.length
          // Changes after the start of the sync need not be on the disk.
          const apply = () => nodes.sync(file, Math.min(count, file.unsynced.length))
          await runLater('sync', `sync ${name}`, { apply, applyFailure })
        },
        syncNow: () => runOperation('sync', `sync ${name}`, { apply: () => nodes.sync(file), applyFailure }),
        truncate(length) {
          if (length !== file.content.length)
            runOperation('names', `truncate ${name}`, { apply: () => nodes.truncate(file, length) })
        },
        close() {},
      }
    }

    return {
      exists: (path) => nodeAt(path) !== undefined,
      identify: (path) => nodeAt(path) && String(nodeAt(path)?.id),
      list: (path) => readOrFail(path, () => [...directoryAt(path).entries.keys()].sort()),
      read: readFile,
      size(path) {
        const node = nodeAt(path)
        return node?.kind === 'file' ? node.content.length : undefined
      },
      readChunks: (path, { offset, bytes } = { offset: 0, bytes: Number.POSITIVE_INFINITY }) => [
        readFile(path).subarray(offset, offset + bytes),
      ],
      makeDirectory: (path) =>
        runOperation('names', `make ${path}`, {
          apply: () =>
            nodes.changeEntries(directoryAt(dirname(path)), { added: [basename(path), nodes.createDirectory()] }),
        }),
      open,
      rename(from, to) {
        const parent = directoryAt(dirname(from))
        const node = parent.entries.get(basename(from)) as nodes.Node
        runOperation('names', `rename ${basename(from)}`, {
          apply: () => nodes.changeEntries(parent, { removed: basename(from), added: [basename(to), node] }),
        })
      },
      async remove(path) {
        const parent = directoryAt(dirname(path))
        await runLater('names', `remove ${basename(path)}`, {
          apply: () => {
            if (parent.entries.has(basename(path))) nodes.changeEntries(parent, { removed: basename(path) })
          },
        })
      },
      removeNow(path) {
        const parent = directoryAt(dirname(path))
        if (parent.entries.has(basename(path)))
          runOperation('names', `remove ${basename(path)}`, {
            apply: () => nodes.changeEntries(parent, { removed: basename(path) }),
          })
      },
      syncDirectoryNow: (path) =>
        runOperation('sync', `sync ${path}`, { apply: () => nodes.syncDirectory(directoryAt(path)) }),
      async syncDirectory(path) {
        const directory = directoryAt(path)
        const count = directory.unsynced.length
        await runLater('sync', `sync ${path}`, {
          apply: () => nodes.syncDirectory(directory, Math.min(count, directory.unsynced.length)),
        })
      },
      async lock() {
        if (lockHolder && !lockHolder.isEnded) return undefined
        lockHolder = scope
        return () => {
          if (lockHolder === scope) lockHolder = undefined
        }
      },
    }
  }

  const disk: SimulatedDisk = {
    get operations() {
      return operations
    },
    failures,
    failureRates: NO_FAILURES,
    crashPoint: undefined,
    mount,
    resolvePending() {
      for (const applyPartially of pending) if (random.percent(50)) applyPartially()
      pending = new Set()
    },
    losePower: () => nodes.losePower(root, random),
    filesIn: (directory) => [...directoryAt(directory).entries.keys()].sort().map((name) => `${directory}/${name}`),
    tamper(path, change) {
      const parent = directoryAt(dirname(path))
      const file = parent.entries.get(basename(path)) as nodes.FileNode
      const content = change(file.content)
      if (content) {
        nodes.truncate(file, 0)
        nodes.append(file, content)
        nodes.sync(file)
      } else {
        nodes.changeEntries(parent, { removed: basename(path) })
        nodes.syncDirectory(parent)
      }
    },
  }
  return disk
}

/** Maximum duration of a write or sync, in milliseconds. */
export const MAX_LATENCY = 40
