import type { AttemptOutcome } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'
import type { ProbeEvent, ProbeEvents } from './probe-events.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

/** Undefined when the handler passed the check. */
type FailureReason = string | undefined

export interface ProbeCheck {
  name: string
  /** What a correct handler does. */
  does: string
  run(probe: ProbeContext): Promise<FailureReason>
}

export interface ProbeResult {
  check: ProbeCheck
  reason: FailureReason
  milliseconds: number
}

export interface ProbeOptions {
  sender: Sender
  url: string
  secret: string
  userAgent: string
  timeoutMs: number
  events: ProbeEvents
}

interface ProbeContext {
  events: ProbeEvents
  secret: string
  /** Signs the body unless a signature is given. Null sends no signature. */
  send(body: string | ProbeEvent, signature?: string | null, maxTimeoutMs?: number): Promise<AttemptOutcome>
}

/** The handler can't be reached, so there is nothing to check. */
export class UnreachableError extends Error {}

const UNREACHABLE_FAILURES: readonly string[] = [
  'connection_refused',
  'name_not_found',
  'unreachable',
  'tls',
  'blocked',
]
const PING_TIMEOUT_MS = 10_000
const LARGE_EVENT_BYTES = 1_000_000

const serializeEvent = (event: ProbeEvent) => JSON.stringify(event)

/** The status, or the failure, with the start of the response body. */
function describeOutcome({ status_code, failure, duration_ms, response_body }: AttemptOutcome): string {
  if (failure === 'timeout') return `no answer within ${Math.round(duration_ms / 100) / 10} s`
  if (status_code === null) return `no answer: ${failure?.replaceAll('_', ' ')}`
  if (status_code >= 300 && status_code < 400) return `answered ${status_code}: redirects are not followed`
  const said = response_body.trim()
  return `answered ${status_code}${said === '' ? '' : ` (${said.length > 80 ? `${said.slice(0, 80)}…` : said})`}`
}

/** A handler that refuses everything usually has another secret. */
const secretHint = ({ status_code }: AttemptOutcome) =>
  status_code === 401 || status_code === 403 ? '; does it have the same secret?' : ''

const expectAccepted = (outcome: AttemptOutcome, which = ''): FailureReason =>
  isSuccess(outcome) ? undefined : `${which}${describeOutcome(outcome)}${secretHint(outcome)}`

function expectRefused(outcome: AttemptOutcome, which = ''): FailureReason {
  const { status_code } = outcome
  if (status_code !== null && status_code >= 400 && status_code < 500) return undefined
  if (isSuccess(outcome)) return `${which}accepted with ${status_code}`
  return `${which}${describeOutcome(outcome)}${status_code !== null && status_code >= 500 ? '; a refusal is 4xx' : ''}`
}

async function findFirstFailure(...tries: (() => Promise<FailureReason>)[]): Promise<FailureReason> {
  for (const attempt of tries) {
    const reason = await attempt()
    if (reason !== undefined) return reason
  }
  return undefined
}

export const PROBE_CHECKS: readonly ProbeCheck[] = [
  {
    name: 'ping',
    does: 'answers 200 to a ping',
    async run({ events, send }) {
      const outcome = await send(events.ping(), undefined, PING_TIMEOUT_MS)
      return outcome.status_code === 200 ? undefined : `${describeOutcome(outcome)}${secretHint(outcome)}`
    },
  },
  {
    name: 'valid-event',
    does: 'accepts a valid event in time',
    run: async ({ events, send }) => expectAccepted(await send(events.deliveryCompleted())),
  },
  {
    name: 'missing-signature',
    does: 'refuses an event without a signature',
    run: async ({ events, send }) => expectRefused(await send(events.deliveryCompleted(), null)),
  },
  {
    name: 'malformed-signature',
    does: 'refuses a malformed signature',
    run({ events, send, secret }) {
      const body = serializeEvent(events.deliveryCompleted())
      const right = sign(secret, Buffer.from(body))
      return findFirstFailure(
        async () => expectRefused(await send(body, 'nonsense'), 'not a signature at all: '),
        async () => expectRefused(await send(body, 'sha256='), 'no digest: '),
        async () => expectRefused(await send(body, right.slice(0, 20)), 'only the beginning of the right one: '),
      )
    },
  },
  {
    name: 'wrong-signature',
    does: 'refuses a signature made with another secret',
    async run({ events, send, secret }) {
      const body = serializeEvent(events.deliveryCompleted())
      return expectRefused(await send(body, sign(`not ${secret}`, Buffer.from(body))))
    },
  },
  {
    name: 'changed-body',
    does: 'refuses a body changed by one byte',
    run({ events, send, secret }) {
      const body = serializeEvent(events.deliveryCompleted())
      const right = sign(secret, Buffer.from(body))
      return findFirstFailure(
        async () =>
          expectRefused(await send(body.replace('"delivered"', '"dellvered"'), right), 'one letter changed: '),
        async () => expectRefused(await send(`${body} `, right), 'one space added (is the raw body verified?): '),
      )
    },
  },
  {
    name: 'same-event-twice',
    does: 'accepts the same event twice',
    run({ events, send }) {
      const event = events.assetReady()
      return findFirstFailure(
        async () => expectAccepted(await send(event), 'the first time: '),
        async () => expectAccepted(await send(event), 'the second time: '),
      )
    },
  },
  {
    name: 'reordered-events',
    does: 'accepts events in another order than they happened in',
    run({ events, send }) {
      const earlier = events.releaseStatusChanged('draft', 'submitted')
      const later = events.releaseStatusChanged('submitted', 'delivered')
      return findFirstFailure(
        async () => expectAccepted(await send(later), 'the later one, sent first: '),
        async () => expectAccepted(await send(earlier), 'the earlier one, sent later: '),
      )
    },
  },
  {
    name: 'unknown-type',
    does: 'accepts an event of a type it does not know',
    run: async ({ events, send }) => expectAccepted(await send(events.unknownType())),
  },
  {
    name: 'unknown-fields',
    does: 'accepts an event with fields it does not know',
    async run({ events, send }) {
      const event = events.assetReady()
      return expectAccepted(
        await send({ ...event, data: { ...event.data, mood: ['new'] }, api_version: 'v1.1' } as ProbeEvent),
      )
    },
  },
  {
    name: 'large-event',
    does: 'accepts an event of one megabyte',
    run: async ({ events, send }) => expectAccepted(await send(events.deliveryCompleted(LARGE_EVENT_BYTES))),
  },
  {
    name: 'still-there',
    does: 'still accepts a valid event after all that',
    run: async ({ events, send }) => expectAccepted(await send(events.deliveryCompleted())),
  },
]

/** After this many timeouts in a row the remaining checks are skipped. */
const MAX_CONSECUTIVE_TIMEOUTS = 2

/** Throws `UnreachableError` when the first event can't be sent. */
export async function* runProbe(checks: readonly ProbeCheck[], options: ProbeOptions): AsyncGenerator<ProbeResult> {
  const { sender, url, secret, userAgent, timeoutMs, events } = options
  let isFirst = true
  let timeouts = 0

  const send: ProbeContext['send'] = async (content, signature, maxTimeoutMs = timeoutMs) => {
    const body = Buffer.from(typeof content === 'string' ? content : serializeEvent(content))
    const proof = signature === null ? undefined : (signature ?? sign(secret, body))
    const headers = eventHeaders(userAgent, proof)
    const outcome = await sender.send({ url, headers, body, timeoutMs: Math.min(maxTimeoutMs, timeoutMs) })
    if (isFirst && outcome.failure !== null && UNREACHABLE_FAILURES.includes(outcome.failure))
      throw new UnreachableError(
        outcome.failure === 'tls'
          ? 'TLS failed (is the certificate trusted here? NODE_EXTRA_CA_CERTS names more)'
          : outcome.failure.replaceAll('_', ' '),
      )
    isFirst = false
    timeouts = outcome.failure === 'timeout' ? timeouts + 1 : 0
    return outcome
  }

  for (const check of checks) {
    const started = performance.now()
    const isSkipped = timeouts >= MAX_CONSECUTIVE_TIMEOUTS
    const reason = isSkipped ? 'skipped: no answer to the last two events' : await check.run({ events, secret, send })
    yield { check, reason, milliseconds: Math.round(performance.now() - started) }
  }
}
