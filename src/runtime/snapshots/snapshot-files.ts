import { join } from 'node:path'
import type { Disk } from '../storage/disk/durable-disk.js'

/** The files of saved snapshots in a data directory. */
export interface SnapshotFiles {
  list(): { key: string; name: string }[]
  pathOf(key: string, name: string): string
  /** Length in bytes. */
  sizeOf(key: string, name: string): number
  /** A chunk is valid until the next one is read. */
  read(key: string, name: string): Iterable<Buffer>
  /** Writes a file so that after a power failure it is complete or absent. Other work runs between the chunks. */
  write(key: string, name: string, chunks: Iterable<Buffer>): Promise<void>
  remove(key: string, name: string): Promise<void>
}

const SNAPSHOT_FILE = /^(sk_sandbox_[a-z]+_[a-z0-9-]+)\.([a-z0-9-]+)\.ndjson$/

export function createSnapshotFiles(disk: Disk, directory: string): SnapshotFiles {
  const pathOf = (key: string, name: string) => join(directory, `${key}.${name}.ndjson`)
  let drafts = 0
  // A crash during a write leaves its draft.
  for (const name of disk.list(directory)) if (name.endsWith('.draft')) disk.removeNow(join(directory, name))

  async function writeDraft(path: string, chunks: Iterable<Buffer>) {
    const file = disk.open(path, 'w')
    try {
      for (const chunk of chunks) for (let at = 0; at < chunk.length; ) at += await file.write(chunk, at)
      await file.sync()
    } finally {
      file.close()
    }
  }

  return {
    list: () =>
      disk.list(directory).flatMap((file) => {
        const [, key, name] = SNAPSHOT_FILE.exec(file) ?? []
        return key && name ? [{ key, name }] : []
      }),
    pathOf,
    sizeOf: (key, name) => disk.size(pathOf(key, name)) ?? 0,
    read: (key, name) => disk.readChunks(pathOf(key, name)),
    async write(key, name, chunks) {
      // Its own draft, because the same snapshot may be saved twice at the same time. The last one to finish stays.
      const draft = `${pathOf(key, name)}.${++drafts}.draft`
      try {
        await writeDraft(draft, chunks)
        disk.rename(draft, pathOf(key, name))
      } catch (error) {
        disk.removeNow(draft)
        throw error
      }
      await disk.syncDirectory(directory)
    },
    async remove(key, name) {
      await disk.remove(pathOf(key, name))
      await disk.syncDirectory(directory)
    },
  }
}
