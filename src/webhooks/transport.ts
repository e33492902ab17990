import type { AttemptOutcome, WorldEvent } from '../core/engine/rows.js'
import type { Message } from '../core/events/dispatches.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

/** What a world needs to send events. */
export interface Transport {
  /** Never throws: whatever goes wrong is an outcome. */
  deliver(message: Message, kind: 'ping' | 'event', signal: AbortSignal): Promise<AttemptOutcome>
}

export interface TransportOptions {
  sender: Sender
  userAgent: string
  /** What is wrong with an event by the document; undefined when it may leave. */
  findEventIssue(event: WorldEvent): Promise<string | undefined>
  onInvalidEvent(eventId: string, issue: string): void
  /** Wall time until an answer must be there. */
  timeoutsMs: { ping: number; event: number }
}

const unsentOutcome = (failure: NonNullable<AttemptOutcome['failure']>): AttemptOutcome => ({
  status_code: null,
  failure,
  duration_ms: 0,
  response_body: '',
})

/** As wrong as a signature can be that still looks like one. */
const wrongSecret = (secret: string) => `not ${secret}`

export function createTransport({
  sender,
  userAgent,
  findEventIssue,
  onInvalidEvent,
  timeoutsMs,
}: TransportOptions): Transport {
  return {
    async deliver({ url, secret, event, isDropped, isForged }, kind, signal) {
      if (isDropped) return unsentOutcome('dropped')
      const issue = await findEventIssue(event)
      if (issue !== undefined) {
        onInvalidEvent(event.id, `${event.event_type} is not as documented: ${issue}`)
        return unsentOutcome('blocked')
      }
      const body = Buffer.from(JSON.stringify(event))
      const headers = eventHeaders(userAgent, sign(isForged ? wrongSecret(secret) : secret, body))
      return sender.send({ url, headers, body, timeoutMs: timeoutsMs[kind], signal })
    },
  }
}
