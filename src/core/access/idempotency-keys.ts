import { MAX_KEPT_ANSWER_BYTES, MAX_KEPT_ANSWERS } from '../engine/world-limits.js'
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
    removeAnswer(world, old)
  }
  removeAnswer(world, key)
  world.keptAnswers.set(key, { at: world.now, ...answer })
  const bytes = countBytes(world, answer.body.length)
  for (const oldest of world.keptAnswers.keys()) {
    const isWithinLimits = world.keptAnswers.size <= MAX_KEPT_ANSWERS && bytes.total <= MAX_KEPT_ANSWER_BYTES
    if (isWithinLimits || oldest === key) break
    removeAnswer(world, oldest)
  }
}

/** The total size of all bodies, which is counted once per map and then kept up to date. */
const totalBytes = new WeakMap<AnswerStore['keptAnswers'], { total: number }>()

function countBytes({ keptAnswers }: AnswerStore, added: number): { total: number } {
  let bytes = totalBytes.get(keptAnswers)
  if (bytes) bytes.total += added
  else {
    bytes = { total: 0 }
    for (const { body } of keptAnswers.values()) bytes.total += body.length
    totalBytes.set(keptAnswers, bytes)
  }
  return bytes
}

function removeAnswer(world: AnswerStore, key: string): void {
  const answer = world.keptAnswers.get(key)
  if (!answer) return
  countBytes(world, 0).total -= answer.body.length
  world.keptAnswers.delete(key)
}
