import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'X-SVC-Signature'

/** The one signer: live, redelivered, replayed and probing events all get their signature here, over their final bytes. */
export const sign = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** In constant time, so that a wrong guess does not tell how wrong it was. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const expected = Buffer.from(sign(secret, body))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What every event carries. */
export const eventHeaders = (userAgent: string, signature: string | undefined): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': userAgent,
  ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
})
