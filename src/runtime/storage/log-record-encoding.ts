import { crc32 } from 'node:zlib'

/** One record per line: checksum, number, JSON. */
export function encodeRecord(number: number, value: unknown): string {
  const text = `${number} ${JSON.stringify(value)}`
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`
}

export interface DecodedRecords {
  values: unknown[]
  /** Number of valid bytes. */
  bytes: number
  /** True when the last record was incomplete and is left out. */
  isTorn: boolean
}

/** A damaged record that is not the torn end of the file. */
export class DamagedRecordError extends Error {}

function decodeRecord(line: string, number: number): unknown {
  const form = /^([0-9a-f]{8}) ((\d+) (.*))$/s.exec(line)
  if (!form || crc32(form[2] as string) !== Number.parseInt(form[1] as string, 16) || Number(form[3]) !== number)
    return undefined
  return JSON.parse(form[4] as string)
}

/** Drops an incomplete last record, which a crash leaves. Throws on any other damage. */
export function decodeRecords(bytes: Buffer, path: string): DecodedRecords {
  const values: unknown[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    const value = end < 0 ? undefined : decodeRecord(bytes.toString('utf8', at, end), values.length)
    if (value === undefined) {
      // A record that a crash cut off has no newline. A record with one was complete and was damaged later.
      if (end < 0) return { values, bytes: at, isTorn: true }
      throw new DamagedRecordError(`${path} is damaged at line ${values.length + 1} (byte ${at})`)
    }
    values.push(value)
    at = end + 1
  }
  return { values, bytes: at, isTorn: false }
}
