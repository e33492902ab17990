import type { AttemptOutcome, WorldEvent } from '../core/engine/rows.js'
import type { Message } from '../core/events/dispatches.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

export interface Transport {
  /** Never rejects: every error is an outcome. */
  deliver(message: Message, kind: 'ping' | 'event', signal: AbortSignal): Promise<AttemptOutcome>
}

export interface TransportOptions {
  sender: Sender
  userAgent: string
  /** Validates an event against openapi.yaml; undefined when it is valid. */
  findEventIssue(event: WorldEvent): Promise<string | undefined>
  onInvalidEvent(eventId: string, issue: string): void
  /** Wall time until the response must be complete. */
  timeoutsMs: { ping: number; event: number }
}

const unsentOutcome = (failure: NonNullable<AttemptOutcome['failure']>): AttemptOutcome => ({
  status_code: null,
  failure,
  duration_ms: 0,
  response_body: '',
})

/** Gives a well-formed signature that does not match. */
const wrongSecret = (secret: string) => `not ${secret}`

/** The signature of a message, which is wrong if the scenario forges it. */
export const signMessage = ({ secret, isForged }: Pick<Message, 'secret' | 'isForged'>, body: Uint8Array): string =>
  sign(isForged ? wrongSecret(secret) : secret, body)

export function createTransport({
  sender,
  userAgent,
  findEventIssue,
  onInvalidEvent,
  timeoutsMs,
}: TransportOptions): Transport {
  return {
    async deliver(message, kind, signal) {
      const { url, event, isDropped } = message
      if (isDropped) return unsentOutcome('dropped')
      const issue = await findEventIssue(event)
      if (issue !== undefined) {
        onInvalidEvent(event.id, `${event.event_type} does not match openapi.yaml and was not sent: ${issue}`)
        return unsentOutcome('blocked')
      }
      const body = Buffer.from(JSON.stringify(event))
      const headers = eventHeaders(userAgent, signMessage(message, body))
      return sender.send({ url, headers, body, timeoutMs: timeoutsMs[kind], signal })
    },
  }
}
