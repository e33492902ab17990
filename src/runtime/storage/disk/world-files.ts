import { dirname, join } from 'node:path'
import type { Disk } from './durable-disk.js'

/** The generations of a world of which files may exist. */
export interface WorldFiles {
  snapshots: Set<number>
  logs: Set<number>
}

export const newest = (generations: Set<number>) => Math.max(-1, ...generations)

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
export const storedKey = ([key, { snapshots }]: [string, WorldFiles]) => (snapshots.size > 0 ? [key] : [])

/** Lists the directory once. Removes drafts that a killed process has left. */
export function listFiles(disk: Disk, directory: string): Map<string, WorldFiles> {
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
