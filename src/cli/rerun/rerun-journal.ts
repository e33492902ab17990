import { setTimeout as delay } from 'node:timers/promises'
import { compose, type Disposables, dispose, type Environment } from '../../composition/compose.js'
import { runAllSteps } from '../../core/primitives/steps.js'
import { parseInstant } from '../../core/primitives/time.js'
import { fromRecordedText } from '../../http/body/recorded-body.js'
import type { JournalAttempt, JournalRequest } from '../../http/control/export-journal.js'
import { createFormRedactor, MASKED_API_KEY } from '../../http/logging/redaction.js'
import { keyOf } from '../../http/pipeline/authentication.js'
import { CLIENT_CLOSED_REQUEST, type Incoming, type Outgoing } from '../../http/pipeline/exchange.js'
import type { SandboxOptions } from '../../library/sandbox-options.js'
import type { Fixtures } from '../../runtime/fixtures/fixtures.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { type ComparisonOptions, type Difference, findDifferences } from './compare-responses.js'
import type { RunJournal } from './parse-journal.js'
import { createRecordedTransport, type RecordedTransport } from './recorded-transport.js'

export interface ChangedResponse {
  /** The position among the requests of the journal, starting at 1. */
  number: number
  request: JournalRequest
  status: number
  differences: Difference[]
}

export interface RerunResult {
  requests: number
  changed: ChangedResponse[]
  /** Delivery attempts that are only in the rerun (`unrecorded`) or only in the journal (`missed`). */
  attempts: { unrecorded: string[]; missed: string[] }
}

/** These wait for webhook handlers. All other requests are replayed in one step, at their recorded end. */
const LONG_RUNNING_OPERATIONS = ['advanceClock', 'createWebhook', 'pingWebhook']

/** With a live clock, the instants within one response can differ by the duration of the request. */
const LIVE_TOLERANCE_MS = 100

/** How long to wait for a recorded step that does not happen. Only a diverging run waits. */
const TIMEOUT_MS = 250

type RerunStep =
  | { at: number; type: 'requestStart' | 'requestEnd' | 'request'; number: number; request: JournalRequest }
  | { at: number; type: 'attemptStart' | 'attemptEnd'; attempt: JournalAttempt; request?: undefined }

/** The recorded steps in their original order. */
function listSteps({ requests, attempts }: RunJournal): RerunStep[] {
  const steps = [
    ...requests.flatMap((request, i): RerunStep[] => {
      const common = { number: i + 1, request }
      return LONG_RUNNING_OPERATIONS.includes(request.operation ?? '')
        ? [
            { at: request.began, type: 'requestStart', ...common },
            { at: request.ended, type: 'requestEnd', ...common },
          ]
        : [{ at: request.ended, type: 'request', ...common }]
    }),
    ...attempts.flatMap((attempt): RerunStep[] => [
      { at: attempt.began, type: 'attemptStart', attempt },
      ...(attempt.ended === null ? [] : [{ at: attempt.ended, type: 'attemptEnd', attempt } as const]),
    ]),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

/** An environment without real time and network: time passes only on request, and nothing is sent. */
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
    /** A callback that is not due yet schedules a new timer. */
    fireTimers() {
      const due = [...timers]
      timers.clear()
      for (const callback of due) callback()
    },
  }
}

const nextEventLoopTurn = () => new Promise(setImmediate)

export interface RerunOptions {
  /** Called with the world after the last step. */
  onEnd?(world: RunningWorld): Promise<void>
  /** Those of the recorded run. Default: the built-in data. */
  fixtures?: Fixtures | undefined
}

/** The journal up to the response to a request. Undefined if it does not have the request. */
export function cutJournal(journal: RunJournal, requestId: string): RunJournal | undefined {
  const last = journal.requests.find(({ request_id }) => request_id === requestId)
  if (!last) return undefined
  return {
    ...journal,
    requests: journal.requests.filter(({ ended }) => ended <= last.ended),
    attempts: journal.attempts
      .filter(({ began }) => began <= last.ended)
      .map((attempt) => ((attempt.ended ?? 0) > last.ended ? { ...attempt, ended: null, ended_at: null } : attempt)),
  }
}

/** Repeats a run in a new sandbox, and compares its responses with the recorded ones. */
export async function rerunJournal(journal: RunJournal, { onEnd, fixtures }: RerunOptions = {}): Promise<RerunResult> {
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
    // The default rate limits depend on the sandbox's clock; the world has its own clock.
    clock: header.rate_limit.usual === 'off' ? 'manual' : 'live',
    strict: header.strict,
    egress: header.egress,
    // No DNS queries. The egress guard decides as recorded.
    resolve: (_name, callback) =>
      isAddressRefused ? callback(null, [forbiddenAddress]) : callback(new Error('No DNS in a rerun'), []),
  }
  if (header.rate_limit.fixed) options.rateLimit = header.rate_limit.fixed
  const disposables: Disposables = []
  const { api, control, contract, controlContract, worlds } = await compose(options, disposables, {
    ...environment,
    ...(fixtures && { fixtures }),
  })
  const key = keyOf(header.tier, header.world)
  const world = await worlds.open(
    { key, tier: header.tier, name: header.world },
    {
      seed: header.seed,
      scenario: header.scenario,
      clock: mode,
      speed: speed === 'max' ? Number.POSITIVE_INFINITY : speed,
      ...((pinned || !isLive) && { start }),
    },
  )

  // Validators are otherwise loaded on first use, which would delay a request in the middle of the run.
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
    // Reads of the control plane use request ids too, but are not recorded.
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
      if (step.type !== 'requestEnd') beginRequest(step.number, step.request)
      // Let it run until it waits for an attempt.
      if (step.type === 'requestStart') await nextEventLoopTurn()
      else await endRequest(step.number, step.request)
    } else if (step.type === 'attemptStart') await awaitAttempt(step.attempt)
    else {
      moveClockTo(step.attempt.ended_at as string)
      recorded.respond(step.attempt)
      await nextEventLoopTurn()
    }
  }
  result.attempts.unrecorded.push(...recorded.unrecorded)
  await onEnd?.(world)
  await dispose(disposables)
  return result
}

const formRedactor = createFormRedactor()
const redact = (value: unknown) => runAllSteps(formRedactor.redactValue(value))

function compareResponses(
  { status, answer, operation }: JournalRequest,
  outgoing: Outgoing | undefined,
  isLive: boolean,
) {
  const options: ComparisonOptions = {
    toleranceMs: isLive ? LIVE_TOLERANCE_MS : 0,
    ignoredPaths: operation === 'saveSnapshot' ? ['saved_at'] : [],
  }
  const body = outgoing?.body ? redact(parseAnswer(outgoing)) : null
  return [
    ...findDifferences({ status }, { status: outgoing?.status ?? CLIENT_CLOSED_REQUEST }, options),
    ...findDifferences(answer, body, options),
  ]
}

/** XML is compared as text. */
const parseAnswer = ({ headers, body }: Outgoing): unknown =>
  headers['Content-Type'] === 'application/xml' ? body : JSON.parse(body)

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
      // These bodies were not recorded, but their outcome is known.
      if (status === 413) return 'too-large'
      if (status === CLIENT_CLOSED_REQUEST) return 'aborted'
      if (request.body) onChunk(fromRecordedText(request.body.replaceAll(MASKED_API_KEY, key)))
      return 'complete'
    },
  }
}
