import { DAY } from '../primitives/time.js'

/** The answer to a request that carried an Idempotency-Key, kept for its retries. */
export interface KeptAnswer {
  at: number
  /** Tells whether a retry is the same request: method, path and body. */
  fingerprint: string
  requestId: string
  status: number
  headers: Record<string, string>
  body: string
}

interface Keeper {
  readonly now: number
  readonly answers: Map<string, KeptAnswer>
}

const RETENTION = DAY

export function keptAnswer(world: Keeper, key: string): KeptAnswer | undefined {
  const answer = world.answers.get(key)
  return answer && world.now < answer.at + RETENTION ? answer : undefined
}

export function keepAnswer(world: Keeper, key: string, answer: Omit<KeptAnswer, 'at'>): void {
  // Kept in the order of their times: the expired ones stand first.
  for (const [old, { at }] of world.answers) {
    if (world.now < at + RETENTION) break
    world.answers.delete(old)
  }
  world.answers.delete(key)
  world.answers.set(key, { at: world.now, ...answer })
}
