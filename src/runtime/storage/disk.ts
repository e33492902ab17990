import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  write,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { lockDirectory } from './directory-lock.js'

/** A file that is open for writing. */
export interface DiskFile {
  /** Appends the bytes from `from` on, or only the first of them; tells how many. */
  write(bytes: Buffer, from: number): Promise<number>
  writeAll(text: string): void
  /** On the disk for good when it is done. */
  sync(): Promise<void>
  syncNow(): void
  truncate(length: number): void
  close(): void
}

/** What a data directory needs of a disk, and nothing else: whoever plays one has this much to play. */
export interface Disk {
  exists(path: string): boolean
  list(directory: string): string[]
  read(path: string): Buffer
  makeDirectory(path: string): void
  /** To write anew, or to append. */
  open(path: string, mode: 'w' | 'a'): DiskFile
  rename(from: string, to: string): void
  /** No matter whether it is there. */
  remove(path: string): void
  /** Makes new names, and that old ones are gone, last. */
  syncDirectory(path: string): void
  /** Undefined when another process has the directory; otherwise what gives it back. */
  lock(directory: string): Promise<(() => void) | undefined>
}

/** What systems say that do not let one sync a directory. */
const DIRECTORY_SYNC_UNSUPPORTED = ['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']

const writeTo = promisify(write)
const syncTo = promisify(fdatasync)

export const systemDisk: Disk = {
  exists: existsSync,
  list: (directory) => readdirSync(directory),
  read: (path) => readFileSync(path),
  makeDirectory: (path) => mkdirSync(path),
  open(path, mode) {
    const file = openSync(path, mode)
    return {
      write: async (bytes, from) => (await writeTo(file, bytes, from)).bytesWritten,
      // Not writeSync, which may write only a part of it.
      writeAll: (text) => writeFileSync(file, text),
      sync: () => syncTo(file),
      syncNow: () => fsyncSync(file),
      truncate: (length) => ftruncateSync(file, length),
      close: () => closeSync(file),
    }
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  syncDirectory(path) {
    let directory: number | undefined
    try {
      directory = openSync(path, 'r')
      fsyncSync(directory)
    } catch (error) {
      if (!DIRECTORY_SYNC_UNSUPPORTED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      if (directory !== undefined) closeSync(directory)
    }
  },
  lock: lockDirectory,
}
