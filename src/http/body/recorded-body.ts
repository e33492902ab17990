import { isUtf8 } from 'node:buffer'

const BINARY_PREFIX = 'data:application/octet-stream;base64,'

/** The text under which the journal records a raw body. Bytes that are not UTF-8 are encoded. */
export const toRecordedText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString() : BINARY_PREFIX + bytes.toString('base64')

/** The inverse. JSON, forms and XML do not start with the prefix. */
export const fromRecordedText = (text: string): Buffer =>
  text.startsWith(BINARY_PREFIX) ? Buffer.from(text.slice(BINARY_PREFIX.length), 'base64') : Buffer.from(text)
