import { createHash } from 'node:crypto'
import type { components } from '../../generated/service-api.js'
import type { AttemptOutcome, Dispatch, Webhook } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { MAX_ATTEMPTS_PER_DISPATCH, MAX_REDELIVERED_EVENTS } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { formatDate, formatInstant } from '../primitives/time.js'
import { addPing, cancelDispatches, recordAttempt, redeliver, resumeParked } from './dispatches.js'
import { type EventData, emit, isEnterpriseOnly } from './events.js'

type Schemas = components['schemas']
export type WebhookInput = Schemas['WebhookCreate']
export type WebhookChanges = Schemas['WebhookUpdate']

/** Bounds the number of concurrent connections: endpoints are served in parallel. */
export const MAX_WEBHOOKS = 500

const webhookNotFound = (id: string) => refuse('not_found', { message: `There is no webhook endpoint ${id}.` })

const toEventTypes = (given: WebhookInput['event_type']): Webhook['event_type'] => [given].flat()

function refuseRestrictedTypes({ account }: World, types: Webhook['event_type']) {
  const restricted = account.tier === 'enterprise' ? undefined : types.find(isEnterpriseOnly)
  return restricted && refuse('forbidden', { message: `${restricted} is for enterprise accounts only.` })
}

/** Deterministic, and hard enough to guess for a sandbox. */
const generateSecret = ({ seed, key }: World, id: string) =>
  `whsec_${createHash('sha256').update(`${seed}\n${key}\nsecret\n${id}`).digest('hex').slice(0, 40)}`

/** The endpoint is unverified until its ping succeeds. */
export function createWebhook(world: World, { url, event_type, secret }: WebhookInput): Result<Webhook> {
  const types = toEventTypes(event_type)
  const refusal = refuseRestrictedTypes(world, types)
  if (refusal) return refusal
  if (world.webhooks.size >= MAX_WEBHOOKS)
    return refuse('invalid_state', {
      message: `An organization can have at most ${MAX_WEBHOOKS} endpoints. Delete one first.`,
    })
  const id = nextId(world, 'whk')
  const now = formatInstant(world.now)
  return ok(
    world.webhooks.add({
      id,
      url,
      event_type: types,
      status: 'unverified',
      verification: null,
      secret: secret ?? generateSecret(world, id),
      created_at: now,
      updated_at: now,
      ping: null,
    }),
  )
}

export function updateWebhook(world: World, id: string, changes: WebhookChanges): Result<Webhook> {
  const webhook = world.webhooks.get(id)
  if (!webhook) return webhookNotFound(id)
  if (Object.keys(changes).length === 0) return ok(webhook)
  const { url = webhook.url, secret = webhook.secret } = changes
  const event_type = changes.event_type === undefined ? webhook.event_type : toEventTypes(changes.event_type)
  const refusal = refuseRestrictedTypes(world, event_type)
  if (refusal) return refusal
  const verificationReset =
    url === webhook.url ? {} : ({ status: 'unverified', verification: null, ping: null } as const)
  return ok(
    world.webhooks.change(webhook, {
      url,
      event_type,
      secret,
      ...verificationReset,
      updated_at: formatInstant(world.now),
    }),
  )
}

export function deleteWebhook(world: World, id: string): Result<Webhook> {
  const webhook = world.webhooks.get(id)
  if (!webhook) return webhookNotFound(id)
  cancelDispatches(world, id)
  world.webhooks.remove(webhook)
  return ok(webhook)
}

/** Creates the ping. The caller sends it and reports the result with `recordPing`. */
export function pingWebhook(world: World, id: string): Result<Dispatch> {
  const webhook = world.webhooks.get(id)
  if (!webhook) return webhookNotFound(id)
  const event = emit(world, 'ping', { webhook_id: id })
  const dispatch = addPing(world, event, webhook)
  world.webhooks.change(webhook, { ping: dispatch.id })
  return ok(dispatch)
}

/** Only the newest ping to the current URL sets the endpoint's status; results of older pings are only recorded. */
export function recordPing(world: World, id: string, at: string, outcome: AttemptOutcome): Result<Webhook> {
  const dispatch = world.dispatches.get(id)
  const webhook = dispatch && world.webhooks.get(dispatch.webhook_id)
  if (!dispatch || !webhook) return webhookNotFound(dispatch?.webhook_id ?? id)
  recordAttempt(world, id, at, outcome)
  const status = outcome.status_code === 200 ? 'verified' : 'unverified'
  if (webhook.ping !== id) return ok(webhook)
  const { status_code, failure } = outcome
  const verification = { attempted_at: at, status_code, failure }
  if (status === webhook.status) return ok(world.webhooks.change(webhook, { verification }))
  const changed = world.webhooks.change(webhook, { status, verification, updated_at: formatInstant(world.now) })
  if (status === 'verified') resumeParked(world, webhook.id)
  return ok(changed)
}

export function redeliverEvents(world: World, id: string, eventIds: string[] | undefined): Result<Dispatch[]> {
  const webhook = world.webhooks.get(id)
  if (!webhook) return webhookNotFound(id)
  const dispatches = world.dispatches.where({ webhook_id: id, isPing: false })
  const dispatchByEvent = new Map(dispatches.map((dispatch) => [dispatch.event_id, dispatch]))
  const unknownIndexes = eventIds?.flatMap((eventId, i) => (dispatchByEvent.has(eventId) ? [] : [i])) ?? []
  if (unknownIndexes.length > 0)
    return refuseWithIssues(
      unknownIndexes.map((i) => invalidField(`event_ids[${i}]`, 'is not an event that was sent to this endpoint')),
    )
  if (webhook.status === 'unverified')
    return refuse('invalid_state', {
      message: `The endpoint is unverified and gets no events. Ping it first: POST /v1/webhooks/${id}/ping.`,
    })
  const chosen = eventIds
    ? eventIds.map((eventId) => dispatchByEvent.get(eventId) as Dispatch)
    : dispatches
        .filter(({ status, attempts }) => status === 'undeliverable' && attempts.length < MAX_ATTEMPTS_PER_DISPATCH)
        .slice(0, MAX_REDELIVERED_EVENTS)
  const exhausted = chosen.find(({ attempts }) => attempts.length >= MAX_ATTEMPTS_PER_DISPATCH)
  if (exhausted)
    return refuse('invalid_state', {
      message: `${exhausted.event_id} has ${exhausted.attempts.length} attempts, the most that are recorded for one event. It is not sent again.`,
    })
  const inFlight = chosen.find(({ status, due, isUnderWay }) => status === 'pending' || due !== null || isUnderWay)
  if (inFlight)
    return refuse('invalid_state', {
      message: `${inFlight.event_id} is still being delivered${inFlight.due === null ? '' : `; its next attempt is at ${formatInstant(inFlight.due)}`}.`,
    })
  return ok(chosen.map((dispatch) => redeliver(world, dispatch)))
}

export function publishChangelog(
  world: World,
  { date = formatDate(world.now), summary }: Partial<EventData<'api.changelog.published'>> & { summary: string },
): Result<ReturnType<typeof emit>> {
  if (world.account.tier !== 'enterprise')
    return refuse('forbidden', { message: 'Changelog entries are published to enterprise accounts only.' })
  return ok(emit(world, 'api.changelog.published', { date, summary }))
}
