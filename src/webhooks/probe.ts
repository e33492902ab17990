import { createHmac } from 'node:crypto'
import type { AttemptOutcome } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'
import { createEffectsReader, findEffectsIssue, type ReadEffects } from './probe-effects.js'
import type { ProbeEvent, ProbeEvents } from './probe-events.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

/** Undefined when the handler passed the check. */
type FailureReason = string | undefined

export interface ProbeCheck {
  name: string
  /** What a correct handler does. */
  does: string
  /** The same with --effects. */
  doesWithEffects?: string
  run(probe: ProbeContext): Promise<FailureReason>
}

export interface ProbeResult {
  check: ProbeCheck
  /** What a correct handler does, as far as this run checks it. */
  does: string
  reason: FailureReason
  /** A problem that is not a failure. */
  warning: string | undefined
  /** The time of each answer to the events of this check. */
  answersMs: readonly number[]
  milliseconds: number
}

export interface ProbeOptions {
  sender: Sender
  url: string
  secret: string
  /** Returns the number of effects that events have had on the handler. */
  effectsUrl?: string | undefined
  userAgent: string
  timeoutMs: number
  events: ProbeEvents
}

interface ProbeContext {
  events: ProbeEvents
  secret: string
  /** Signs the body unless a signature is given. Null sends no signature. */
  send(body: string | ProbeEvent, signature?: string | null, maxTimeoutMs?: number): Promise<AttemptOutcome>
  /** Undefined when the event with the correct signature was accepted. */
  expectAccepted(content: ProbeEvent, which?: string): Promise<FailureReason>
  /** Why the handler refused a correctly signed event: another signature format, or another secret. */
  findHint(outcome: AttemptOutcome): Promise<string>
  readEffects: ReadEffects | undefined
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
/** Slower answers get a warning. */
const SLOW_ANSWER_MS = 3000

/** Wrong formats that handlers expect, with what each is called. */
const SIGNATURE_FORMATS: readonly [name: string, format: (hmac: Buffer) => string][] = [
  ['base64', (hmac) => `sha256=${hmac.toString('base64')}`],
  ['a signature without the sha256= prefix', (hmac) => hmac.toString('hex')],
  ['base64 without the sha256= prefix', (hmac) => hmac.toString('base64')],
]

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
    async run({ events, send, findHint }) {
      const outcome = await send(events.ping(), undefined, PING_TIMEOUT_MS)
      return outcome.status_code === 200 ? undefined : `${describeOutcome(outcome)}${await findHint(outcome)}`
    },
  },
  {
    name: 'valid-event',
    does: 'accepts a valid event in time',
    run: ({ events, expectAccepted }) => expectAccepted(events.deliveryCompleted()),
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
    does: 'accepts the same event twice (effects not seen; --effects sees them)',
    doesWithEffects: 'accepts the same event twice, with one effect',
    run({ events, expectAccepted, readEffects }) {
      const event = events.deliveryCompleted()
      const sendTwice = () =>
        findFirstFailure(
          () => expectAccepted(event, 'the first time: '),
          () => expectAccepted(event, 'the second time: '),
        )
      return readEffects ? findEffectsIssue(readEffects, sendTwice) : sendTwice()
    },
  },
  {
    name: 'reordered-events',
    does: 'accepts events in another order than they happened in',
    run({ events, expectAccepted }) {
      const earlier = events.releaseStatusChanged('draft', 'submitted')
      const later = events.releaseStatusChanged('submitted', 'delivered')
      return findFirstFailure(
        () => expectAccepted(later, 'the later one, sent first: '),
        () => expectAccepted(earlier, 'the earlier one, sent later: '),
      )
    },
  },
  {
    name: 'unknown-type',
    does: 'accepts an event of a type it does not know',
    run: ({ events, expectAccepted }) => expectAccepted(events.unknownType()),
  },
  {
    name: 'unknown-fields',
    does: 'accepts an event with fields it does not know',
    run({ events, expectAccepted }) {
      const event = events.assetReady()
      return expectAccepted({ ...event, data: { ...event.data, mood: ['new'] }, api_version: 'v1.1' } as ProbeEvent)
    },
  },
  {
    name: 'large-event',
    does: 'accepts an event of one megabyte',
    run: ({ events, expectAccepted }) => expectAccepted(events.deliveryCompleted(LARGE_EVENT_BYTES)),
  },
  {
    name: 'still-there',
    does: 'still accepts a valid event after all that',
    run: ({ events, expectAccepted }) => expectAccepted(events.deliveryCompleted()),
  },
]

function findSlowAnswer(answersMs: readonly number[]): string | undefined {
  const slowest = Math.max(0, ...answersMs)
  if (slowest <= SLOW_ANSWER_MS) return undefined
  return `an answer took ${(slowest / 1000).toFixed(1)} s. Answer within 3 s and process the event afterwards; the service gives up after 30 s, and after 10 s for a ping.`
}

/** After this many timeouts in a row the remaining checks are skipped. */
const MAX_CONSECUTIVE_TIMEOUTS = 2

/** Throws `UnreachableError` when the first event can't be sent. */
export async function* runProbe(checks: readonly ProbeCheck[], options: ProbeOptions): AsyncGenerator<ProbeResult> {
  const { sender, url, secret, effectsUrl, userAgent, timeoutMs, events } = options
  let isFirst = true
  let timeouts = 0
  let hasAccepted = false
  let answersMs: number[] = []
  let formatHint: Promise<string | undefined> | undefined

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
    hasAccepted ||= signature === undefined && isSuccess(outcome)
    if (outcome.status_code !== null) answersMs.push(outcome.duration_ms)
    return outcome
  }

  /** Not with a ping: many handlers answer pings without verifying them. */
  async function findExpectedFormat(): Promise<string | undefined> {
    for (const [name, format] of SIGNATURE_FORMATS) {
      const body = serializeEvent(events.deliveryCompleted())
      const outcome = await send(body, format(createHmac('sha256', secret).update(body).digest()))
      if (isSuccess(outcome)) return `; your handler expects ${name}, and the service sends sha256= and lower-case hex`
    }
    return undefined
  }

  async function findHint(outcome: AttemptOutcome): Promise<string> {
    const isRefused = outcome.status_code !== null && outcome.status_code >= 400
    if (!isRefused || hasAccepted) return secretHint(outcome)
    formatHint ??= findExpectedFormat()
    return (await formatHint) ?? secretHint(outcome)
  }

  async function expectAccepted(event: ProbeEvent, which = ''): Promise<FailureReason> {
    const outcome = await send(event)
    return isSuccess(outcome) ? undefined : `${which}${describeOutcome(outcome)}${await findHint(outcome)}`
  }

  const getEffects = () =>
    sender.send({
      url: effectsUrl as string,
      method: 'GET',
      headers: { 'User-Agent': userAgent },
      body: Buffer.alloc(0),
      timeoutMs,
    })
  const readEffects = effectsUrl === undefined ? undefined : createEffectsReader(getEffects, describeOutcome)
  const context: ProbeContext = { events, secret, send, expectAccepted, findHint, readEffects }

  for (const check of checks) {
    const started = performance.now()
    const isSkipped = timeouts >= MAX_CONSECUTIVE_TIMEOUTS
    answersMs = []
    const reason = isSkipped ? 'skipped: no answer to the last two events' : await check.run(context)
    yield {
      check,
      does: (readEffects && check.doesWithEffects) ?? check.does,
      reason,
      warning: findSlowAnswer(answersMs),
      answersMs,
      milliseconds: Math.round(performance.now() - started),
    }
  }
}
