import { basename, dirname } from 'node:path'
import type { Disk } from './durable-disk.js'

const BLOCK_BYTES = 512

/** A header in the ustar format. The checksum is computed as if its own field were blank. */
function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(basename(path), 0, 100)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(basename(dirname(path)), 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/** A tar archive of files, below the name of their directory. A file that grows meanwhile is cut at its first length. */
export function* archiveFiles(disk: Disk, paths: readonly string[]): Generator<Buffer> {
  for (const path of paths) {
    const bytes = disk.size(path)
    if (bytes === undefined) continue
    yield tarHeader(path, bytes)
    let read = 0
    for (const chunk of disk.readChunks(path, { offset: 0, bytes })) {
      read += chunk.length
      // A copy, because a chunk is valid until the next one is read.
      yield Buffer.from(chunk)
    }
    if (read < bytes) throw new Error(`${path} became shorter while it was read.`)
    yield Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}
