import { booksOf, INVARIANTS } from '../../src/core/engine/invariants.js'
import type { World } from '../../src/core/engine/world.js'
import { isSuccess } from '../../src/core/events/dispatches.js'
import { MOST_ATTEMPTS } from '../../src/core/events/retry-schedule.js'
import type { Ledger } from './ledger.js'
import type { Machine } from './machine.js'
import { mannerOf, type Sent } from './network.js'
import { Violation } from './violation.js'

/** What must hold whenever a world is up; but for its statements, which take long and are worked out, not kept. */
export function checkInvariantsOf(world: World): void {
  const books = booksOf(world)
  for (const [name, { ofWorld }] of Object.entries(INVARIANTS))
    for (const violation of ofWorld?.(books) ?? []) throw new Violation(`${name}: ${violation}`)
}

/** One id stands for one event, for ever, and what was sent is there. */
export function checkSent(sent: readonly Sent[], world: World): void {
  const bodies = new Map<string, string>()
  for (const { eventId, body, url } of sent) {
    const known = bodies.get(eventId)
    if (known !== undefined && known !== body)
      throw new Violation(`${eventId} was sent as ${known}, and to ${url} as ${body}`)
    if (known !== undefined) continue
    bodies.set(eventId, body)
    const event = world.events.get(eventId)
    if (!event) throw new Violation(`${eventId} was sent to ${url}, and never happened: ${body}`)
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

/** First attempts come in the order in which the events happened. */
function checkOrder(sent: readonly Sent[], world: World): void {
  const places = new Map(world.events.where({}).map(({ id }, place) => [id, place]))
  for (const [url, all] of groupBy(sent, ({ url }) => url)) {
    let latest = -1
    const seen = new Set<string>()
    for (const { eventId, eventType } of all) {
      if (eventType === 'ping' || seen.has(eventId)) continue
      seen.add(eventId)
      const place = places.get(eventId) ?? -1
      if (place < latest) throw new Violation(`${url} got ${eventId} after an event that happened later`)
      latest = place
    }
  }
}

/** Every event has come to its end, by the attempts that it should have had. */
function checkDispatches(machine: Machine, ledger: Ledger, sent: readonly Sent[], world: World): void {
  const sends = groupBy(sent, ({ eventId, url }) => `${eventId} ${url}`)
  // An attempt is made again where nobody could write down what came of it: one per endpoint each time that happened.
  const again = machine.crashes.length + machine.setbacks
  const repeated = new Map<string, number>()
  for (const { event_id, webhook_id, status, attempts, isPing, isParked } of world.dispatches.where({})) {
    const webhook = world.webhooks.get(webhook_id)
    if (!webhook) continue
    const made = sends.get(`${event_id} ${webhook.url}`) ?? []
    const where = `${event_id} to ${webhook.url}`
    const said = `${status} with ${attempts.length} attempts written down, ${made.length} made`
    // A ping goes beside the lane.
    const before = isPing ? 0 : (repeated.get(webhook_id) ?? 0)
    const repeats = before + made.length - attempts.length
    if (!isPing) repeated.set(webhook_id, repeats)
    const isTooMany = machine.losses === 0 && repeats > again
    if (made.length < attempts.length || isTooMany)
      throw new Violation(`${where} is ${said}, after ${again} crashes and failed writes`)
    if (isPing) continue
    const isTaken = made.some(({ taken }) => taken)
    if (status === 'delivered' && !isTaken) throw new Violation(`${where} is delivered, and nobody took it`)
    if (status === 'pending' && !(isParked && webhook.status === 'unverified'))
      throw new Violation(`${where} never came to an end: ${said}`)
    if (status === 'undeliverable' && (attempts.some(isSuccess) || attempts.length < MOST_ATTEMPTS))
      throw new Violation(`${where} was given up too early: ${said}`)
    if (ledger.redelivered.has(webhook.url)) continue
    if (attempts.length > MOST_ATTEMPTS) throw new Violation(`${where} was tried too often: ${said}`)
    const isHopeless = mannerOf(webhook.url) === 'failing' && status !== 'cancelled' && !isParked
    if (isHopeless && (status !== 'undeliverable' || attempts.length !== MOST_ATTEMPTS))
      throw new Violation(`${where} always fails, and is ${said}`)
  }
}

/** Every change that was answered has its event, and every endpoint that wanted it was told, or is known not to have been. */
function checkEvents(ledger: Ledger, world: World): void {
  const events = world.events.where({})
  for (const write of ledger.writes) {
    if (!write.answer || write.answer.status >= 300 || !['ready', 'submit'].includes(write.kind)) continue
    const event = events.find(
      ({ data }) =>
        ('asset_id' in data && data.asset_id === write.subject) ||
        ('release_id' in data &&
          data.release_id === write.subject &&
          'previous_status' in data &&
          data.status === 'submitted'),
    )
    if (!event) throw new Violation(`${write.kind} ${write.subject} was answered, and there is no event of it`)
    for (const webhook of world.webhooks.where({ status: 'verified' })) {
      const registered = ledger.writes.find(({ kind, marker }) => kind === 'webhook' && marker === webhook.url)
      const wasThere = registered?.answer?.text.includes('"verified"') && registered.answeredAt < write.sentAt
      if (wasThere && world.dispatches.where({ event_id: event.id, webhook_id: webhook.id }).length !== 1)
        throw new Violation(`${webhook.url} wanted ${event.id} (${write.kind} ${write.subject}) and was not told`)
    }
  }
}

/** What must hold when everything has come to its end. */
export function checkEnd(machine: Machine, ledger: Ledger, sent: readonly Sent[], world: World): void {
  checkOrder(sent, world)
  checkDispatches(machine, ledger, sent, world)
  checkEvents(ledger, world)
  const overdue = world.agenda.entries().filter(({ due }) => due <= world.now)
  if (overdue.length > 0) throw new Violation(`overdue: ${JSON.stringify(overdue)}`)
}
