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

interface AnswerStore {
  readonly now: number
  readonly keptAnswers: Map<string, KeptAnswer>
}

const RETENTION = DAY

export function findKeptAnswer(world: AnswerStore, key: string): KeptAnswer | undefined {
  const answer = world.keptAnswers.get(key)
  return answer && world.now < answer.at + RETENTION ? answer : undefined
}

export function keepAnswer(world: AnswerStore, key: string, answer: Omit<KeptAnswer, 'at'>): void {
  // Kept in the order of their times: the expired ones stand first.
  for (const [old, { at }] of world.keptAnswers) {
    if (world.now < at + RETENTION) break
    world.keptAnswers.delete(old)
  }
  world.keptAnswers.delete(key)
  world.keptAnswers.set(key, { at: world.now, ...answer })
}
