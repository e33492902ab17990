import { planWebhook, type WebhookPlan } from '../delivery/scenario-rules.js'
import type { AttemptOutcome, Dispatch, Status, Task, Webhook, WorldEvent } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { formatInstant } from '../primitives/time.js'
import { RETRY_DELAYS } from './retry-schedule.js'

export type SendTask = Extract<Task, { type: 'send-event' }>

export interface Message {
  webhook_id: string
  url: string
  secret: string
  event: WorldEvent
  /** The scenario drops this attempt. */
  isDropped: boolean
  /** The scenario sends this attempt with a wrong signature. */
  isForged: boolean
}

export const dispatchId = (eventId: string, webhookId: string): string => `${eventId} ${webhookId}`
export const statusKeyOf = (webhookId: string, status: Status): string => `${webhookId} ${status}`

/** Schedules the event for every verified endpoint that subscribes to its type. */
export function dispatchEvent(world: World, event: WorldEvent, scenario: string): void {
  if (event.event_type === 'ping') return
  for (const webhook of world.webhooks.where({ status: 'verified' })) {
    if (!webhook.event_type.includes(event.event_type)) continue
    const plan = planWebhook(world, world.findScenario(scenario), event, webhook)
    const added = addDispatch(world, event, webhook, plan)
    const heldBackId = world.heldBack.get(webhook.id)
    if (plan.reorder > 0 && heldBackId === undefined) {
      world.heldBack.set(webhook.id, added.id)
      scheduleSend(world, added, world.now + scaledDelay(world, plan.reorder))
      continue
    }
    const due = world.now + scaledDelay(world, plan.delay)
    scheduleSend(world, added, due)
    // This event has overtaken the one that was held back, which can now be sent.
    const overtaken = heldBackId !== undefined && world.dispatches.get(heldBackId)
    if (overtaken && overtaken.due !== null) scheduleSend(world, overtaken, Math.min(due, overtaken.due))
    world.heldBack.delete(webhook.id)
  }
}

/** A ping goes only to its endpoint, whatever its status. The caller sends it immediately; it is not scheduled. */
export function addPing(world: World, event: WorldEvent, webhook: Webhook): Dispatch {
  return addDispatch(world, event, webhook, { drop: 0, forge: 0, duplicate: 0, delay: 0, reorder: 0 })
}

function addDispatch(world: World, event: WorldEvent, webhook: Webhook, plan: WebhookPlan): Dispatch {
  return world.dispatches.add({
    id: dispatchId(event.id, webhook.id),
    event_id: event.id,
    webhook_id: webhook.id,
    statusKey: statusKeyOf(webhook.id, 'pending'),
    status: 'pending',
    attempts: [],
    place: -1,
    due: null,
    isUnderWay: false,
    isParked: false,
    plan,
    isOnce: event.event_type === 'ping',
    isPing: event.event_type === 'ping',
  })
}

function updateDispatch(world: World, dispatch: Dispatch, changes: Partial<Dispatch>): Dispatch {
  const { webhook_id, status } = { ...dispatch, ...changes }
  return world.dispatches.change(dispatch, { ...changes, statusKey: statusKeyOf(webhook_id, status) })
}

/** Without this, a rescheduled dispatch would be on the agenda twice. */
function cancelSend(world: World, { event_id, webhook_id }: Dispatch): void {
  world.agenda.cancelWhere(
    (task) => task.type === 'send-event' && task.subject === event_id && task.webhook_id === webhook_id,
  )
}

/** Retries pass their `place` to keep it; everything else gets a new one. */
function scheduleSend(world: World, { id, event_id, webhook_id }: Dispatch, due: number, place?: number): void {
  const task: SendTask = { type: 'send-event', subject: event_id, webhook_id }
  const dispatch = world.dispatches.get(id) as Dispatch
  if (dispatch.due !== null) cancelSend(world, dispatch)
  const sequence = world.agenda.schedule(due, task, place)
  updateDispatch(world, dispatch, { due, place: sequence, isUnderWay: false, isParked: false })
}

/** Returns false if the dispatch was cancelled or rescheduled since: it then has another place. */
export function beginAttempt(world: World, { subject, webhook_id }: SendTask, place: number): boolean {
  const dispatch = world.dispatches.get(dispatchId(subject, webhook_id))
  if (!dispatch || dispatch.place !== place || dispatch.due === null) return false
  if (world.heldBack.get(webhook_id) === dispatch.id) world.heldBack.delete(webhook_id)
  updateDispatch(world, dispatch, { due: null, isUnderWay: true })
  return true
}

/** Undefined if the dispatch is no longer in flight. */
export function prepareMessage(world: World, id: string): Message | 'not verified' | undefined {
  const dispatch = world.dispatches.get(id)
  const webhook = dispatch && world.webhooks.get(dispatch.webhook_id)
  const event = dispatch && world.events.get(dispatch.event_id)
  if (!webhook || !event || !dispatch.isUnderWay) return undefined
  return webhook.status === 'verified' ? createMessage(dispatch, webhook, event) : 'not verified'
}

/** Pauses a dispatch until its endpoint is verified again; `resumeParked` continues it. */
export function parkDispatch(world: World, id: string): void {
  const dispatch = world.dispatches.get(id)
  if (dispatch) updateDispatch(world, dispatch, { isUnderWay: false, isParked: true })
}

export function createMessage({ plan, attempts }: Dispatch, { id, url, secret }: Webhook, event: WorldEvent): Message {
  const attemptsMade = attempts.length
  const isDropped = attemptsMade < plan.drop
  return {
    webhook_id: id,
    url,
    secret,
    event,
    isDropped,
    isForged: !isDropped && attemptsMade < plan.drop + plan.forge,
  }
}

export const isSuccess = ({ status_code }: Pick<AttemptOutcome, 'status_code'>): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300

/** Records an attempt and schedules the retry or duplicate that follows. Returns a summary. */
export function recordAttempt(world: World, id: string, at: string, outcome: AttemptOutcome): string {
  const before = world.dispatches.get(id)
  if (!before) return ''
  const attempts = [...before.attempts, { attempted_at: at, ...outcome }]
  const dispatch = updateDispatch(world, before, { attempts, due: null, isUnderWay: false })
  const { plan, isOnce, place } = dispatch
  const summary = `attempt ${attempts.length}: ${outcome.status_code ?? outcome.failure}`
  if (dispatch.status === 'cancelled') return summary
  const wasDelivered = attempts.some(isSuccess)
  if (isSuccess(outcome)) {
    updateDispatch(world, dispatch, { status: 'delivered', isOnce: true })
    if (attempts.filter(isSuccess).length > plan.duplicate) return `${summary}, delivered`
    scheduleSend(world, dispatch, world.now, place)
    return `${summary}, delivered, and sent once more`
  }
  const retryDelay = isOnce || wasDelivered ? undefined : RETRY_DELAYS[attempts.length - 1]
  if (retryDelay === undefined) {
    const status = wasDelivered ? 'delivered' : 'undeliverable'
    updateDispatch(world, dispatch, { status, isOnce: true })
    return `${summary}, ${status}`
  }
  const due = world.now + scaledDelay(world, retryDelay)
  scheduleSend(world, dispatch, due, place)
  return `${summary}, next at ${formatInstant(due)}`
}

/** Schedules a single further attempt now. */
export function redeliver(world: World, dispatch: Dispatch): Dispatch {
  scheduleSend(world, updateDispatch(world, dispatch, { status: 'pending', isOnce: true }), world.now)
  return world.dispatches.get(dispatch.id) as Dispatch
}

/** Continues parked dispatches in the order of their events. */
export function resumeParked(world: World, webhookId: string): void {
  for (const dispatch of world.dispatches.where({ statusKey: statusKeyOf(webhookId, 'pending') }))
    if (dispatch.isParked) scheduleSend(world, dispatch, world.now)
}

/** After a restart, attempts that were in flight are sent again: delivery is at least once. */
export function resendInFlight(world: World): void {
  for (const dispatch of world.dispatches.where({ isUnderWay: true }))
    if (!dispatch.isPing) scheduleSend(world, dispatch, world.now, dispatch.place)
}

export function cancelDispatches(world: World, webhookId: string): void {
  world.heldBack.delete(webhookId)
  world.agenda.cancelWhere((task) => task.type === 'send-event' && task.webhook_id === webhookId)
  for (const dispatch of world.dispatches.where({ webhook_id: webhookId }))
    if (dispatch.due !== null || dispatch.status === 'pending') {
      const status = dispatch.status === 'pending' ? 'cancelled' : dispatch.status
      updateDispatch(world, dispatch, { status, due: null, isUnderWay: false, isParked: false })
    }
}

export function removeDispatches(world: World, event: WorldEvent): void {
  for (const dispatch of world.dispatches.where({ event_id: event.id })) world.dispatches.remove(dispatch)
}
