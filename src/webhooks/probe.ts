import type { Outcome } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'
import type { ProbeEvent, ProbeEvents } from './probe-events.js'
import type { Sender } from './sender.js'
import { eventHeaders, sign } from './signature.js'

/** Why a handler failed a check; undefined when it passed. */
type Verdict = string | undefined

export interface Check {
  name: string
  /** What a right handler does. */
  does: string
  run(probe: Probe): Promise<Verdict>
}

export interface Result {
  check: Check
  reason: Verdict
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

interface Probe {
  events: ProbeEvents
  secret: string
  /** With the right signature unless another is given; null for none. */
  send(body: string | ProbeEvent, signature?: string | null, mostMs?: number): Promise<Outcome>
}

/** Nobody is there, so there is nothing to check. */
export class Unreachable extends Error {}

const NOBODY: readonly string[] = ['connection_refused', 'name_not_found', 'unreachable', 'tls', 'blocked']
const PING_LIMIT = 10_000
const LARGE = 1_000_000

const textOf = (event: ProbeEvent) => JSON.stringify(event)

/** What an answer was, with the beginning of what it said. */
function inWords({ status_code, failure, duration_ms, response_body }: Outcome): string {
  if (failure === 'timeout') return `no answer within ${Math.round(duration_ms / 100) / 10} s`
  if (status_code === null) return `no answer: ${failure?.replaceAll('_', ' ')}`
  if (status_code >= 300 && status_code < 400) return `answered ${status_code}: redirects are not followed`
  const said = response_body.trim()
  return `answered ${status_code}${said === '' ? '' : ` (${said.length > 80 ? `${said.slice(0, 80)}…` : said})`}`
}

/** Most who refuse everything were given another secret. */
const doubt = ({ status_code }: Outcome) =>
  status_code === 401 || status_code === 403 ? '; does it have the same secret?' : ''

const accepted = (outcome: Outcome, which = ''): Verdict =>
  isSuccess(outcome) ? undefined : `${which}${inWords(outcome)}${doubt(outcome)}`

function refused(outcome: Outcome, which = ''): Verdict {
  const { status_code } = outcome
  if (status_code !== null && status_code >= 400 && status_code < 500) return undefined
  if (isSuccess(outcome)) return `${which}accepted with ${status_code}`
  return `${which}${inWords(outcome)}${status_code !== null && status_code >= 500 ? '; a refusal is 4xx' : ''}`
}

/** The first failure of several tries, made one after another. */
async function firstOf(...tries: (() => Promise<Verdict>)[]): Promise<Verdict> {
  for (const attempt of tries) {
    const verdict = await attempt()
    if (verdict !== undefined) return verdict
  }
  return undefined
}

export const CHECKS: readonly Check[] = [
  {
    name: 'ping',
    does: 'answers 200 to a ping',
    async run({ events, send }) {
      const outcome = await send(events.ping(), undefined, PING_LIMIT)
      return outcome.status_code === 200 ? undefined : `${inWords(outcome)}${doubt(outcome)}`
    },
  },
  {
    name: 'valid-event',
    does: 'accepts a valid event in time',
    run: async ({ events, send }) => accepted(await send(events.delivered())),
  },
  {
    name: 'missing-signature',
    does: 'refuses an event without a signature',
    run: async ({ events, send }) => refused(await send(events.delivered(), null)),
  },
  {
    name: 'malformed-signature',
    does: 'refuses a malformed signature',
    run({ events, send, secret }) {
      const body = textOf(events.delivered())
      const right = sign(secret, Buffer.from(body))
      return firstOf(
        async () => refused(await send(body, 'nonsense'), 'not a signature at all: '),
        async () => refused(await send(body, 'sha256='), 'no digest: '),
        async () => refused(await send(body, right.slice(0, 20)), 'only the beginning of the right one: '),
      )
    },
  },
  {
    name: 'wrong-signature',
    does: 'refuses a signature made with another secret',
    async run({ events, send, secret }) {
      const body = textOf(events.delivered())
      return refused(await send(body, sign(`not ${secret}`, Buffer.from(body))))
    },
  },
  {
    name: 'changed-body',
    does: 'refuses a body changed by one byte',
    run({ events, send, secret }) {
      const body = textOf(events.delivered())
      const right = sign(secret, Buffer.from(body))
      return firstOf(
        async () => refused(await send(body.replace('"delivered"', '"dellvered"'), right), 'one letter changed: '),
        async () => refused(await send(`${body} `, right), 'one space added (is the raw body verified?): '),
      )
    },
  },
  {
    name: 'same-event-twice',
    does: 'accepts the same event twice',
    run({ events, send }) {
      const event = events.ready()
      return firstOf(
        async () => accepted(await send(event), 'the first time: '),
        async () => accepted(await send(event), 'the second time: '),
      )
    },
  },
  {
    name: 'reordered-events',
    does: 'accepts events in another order than they happened in',
    run({ events, send }) {
      const earlier = events.released('draft', 'submitted')
      const later = events.released('submitted', 'delivered')
      return firstOf(
        async () => accepted(await send(later), 'the later one, sent first: '),
        async () => accepted(await send(earlier), 'the earlier one, sent later: '),
      )
    },
  },
  {
    name: 'unknown-type',
    does: 'accepts an event of a type it does not know',
    run: async ({ events, send }) => accepted(await send(events.unknown())),
  },
  {
    name: 'unknown-fields',
    does: 'accepts an event with fields it does not know',
    async run({ events, send }) {
      const event = events.ready()
      return accepted(
        await send({ ...event, data: { ...event.data, mood: ['new'] }, api_version: 'v1.1' } as ProbeEvent),
      )
    },
  },
  {
    name: 'large-event',
    does: 'accepts an event of one megabyte',
    run: async ({ events, send }) => accepted(await send(events.delivered(LARGE))),
  },
  {
    name: 'still-there',
    does: 'still accepts a valid event after all that',
    run: async ({ events, send }) => accepted(await send(events.delivered())),
  },
]

/** Two in a row that never came: the rest would only take time. */
const MOST_TIMEOUTS = 2

/** Checks one by one. Throws `Unreachable` when nobody is there to begin with. */
export async function* probe(checks: readonly Check[], options: ProbeOptions): AsyncGenerator<Result> {
  const { sender, url, secret, userAgent, timeoutMs, events } = options
  let isFirst = true
  let timeouts = 0

  const send: Probe['send'] = async (content, signature, mostMs = timeoutMs) => {
    const body = Buffer.from(typeof content === 'string' ? content : textOf(content))
    const proof = signature === null ? undefined : (signature ?? sign(secret, body))
    const headers = eventHeaders(userAgent, proof)
    const outcome = await sender.send({ url, headers, body, timeoutMs: Math.min(mostMs, timeoutMs) })
    if (isFirst && outcome.failure !== null && NOBODY.includes(outcome.failure))
      throw new Unreachable(
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
    const isHopeless = timeouts >= MOST_TIMEOUTS
    const reason = isHopeless
      ? 'not tried: no answer to the last two events'
      : await check.run({ events, secret, send })
    yield { check, reason, milliseconds: Math.round(performance.now() - started) }
  }
}
