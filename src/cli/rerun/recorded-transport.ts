import type { Outcome } from '../../core/engine/rows.js'
import type { JournalAttempt } from '../../http/control/journal-file.js'
import type { Courier } from '../../webhooks/transport.js'

/** Sends nothing: every attempt ends as the recording says, when the recording says. */
export interface Post {
  courier: Courier
  /** Whether an attempt has been made. */
  isMade(attempt: JournalAttempt): boolean
  /** Resolves when it is made. */
  made(attempt: JournalAttempt): Promise<void>
  answer(attempt: JournalAttempt): void
  /** Answers all that wait, as nobody knows any more what they wait for. */
  answerAll(): void
  /** Attempts that the recording knows nothing of. */
  readonly unknown: readonly string[]
}

const failed = (failure: NonNullable<Outcome['failure']>): Outcome => ({
  status_code: null,
  failure,
  duration_ms: 0,
  response_body: '',
})

interface Waiting {
  attempt: JournalAttempt
  isMade: boolean
  tellMade(): void
  made: Promise<void>
  answer?: (outcome: Outcome) => void
}

export function createPost(attempts: readonly JournalAttempt[]): Post {
  const all = new Map<JournalAttempt, Waiting>()
  const queues = new Map<string, Waiting[]>()
  const unknown: string[] = []
  for (const attempt of attempts) {
    let tellMade = () => {}
    const made = new Promise<void>((resolve) => (tellMade = resolve))
    const waiting: Waiting = { attempt, isMade: false, made, tellMade }
    all.set(attempt, waiting)
    const key = `${attempt.event_id} ${attempt.webhook_id}`
    queues.set(key, [...(queues.get(key) ?? []), waiting])
  }
  const of = (attempt: JournalAttempt) => all.get(attempt) as Waiting

  function answer(waiting: Waiting) {
    waiting.answer?.(waiting.attempt.outcome ?? failed('connection_refused'))
  }

  return {
    courier: {
      deliver({ webhook_id, event }, _patience, signal) {
        const waiting = queues.get(`${event.id} ${webhook_id}`)?.shift()
        if (!waiting) {
          unknown.push(`${event.event_type} ${event.id} to ${webhook_id}`)
          return Promise.resolve(failed('connection_refused'))
        }
        waiting.isMade = true
        waiting.tellMade()
        return new Promise((resolve) => {
          // A world that is reset waits for nobody.
          const giveUp = () => resolve(failed('connection_refused'))
          signal.addEventListener('abort', giveUp)
          waiting.answer = (outcome) => {
            signal.removeEventListener('abort', giveUp)
            resolve(outcome)
          }
        })
      },
    },
    isMade: (attempt) => of(attempt).isMade,
    made: (attempt) => of(attempt).made,
    answer: (attempt) => answer(of(attempt)),
    answerAll() {
      for (const waiting of all.values()) answer(waiting)
    },
    unknown,
  }
}
