import type { Attempt, Dispatch, WorldEvent } from '../../../core/engine/rows.js'
import type { World } from '../../../core/engine/world.js'
import { createMessage } from '../../../core/events/dispatches.js'
import { signMessage } from '../../../webhooks/transport.js'
import type { AgendaEntryView } from '../agenda-view.js'
import type { Facts } from './facts.js'

const wasSent = ({ failure }: Attempt) => failure !== 'dropped' && failure !== 'blocked'

/** The signatures are computed, so only the item has them. */
export function eventFacts(
  world: World,
  event: WorldEvent,
  _steps: readonly AgendaEntryView[],
  isItem: boolean,
): Facts {
  const body = JSON.stringify(event)
  return isItem ? { body, signatures: sentSignatures(world, event, Buffer.from(body)) } : { body }
}

function sentSignatures(world: World, event: WorldEvent, body: Uint8Array) {
  return world.dispatches.where({ event_id: event.id }).flatMap((dispatch: Dispatch) => {
    const webhook = world.webhooks.get(dispatch.webhook_id)
    if (!webhook) return []
    const attempts = dispatch.attempts.map((attempt, i) => {
      if (!wasSent(attempt)) return null
      const message = createMessage({ ...dispatch, attempts: dispatch.attempts.slice(0, i) }, webhook, event)
      return { signature: signMessage(message, body), forged: message.isForged }
    })
    return [{ webhook_id: webhook.id, attempts }]
  })
}
