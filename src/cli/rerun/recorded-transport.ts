import type { AttemptOutcome } from '../../core/engine/rows.js'
import type { JournalAttempt } from '../../http/control/export-journal.js'
import type { Transport } from '../../webhooks/transport.js'

/** Sends nothing: every attempt ends as the recording says, when the recording says. */
export interface RecordedTransport {
  transport: Transport
  /** Whether an attempt has been made. */
  isMade(attempt: JournalAttempt): boolean
  /** Resolves when it is made. */
  whenMade(attempt: JournalAttempt): Promise<void>
  respond(attempt: JournalAttempt): void
  /** Answers all that wait, as nobody knows any more what they wait for. */
  respondToAll(): void
  /** Attempts that the recording knows nothing of. */
  readonly unrecorded: readonly string[]
}

const failedOutcome = (failure: NonNullable<AttemptOutcome['failure']>): AttemptOutcome => ({
  status_code: null,
  failure,
  duration_ms: 0,
  response_body: '',
})

interface PendingAttempt {
  attempt: JournalAttempt
  isMade: boolean
  resolveMade(): void
  whenMade: Promise<void>
  respond?: (outcome: AttemptOutcome) => void
}

export function createRecordedTransport(attempts: readonly JournalAttempt[]): RecordedTransport {
  const pendingByAttempt = new Map<JournalAttempt, PendingAttempt>()
  const queues = new Map<string, PendingAttempt[]>()
  const unrecorded: string[] = []
  for (const attempt of attempts) {
    let resolveMade = () => {}
    const whenMade = new Promise<void>((resolve) => (resolveMade = resolve))
    const pending: PendingAttempt = { attempt, isMade: false, whenMade, resolveMade }
    pendingByAttempt.set(attempt, pending)
    const key = `${attempt.event_id} ${attempt.webhook_id}`
    queues.set(key, [...(queues.get(key) ?? []), pending])
  }
  const pendingFor = (attempt: JournalAttempt) => pendingByAttempt.get(attempt) as PendingAttempt

  function respond(pending: PendingAttempt) {
    pending.respond?.(pending.attempt.outcome ?? failedOutcome('connection_refused'))
  }

  return {
    transport: {
      deliver({ webhook_id, event }, _kind, signal) {
        const pending = queues.get(`${event.id} ${webhook_id}`)?.shift()
        if (!pending) {
          unrecorded.push(`${event.event_type} ${event.id} to ${webhook_id}`)
          return Promise.resolve(failedOutcome('connection_refused'))
        }
        pending.isMade = true
        pending.resolveMade()
        return new Promise((resolve) => {
          // A world that is reset waits for nobody.
          const abort = () => resolve(failedOutcome('connection_refused'))
          signal.addEventListener('abort', abort)
          pending.respond = (outcome) => {
            signal.removeEventListener('abort', abort)
            resolve(outcome)
          }
        })
      },
    },
    isMade: (attempt) => pendingFor(attempt).isMade,
    whenMade: (attempt) => pendingFor(attempt).whenMade,
    respond: (attempt) => respond(pendingFor(attempt)),
    respondToAll() {
      for (const pending of pendingByAttempt.values()) respond(pending)
    },
    unrecorded,
  }
}
