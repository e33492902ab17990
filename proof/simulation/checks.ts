import { collectInvariantData } from '../../src/core/engine/invariant-data.js'
import { INVARIANTS } from '../../src/core/engine/invariants.js'
import type { World } from '../../src/core/engine/world.js'
import { isSuccess } from '../../src/core/events/dispatches.js'
import { MAX_ATTEMPTS } from '../../src/core/events/retry-schedule.js'
import type { ClientHistory } from './client-history.js'
import type { Machine } from './machine.js'
import { behaviourOf, type SentEvent } from './network.js'
import { Violation } from './violation.js'

/** Invariants of a running world, without statements: they are computed, not stored, and slow to check. */
export function checkInvariants(world: World): void {
  const records = collectInvariantData(world)
  for (const [name, { checkWorld }] of Object.entries(INVARIANTS))
    for (const violation of checkWorld?.(records) ?? []) throw new Violation(`${name}: ${violation}`)
}

/** An event id always has the same body, and every sent event exists. */
export function checkSent(sent: readonly SentEvent[], world: World): void {
  const bodies = new Map<string, string>()
  for (const { eventId, body, url } of sent) {
    const known = bodies.get(eventId)
    if (known !== undefined && known !== body)
      throw new Violation(`${eventId} was sent as ${known}, and to ${url} as ${body}`)
    if (known !== undefined) continue
    bodies.set(eventId, body)
    const event = world.events.get(eventId)
    if (!event) throw new Violation(`${eventId} was sent to ${url} but does not exist: ${body}`)
    if (JSON.stringify(event) !== body)
      throw new Violation(`${eventId} was sent to ${url} as ${body} and is ${JSON.stringify(event)}`)
  }
}

const groupBy = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** First attempts arrive in the order of the events. */
function checkOrder(sent: readonly SentEvent[], world: World): void {
  const positions = new Map(world.events.where({}).map(({ id }, position) => [id, position]))
  for (const [url, all] of groupBy(sent, ({ url }) => url)) {
    let latest = -1
    const seen = new Set<string>()
    for (const { eventId, eventType } of all) {
      if (eventType === 'ping' || seen.has(eventId)) continue
      seen.add(eventId)
      const position = positions.get(eventId) ?? -1
      if (position < latest) throw new Violation(`${url} got ${eventId} after an event that happened later`)
      latest = position
    }
  }
}

/** Every dispatch has a final status after the right number of attempts. */
function checkDispatches(machine: Machine, history: ClientHistory, sent: readonly SentEvent[], world: World): void {
  const sendsByTarget = groupBy(sent, ({ eventId, url }) => `${eventId} ${url}`)
  // An attempt whose outcome could not be stored is repeated: at most one per endpoint and crash or failed write.
  const allowedRepeats = machine.crashes.length + machine.rollbacks
  const repeated = new Map<string, number>()
  for (const { event_id, webhook_id, status, attempts, isPing, isParked } of world.dispatches.where({})) {
    const webhook = world.webhooks.get(webhook_id)
    if (!webhook) continue
    const sends = sendsByTarget.get(`${event_id} ${webhook.url}`) ?? []
    const where = `${event_id} to ${webhook.url}`
    const summary = `${status} with ${attempts.length} attempts recorded, ${sends.length} made`
    // Pings bypass the endpoint's queue.
    const before = isPing ? 0 : (repeated.get(webhook_id) ?? 0)
    const repeats = before + sends.length - attempts.length
    if (!isPing) repeated.set(webhook_id, repeats)
    const isTooMany = machine.dataLosses === 0 && repeats > allowedRepeats
    if (sends.length < attempts.length || isTooMany)
      throw new Violation(`${where} is ${summary}, after ${allowedRepeats} crashes and failed writes`)
    if (isPing) continue
    const isAccepted = sends.some(({ isAccepted }) => isAccepted)
    if (status === 'delivered' && !isAccepted)
      throw new Violation(`${where} is delivered, but the receiver did not accept it`)
    if (status === 'pending' && !(isParked && webhook.status === 'unverified'))
      throw new Violation(`${where} is still pending: ${summary}`)
    if (status === 'undeliverable' && (attempts.some(isSuccess) || attempts.length < MAX_ATTEMPTS))
      throw new Violation(`${where} was given up too early: ${summary}`)
    if (history.redelivered.has(webhook.url)) continue
    if (attempts.length > MAX_ATTEMPTS) throw new Violation(`${where} was tried too often: ${summary}`)
    const alwaysFails = behaviourOf(webhook.url) === 'failing' && status !== 'cancelled' && !isParked
    if (alwaysFails && (status !== 'undeliverable' || attempts.length !== MAX_ATTEMPTS))
      throw new Violation(`${where} always fails but is ${summary}`)
  }
}

/** Every acknowledged change has its event, and every subscribed endpoint has a dispatch of it. */
function checkEvents(history: ClientHistory, world: World): void {
  const events = world.events.where({})
  for (const write of history.writes) {
    if (!write.response || write.response.status >= 300 || !['ready', 'submit'].includes(write.kind)) continue
    const event = events.find(
      ({ data }) =>
        ('asset_id' in data && data.asset_id === write.subject) ||
        ('release_id' in data &&
          data.release_id === write.subject &&
          'previous_status' in data &&
          data.status === 'submitted'),
    )
    if (!event) throw new Violation(`${write.kind} ${write.subject} was acknowledged, but it has no event`)
    for (const webhook of world.webhooks.where({ status: 'verified' })) {
      const registered = history.writes.find(({ kind, marker }) => kind === 'webhook' && marker === webhook.url)
      const wasThere = registered?.response?.text.includes('"verified"') && registered.respondedAt < write.sentAt
      if (wasThere && world.dispatches.where({ event_id: event.id, webhook_id: webhook.id }).length !== 1)
        throw new Violation(
          `${webhook.url} wanted ${event.id} (${write.kind} ${write.subject}) but has no dispatch of it`,
        )
    }
  }
}

/** Checks at the end of a case, when all queues have drained. */
export function checkEnd(machine: Machine, history: ClientHistory, sent: readonly SentEvent[], world: World): void {
  checkOrder(sent, world)
  checkDispatches(machine, history, sent, world)
  checkEvents(history, world)
  const overdue = world.agenda.entries().filter(({ due }) => due <= world.now)
  if (overdue.length > 0) throw new Violation(`overdue: ${JSON.stringify(overdue)}`)
}
