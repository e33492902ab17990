import type { components } from '../../generated/control-api.js'
import type { components as serviceComponents } from '../../generated/service-api.js'
import { booleanFlag, choiceFlag, durationFlag, type Flag, textFlag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { type Progress, withProgress } from '../framework/progress.js'
import { type Client, RefusedError, UnreachableError } from '../framework/sandbox-client.js'
import { DELIVERY_STATUSES } from './clock.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']
type Delivery = serviceComponents['schemas']['Delivery']
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const POLL_INTERVAL_MS = 100
/** How often a delivery is read if nothing is scheduled for it. */
const IDLE_READ_INTERVAL_MS = 1000

const statusFlag = {
  ...choiceFlag(`The status to wait for: ${DELIVERY_STATUSES.join(', ')}`, DELIVERY_STATUSES, 'delivered'),
  placeholder: 'STATUS',
  defaultValue: undefined,
} as Flag<DeliveryStatus | undefined>

const waitFlags = {
  delivery: textFlag('The delivery to wait for', 'ID'),
  status: statusFlag,
  ready: booleanFlag('Wait until a sandbox is ready, instead of for a delivery'),
  timeout: durationFlag('How long to wait', '60s', '24h'),
}

/** The statuses that can still follow. A refused delivery can be resubmitted, so it can still reach every status. */
const REACHABLE_STATUSES: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  delivered: ['taken_down'],
  taken_down: [],
}

/** `mds-sandbox wait` */
export const wait = defineControlCommand({
  '': defineAction(waitFlags, async ({ values, client, printResponse, env }) => {
    const { delivery, status, ready, timeout } = values
    if (ready && (delivery !== undefined || status !== undefined))
      throw new UsageError("--ready can't be combined with --delivery or --status.")
    const deadline = { endsAt: Date.now() + timeout, timeoutText: `${timeout / 1000} s` }
    if (ready) {
      const response = await withProgress(`Waiting for ${client.url}`, env, () => waitUntilReady(client, deadline))
      return printResponse(response, () => `A sandbox is ready at ${client.url}`)
    }
    if (delivery === undefined || status === undefined)
      throw new UsageError('wait needs --delivery ID and --status STATUS, or --ready.')
    const progressText = `Waiting for ${delivery} to be ${status}`
    const response = await withProgress(progressText, env, (progress) =>
      waitForStatus(client, delivery, status, deadline, progress),
    )
    printResponse(response, (body) => `${delivery} is ${body.status}`)
  }),
})

interface Deadline {
  endsAt: number
  timeoutText: string
}

const sleep = () => new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
/** Leaves a call that is in progress at least one second. */
const remainingMs = ({ endsAt }: Deadline) => Math.max(1000, endsAt - Date.now())

async function waitUntilReady(client: Client, deadline: Deadline) {
  for (;;) {
    try {
      return await client.call<Schemas['Ready']>('GET', '/_sandbox/ready', undefined, remainingMs(deadline))
    } catch (error) {
      if (Date.now() < deadline.endsAt) await sleep()
      else {
        const why = error instanceof UnreachableError ? error.reason : (error as Error).message
        throw new Error(`No sandbox was ready at ${client.url} within ${deadline.timeoutText}: ${why}`)
      }
    }
  }
}

/**
 * Polls the agenda, and reads the delivery only if its scheduled tasks have changed. Reading a delivery counts against
 * the rate limits, appears in the request log and triggers faults; reading the agenda does not.
 */
async function waitForStatus(
  client: Client,
  id: string,
  wanted: DeliveryStatus,
  deadline: Deadline,
  progress: Progress,
) {
  let lastScheduled: string | undefined
  let lastStatus: DeliveryStatus | undefined
  let readAt = 0
  let hasHinted = false
  for (;;) {
    const { body: agenda } = await client.call<Schemas['Agenda']>(
      'GET',
      '/_sandbox/agenda',
      undefined,
      remainingMs(deadline),
    )
    const deliveryTasks = agenda.data.filter(({ subject }) => subject === id)
    // A long agenda is truncated, so changes in the rest of it are not visible.
    const isComplete = agenda.data.length === agenda.total
    const scheduled = JSON.stringify(deliveryTasks)
    // Between two polls, a resubmission can start and finish; the agenda is empty before and after.
    const isStale = deliveryTasks.length === 0 && Date.now() - readAt >= IDLE_READ_INTERVAL_MS
    if (scheduled !== lastScheduled || isStale || !isComplete) {
      readAt = Date.now()
      const delivery = await readDelivery(client, id, deadline)
      if (delivery) {
        lastScheduled = scheduled
        lastStatus = delivery.body.status as DeliveryStatus
        if (lastStatus === wanted) return delivery
        if (REACHABLE_STATUSES[lastStatus] && !REACHABLE_STATUSES[lastStatus]?.includes(wanted))
          throw new Error(`${id} is ${lastStatus}, and can no longer become ${wanted}.`)
        progress.update(`Waiting for ${id} to be ${wanted}, it is ${lastStatus}`)
      }
    }
    if (lastStatus !== undefined && !hasHinted && isComplete) {
      hasHinted = true
      const hint = await explainWait(client, id, wanted, lastStatus, deliveryTasks.length > 0)
      if (hint !== undefined) progress.printLine(`mds-sandbox: ${hint}`)
    }
    if (Date.now() >= deadline.endsAt)
      throw new Error(
        `${id} was not ${wanted} within ${deadline.timeoutText}: ${lastStatus === undefined ? 'its status could not be read' : `it is ${lastStatus}`}.`,
      )
    await sleep()
  }
}

/** Returns undefined after a rate limit or a fault, because the next attempt may succeed. */
async function readDelivery(client: Client, id: string, deadline: Deadline) {
  try {
    return await client.call<Delivery>(
      'GET',
      `/v1/deliveries/${encodeURIComponent(id)}`,
      undefined,
      remainingMs(deadline),
    )
  } catch (error) {
    if (error instanceof RefusedError && error.status < 429) throw error
    return undefined
  }
}

/** Explains why the status may never be reached, and what to do. */
async function explainWait(
  client: Client,
  id: string,
  wanted: DeliveryStatus,
  status: DeliveryStatus,
  isScheduled: boolean,
) {
  const { body: clock } = await client.call<Schemas['Clock']>('GET', '/_sandbox/clock')
  if (!isScheduled) {
    const nextOperation = status === 'delivered' ? 'takedown' : 'resubmission'
    return `${id} is ${status}, and nothing is scheduled for it. Its status changes only after a ${nextOperation}.`
  }
  if (clock.mode === 'live') return undefined
  return `The clock is manual and does not move by itself. Advance it: mds-sandbox clock advance --until ${id}=${wanted}`
}
