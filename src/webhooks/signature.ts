import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'X-SVC-Signature'

/** The only signer, for delivery, redelivery, replay and probe. `body` must be the final bytes. */
export const sign = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Compares in constant time, so that timing reveals nothing about the correct signature. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const expected = Buffer.from(sign(secret, body))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const eventHeaders = (userAgent: string, signature: string | undefined): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': userAgent,
  ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
})
