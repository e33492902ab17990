import { isSignedBy, sign as signBytes } from '../../webhooks/signature.js'

/** The body exactly as it was received. */
export type RawBody = string | Uint8Array

function toBytes(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  throw new TypeError(
    'The body must be the raw bytes or text of the request, not a parsed value: serializing it again can change the bytes, and then no signature matches.',
  )
}

/** The value of X-SVC-Signature for this body. */
export const sign = (rawBody: RawBody, secret: string): string => signBytes(secret, toBytes(rawBody))

/** Whether the header X-SVC-Signature has the signature of this body. Compares in constant time. */
export const verifySignature = (rawBody: RawBody, header: string | null | undefined, secret: string): boolean =>
  isSignedBy(secret, toBytes(rawBody), header ?? undefined)
