import { call } from './api.js'

/** A UUID v4. `crypto.randomUUID` needs a secure context, which plain http hosts are not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A write through the API of the service, with a fresh Idempotency-Key. */
export const write = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  call<T>(method, path, { body, headers: { 'Idempotency-Key': randomUuid() } })
