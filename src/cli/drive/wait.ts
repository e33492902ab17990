import type { components } from '../../generated/control-api.js'
import type { components as wire } from '../../generated/service-api.js'
import { choice, duration, type Flag, text, toggle, UsageError } from '../framework/flags.js'
import { during, type Progress } from '../framework/progress.js'
import { type Client, Refused, Unreachable } from './client.js'
import { DELIVERY_STATUSES } from './clock.js'
import { action, drive } from './drive-command.js'

type Schemas = components['schemas']
type Delivery = wire['schemas']['Delivery']
type Status = (typeof DELIVERY_STATUSES)[number]

const POLL_MS = 100
/** How often a delivery is read for which nothing is scheduled. */
const IDLE_MS = 1000

const status = {
  ...choice(`The status to wait for: ${DELIVERY_STATUSES.join(', ')}`, DELIVERY_STATUSES, 'delivered'),
  value: 'STATUS',
  initial: undefined,
} as Flag<Status | undefined>

const waitFlags = {
  delivery: text('The delivery to wait for', 'ID'),
  status,
  ready: toggle('Wait until a sandbox answers, instead'),
  timeout: duration('How long to wait', '60s', '24h'),
}

/** What can still become of a delivery. Whatever a store refused can be resubmitted, and then come to anything. */
const FINAL: Partial<Record<Status, readonly Status[]>> = { delivered: ['taken_down'], taken_down: [] }

/** `mds-sandbox wait` */
export const wait = drive({
  '': action(waitFlags, async ({ values, client, tell, env }) => {
    const { delivery, status, ready, timeout } = values
    if (ready && (delivery !== undefined || status !== undefined))
      throw new UsageError('--ready goes without --delivery and --status.')
    const patience = { ends: Date.now() + timeout, inWords: `${timeout / 1000} s` }
    if (ready) {
      const answer = await during(`Waiting for ${client.url}`, env, () => untilReady(client, patience))
      return tell(answer, () => `A sandbox is ready at ${client.url}`)
    }
    if (delivery === undefined || status === undefined)
      throw new UsageError('wait needs --delivery ID and --status STATUS, or --ready.')
    const what = `Waiting for ${delivery} to be ${status}`
    const answer = await during(what, env, (progress) => follow(client, delivery, status, patience, progress))
    tell(answer, (body) => `${delivery} is ${body.status}`)
  }),
})

interface Patience {
  ends: number
  inWords: string
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))
/** A call that is on its way may take a moment longer. */
const left = ({ ends }: Patience) => Math.max(1000, ends - Date.now())

async function untilReady(client: Client, patience: Patience) {
  for (;;) {
    try {
      return await client.call<Schemas['Ready']>('GET', '/_sandbox/ready', undefined, left(patience))
    } catch (error) {
      if (Date.now() < patience.ends) await pause()
      else {
        const why = error instanceof Unreachable ? error.reason : (error as Error).message
        throw new Error(`No sandbox was ready at ${client.url} within ${patience.inWords}: ${why}`)
      }
    }
  }
}

/**
 * Looks at what is scheduled for the delivery, and reads the delivery only when that has changed: reading counts against
 * the world's limits, stands in its log and meets its faults, the agenda does none of it.
 */
async function follow(client: Client, id: string, wanted: Status, patience: Patience, progress: Progress) {
  let seen: string | undefined
  let latest: Status | undefined
  let readAt = 0
  let hasHinted = false
  for (;;) {
    const { body: agenda } = await client.call<Schemas['Agenda']>('GET', '/_sandbox/agenda', undefined, left(patience))
    const own = agenda.data.filter(({ subject }) => subject === id)
    // A longer agenda is not shown to its end: no telling what has changed there.
    const isWhole = agenda.data.length === agenda.total
    const scheduled = JSON.stringify(own)
    // Between two looks it may have been resubmitted and be done again: nothing to nothing.
    const isStale = own.length === 0 && Date.now() - readAt >= IDLE_MS
    if (scheduled !== seen || isStale || !isWhole) {
      readAt = Date.now()
      const delivery = await read(client, id, patience)
      if (delivery) {
        seen = scheduled
        latest = delivery.body.status as Status
        if (latest === wanted) return delivery
        if (FINAL[latest] && !FINAL[latest]?.includes(wanted))
          throw new Error(`${id} is ${latest}, and can't become ${wanted} any more.`)
        progress.say(`Waiting for ${id} to be ${wanted}, it is ${latest}`)
      }
    }
    if (latest !== undefined && !hasHinted && isWhole) {
      hasHinted = true
      const words = await hint(client, id, wanted, latest, own.length > 0)
      if (words !== undefined) progress.note(`mds-sandbox: ${words}`)
    }
    if (Date.now() >= patience.ends)
      throw new Error(`${id} was not ${wanted} within ${patience.inWords}: it is ${latest ?? 'not to be read'}.`)
    await pause()
  }
}

/** Undefined when it may work the next time: limits and faults are part of the game. */
async function read(client: Client, id: string, patience: Patience) {
  try {
    return await client.call<Delivery>('GET', `/v1/deliveries/${encodeURIComponent(id)}`, undefined, left(patience))
  } catch (error) {
    if (error instanceof Refused && error.status < 429) throw error
    return undefined
  }
}

/** Why this may take for ever, and what to do about it. */
async function hint(client: Client, id: string, wanted: Status, status: Status, isScheduled: boolean) {
  const { body: clock } = await client.call<Schemas['Clock']>('GET', '/_sandbox/clock')
  if (!isScheduled) {
    const act = status === 'delivered' ? 'takedown' : 'resubmission'
    return `${id} is ${status}, and nothing is scheduled for it: it takes a ${act}.`
  }
  if (clock.mode === 'live') return undefined
  return `The clock stands still. Move it: mds-sandbox clock advance --until ${id}=${wanted}`
}
