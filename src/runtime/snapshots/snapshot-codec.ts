import { createHmac } from 'node:crypto'
import type { SerializedWorld } from '../../core/engine/serialize-world.js'
import { createRowCollector, toRows } from '../../core/engine/world-rows.js'

/**
 * A snapshot is JSON lines: a header, one line `[section, row]` per row of the world, and a last line with the number of
 * rows and a checksum of everything before it. No step needs the whole snapshot as one text.
 */
export const SNAPSHOT_FORMAT = 2

/** A snapshot that can't be used. The message continues the sentence "The file …". */
export class SnapshotError extends Error {}

/** About how many characters `encodeSnapshot` yields at once. */
const CHUNK_LENGTH = 64 * 1024
const MAX_HEADER_BYTES = 64 * 1024
const LAST_SECTION = 'end'
const NEWLINE = 10

/** Keyed, so that a file edited by hand does not pass with a recomputed plain checksum. */
const createChecksum = () => createHmac('sha256', 'mds-sandbox snapshot')

/** Yields the snapshot in chunks of about 64 KiB. `format` is added to the header. Rows are read while it runs: they are immutable. */
export function* encodeSnapshot(header: object, serialized: SerializedWorld): Generator<Buffer> {
  const checksum = createChecksum()
  const toChunk = (text: string) => {
    const chunk = Buffer.from(text)
    checksum.update(chunk)
    return chunk
  }
  let text = `${JSON.stringify({ ...header, format: SNAPSHOT_FORMAT })}\n`
  let rows = 0
  for (const row of toRows(serialized)) {
    text += `${JSON.stringify(row)}\n`
    rows++
    if (text.length < CHUNK_LENGTH) continue
    yield toChunk(text)
    text = ''
  }
  yield toChunk(text)
  yield Buffer.from(`${JSON.stringify([LAST_SECTION, { rows, checksum: checksum.digest('hex') }])}\n`)
}

export interface SnapshotReaderOptions {
  /** Called for every row before it is kept. Returns what is wrong with it, or undefined. */
  checkRow?(section: string, value: unknown, path: string): string | undefined
  /** Longer lines are refused before they are parsed. Default: no limit. */
  maxLineBytes?: number
}

/** Takes a snapshot chunk by chunk. Every method throws a SnapshotError as soon as something is wrong. */
export interface SnapshotReader<Header> {
  /** Undefined until the first line is complete. */
  readonly header: Header | undefined
  push(chunk: Uint8Array): void
  /** Throws if the snapshot is incomplete. */
  end(): { header: Header; serialized: SerializedWorld }
}

export function createSnapshotReader<Header extends object>({
  checkRow,
  maxLineBytes = Number.POSITIVE_INFINITY,
}: SnapshotReaderOptions = {}): SnapshotReader<Header> {
  const collector = createRowCollector()
  const checksum = createChecksum()
  let header: Header | undefined
  let lineNumber = 0
  let rows = 0
  let isComplete = false
  /** The parts of a line that spans chunks. */
  let parts: Uint8Array[] = []
  let partBytes = 0

  function readRow(bytes: Buffer) {
    const row = parseLine(bytes, lineNumber)
    if (!Array.isArray(row) || row.length !== 2 || typeof row[0] !== 'string')
      throw new SnapshotError(`is damaged: line ${lineNumber} is not a row`)
    const [section, value] = row
    if (section === LAST_SECTION) return checkEnd(value)
    const index = collector.add(section, value)
    if (index === undefined)
      throw new SnapshotError(
        `is damaged: line ${lineNumber} is a row of ${JSON.stringify(section.slice(0, 40))}, which is unknown or out of place`,
      )
    const path = section === 'world' ? section : `${section}[${index}]`
    const issue = checkRow?.(section, value, path)
    if (issue !== undefined) throw new SnapshotError(`is not valid: line ${lineNumber}: ${issue}`)
    rows++
  }

  function checkEnd(end: unknown) {
    const { rows: writtenRows, checksum: written } = (end ?? {}) as { rows?: unknown; checksum?: unknown }
    if (writtenRows !== rows)
      throw new SnapshotError(`is damaged: it has ${rows} rows instead of ${Number(writtenRows)}`)
    if (written !== checksum.digest('hex'))
      throw new SnapshotError('is damaged: its checksum does not match its content')
    isComplete = true
  }

  function readLine(bytes: Buffer) {
    lineNumber++
    if (isComplete) throw new SnapshotError(`is damaged: line ${lineNumber} comes after the end`)
    if (lineNumber === 1) header = parseHeader(bytes) as Header
    else readRow(bytes)
    if (!isComplete) checksum.update(bytes)
  }

  function checkLineLength(length: number) {
    if (length > maxLineBytes)
      throw new SnapshotError(`is not valid: line ${lineNumber + 1} is longer than ${maxLineBytes} bytes`)
  }

  return {
    get header() {
      return header
    },
    push(chunk) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const part = chunk.subarray(from, end + 1)
        checkLineLength(partBytes + part.length)
        const line = parts.length === 0 ? toBuffer(part) : Buffer.concat([...parts, part])
        parts = []
        partBytes = 0
        from = end + 1
        readLine(line)
      }
      if (from === chunk.length) return
      // A copy, because the caller may reuse the chunk's memory.
      parts.push(Buffer.from(chunk.subarray(from)))
      partBytes += chunk.length - from
      checkLineLength(partBytes)
      // Throws: no header is that long.
      if (!header && partBytes > MAX_HEADER_BYTES) parseHeader(Buffer.concat(parts))
    },
    end() {
      if (parts.length > 0) readLine(Buffer.concat(parts))
      if (!header) throw new SnapshotError('is not a snapshot: it is empty')
      const serialized = isComplete ? collector.finish() : undefined
      if (!isComplete) throw new SnapshotError(`is incomplete: it ends after line ${lineNumber}, before its last line`)
      if (!serialized) throw new SnapshotError('is damaged: it has no row of the section world')
      return { header, serialized }
    },
  }
}

/** The header of a snapshot, from its first bytes (64 KiB are enough). */
export function readSnapshotHeader<Header extends object>(start: Uint8Array): Header {
  const end = start.indexOf(NEWLINE)
  return parseHeader(toBuffer(end < 0 ? start : start.subarray(0, end))) as Header
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function parseLine(bytes: Buffer, lineNumber: number): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new SnapshotError(`is damaged: line ${lineNumber} is not JSON`)
  }
}

/** Format 1 was a single JSON object, which can be longer than a header. */
const LONG_FIRST_LINE = /^\{"format":(\d{1,9}),"version":"([^"]{0,40})"/

function parseHeader(bytes: Buffer): object {
  const text = bytes.toString('utf8', 0, MAX_HEADER_BYTES)
  let found: { format?: unknown; version?: unknown } | undefined
  try {
    found = JSON.parse(text)
  } catch {
    const [, format, version] = LONG_FIRST_LINE.exec(text) ?? []
    found = { format: format && Number(format), version }
  }
  const { format, version } = typeof found === 'object' && found !== null ? found : {}
  if (!Number.isInteger(format)) throw new SnapshotError('is not a snapshot')
  if (format === SNAPSHOT_FORMAT) {
    if (bytes.length > MAX_HEADER_BYTES) throw new SnapshotError('is not a snapshot: its first line is too long')
    return found as object
  }
  const advice =
    (format as number) > SNAPSHOT_FORMAT
      ? 'Use a newer mds-sandbox'
      : 'Save and export the snapshot again with this version'
  throw new SnapshotError(
    `has format ${format}, written by mds-sandbox ${version}; this version reads format ${SNAPSHOT_FORMAT}. ${advice}`,
  )
}
