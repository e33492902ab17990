import { dirname, join } from 'node:path'
import type { Disk } from './durable-disk.js'

/** The generations of a world of which files may exist. */
export interface WorldFiles {
  snapshots: Set<number>
  logs: Set<number>
}

const newest = (generations: Set<number>) => Math.max(-1, ...generations)

export function ignoreErrors(work: () => void) {
  try {
    work()
  } catch {}
}

/**
 * Creates one level at a time, because Node's recursive mkdir can loop forever when a level can't be created. Syncs
 * existing levels too: the process that created one may have been killed before its directory entry was durable.
 */
export function createDirectories(disk: Disk, path: string): void {
  if (!disk.exists(path)) {
    createDirectories(disk, dirname(path))
    disk.makeDirectory(path)
  }
  disk.syncDirectoryNow(dirname(path))
}

/** Writes a file so that after a power failure it is complete or absent. */
export function writeAtomicallyNow(disk: Disk, path: string, text: string): void {
  const draft = `${path}.draft`
  const file = disk.open(draft, 'w')
  try {
    file.writeAll(text)
    file.syncNow()
  } catch (error) {
    disk.removeNow(draft)
    throw error
  } finally {
    file.close()
  }
  disk.rename(draft, path)
  disk.syncDirectoryNow(dirname(path))
}

const WORLD_FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.(\d+)\.(snapshot|journal)$/

/** Lists the directory once. Removes drafts that a killed process has left. */
function listFiles(disk: Disk, directory: string): Map<string, WorldFiles> {
  const files = new Map<string, WorldFiles>()
  for (const name of disk.list(directory)) {
    if (name.endsWith('.draft')) ignoreErrors(() => disk.removeNow(join(directory, name)))
    const [, key, generation, kind] = WORLD_FILE.exec(name) ?? []
    if (key === undefined) continue
    const known = files.get(key) ?? { snapshots: new Set(), logs: new Set() }
    files.set(key, known)
    known[kind === 'snapshot' ? 'snapshots' : 'logs'].add(Number(generation))
  }
  return files
}

const NO_FILES: WorldFiles = { snapshots: new Set(), logs: new Set() }

/** The files of all worlds, by key and generation. */
export interface WorldFileList {
  readonly size: number
  snapshotPath(key: string, generation: number): string
  logPath(key: string, generation: number): string
  entries(): IterableIterator<[key: string, files: WorldFiles]>
  has(key: string): boolean
  /** Do not change the result. */
  of(key: string): WorldFiles
  newestSnapshot(key: string): number
  /** The newest generation of any file. */
  newest(key: string): number
  /** Logs first. Snapshots in the order in which they were written. */
  pathsOf(key: string, isWanted?: (generation: number) => boolean): string[]
  add(key: string, kind: keyof WorldFiles, generation: number): void
  delete(key: string, isWanted?: (generation: number) => boolean, kinds?: readonly (keyof WorldFiles)[]): void
}

export function createWorldFileList(disk: Disk, directory: string): WorldFileList {
  const files = listFiles(disk, directory)
  const logPath = (key: string, generation: number) => join(directory, `${key}.${generation}.journal`)
  const snapshotPath = (key: string, generation: number) => join(directory, `${key}.${generation}.snapshot`)
  const filesOf = (key: string) => files.get(key) ?? NO_FILES
  const all = () => true
  return {
    get size() {
      return files.size
    },
    snapshotPath,
    logPath,
    entries: () => files.entries(),
    has: (key) => files.has(key),
    of: filesOf,
    newestSnapshot: (key) => newest(filesOf(key).snapshots),
    newest: (key) => Math.max(newest(filesOf(key).snapshots), newest(filesOf(key).logs)),
    pathsOf(key, isWanted = all) {
      const { snapshots, logs } = filesOf(key)
      return [
        ...[...logs].filter(isWanted).map((generation) => logPath(key, generation)),
        ...[...snapshots]
          .filter(isWanted)
          .sort((a, b) => a - b)
          .map((generation) => snapshotPath(key, generation)),
      ]
    },
    add(key, kind, generation) {
      const known = files.get(key) ?? { snapshots: new Set(), logs: new Set() }
      files.set(key, known)
      known[kind].add(generation)
    },
    delete(key, isWanted = all, kinds = ['snapshots', 'logs']) {
      const known = filesOf(key)
      for (const kind of kinds)
        for (const generation of known[kind]) if (isWanted(generation)) known[kind].delete(generation)
      if (known.snapshots.size + known.logs.size === 0) files.delete(key)
    },
  }
}
