import { planWebhook, type WebhookPlan } from '../delivery/scenario-rules.js'
import type { Dispatch, Outcome, Status, Task, Webhook, WorldEvent } from '../engine/rows.js'
import { type World, wait } from '../engine/world.js'
import { instant } from '../primitives/time.js'
import { BACKOFF } from './retry-schedule.js'

export type SendTask = Extract<Task, { type: 'send-event' }>

/** What the wire is to be given. */
export interface Letter {
  webhook_id: string
  url: string
  secret: string
  event: WorldEvent
  /** Whether the scenario loses it on the way. */
  isLost: boolean
  /** Whether the scenario gives it a signature that does not fit. */
  isForged: boolean
}

export const dispatchId = (eventId: string, webhookId: string): string => `${eventId} ${webhookId}`
export const shelfOf = (webhookId: string, status: Status): string => `${webhookId} ${status}`

/** Puts an event on its way to every verified endpoint that wants events of its type. */
export function dispatch(world: World, event: WorldEvent, scenario: string): void {
  if (event.event_type === 'ping') return
  for (const webhook of world.webhooks.where({ status: 'verified' })) {
    if (!webhook.event_type.includes(event.event_type)) continue
    const plan = planWebhook(world, world.findScenario(scenario), event, webhook)
    const added = add(world, event, webhook, plan)
    const held = world.held.get(webhook.id)
    if (plan.reorder > 0 && held === undefined) {
      world.held.set(webhook.id, added.id)
      schedule(world, added, world.now + wait(world, plan.reorder))
      continue
    }
    const due = world.now + wait(world, plan.delay)
    schedule(world, added, due)
    // Overtaken: now it may follow.
    const overtaken = held !== undefined && world.dispatches.get(held)
    if (overtaken && overtaken.due !== null) schedule(world, overtaken, Math.min(due, overtaken.due))
    world.held.delete(webhook.id)
  }
}

/** A ping goes to its endpoint only, whatever its status, and the one who asked for it sends it. */
export function addPing(world: World, event: WorldEvent, webhook: Webhook): Dispatch {
  return add(world, event, webhook, { drop: 0, forge: 0, duplicate: 0, delay: 0, reorder: 0 })
}

function add(world: World, event: WorldEvent, webhook: Webhook, plan: WebhookPlan): Dispatch {
  return world.dispatches.add({
    id: dispatchId(event.id, webhook.id),
    event_id: event.id,
    webhook_id: webhook.id,
    shelf: shelfOf(webhook.id, 'pending'),
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

function change(world: World, dispatch: Dispatch, changes: Partial<Dispatch>): Dispatch {
  const { webhook_id, status } = { ...dispatch, ...changes }
  return world.dispatches.change(dispatch, { ...changes, shelf: shelfOf(webhook_id, status) })
}

/** What is scheduled anew must not be on the agenda twice: time would pass for nothing. */
function callOff(world: World, { event_id, webhook_id }: Dispatch): void {
  world.agenda.drop((task) => task.type === 'send-event' && task.subject === event_id && task.webhook_id === webhook_id)
}

/** A retry keeps its place; all else takes a new one. */
function schedule(world: World, { id, event_id, webhook_id }: Dispatch, due: number, place?: number): void {
  const task: SendTask = { type: 'send-event', subject: event_id, webhook_id }
  const dispatch = world.dispatches.get(id) as Dispatch
  if (dispatch.due !== null) callOff(world, dispatch)
  const taken = world.agenda.schedule(due, task, place)
  change(world, dispatch, { due, place: taken, isUnderWay: false, isParked: false })
}

/** An attempt falls due: whether it is to be made. What was scheduled anew since then has another place. */
export function beginAttempt(world: World, { subject, webhook_id }: SendTask, place: number): boolean {
  const dispatch = world.dispatches.get(dispatchId(subject, webhook_id))
  if (!dispatch || dispatch.place !== place || dispatch.due === null) return false
  if (world.held.get(webhook_id) === dispatch.id) world.held.delete(webhook_id)
  change(world, dispatch, { due: null, isUnderWay: true })
  return true
}

/** What is to be sent now; undefined when that has changed since it fell due. */
export function letterOf(world: World, id: string): Letter | 'not verified' | undefined {
  const dispatch = world.dispatches.get(id)
  const webhook = dispatch && world.webhooks.get(dispatch.webhook_id)
  const event = dispatch && world.events.get(dispatch.event_id)
  if (!webhook || !event || !dispatch.isUnderWay) return undefined
  return webhook.status === 'verified' ? letterFor(dispatch, webhook, event) : 'not verified'
}

/** An endpoint that has to be verified again is spared until it is: `resume` goes on from here. */
export function park(world: World, id: string): void {
  const dispatch = world.dispatches.get(id)
  if (dispatch) change(world, dispatch, { isUnderWay: false, isParked: true })
}

export function letterFor({ plan, attempts }: Dispatch, { id, url, secret }: Webhook, event: WorldEvent): Letter {
  const made = attempts.length
  const isLost = made < plan.drop
  return { webhook_id: id, url, secret, event, isLost, isForged: !isLost && made < plan.drop + plan.forge }
}

export const isSuccess = ({ status_code }: Pick<Outcome, 'status_code'>): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300

/** Writes an attempt down, and decides what follows from it. Tells what that is. */
export function recordAttempt(world: World, id: string, at: string, outcome: Outcome): string {
  const before = world.dispatches.get(id)
  if (!before) return ''
  const attempts = [...before.attempts, { attempted_at: at, ...outcome }]
  const dispatch = change(world, before, { attempts, due: null, isUnderWay: false })
  const { plan, isOnce, place } = dispatch
  const said = `attempt ${attempts.length}: ${outcome.status_code ?? outcome.failure}`
  if (dispatch.status === 'cancelled') return said
  const wasDelivered = attempts.some(isSuccess)
  if (isSuccess(outcome)) {
    change(world, dispatch, { status: 'delivered', isOnce: true })
    if (attempts.filter(isSuccess).length > plan.duplicate) return `${said}, delivered`
    schedule(world, dispatch, world.now, place)
    return `${said}, delivered, and sent once more`
  }
  const pause = isOnce || wasDelivered ? undefined : BACKOFF[attempts.length - 1]
  if (pause === undefined) {
    const status = wasDelivered ? 'delivered' : 'undeliverable'
    change(world, dispatch, { status, isOnce: true })
    return `${said}, ${status}`
  }
  const due = world.now + wait(world, pause)
  schedule(world, dispatch, due, place)
  return `${said}, next at ${instant(due)}`
}

/** One attempt more, now. */
export function redeliver(world: World, dispatch: Dispatch): Dispatch {
  schedule(world, change(world, dispatch, { status: 'pending', isOnce: true }), world.now)
  return world.dispatches.get(dispatch.id) as Dispatch
}

/** What waited for the endpoint to be verified goes on, in the order in which it happened. */
export function resume(world: World, webhookId: string): void {
  for (const dispatch of world.dispatches.where({ shelf: shelfOf(webhookId, 'pending') }))
    if (dispatch.isParked) schedule(world, dispatch, world.now)
}

/** What was under way when the sandbox came to an end is sent again: better twice than never. */
export function resendAll(world: World): void {
  for (const dispatch of world.dispatches.where({ isUnderWay: true }))
    if (!dispatch.isPing) schedule(world, dispatch, world.now, dispatch.place)
}

/** Nothing goes to an endpoint that is gone. */
export function cancelAll(world: World, webhookId: string): void {
  world.held.delete(webhookId)
  world.agenda.drop((task) => task.type === 'send-event' && task.webhook_id === webhookId)
  for (const dispatch of world.dispatches.where({ webhook_id: webhookId }))
    if (dispatch.due !== null || dispatch.status === 'pending') {
      const status = dispatch.status === 'pending' ? 'cancelled' : dispatch.status
      change(world, dispatch, { status, due: null, isUnderWay: false, isParked: false })
    }
}

/** What the history no longer knows has no deliveries either. */
export function forget(world: World, event: WorldEvent): void {
  for (const dispatch of world.dispatches.where({ event_id: event.id })) world.dispatches.remove(dispatch)
}
