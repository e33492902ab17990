import { DAY } from '../primitives/time.js'

/** The response to a request with an Idempotency-Key, replayed to its retries. */
export interface KeptAnswer {
  at: number
  /** Digest of method, path and body: a retry must have the same one. */
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
  // The map is in chronological order, so expired answers come first.
  for (const [old, { at }] of world.keptAnswers) {
    if (world.now < at + RETENTION) break
    world.keptAnswers.delete(old)
  }
  world.keptAnswers.delete(key)
  world.keptAnswers.set(key, { at: world.now, ...answer })
}
