import { createHash } from 'node:crypto'
import { findKeptAnswer, type KeptAnswer } from '../../core/access/idempotency-keys.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Incoming } from './exchange.js'

/** The first request with an Idempotency-Key. */
export interface FirstUse {
  key: string
  /** Identifies the request, to compare retries with. */
  fingerprint: string
}

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

/** Only successes are kept: a refused request can be corrected and retried with its key. */
export const isReplayable = (status: number): boolean => status >= 200 && status < 300
