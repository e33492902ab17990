import type { Outcome, WorldEvent } from '../core/engine/rows.js'
import type { Letter } from '../core/events/dispatches.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

/** What a world needs to send events. */
export interface Courier {
  /** Never throws: whatever goes wrong is an outcome. */
  deliver(letter: Letter, patience: 'ping' | 'event', signal: AbortSignal): Promise<Outcome>
}

export interface CourierOptions {
  sender: Sender
  userAgent: string
  /** What is wrong with an event by the document; undefined when it may leave. */
  faultOf(event: WorldEvent): Promise<string | undefined>
  onFault(eventId: string, fault: string): void
  /** Wall time until an answer must be there. */
  patience: { ping: number; event: number }
}

const unsent = (failure: NonNullable<Outcome['failure']>): Outcome => ({
  status_code: null,
  failure,
  duration_ms: 0,
  response_body: '',
})

/** As wrong as a signature can be that still looks like one. */
const forged = (secret: string) => `not ${secret}`

export function createCourier({ sender, userAgent, faultOf, onFault, patience }: CourierOptions): Courier {
  return {
    async deliver({ url, secret, event, isLost, isForged }, kind, signal) {
      if (isLost) return unsent('dropped')
      const fault = await faultOf(event)
      if (fault !== undefined) {
        onFault(event.id, `${event.event_type} is not as documented: ${fault}`)
        return unsent('blocked')
      }
      const body = Buffer.from(JSON.stringify(event))
      const headers = eventHeaders(userAgent, sign(isForged ? forged(secret) : secret, body))
      return sender.send({ url, headers, body, timeoutMs: patience[kind], signal })
    },
  }
}
