import type { components } from '../../generated/control-api.js'
import { booleanFlag, choiceFlag, durationFlag, type Flag, textFlag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { type Progress, withProgress } from '../framework/progress.js'
import { type Client, UnreachableError } from '../framework/sandbox-client.js'
import { sanitize } from '../framework/terminal.js'
import {
  type Condition,
  conditionFlag,
  dataFlag,
  describeCondition,
  formatCondition,
  withData,
} from './condition-flag.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']
const DELIVERY_STATUSES = ['in_progress', 'delivered', 'rejected', 'action_required', 'taken_down'] as const
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const POLL_INTERVAL_MS = 100

const statusFlag = {
  ...choiceFlag(`The status of the delivery: ${DELIVERY_STATUSES.join(', ')}`, DELIVERY_STATUSES, 'delivered'),
  placeholder: 'STATUS',
  defaultValue: undefined,
} as Flag<DeliveryStatus | undefined>

const waitFlags = {
  until: conditionFlag('Wait until a resource has a status, or an event has happened'),
  data: dataFlag,
  delivery: textFlag('The same as --until ID=STATUS for a delivery', 'ID'),
  status: statusFlag,
  ready: booleanFlag('Wait until a sandbox is ready'),
  timeout: durationFlag('How long to wait', '60s', '24h'),
}

/** `mds-sandbox wait` */
export const wait = defineControlCommand({
  '': defineAction(waitFlags, async ({ values, client, printResponse, env }) => {
    const { delivery, status, ready, timeout } = values
    const isAboutDelivery = delivery !== undefined || status !== undefined
    if (Number(ready) + Number(isAboutDelivery) + Number(values.until !== undefined) > 1)
      throw new UsageError("--until, --ready, and --delivery with --status can't be combined.")
    const deadline = { endsAt: Date.now() + timeout, timeoutText: `${timeout / 1000} s` }
    if (ready) {
      const response = await withProgress(`Waiting for ${client.url}`, env, () => waitUntilReady(client, deadline))
      return printResponse(response, () => `A sandbox is ready at ${client.url}`)
    }
    const until =
      delivery !== undefined && status !== undefined ? { delivery, status } : withData(values.until, values.data)
    if (until === undefined)
      throw new UsageError(
        'wait needs --until ID=STATUS or an event type, --delivery ID and --status STATUS, or --ready.',
      )
    const response = await withProgress(`Waiting for ${describeCondition(until)}`, env, (progress) =>
      waitForCondition(client, until, deadline, progress),
    )
    const subject = subjectOf(until)
    printResponse(response, (state) => ('event' in until ? `${subject} has happened` : `${subject} is ${state.status}`))
  }),
})

/** The id of the resource or the event, or the event type. */
const subjectOf = (until: Condition) => sanitize(String('event' in until ? until.event : Object.values(until)[0]))

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

/** Polls the condition, which neither counts against rate limits nor leaves a trace in the world. */
async function waitForCondition(client: Client, until: Condition, deadline: Deadline, progress: Progress) {
  const what = describeCondition(until)
  const subject = subjectOf(until)
  let hasHinted = false
  for (;;) {
    const response = await client.call<Schemas['ConditionState']>(
      'POST',
      '/_sandbox/condition',
      { until },
      remainingMs(deadline),
    )
    const { reached, reachable, scheduled, status } = response.body
    if (reached) return response
    const present = status === null ? 'it has not happened' : `it is ${status}`
    if (!reachable) throw new Error(`${subject} is ${status}, and can no longer become ${until.status}.`)
    progress.update(`Waiting for ${what}, ${present}`)
    if (!hasHinted) {
      hasHinted = true
      const hint = await explainWait(client, until, status, scheduled)
      if (hint !== undefined) progress.printLine(`mds-sandbox: ${hint}`)
    }
    if (Date.now() >= deadline.endsAt)
      throw new Error(
        until.status === undefined
          ? `${what} did not happen within ${deadline.timeoutText}.`
          : `${subject} was not ${until.status} within ${deadline.timeoutText}: ${present}.`,
      )
    await sleep()
  }
}

/** The command or request that changes a resource for which nothing is scheduled. */
const NEXT_CALLS: Record<string, Record<string, string>> = {
  delivery: {
    delivered: 'a takedown',
    taken_down: 'a takedown',
    rejected: 'a resubmission',
    action_required: 'a resubmission',
  },
  asset: { awaiting_upload: 'an upload' },
  release: { draft: 'a submission', submitted: 'a delivery', delivered: 'a delivery', rejected: 'a resubmission' },
  payout: { on_hold: 'mds-sandbox simulate payout ID pending' },
}

/** Explains why the condition may never be met, and what to do. */
async function explainWait(client: Client, until: Condition, status: string | null, isScheduled: boolean) {
  const { body: clock } = await client.call<Schemas['Clock']>('GET', '/_sandbox/clock')
  if (!isScheduled) {
    const [resource = ''] = Object.keys(until)
    const nextCall = NEXT_CALLS[resource]?.[status ?? '']
    const after = nextCall === undefined ? '' : ` Its status changes only after ${nextCall}.`
    return `${subjectOf(until)} ${status === null ? 'has not happened' : `is ${status}`}, and nothing is scheduled for it.${after}`
  }
  if (clock.mode === 'live') return undefined
  return `The clock is manual and does not move by itself. Advance it: mds-sandbox clock advance --until ${formatCondition(until)}`
}
