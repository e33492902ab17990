import { crc32 } from 'node:zlib'

/** One record per line: a checksum, its number, and what it says. */
export function encodeRecord(number: number, value: unknown): string {
  const text = `${number} ${JSON.stringify(value)}`
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`
}

export interface DecodedRecords {
  values: unknown[]
  /** How many bytes of the file are good. */
  bytes: number
  /** Whether the last record was torn, and left out. */
  isTorn: boolean
}

/** A record that is damaged although others follow it: nobody knows what it said. */
export class DamagedRecordError extends Error {}

function decodeRecord(line: string, number: number): unknown {
  const form = /^([0-9a-f]{8}) ((\d+) (.*))$/s.exec(line)
  if (!form || crc32(form[2] as string) !== Number.parseInt(form[1] as string, 16) || Number(form[3]) !== number)
    return undefined
  return JSON.parse(form[4] as string)
}

/** Reads what was written record by record. What a crash tore off at the end is dropped; damage before that is refused. */
export function decodeRecords(bytes: Buffer, path: string): DecodedRecords {
  const values: unknown[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    const value = end < 0 ? undefined : decodeRecord(bytes.toString('utf8', at, end), values.length)
    if (value === undefined) {
      // What a crash tears off has no end. A record that has one was written whole, and damaged later.
      if (end < 0) return { values, bytes: at, isTorn: true }
      throw new DamagedRecordError(`${path} is damaged at line ${values.length + 1} (byte ${at})`)
    }
    values.push(value)
    at = end + 1
  }
  return { values, bytes: at, isTorn: false }
}
