import { dirname } from 'node:path'
import { runAllSteps } from '../../core/primitives/steps.js'
import type { ClockMode } from '../clock.js'
import type { Disk, DiskFile } from './disk/durable-disk.js'
import { createGroupSync } from './disk/group-sync.js'
import type { FoldedPart } from './folded-worlds.js'
import { DamagedRecordError, decodeRecords, encodeRecord } from './log/log-record-encoding.js'

/** What a list of worlds shows of a world that is not loaded. */
export interface WorldDescription {
  seed: number
  scenario: string
  clock: ClockMode
  speed: number | 'max'
  now: number
  /** How far a live clock is ahead of wall time. */
  offset: number
}

/** What the index knows about a world. The files of the world are written and synced before the index names them. */
export interface IndexEntry {
  generation: number
  /** Number of log records that are known to be durable. */
  records: number
  /** True when the world was closed after its last request, so that `requests` is exact. */
  isClosed: boolean
  /** Number of request ids used, at the time of the entry. */
  requests: number
  /** When the world must be loaded, in wall time, because a scheduled task is due. Null: never. */
  due: number | null
  world: WorldDescription
  /** The state at the end of the log, so that another version need not replay the log. Only if the world was closed. */
  folded?: FoldedPart
}

interface IndexRecord {
  key: string
  /** Null when the world was deleted. */
  entry: IndexEntry | null
  /** Files of the deleted world up to this generation may still exist. */
  deleted?: number
}

/**
 * One line per change of a world: its generation, how many records its log has, when it is due. The start reads only
 * this file. The directory decides which worlds exist; the index shows that a file is missing or too short.
 */
export interface WorldsIndex {
  get(key: string): IndexEntry | undefined
  entries(): IterableIterator<[key: string, entry: IndexEntry]>
  /** Written within WRITE_DELAY_MS, or with the next `flush`. */
  set(key: string, entry: IndexEntry): void
  /** Says how many records of a log are durable, so that a log that is cut later is noticed. */
  confirm(key: string, generation: number, records: number): void
  /** Once this is durable the world is deleted. Its files, up to this generation, are ignored and removed when possible. */
  markDeleted(key: string, generation: number): void
  /** The generation of `markDeleted`, until the world is created again or its files are gone. */
  deletedGeneration(key: string): number | undefined
  deletedKeys(): string[]
  /** The files of the deleted world are durably gone. Resolves when that is written, or could not be written. */
  forgetDeleted(key: string): Promise<void>
  /** Resolves when all changes are durable. */
  flush(): Promise<void>
  /** False when the last changes could not be written. */
  close(): Promise<boolean>
}

export interface WorldsIndexOptions {
  disk: Disk
  path: string
  timer(ms: number, callback: () => void, isBackground?: boolean): () => void
  onWarning(text: string): void
  /** Writes a file so that after a power failure it is complete or absent. */
  writeAtomically(path: string, text: string): void
}

const WRITE_DELAY_MS = 1000
/** The file is rewritten when it has more lines than this, and than four times the number of worlds. */
const MIN_LINES_BEFORE_REWRITE = 10_000
/** The same when it is closed, so that the next start has less to read. */
const MIN_LINES_AT_CLOSE = 1000

export type IndexState = 'read' | 'new' | 'damaged'

export function openWorldsIndex(options: WorldsIndexOptions): { index: WorldsIndex; state: IndexState } {
  const { disk, path, timer, onWarning, writeAtomically } = options
  const entries = new Map<string, IndexEntry>()
  const deletedGenerations = new Map<string, number>()
  /** Deleted worlds whose files are gone, which is not written yet. */
  const forgotten = new Set<string>()
  const changed = new Set<string>()
  let file: DiskFile | undefined
  let lines = 0
  let bytes = 0
  let checksum = 0
  let cancelTimer: (() => void) | undefined
  let hasFailed = false
  let isClosing = false

  function read(): IndexState {
    if (!disk.exists(path)) return 'new'
    try {
      const decoded = runAllSteps(decodeRecords(disk.read(path), path, 0))
      for (const { key, entry, deleted } of decoded.values as IndexRecord[]) {
        if (entry) entries.set(key, entry)
        else entries.delete(key)
        if (deleted === undefined) deletedGenerations.delete(key)
        else deletedGenerations.set(key, deleted)
      }
      lines = decoded.values.length
      bytes = decoded.bytes
      checksum = decoded.checksum
      return 'read'
    } catch (error) {
      if (!(error instanceof DamagedRecordError)) throw error
      entries.clear()
      deletedGenerations.clear()
      onWarning(
        `${error.message}. It is rebuilt from the files of the worlds. Missing files can't be noticed this time.`,
      )
      return 'damaged'
    }
  }

  const state = read()
  if (state === 'damaged') hasFailed = true

  function encode(keys: Iterable<string>): string {
    const text: string[] = []
    for (const key of keys) {
      const deleted = forgotten.has(key) ? undefined : deletedGenerations.get(key)
      const value: IndexRecord = { key, entry: entries.get(key) ?? null, ...(deleted !== undefined && { deleted }) }
      const record = encodeRecord(lines++, value, checksum)
      checksum = record.checksum
      text.push(record.line)
    }
    return text.join('')
  }

  function rewrite() {
    closeFile()
    lines = checksum = 0
    const text = encode([...entries.keys(), ...[...deletedGenerations.keys()].filter((key) => !forgotten.has(key))])
    writeAtomically(path, text)
    bytes = Buffer.byteLength(text)
    hasFailed = false
  }

  function closeFile() {
    try {
      file?.close()
    } catch {}
    file = undefined
  }

  function openFile(): DiskFile {
    if (file) return file
    const opened = disk.open(path, 'a')
    opened.truncate(bytes)
    return (file = opened)
  }

  function isTooLong(added: number): boolean {
    const [least, perWorld] = isClosing ? [MIN_LINES_AT_CLOSE, 2] : [MIN_LINES_BEFORE_REWRITE, 4]
    return lines + added > Math.max(least, perWorld * entries.size)
  }

  /** Writes all changes and syncs them. After an error the whole file is written again. */
  async function write() {
    cancelTimer?.()
    cancelTimer = undefined
    const keys = [...changed]
    changed.clear()
    try {
      if (hasFailed || isTooLong(keys.length)) rewrite()
      else if (keys.length > 0) await append(keys)
    } catch (error) {
      hasFailed = true
      closeFile()
      throw error
    }
  }

  async function append(keys: string[]) {
    const isNewFile = bytes === 0
    const text = Buffer.from(encode(keys))
    const opened = openFile()
    for (let at = 0; at < text.length; ) at += await opened.write(text, at)
    await opened.sync()
    bytes += text.length
    if (isNewFile) disk.syncDirectoryNow(dirname(path))
    if (disk.identify(path) !== opened.identity) throw new Error('it was removed while the sandbox is running')
  }

  // One write at a time. Callers of the same moment share it.
  const flush = createGroupSync(write)

  function scheduleWrite() {
    cancelTimer ??= timer(WRITE_DELAY_MS, () => {
      cancelTimer = undefined
      flush().catch((error: Error) => onWarning(`${path} could not be written: ${error.message}`))
    })
  }

  function change(key: string) {
    changed.add(key)
    scheduleWrite()
  }

  const index: WorldsIndex = {
    get: (key) => entries.get(key),
    entries: () => entries.entries(),
    set(key, entry) {
      entries.set(key, entry)
      deletedGenerations.delete(key)
      forgotten.delete(key)
      change(key)
    },
    confirm(key, generation, records) {
      const entry = entries.get(key)
      if (entry?.generation !== generation || entry.records >= records) return
      entry.records = records
      change(key)
    },
    markDeleted(key, generation) {
      entries.delete(key)
      forgotten.delete(key)
      deletedGenerations.set(key, generation)
      change(key)
    },
    deletedGeneration: (key) => deletedGenerations.get(key),
    deletedKeys: () => [...deletedGenerations.keys()],
    async forgetDeleted(key) {
      forgotten.add(key)
      change(key)
      try {
        await flush()
        // Only now: a new world must not use a generation that the file says is deleted.
        if (forgotten.has(key)) deletedGenerations.delete(key)
      } catch {}
      forgotten.delete(key)
    },
    flush,
    async close() {
      isClosing = true
      const isWritten = await flush().then(
        () => true,
        (error: Error) => {
          onWarning(`${path} could not be written: ${error.message}`)
          return false
        },
      )
      cancelTimer?.()
      closeFile()
      return isWritten
    },
  }
  return { index, state }
}
