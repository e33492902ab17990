import type { DiskFile } from './durable-disk.js'

/** The number of log files that are open at a time, whatever the number of worlds. */
export const MAX_OPEN_LOG_FILES = 32

/** A file in the cache. Its owner says how to open it again. */
export interface CachedFile {
  open(): DiskFile
  /** Called before the file is closed to make room for another. */
  beforeEviction(file: DiskFile): Promise<void>
}

interface OpenFile {
  file: DiskFile
  users: number
}

/** Keeps the files that were used last open, and at most `max` of them. */
export interface OpenFiles {
  /** Calls `work` with the open file. Waits while `max` other files are in use. */
  use<T>(owner: CachedFile, work: (file: DiskFile) => Promise<T>): Promise<T>
  /** Closes the file if it is open. Errors are ignored: what must be durable was synced before. */
  close(owner: CachedFile): void
  readonly size: number
}

function closeQuietly({ file }: OpenFile) {
  try {
    file.close()
  } catch {}
}

export function createOpenFiles(max = MAX_OPEN_LOG_FILES): OpenFiles {
  /** The file that was used longest ago comes first. */
  const cache = new Map<CachedFile, OpenFile>()
  const waiting: (() => void)[] = []
  /** Files that are being opened or evicted. */
  let reserved = 0

  /** Reserves a place for one file. */
  async function reserve() {
    while (cache.size + reserved >= max) {
      const idle = [...cache].find(([, { users }]) => users === 0)
      if (!idle) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        continue
      }
      const [owner, entry] = idle
      cache.delete(owner)
      reserved++
      await owner.beforeEviction(entry.file).catch(() => {})
      reserved--
      closeQuietly(entry)
    }
    reserved++
  }

  async function openFor(owner: CachedFile): Promise<OpenFile> {
    await reserve()
    try {
      const entry = cache.get(owner) ?? { file: owner.open(), users: 0 }
      cache.set(owner, entry)
      return entry
    } finally {
      reserved--
    }
  }

  return {
    get size() {
      return cache.size + reserved
    },
    async use(owner, work) {
      const entry = cache.get(owner) ?? (await openFor(owner))
      entry.users++
      // Moves it to the end: it was used last.
      cache.delete(owner)
      cache.set(owner, entry)
      try {
        return await work(entry.file)
      } finally {
        entry.users--
        waiting.shift()?.()
      }
    },
    close(owner) {
      const entry = cache.get(owner)
      if (!entry) return
      cache.delete(owner)
      closeQuietly(entry)
      waiting.shift()?.()
    },
  }
}
