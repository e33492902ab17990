import { call } from './api.js'

/** A key that no other write has. `crypto.randomUUID` needs a secure context, which plain http hosts are not. */
const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A write through the API of the service, with a fresh Idempotency-Key. */
export const write = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  call<T>(method, path, { body, headers: { 'Idempotency-Key': newIdempotencyKey() } })
