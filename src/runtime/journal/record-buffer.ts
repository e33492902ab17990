import type { RequestRecord } from './journal-records.js'

/** Encoded records outside the garbage-collected heap. Thousands of record objects would slow every collection. */
export interface RecordBuffer {
  bytes: Buffer
  view: DataView
  used: number
}

export const RECORD_BUFFER_BYTES = 32 * 1024
const MAX_UNUSED_BYTES = 4 * 1024

/** A record begins with seven numbers and a byte of flags (57 bytes), then the lengths of eight strings. */
const LENGTHS_OFFSET = 57
const HEADER_BYTES = LENGTHS_OFFSET + 8 * 4

/** Per UTF-16 code unit, in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

export function createRecordBuffer(size: number): RecordBuffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer), used: 0 }
}

/** Writes a record to a buffer with enough room and returns its offset. */
export function encodeRequest(record: RequestRecord, reserveBuffer: (size: number) => RecordBuffer): number {
  const {
    method,
    target,
    requestId,
    operation = '',
    code = '',
    headers,
    body = '',
    responseBody,
    warnings,
    upload,
    sentHeaders,
  } = record
  const hasRare = warnings.length > 0 || upload || sentHeaders !== ''
  const rare = hasRare ? JSON.stringify({ warnings, upload, sentHeaders }) : ''
  const text = method + target + requestId + operation + code + headers + rare + body + responseBody
  const maxBytes = HEADER_BYTES + MAX_BYTES_PER_CHARACTER * text.length
  // Counting bytes is slow, so reserve the maximum when at most MAX_UNUSED_BYTES can be wasted.
  const buffer = reserveBuffer(maxBytes <= MAX_UNUSED_BYTES ? maxBytes : HEADER_BYTES + Buffer.byteLength(text))
  const { view, bytes, used: at } = buffer
  view.setFloat64(at, record.began)
  view.setFloat64(at + 8, record.ended)
  view.setFloat64(at + 16, record.turn)
  view.setFloat64(at + 24, record.now)
  view.setFloat64(at + 32, record.milliseconds)
  view.setFloat64(at + 40, record.status)
  view.setFloat64(at + 48, record.receivedAt)
  view.setUint8(at + 56, (record.isControl ? 1 : 0) | (record.replayed ? 2 : 0))
  const lengths = at + LENGTHS_OFFSET
  view.setUint32(lengths, method.length)
  view.setUint32(lengths + 4, target.length)
  view.setUint32(lengths + 8, requestId.length)
  view.setUint32(lengths + 12, operation.length)
  view.setUint32(lengths + 16, code.length)
  view.setUint32(lengths + 20, headers.length)
  view.setUint32(lengths + 24, rare.length)
  view.setUint32(lengths + 28, body.length)
  buffer.used = at + HEADER_BYTES + bytes.write(text, at + HEADER_BYTES)
  return at
}

export function decodeRequest({ view, bytes }: RecordBuffer, at: number, end: number): RequestRecord {
  const text = bytes.toString('utf8', at + HEADER_BYTES, end)
  let textOffset = 0
  let lengthOffset = at + LENGTHS_OFFSET
  const readText = () => {
    const from = textOffset
    textOffset += view.getUint32(lengthOffset)
    lengthOffset += 4
    return text.slice(from, textOffset)
  }
  const flags = view.getUint8(at + 56)
  const [method, target, requestId] = [readText(), readText(), readText()]
  const [operation, code, headers] = [readText() || undefined, readText() || undefined, readText()]
  const { warnings, upload, sentHeaders = '' } = JSON.parse(readText() || '{"warnings":[]}')
  const body = readText() || undefined
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
    receivedAt: view.getFloat64(at + 48),
    milliseconds: view.getFloat64(at + 32),
    sentHeaders,
    responseBody: text.slice(textOffset),
  }
}
