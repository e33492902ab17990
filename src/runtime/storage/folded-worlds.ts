import { dirname, join } from 'node:path'
import type { Disk, DiskFile } from './disk/durable-disk.js'
import { ignoreErrors } from './disk/world-files.js'

/** Where a world's state is in the files of folded worlds. */
export interface FoldedPart {
  /** The number of the file. */
  file: number
  offset: number
  bytes: number
}

/**
 * The states of all worlds that were changed, in one file, written when the sandbox stops. Syncing a snapshot per world
 * would take a stop with thousands of worlds too long. The logs of these worlds are complete and durable, so the file
 * only saves their replay: a world whose part is missing is rebuilt from its log.
 */
export interface FoldedWorlds {
  /** Undefined if no time is left. The world's log is then folded in the background after the next start. */
  add(encode: () => Iterable<Buffer>): Promise<FoldedPart | undefined>
  /** Makes all parts durable. */
  finish(): Promise<void>
  pathOf(part: FoldedPart): string
  /** Removes the files with other numbers. */
  removeExcept(numbers: Set<number>): void
}

/** For how long a stop writes states. What is left of the time until the process is ended is for everything else. */
export const MAX_FOLDING_MS = 3000
const FILE = /^folded\.(\d+)(\.draft)?$/
/** How much is written at once. */
const BUFFER_BYTES = 1024 * 1024

export function createFoldedWorlds(disk: Disk, directory: string, maxMs = MAX_FOLDING_MS): FoldedWorlds {
  const numbers = new Set<number>()
  for (const name of disk.list(directory)) {
    const [, number, draft] = FILE.exec(name) ?? []
    if (draft) ignoreErrors(() => disk.removeNow(join(directory, name)))
    else if (number !== undefined) numbers.add(Number(number))
  }
  const next = 1 + Math.max(0, ...numbers)
  const pathOf = (number: number) => join(directory, `folded.${number}`)
  const draft = `${pathOf(next)}.draft`
  let file: DiskFile | undefined
  let length = 0
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  /** Parts are written one after another. */
  let previous: Promise<unknown> = Promise.resolve()
  let failure: Error | undefined
  let startedAt: number | undefined

  async function writeBuffered() {
    const bytes = Buffer.concat(buffered)
    buffered = []
    bufferedBytes = 0
    file ??= disk.open(draft, 'w')
    for (let at = 0; at < bytes.length; ) at += await file.write(bytes, at)
  }

  async function write(encode: () => Iterable<Buffer>): Promise<FoldedPart | undefined> {
    if (failure) throw failure
    startedAt ??= performance.now()
    if (performance.now() - startedAt > maxMs) return undefined
    const offset = length
    try {
      for (const chunk of encode()) {
        buffered.push(chunk)
        bufferedBytes += chunk.length
        length += chunk.length
        if (bufferedBytes >= BUFFER_BYTES) await writeBuffered()
      }
    } catch (error) {
      // The offsets of later parts would be wrong.
      failure = error as Error
      throw error
    }
    return { file: next, offset, bytes: length - offset }
  }

  return {
    add(encode) {
      const written = previous.then(() => write(encode))
      previous = written.catch(() => {})
      return written
    },
    async finish() {
      await previous
      if (length === 0) return
      try {
        if (failure) throw failure
        await writeBuffered()
        await file?.sync()
      } catch (error) {
        ignoreErrors(() => disk.removeNow(draft))
        throw error
      } finally {
        ignoreErrors(() => file?.close())
      }
      disk.rename(draft, pathOf(next))
      numbers.add(next)
      await disk.syncDirectory(dirname(draft))
    },
    pathOf: ({ file: number }) => pathOf(number),
    removeExcept(used) {
      for (const number of numbers)
        if (!used.has(number)) {
          ignoreErrors(() => disk.removeNow(pathOf(number)))
          numbers.delete(number)
        }
    },
  }
}
