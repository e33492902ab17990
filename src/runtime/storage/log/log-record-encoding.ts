import { crc32 } from 'node:zlib'
import type { Steps } from '../../../core/primitives/steps.js'

const CHECKSUM_LENGTH = 8
const formatChecksum = (checksum: number) => checksum.toString(16).padStart(CHECKSUM_LENGTH, '0')

/** One line: checksum, number, JSON. The checksum continues that of the previous line, so that the lines are a chain. */
export function encodeRecord(number: number, value: unknown, previous: number): { line: string; checksum: number } {
  const text = `${number} ${JSON.stringify(value)}`
  const checksum = crc32(text, previous)
  return { line: `${formatChecksum(checksum)} ${text}\n`, checksum }
}

export interface DecodedRecords {
  values: unknown[]
  /** Number of valid bytes. */
  bytes: number
  /** The checksum of the last record. */
  checksum: number
  /** True when the last record was incomplete and is left out. */
  isTorn: boolean
}

/** A damaged record that is not the torn end of the file. */
export class DamagedRecordError extends Error {}

function decodeRecord(
  line: string,
  number: number,
  previous: number,
): { value: unknown; checksum: number } | undefined {
  const prefix = ` ${number} `
  if (!line.startsWith(prefix, CHECKSUM_LENGTH)) return undefined
  const checksum = crc32(line.slice(CHECKSUM_LENGTH + 1), previous)
  if (line.slice(0, CHECKSUM_LENGTH) !== formatChecksum(checksum)) return undefined
  return { value: JSON.parse(line.slice(CHECKSUM_LENGTH + prefix.length)), checksum }
}

/** Records to decode between two steps. */
const RECORDS_PER_STEP = 100

/** Drops an incomplete last record, which a crash leaves. Throws on any other damage. */
export function* decodeRecords(bytes: Buffer, path: string, start: number): Steps<DecodedRecords> {
  const values: unknown[] = []
  let at = 0
  let checksum = start
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    const record = end < 0 ? undefined : decodeRecord(bytes.toString('utf8', at, end), values.length, checksum)
    if (!record) {
      // A record that a crash cut off has no newline. A record with one was complete and was damaged later.
      if (end < 0) return { values, bytes: at, checksum, isTorn: true }
      throw new DamagedRecordError(`${path} is damaged at line ${values.length + 1} (byte ${at})`)
    }
    if (values.push(record.value) % RECORDS_PER_STEP === 0) yield
    checksum = record.checksum
    at = end + 1
  }
  return { values, bytes: at, checksum, isTorn: false }
}
