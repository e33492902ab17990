import { createPositionFinder, type Position } from './positions.js'

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE'

export interface Decoded {
  ok: true
  text: string
  encoding: Encoding
}

export interface DecodingFault {
  ok: false
  position: Position
  problem: string
}

/** The name that an XML declaration has. */
export const nameOf = (encoding: Encoding): string => (encoding === 'UTF-8' ? 'UTF-8' : 'UTF-16')

const startsWith = (bytes: Uint8Array, ...prefix: number[]): boolean => prefix.every((byte, i) => bytes[i] === byte)

const faultAtStart = (problem: string): DecodingFault => ({ ok: false, position: { line: 1, column: 1 }, problem })

/** Decodes UTF-8, and UTF-16 with a byte order mark. Bytes that are not valid in the encoding are a fault. */
export function decode(bytes: Uint8Array): Decoded | DecodingFault {
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff))
    return faultAtStart('the document is in UTF-32. Send it in UTF-8')
  if (startsWith(bytes, 0xff, 0xfe)) return decodeAs('UTF-16LE', bytes.subarray(2))
  if (startsWith(bytes, 0xfe, 0xff)) return decodeAs('UTF-16BE', bytes.subarray(2))
  if (startsWith(bytes, 0x3c, 0) || startsWith(bytes, 0, 0x3c))
    return faultAtStart('the document is in UTF-16 without a byte order mark. Add one, or send UTF-8')
  return decodeAs('UTF-8', startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes)
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): Decoded | DecodingFault {
  try {
    return { ok: true, text: createDecoder(encoding).decode(bytes), encoding }
  } catch {
    const before = decodeValidPart(encoding, bytes)
    const position = createPositionFinder(before)(before.length)
    return { ok: false, position, problem: `a byte sequence is not valid ${nameOf(encoding)}` }
  }
}

const createDecoder = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })

/** The text before the first invalid sequence. TextDecoder does not tell where that is, so it is found by bisection. */
function decodeValidPart(encoding: Encoding, bytes: Uint8Array): string {
  let text = ''
  let valid = 0
  let invalid = bytes.length + 1
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1
    try {
      text = createDecoder(encoding).decode(bytes.subarray(0, middle), { stream: true })
      valid = middle
    } catch {
      invalid = middle
    }
  }
  return text
}
