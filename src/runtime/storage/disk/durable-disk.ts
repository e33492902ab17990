import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  write,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { lockDirectory } from './directory-lock.js'

/** A file that is open for writing. */
export interface DiskFile {
  /** Identifies the file itself, whatever its path is now. */
  readonly identity: string
  /** Appends bytes starting at index `from`. May write only some of them; returns how many. */
  write(bytes: Buffer, from: number): Promise<number>
  writeAll(text: string): void
  /** Resolves when the file's content is durable. */
  sync(): Promise<void>
  syncNow(): void
  truncate(length: number): void
  close(): void
}

/** The file operations of a data directory. Tests replace them with a simulated disk. */
export interface Disk {
  exists(path: string): boolean
  /** The identity of the file or directory at this path. Undefined when there is none. */
  identify(path: string): string | undefined
  list(directory: string): string[]
  read(path: string): Buffer
  /** Length of the file in bytes. Undefined when there is none at this path. */
  size(path: string): number | undefined
  /** Reads the file, or a part of it, in chunks of at least 64 KiB. A chunk is valid until the next one is read. */
  readChunks(path: string, part?: { offset: number; bytes: number }): Iterable<Buffer>
  makeDirectory(path: string): void
  /** `w` truncates, `a` appends. */
  open(path: string, mode: 'w' | 'a'): DiskFile
  rename(from: string, to: string): void
  /** Does nothing when the file does not exist. */
  removeNow(path: string): void
  remove(path: string): Promise<void>
  /** Makes created, renamed and removed directory entries durable. */
  syncDirectoryNow(path: string): void
  syncDirectory(path: string): Promise<void>
  /** Returns a function that releases the lock, or undefined when another process holds it. */
  lock(directory: string): Promise<(() => void) | undefined>
}

/** Worlds contain the secrets of webhook endpoints. */
const FILE_MODE = 0o600
const CHUNK_BYTES = 256 * 1024
const DIRECTORY_MODE = 0o700

/** Error codes of systems that can't sync a directory. */
const DIRECTORY_SYNC_UNSUPPORTED = ['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']

const writeTo = promisify(write)
const syncTo = promisify(fdatasync)
const syncWholeFile = promisify(fsync)

/** File systems give the inode of a removed file to the next new one, so the time of creation is part of the identity. */
const identityOf = ({ dev, ino, birthtimeMs }: Stats) => `${dev}:${ino}:${birthtimeMs}`

function ignoreUnsupported(error: unknown) {
  if (!DIRECTORY_SYNC_UNSUPPORTED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
}

export const systemDisk: Disk = {
  exists: existsSync,
  identify(path) {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats && identityOf(stats)
  },
  list: (directory) => readdirSync(directory),
  read: (path) => readFileSync(path),
  size(path) {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? stats.size : undefined
  },
  *readChunks(path, { offset, bytes } = { offset: 0, bytes: Number.POSITIVE_INFINITY }) {
    const file = openSync(path, 'r')
    try {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes))
      for (let at = offset, end = offset + bytes; at < end; ) {
        const length = readSync(file, chunk, 0, Math.min(chunk.length, end - at), at)
        if (length === 0) return
        at += length
        yield chunk.subarray(0, length)
      }
    } finally {
      closeSync(file)
    }
  },
  makeDirectory: (path) => mkdirSync(path, { mode: DIRECTORY_MODE }),
  open(path, mode) {
    const file = openSync(path, mode, FILE_MODE)
    return {
      identity: identityOf(fstatSync(file)),
      write: async (bytes, from) => (await writeTo(file, bytes, from)).bytesWritten,
      // Not writeSync, which may write only part of the text.
      writeAll: (text) => writeFileSync(file, text),
      sync: () => syncTo(file),
      syncNow: () => fsyncSync(file),
      truncate: (length) => ftruncateSync(file, length),
      close: () => closeSync(file),
    }
  },
  rename: renameSync,
  // Recursive, because something else may be in the place of a file.
  removeNow: (path) => rmSync(path, { force: true, recursive: true }),
  remove: (path) => rm(path, { force: true, recursive: true }),
  syncDirectoryNow(path) {
    let directory: number | undefined
    try {
      directory = openSync(path, 'r')
      fsyncSync(directory)
    } catch (error) {
      ignoreUnsupported(error)
    } finally {
      if (directory !== undefined) closeSync(directory)
    }
  },
  async syncDirectory(path) {
    let directory: number | undefined
    try {
      directory = openSync(path, 'r')
      await syncWholeFile(directory)
    } catch (error) {
      ignoreUnsupported(error)
    } finally {
      if (directory !== undefined) closeSync(directory)
    }
  },
  lock: lockDirectory,
}
