import { setTimeout as delay } from 'node:timers/promises'
import { compose, type Disposables, dispose, type Environment } from '../../composition/compose.js'
import { parseInstant } from '../../core/primitives/time.js'
import type { JournalAttempt, JournalRequest } from '../../http/control/journal-file.js'
import { createRedactor, MASKED_API_KEY } from '../../http/logging/redaction.js'
import { keyOf } from '../../http/pipeline/authentication.js'
import { CLIENT_CLOSED_REQUEST, type Incoming, type Outgoing } from '../../http/pipeline/exchange.js'
import type { SandboxOptions } from '../../library/options.js'
import { type Difference, differencesOf, type Leniency } from './differences.js'
import type { Run } from './journal-file.js'
import { createPost, type Post } from './recorded-transport.js'

/** A request whose answer is another now. */
export interface Changed {
  /** Its place among the requests of the journal, from 1. */
  number: number
  request: JournalRequest
  status: number
  differences: Difference[]
}

export interface Verdict {
  requests: number
  changed: Changed[]
  /** Attempts to send an event that were made now and not then, or then and not now. */
  attempts: { unrecorded: string[]; missed: string[] }
}

/** These wait for the outside world; all else is done in one go, when it ends. */
const LONG = ['advanceClock', 'createWebhook', 'pingWebhook']

/** With a live clock a request takes its time, and what it does first is older than what it does last. */
const LIVE_LENIENCY = 100

/** How long something may not happen that should. Only a run that takes another way ever waits. */
const PATIENCE = 250

type Step =
  | { at: number; type: 'begin' | 'end' | 'whole'; number: number; request: JournalRequest }
  | { at: number; type: 'made' | 'answered'; attempt: JournalAttempt; request?: undefined }

/** What happened, in the order in which it did. */
function stepsOf({ requests, attempts }: Run): Step[] {
  const steps = [
    ...requests.flatMap((request, i): Step[] => {
      const more = { number: i + 1, request }
      return LONG.includes(request.operation ?? '')
        ? [
            { at: request.began, type: 'begin', ...more },
            { at: request.ended, type: 'end', ...more },
          ]
        : [{ at: request.ended, type: 'whole', ...more }]
    }),
    ...attempts.flatMap((attempt): Step[] => [
      { at: attempt.began, type: 'made', attempt },
      ...(attempt.ended === null ? [] : [{ at: attempt.ended, type: 'answered', attempt } as const]),
    ]),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

/** The machine, as the recording has it: time passes when told to, and nothing leaves. */
function createOutside(post: Post, start: number) {
  let wall = start
  const timers = new Set<() => void>()
  const outside: Environment = {
    wall: () => wall,
    timer(_ms, callback) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
    pause: () => Promise.resolve(),
    transport: post.courier,
  }
  return {
    outside,
    pass: (ms: number) => void (wall += ms),
    /** Whoever rings too early sets another. */
    ring() {
      const ringing = [...timers]
      timers.clear()
      for (const callback of ringing) callback()
    },
  }
}

const turn = () => new Promise(setImmediate)

/** Plays a run again, in a sandbox of its own, and holds its answers against the recorded ones. */
export async function play(run: Run): Promise<Verdict> {
  const { header, requests } = run
  const { mode, pinned, speed } = header.clock
  const isLive = mode === 'live'
  const start = parseInstant(header.clock.start) as number
  const post = createPost(run.attempts)
  const { outside, pass, ring } = createOutside(post, start)
  const forbidden = { address: header.egress === 'strict' ? '10.0.0.1' : '169.254.169.254', family: 4 }
  let isRefused = false
  const options: SandboxOptions = {
    scenario: header.own_scenario ?? header.scenario,
    // What limits are usual hangs on the sandbox's clock; the world has its own.
    clock: header.rate_limit.usual === 'off' ? 'manual' : 'live',
    strict: header.strict,
    egress: header.egress,
    // Nobody is asked for a name. What the guard made of it then, it makes of it now.
    resolve: (_name, found) => (isRefused ? found(null, [forbidden]) : found(new Error('Not asked'), [])),
  }
  if (header.rate_limit.fixed) options.rateLimit = header.rate_limit.fixed
  const disposables: Disposables = []
  const { api, control, contract, controlContract, worlds } = await compose(options, disposables, outside)
  const key = keyOf(header.tier, header.world)
  const world = worlds.open(
    { key, tier: header.tier, name: header.world },
    {
      seed: header.seed,
      scenario: header.scenario,
      clock: mode,
      speed: speed === 'max' ? Number.POSITIVE_INFINITY : speed,
      ...((pinned || !isLive) && { start }),
    },
  )

  // Judges are loaded when they are needed, which would make a request wait in the middle of the run.
  for (const { loadValidator, loadDetailedValidator } of [contract, controlContract])
    await Promise.all([loadValidator(), loadDetailedValidator()])

  const verdict: Verdict = { requests: requests.length, changed: [], attempts: { unrecorded: [], missed: [] } }
  const underWay = new Map<number, Promise<Outgoing | undefined>>()
  const moveTo = (instant: string) => {
    if (isLive) pass(Math.max(0, (parseInstant(instant) as number) - world.clock.now()))
  }

  function begin(number: number, request: JournalRequest) {
    moveTo(request.now)
    isRefused = request.status === 422
    // Looks at the control plane take ids too, and are not recorded.
    world.state.counters.req = request.turn - 1
    const pipeline = request.plane === 'control' ? control : api
    const incoming = toIncoming(request, key, `client_${header.tier}_${header.world}`)
    underWay.set(number, Promise.resolve(pipeline.handle(incoming)))
  }

  async function end(number: number, request: JournalRequest) {
    const answering = underWay.get(number) as Promise<Outgoing | undefined>
    let isAnswered = false
    void answering.then(() => (isAnswered = true))
    for (let patience = PATIENCE; !isAnswered && patience > 0; patience -= 10)
      await Promise.race([answering, patience < PATIENCE ? delay(10) : turn()])
    if (!isAnswered) post.answerAll()
    const differences = compare(request, await answering, isLive)
    underWay.delete(number)
    if (differences.length > 0)
      verdict.changed.push({ number, request, status: (await answering)?.status ?? CLIENT_CLOSED_REQUEST, differences })
  }

  async function made(attempt: JournalAttempt) {
    await turn()
    const isAdvancing = underWay.size > 0
    if (!post.isMade(attempt) && !isAdvancing) {
      moveTo(attempt.began_at)
      ring()
    }
    await Promise.race([post.made(attempt), turn().then(() => delay(PATIENCE))])
    if (!post.isMade(attempt)) verdict.attempts.missed.push(`${attempt.event_id} to ${attempt.webhook_id}`)
    else moveTo(attempt.began_at)
  }

  for (const step of stepsOf(run)) {
    if (step.request) {
      if (step.type !== 'end') begin(step.number, step.request)
      // As far as it gets by itself.
      if (step.type === 'begin') await turn()
      else await end(step.number, step.request)
    } else if (step.type === 'made') await made(step.attempt)
    else {
      moveTo(step.attempt.ended_at as string)
      post.answer(step.attempt)
      await turn()
    }
  }
  verdict.attempts.unrecorded.push(...post.unknown)
  await dispose(disposables)
  return verdict
}

const redact = createRedactor().redactValue

function compare({ status, answer, operation }: JournalRequest, outgoing: Outgoing | undefined, isLive: boolean) {
  const leniency: Leniency = {
    milliseconds: isLive ? LIVE_LENIENCY : 0,
    ignored: operation === 'saveSnapshot' ? ['saved_at'] : [],
  }
  const body = outgoing?.body ? redact(JSON.parse(outgoing.body)) : null
  return [
    ...differencesOf({ status }, { status: outgoing?.status ?? CLIENT_CLOSED_REQUEST }, leniency),
    ...differencesOf(answer, body, leniency),
  ]
}

function toIncoming(request: JournalRequest, key: string, client: string): Incoming {
  const { method, target, status, upload } = request
  const { 'x-api-key': apiKey, authorization, ...headers } = request.headers
  if (apiKey !== undefined) headers['x-api-key'] = key
  if (authorization?.startsWith('Basic'))
    headers.authorization = `Basic ${Buffer.from(`${client}:${status === 401 ? '***' : key}`).toString('base64')}`
  else if (authorization !== undefined) headers.authorization = `Bearer ${key}`
  return {
    method,
    target,
    headers,
    recordedUpload: upload ?? undefined,
    async streamBody(_limit, onChunk) {
      // Bodies that were not kept: what became of them is known.
      if (status === 413) return 'too-large'
      if (status === CLIENT_CLOSED_REQUEST) return 'aborted'
      if (request.body) onChunk(Buffer.from(request.body.replaceAll(MASKED_API_KEY, key)))
      return 'complete'
    },
  }
}
