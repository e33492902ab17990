import { createHash } from 'node:crypto'
import { findKeptAnswer, type KeptAnswer } from '../../core/access/idempotency-keys.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Incoming } from './exchange.js'

/** A request under an Idempotency-Key that nobody has used before. */
export interface FirstUse {
  key: string
  /** Tells whether a retry is the same request. */
  fingerprint: string
}

/** The kept answer to replay, a refusal, or the first use of the key. */
export function checkIdempotencyKey(
  { keysInFlight: inFlight, state }: RunningWorld,
  key: string,
  { method, target }: Incoming,
  body: Uint8Array,
): { replay: KeptAnswer } | Refusal | FirstUse {
  const fingerprint = createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64')
  if (inFlight.has(key)) return refuse('idempotency_key_in_use')
  const kept = findKeptAnswer(state, key)
  if (!kept) return { key, fingerprint }
  return kept.fingerprint === fingerprint ? { replay: kept } : refuse('idempotency_key_reused')
}

/** A request that failed before its operation ran may be corrected and retried with the same key. */
export const isReplayable = (status: number): boolean =>
  status < 500 && ![400, 401, 403, 413, 415, 429].includes(status)
