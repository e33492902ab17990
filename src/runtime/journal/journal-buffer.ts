import type { RequestRecord } from './journal-records.js'

/** Memory that the garbage collector does not look into: thousands of records would keep it busy. */
export interface Sheet {
  bytes: Buffer
  view: DataView
  used: number
}

export const SHEET = 32 * 1024
const MOST_EMPTY = 4 * 1024

/** Where six numbers and two flags end, and after them the lengths of eight texts. */
const LENGTHS = 49
const HEAD = LENGTHS + 8 * 4

/** What a character takes at most, in UTF-8. */
const WIDEST = 3

export function createSheet(size: number): Sheet {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer), used: 0 }
}

/** Writes a record on a sheet that has room for so many bytes; returns where it stands. */
export function pack(record: RequestRecord, sheetFor: (room: number) => Sheet): number {
  const { method, target, requestId, operation = '', code = '', headers, body = '', answer, warnings, upload } = record
  const rare = warnings.length > 0 || upload ? JSON.stringify({ warnings, upload }) : ''
  const text = method + target + requestId + operation + code + headers + rare + body + answer
  const most = HEAD + WIDEST * text.length
  // Counted only where it matters: a sheet may be left with that much of it empty.
  const sheet = sheetFor(most <= MOST_EMPTY ? most : HEAD + Buffer.byteLength(text))
  const { view, bytes, used: at } = sheet
  view.setFloat64(at, record.began)
  view.setFloat64(at + 8, record.ended)
  view.setFloat64(at + 16, record.turn)
  view.setFloat64(at + 24, record.now)
  view.setFloat64(at + 32, record.milliseconds)
  view.setFloat64(at + 40, record.status)
  view.setUint8(at + 48, (record.isControl ? 1 : 0) | (record.replayed ? 2 : 0))
  const lengths = at + LENGTHS
  view.setUint32(lengths, method.length)
  view.setUint32(lengths + 4, target.length)
  view.setUint32(lengths + 8, requestId.length)
  view.setUint32(lengths + 12, operation.length)
  view.setUint32(lengths + 16, code.length)
  view.setUint32(lengths + 20, headers.length)
  view.setUint32(lengths + 24, rare.length)
  view.setUint32(lengths + 28, body.length)
  sheet.used = at + HEAD + bytes.write(text, at + HEAD)
  return at
}

/** What stands on a sheet from `at` to `end`. */
export function unpack({ view, bytes }: Sheet, at: number, end: number): RequestRecord {
  const text = bytes.toString('utf8', at + HEAD, end)
  let read = 0
  let length = at + LENGTHS
  const next = () => {
    const from = read
    read += view.getUint32(length)
    length += 4
    return text.slice(from, read)
  }
  const flags = view.getUint8(at + 48)
  const [method, target, requestId] = [next(), next(), next()]
  const [operation, code, headers] = [next() || undefined, next() || undefined, next()]
  const { warnings, upload } = JSON.parse(next() || '{"warnings":[]}')
  const body = next() || undefined
  return {
    kind: 'request',
    isControl: (flags & 1) !== 0,
    began: view.getFloat64(at),
    ended: view.getFloat64(at + 8),
    turn: view.getFloat64(at + 16),
    requestId,
    now: view.getFloat64(at + 24),
    method,
    target,
    headers,
    body,
    upload,
    operation,
    status: view.getFloat64(at + 40),
    code,
    replayed: (flags & 2) !== 0,
    warnings,
    milliseconds: view.getFloat64(at + 32),
    answer: text.slice(read),
  }
}
