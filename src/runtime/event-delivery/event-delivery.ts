import type { Command, CommandResult } from '../../core/engine/commands.js'
import type { AttemptOutcome, Webhook, WorldEvent } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import { createMessage, type Message, prepareMessage } from '../../core/events/dispatches.js'
import { type Result, refuse } from '../../core/primitives/result.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { Transport } from '../../webhooks/transport.js'
import type { Journal } from '../journal/journal.js'
import type { AttemptRecord } from '../journal/journal-records.js'
import type { Step } from '../running-world.js'
import type { EndpointQueues } from './endpoint-queues.js'

/** The parts of a world that event delivery uses. */
export interface DeliveryContext {
  readonly state: World
  readonly queues: EndpointQueues
  readonly journal: Journal
  runDue(): void
  /** Undefined, or resolves when the many tasks that are due have run. */
  catchUp(): Promise<void> | undefined
  executeCommand<C extends Command>(command: C): Result<CommandResult<C>>
  /** Undefined, or resolves when events may be sent again after a failed write. */
  backoff(): Promise<void> | undefined
  /** Undefined when everything is on disk. Otherwise resolves after the write, or after a rollback that cancels the queues. */
  flushed(): Promise<void> | undefined
  /** Called after every attempt, including pings. */
  reportAttempt(message: Message, outcome: AttemptOutcome): void
}

export interface EventDelivery {
  /** Queues an event for its endpoint and records the outcome. */
  send(webhookId: string, dispatchId: string, step: Step): void
  /** Sends a ping and resolves with the updated endpoint. */
  ping(webhookId: string): Promise<Result<Webhook>>
}

export function createEventDelivery(world: DeliveryContext, transport: Transport): EventDelivery {
  function recordAttemptStart({ webhook_id, event, isForged }: Message): AttemptRecord {
    const { journal, state } = world
    const attempt: AttemptRecord = {
      kind: 'attempt',
      began: journal.nextSequence(),
      beganAt: state.now,
      eventId: event.id,
      webhookId: webhook_id,
      isForged,
    }
    journal.add(attempt)
    return attempt
  }

  function recordAttemptEnd(attempt: AttemptRecord, message: Message, outcome: AttemptOutcome) {
    world.journal.endAttempt(attempt, outcome, world.state.now)
    world.reportAttempt(message, outcome)
  }

  return {
    // One after another per endpoint: without this, a receiver could see "delivered" before "submitted" by chance.
    // Only a scenario changes the order.
    send(webhookId, dispatch_id, step) {
      world.queues.enqueue(webhookId, async (signal) => {
        await world.backoff()
        const backlog = signal.aborted ? undefined : world.catchUp()
        if (backlog) await backlog
        // Write before sending: an event must not describe a change that a failed write rolls back.
        if (!signal.aborted) await world.flushed()
        if (signal.aborted) return
        world.runDue()
        const message = prepareMessage(world.state, dispatch_id)
        if (message === 'not verified') world.executeCommand({ type: 'park-dispatch', dispatch_id })
        if (message === undefined || message === 'not verified') return
        const at = formatInstant(world.state.now)
        const attempt = recordAttemptStart(message)
        const outcome = await transport.deliver(message, 'event', signal)
        const busy = signal.aborted ? undefined : world.catchUp()
        if (busy) await busy
        if (signal.aborted) return
        const recorded = world.executeCommand({ type: 'record-attempt', dispatch_id, at, outcome })
        if (recorded.ok) step.change = recorded.value
        recordAttemptEnd(attempt, message, outcome)
      })
    },
    async ping(webhookId) {
      const { signal } = world.queues
      const gone = refuse('not_found', { message: 'The world was reset while the ping was in flight.' })
      const pinged = world.executeCommand({ type: 'ping-webhook', id: webhookId })
      if (!pinged.ok) return pinged
      const dispatch = pinged.value
      const { now, events, webhooks } = world.state
      const event = events.get(dispatch.event_id) as WorldEvent
      const message = createMessage(dispatch, webhooks.get(webhookId) as Webhook, event)
      const writing = world.flushed()
      if (writing) await writing
      if (signal.aborted) return gone
      const attempt = recordAttemptStart(message)
      const outcome = await transport.deliver(message, 'ping', signal)
      if (signal.aborted) return gone
      const recorded = world.executeCommand({
        type: 'record-ping',
        dispatch_id: dispatch.id,
        at: formatInstant(now),
        outcome,
      })
      recordAttemptEnd(attempt, message, outcome)
      return recorded
    },
  }
}
