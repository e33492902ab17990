import type { Command, OutcomeOf } from '../core/engine/commands.js'
import type { Outcome, Webhook, WorldEvent } from '../core/engine/rows.js'
import type { World } from '../core/engine/world.js'
import { type Letter, letterFor, letterOf } from '../core/events/dispatches.js'
import { type Result, refuse } from '../core/primitives/result.js'
import { instant } from '../core/primitives/time.js'
import type { Courier } from '../webhooks/transport.js'
import type { Lanes } from './endpoint-queues.js'
import type { Recorder } from './journal/journal.js'
import type { AttemptRecord } from './journal/journal-records.js'
import type { Step } from './running-world.js'

/** What sending needs of the world that it sends for. */
export interface Sending {
  readonly state: World
  readonly lanes: Lanes
  readonly recorder: Recorder
  settle(): void
  run<C extends Command>(command: C): Result<OutcomeOf<C>>
  /** Undefined, or resolves when events may be sent again. */
  quiet(): Promise<void> | undefined
  /** Undefined, or resolves when all that has happened is written down; or could not be, and all is called off. */
  written(): Promise<void> | undefined
  /** Told of every attempt, pings included. */
  report(letter: Letter, outcome: Outcome): void
}

export interface Mail {
  /** Puts an event in its endpoint's lane; what comes of it is noted. */
  send(webhookId: string, dispatchId: string, note: Step): void
  /** Sends a ping and waits for what it leads to. */
  ping(webhookId: string): Promise<Result<Webhook>>
}

export function createMail(world: Sending, courier: Courier): Mail {
  function begin({ webhook_id, event }: Letter): AttemptRecord {
    const { recorder, state } = world
    const attempt: AttemptRecord = {
      kind: 'attempt',
      began: recorder.next(),
      beganAt: state.now,
      eventId: event.id,
      webhookId: webhook_id,
    }
    recorder.add(attempt)
    return attempt
  }

  function finish(attempt: AttemptRecord, letter: Letter, outcome: Outcome) {
    world.recorder.end(attempt, outcome, world.state.now)
    world.report(letter, outcome)
  }

  return {
    // Sent one after another per endpoint: a receiver that sees "delivered" before "submitted" would fail for a reason
    // that no partner can act on. Shuffling is a scenario's choice.
    send(webhookId, dispatch_id, note) {
      world.lanes.add(webhookId, async (signal) => {
        await world.quiet()
        // Nobody is told of what may not have happened, nor a second time of what was not written down the first time.
        if (!signal.aborted) await world.written()
        if (signal.aborted) return
        world.settle()
        const letter = letterOf(world.state, dispatch_id)
        if (letter === 'not verified') world.run({ type: 'park-dispatch', dispatch_id })
        if (letter === undefined || letter === 'not verified') return
        const at = instant(world.state.now)
        const attempt = begin(letter)
        const outcome = await courier.deliver(letter, 'event', signal)
        if (signal.aborted) return
        const recorded = world.run({ type: 'record-attempt', dispatch_id, at, outcome })
        if (recorded.ok) note.change = recorded.value
        finish(attempt, letter, outcome)
      })
    },
    async ping(webhookId) {
      const { signal } = world.lanes
      const gone = refuse('not_found', { message: 'The world was reset meanwhile.' })
      const pinged = world.run({ type: 'ping-webhook', id: webhookId })
      if (!pinged.ok) return pinged
      const dispatch = pinged.value
      const { now, events, webhooks } = world.state
      const event = events.get(dispatch.event_id) as WorldEvent
      const letter = letterFor(dispatch, webhooks.get(webhookId) as Webhook, event)
      const writing = world.written()
      if (writing) await writing
      if (signal.aborted) return gone
      const attempt = begin(letter)
      const outcome = await courier.deliver(letter, 'ping', signal)
      if (signal.aborted) return gone
      const recorded = world.run({ type: 'record-ping', dispatch_id: dispatch.id, at: instant(now), outcome })
      finish(attempt, letter, outcome)
      return recorded
    },
  }
}
