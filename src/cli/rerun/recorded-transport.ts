import type { AttemptOutcome } from '../../core/engine/rows.js'
import type { JournalAttempt } from '../../http/control/export-journal.js'
import type { Transport } from '../../webhooks/transport.js'

/** Sends nothing. Every attempt ends with its recorded outcome, when `respond` is called. */
export interface RecordedTransport {
  transport: Transport
  isMade(attempt: JournalAttempt): boolean
  whenMade(attempt: JournalAttempt): Promise<void>
  respond(attempt: JournalAttempt): void
  /** Ends all pending attempts, for a run that has diverged from the recording. */
  respondToAll(): void
  /** Attempts that are not in the recording. */
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
          // Resetting a world cancels its attempts.
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
