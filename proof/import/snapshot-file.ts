import { createHmac } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape, wrong ones included
export type Value = any
export type Row = [section: string, value: Value]

/** A snapshot file that can be changed. */
export interface SnapshotFile {
  header: Value
  rows: Row[]
}

export function parseSnapshotFile(text: string): SnapshotFile {
  const [header, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { header, rows: rows.slice(0, -1) }
}

/** The file with a correct last line. Its key is in the source of the sandbox, so an attacker can compute it too. */
export function signSnapshotFile({ header, rows }: SnapshotFile): string {
  const body = [header, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('')
  const checksum = createHmac('sha256', 'mds-sandbox snapshot').update(body).digest('hex')
  return `${body}${JSON.stringify(['end', { rows: rows.length, checksum }])}\n`
}
