import { setTimeout as delay } from 'node:timers/promises'
import { compose, type Disposables, dispose, type Environment } from '../../composition/compose.js'
import { parseInstant } from '../../core/primitives/time.js'
import type { JournalAttempt, JournalRequest } from '../../http/control/export-journal.js'
import { createRedactor, MASKED_API_KEY } from '../../http/logging/redaction.js'
import { keyOf } from '../../http/pipeline/authentication.js'
import { CLIENT_CLOSED_REQUEST, type Incoming, type Outgoing } from '../../http/pipeline/exchange.js'
import type { SandboxOptions } from '../../library/options.js'
import { type ComparisonOptions, type Difference, findDifferences } from './compare-responses.js'
import type { RunJournal } from './parse-journal.js'
import { createRecordedTransport, type RecordedTransport } from './recorded-transport.js'

/** A request whose answer is another now. */
export interface ChangedResponse {
  /** Its place among the requests of the journal, from 1. */
  number: number
  request: JournalRequest
  status: number
  differences: Difference[]
}

export interface RerunResult {
  requests: number
  changed: ChangedResponse[]
  /** Attempts to send an event that were made now and not then, or then and not now. */
  attempts: { unrecorded: string[]; missed: string[] }
}

/** These wait for the outside world; all else is done in one go, when it ends. */
const LONG_RUNNING_OPERATIONS = ['advanceClock', 'createWebhook', 'pingWebhook']

/** With a live clock a request takes its time, and what it does first is older than what it does last. */
const LIVE_TOLERANCE_MS = 100

/** How long something may not happen that should. Only a run that takes another way ever waits. */
const TIMEOUT_MS = 250

type RerunStep =
  | { at: number; type: 'begin' | 'end' | 'whole'; number: number; request: JournalRequest }
  | { at: number; type: 'made' | 'answered'; attempt: JournalAttempt; request?: undefined }

/** What happened, in the order in which it did. */
function listSteps({ requests, attempts }: RunJournal): RerunStep[] {
  const steps = [
    ...requests.flatMap((request, i): RerunStep[] => {
      const common = { number: i + 1, request }
      return LONG_RUNNING_OPERATIONS.includes(request.operation ?? '')
        ? [
            { at: request.began, type: 'begin', ...common },
            { at: request.ended, type: 'end', ...common },
          ]
        : [{ at: request.ended, type: 'whole', ...common }]
    }),
    ...attempts.flatMap((attempt): RerunStep[] => [
      { at: attempt.began, type: 'made', attempt },
      ...(attempt.ended === null ? [] : [{ at: attempt.ended, type: 'answered', attempt } as const]),
    ]),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

/** The machine, as the recording has it: time passes when told to, and nothing leaves. */
function createRecordedEnvironment(recorded: RecordedTransport, start: number, eventStamp: number) {
  let wall = start
  const timers = new Set<() => void>()
  const environment: Environment = {
    wall: () => wall,
    createEventStamp: () => eventStamp,
    timer(_ms, callback) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
    pause: () => Promise.resolve(),
    transport: recorded.transport,
  }
  return {
    environment,
    advanceWallClock: (ms: number) => void (wall += ms),
    /** Whoever rings too early sets another. */
    fireTimers() {
      const due = [...timers]
      timers.clear()
      for (const callback of due) callback()
    },
  }
}

const nextEventLoopTurn = () => new Promise(setImmediate)

/** Plays a run again, in a sandbox of its own, and holds its answers against the recorded ones. */
export async function rerunJournal(journal: RunJournal): Promise<RerunResult> {
  const { header, requests } = journal
  const { mode, pinned, speed } = header.clock
  const isLive = mode === 'live'
  const start = parseInstant(header.clock.start) as number
  const recorded = createRecordedTransport(journal.attempts)
  const { environment, advanceWallClock, fireTimers } = createRecordedEnvironment(
    recorded,
    start,
    header.event_stamp ?? 0,
  )
  const forbiddenAddress = { address: header.egress === 'strict' ? '10.0.0.1' : '169.254.169.254', family: 4 }
  let isAddressRefused = false
  const options: SandboxOptions = {
    scenario: header.own_scenario ?? header.scenario,
    // What limits are usual hangs on the sandbox's clock; the world has its own.
    clock: header.rate_limit.usual === 'off' ? 'manual' : 'live',
    strict: header.strict,
    egress: header.egress,
    // Nobody is asked for a name. What the guard made of it then, it makes of it now.
    resolve: (_name, callback) =>
      isAddressRefused ? callback(null, [forbiddenAddress]) : callback(new Error('Not asked'), []),
  }
  if (header.rate_limit.fixed) options.rateLimit = header.rate_limit.fixed
  const disposables: Disposables = []
  const { api, control, contract, controlContract, worlds } = await compose(options, disposables, environment)
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

  const result: RerunResult = { requests: requests.length, changed: [], attempts: { unrecorded: [], missed: [] } }
  const inFlight = new Map<number, Promise<Outgoing | undefined>>()
  const moveClockTo = (instant: string) => {
    if (isLive) advanceWallClock(Math.max(0, (parseInstant(instant) as number) - world.clock.now()))
  }

  function beginRequest(number: number, request: JournalRequest) {
    moveClockTo(request.now)
    isAddressRefused = request.status === 422
    // Looks at the control plane take ids too, and are not recorded.
    world.state.counters.req = request.turn - 1
    const pipeline = request.plane === 'control' ? control : api
    const incoming = toIncoming(request, key, `client_${header.tier}_${header.world}`)
    inFlight.set(number, Promise.resolve(pipeline.handle(incoming)))
  }

  async function endRequest(number: number, request: JournalRequest) {
    const pendingResponse = inFlight.get(number) as Promise<Outgoing | undefined>
    let isAnswered = false
    void pendingResponse.then(() => (isAnswered = true))
    for (let remainingMs = TIMEOUT_MS; !isAnswered && remainingMs > 0; remainingMs -= 10)
      await Promise.race([pendingResponse, remainingMs < TIMEOUT_MS ? delay(10) : nextEventLoopTurn()])
    if (!isAnswered) recorded.respondToAll()
    const differences = compareResponses(request, await pendingResponse, isLive)
    inFlight.delete(number)
    if (differences.length > 0)
      result.changed.push({
        number,
        request,
        status: (await pendingResponse)?.status ?? CLIENT_CLOSED_REQUEST,
        differences,
      })
  }

  async function awaitAttempt(attempt: JournalAttempt) {
    await nextEventLoopTurn()
    const isAdvancing = inFlight.size > 0
    if (!recorded.isMade(attempt) && !isAdvancing) {
      moveClockTo(attempt.began_at)
      fireTimers()
    }
    await Promise.race([recorded.whenMade(attempt), nextEventLoopTurn().then(() => delay(TIMEOUT_MS))])
    if (!recorded.isMade(attempt)) result.attempts.missed.push(`${attempt.event_id} to ${attempt.webhook_id}`)
    else moveClockTo(attempt.began_at)
  }

  for (const step of listSteps(journal)) {
    if (step.request) {
      if (step.type !== 'end') beginRequest(step.number, step.request)
      // As far as it gets by itself.
      if (step.type === 'begin') await nextEventLoopTurn()
      else await endRequest(step.number, step.request)
    } else if (step.type === 'made') await awaitAttempt(step.attempt)
    else {
      moveClockTo(step.attempt.ended_at as string)
      recorded.respond(step.attempt)
      await nextEventLoopTurn()
    }
  }
  result.attempts.unrecorded.push(...recorded.unrecorded)
  await dispose(disposables)
  return result
}

const redact = createRedactor().redactValue

function compareResponses(
  { status, answer, operation }: JournalRequest,
  outgoing: Outgoing | undefined,
  isLive: boolean,
) {
  const options: ComparisonOptions = {
    toleranceMs: isLive ? LIVE_TOLERANCE_MS : 0,
    ignoredPaths: operation === 'saveSnapshot' ? ['saved_at'] : [],
  }
  const body = outgoing?.body ? redact(JSON.parse(outgoing.body)) : null
  return [
    ...findDifferences({ status }, { status: outgoing?.status ?? CLIENT_CLOSED_REQUEST }, options),
    ...findDifferences(answer, body, options),
  ]
}

function toIncoming(request: JournalRequest, key: string, clientId: string): Incoming {
  const { method, target, status, upload } = request
  const { 'x-api-key': apiKey, authorization, ...headers } = request.headers
  if (apiKey !== undefined) headers['x-api-key'] = key
  if (authorization?.startsWith('Basic'))
    headers.authorization = `Basic ${Buffer.from(`${clientId}:${status === 401 ? '***' : key}`).toString('base64')}`
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
