import type { Findings } from '../findings.js'
import type { RuleId, Severity } from '../rules.js'
import type { EventAttempt, Tracker } from './tracker.js'

const SLOW_MS = 3000

/** Failures that say something about the handler. The others are about the network or the sandbox. */
const HANDLER_FAILURES: readonly unknown[] = ['connection_closed', 'invalid_answer']

/** Judges how the client's webhook handler answers. */
export function createEventTracker(findings: Findings): Tracker {
  function report(rule: RuleId, { attempt, event, at, mark }: EventAttempt, what: string, severity?: Severity) {
    findings.add({
      rule,
      operation: undefined,
      subject: `${event?.event_type ?? 'event'}${severity ? ` ${severity}` : ''}`,
      what,
      requestIds: [],
      eventId: attempt.eventId,
      at,
      mark,
      ...(severity && { severity }),
    })
  }

  return {
    observeAttempt(observed) {
      const { attempt, outcome, event, isAcknowledged } = observed
      const name = event?.event_type ?? 'An event'
      const { status_code: status, failure, duration_ms: ms } = outcome
      if (attempt.isForged) {
        if (status === null) return
        findings.markTried('event-forged-accepted')
        if (isAcknowledged)
          report('event-forged-accepted', observed, `${name} with a wrong signature was answered with ${status}`)
        return
      }
      const isAnswered = status !== null
      if (isAnswered || failure === 'timeout') {
        findings.markTried('event-slow')
        if (failure === 'timeout') report('event-slow', observed, `${name} was not answered in time (${ms} ms)`)
        else if (ms > SLOW_MS) report('event-slow', observed, `${name} was answered after ${ms} ms`, 'warning')
      }
      if (!isAnswered && !HANDLER_FAILURES.includes(failure)) return
      findings.markTried('event-refused')
      if (!isAcknowledged)
        report('event-refused', observed, `${name} was answered with ${isAnswered ? status : failure}, not with 2xx`)
    },
  }
}
