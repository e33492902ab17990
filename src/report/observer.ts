import type { WorldEvent } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'
import { buildVerdicts } from './build-verdicts.js'
import { type ClientReport, REPORT_FORMAT } from './client-report.js'
import type { ContractFacts } from './contract-facts.js'
import { createCoverage } from './coverage/coverage.js'
import { createFindings } from './findings.js'
import {
  isObject,
  type ObservedAttempt,
  type ObservedRecord,
  type ObservedRequest,
  parseJson,
} from './observed-records.js'
import { createDeliveryTracker } from './trackers/deliveries.js'
import { createEventTracker } from './trackers/events.js'
import { createReadTracker } from './trackers/reads.js'
import { createRequestTracker } from './trackers/requests.js'
import { createRetryTracker } from './trackers/retries.js'
import { Call, setBounded, type Tracker } from './trackers/tracker.js'

const MAX_CLIENTS = 20
const MAX_EVENTS = 300
const MAX_TARGETS = 300
/** More than any rule counts. */
const MAX_STEADY_READS = 25
/** Longer responses are not kept for comparison, so that the memory of a world stays bounded. */
const MAX_KEPT_BODY = 16 * 1024

export interface ObserverOptions {
  contract: ContractFacts
  /** The version of mds-sandbox. */
  version: string
  /** Such as `standard/demo`. */
  world: string
  clock: 'live' | 'manual'
  scenario: string
}

export interface Observer {
  observe(record: ObservedRecord): void
  /** Adds a sentence about what limits the report. */
  addNote(note: string): void
  report(): ClientReport
}

/** Judges the exchanges of one world. Pure: everything it knows comes from the records. */
export function createObserver({ contract, version, world, clock, scenario }: ObserverOptions): Observer {
  const { operationsById } = contract
  const findings = createFindings()
  const coverage = createCoverage(contract, scenario)
  const trackers: readonly Tracker[] = [
    createRetryTracker(findings),
    createRequestTracker(findings),
    createReadTracker(findings),
    createDeliveryTracker(findings),
    createEventTracker(findings),
  ]
  const events = new Map<string, WorldEvent>()
  const lastBodies = new Map<string, string>()
  const clients = new Set<string>()
  const notes = new Set<string>()
  const counts = { requests: 0, excluded: 0, attempts: 0 }
  /** The resource that the client reads again and again, without any other request or event in between. */
  let steadyRead = { target: '', body: '', count: 0 }
  let lastClient: string | undefined
  let lastReceivedAt: number | undefined
  let hasFrozenTimers = false
  let mark: { name: string | undefined; isExcluded: boolean } = { name: undefined, isExcluded: false }

  function isUnchanged({ method, target, responseBody }: ObservedRequest, isExcluded: boolean): boolean {
    if (method !== 'GET') return false
    if (lastBodies.get(target) === responseBody) return true
    if (isExcluded) return false
    if (responseBody.length <= MAX_KEPT_BODY) setBounded(lastBodies, target, responseBody, MAX_TARGETS)
    else lastBodies.delete(target)
    return false
  }

  function learnClient(client: string | undefined) {
    if (client === lastClient || client === undefined) return
    lastClient = client
    if (clients.size < MAX_CLIENTS) clients.add(client.slice(0, 200))
  }

  /** Whether so many reads had the same result in a row that another one teaches nothing. */
  function isSteadyRead(request: ObservedRequest): boolean {
    const { target, responseBody, method, status, warnings, userAgent } = request
    if (
      target === steadyRead.target &&
      responseBody === steadyRead.body &&
      userAgent === lastClient &&
      !request.isExcluded &&
      !mark.isExcluded
    )
      return ++steadyRead.count > MAX_STEADY_READS
    const isPlainRead = method === 'GET' && status === 200 && warnings.length === 0 && !target.includes('?')
    steadyRead = { target: isPlainRead ? target : '', body: responseBody, count: 0 }
    return false
  }

  function observeRequest(request: ObservedRequest) {
    const { target, status, receivedAt } = request
    const queryStart = target.indexOf('?')
    const isExcluded = mark.isExcluded || request.isExcluded === true
    const call = new Call(
      request,
      request.operation === undefined ? undefined : operationsById.get(request.operation),
      queryStart < 0 ? target : target.slice(0, queryStart),
      queryStart < 0 ? '' : target.slice(queryStart + 1),
      mark.name,
      isExcluded,
      status === 200 && isUnchanged(request, isExcluded),
    )
    // A clock that does not move between two requests is a fake one.
    if (receivedAt !== undefined && receivedAt === lastReceivedAt) hasFrozenTimers = true
    lastReceivedAt = receivedAt
    if (isExcluded) counts.excluded++
    else {
      counts.requests++
      learnClient(request.userAgent)
      coverage.observeCall(call)
    }
    for (const tracker of trackers) tracker.observeCall?.(call)
  }

  function observeControl({ operation, status, body }: ObservedRequest) {
    if (status >= 300) return
    const input = parseJson(body)
    if (operation === 'setMark' && isObject(input)) {
      mark = { name: typeof input.name === 'string' ? input.name : undefined, isExcluded: input.exclude === true }
      for (const tracker of trackers) tracker.startTest?.()
      return
    }
    if (operation === 'useScenario' && isObject(input)) {
      const { name } = isObject(input.scenario) ? input.scenario : input
      if (typeof name === 'string') coverage.useScenario(name)
    }
    if (operation === 'resetWorld' || operation === 'restoreSnapshot') {
      lastBodies.clear()
      for (const tracker of trackers) tracker.forgetWorld?.()
    }
    if (operation === 'resetWorld') coverage.useScenario(scenario)
    for (const tracker of trackers) tracker.observeChange?.()
  }

  function observeAttempt(attempt: ObservedAttempt) {
    if (!attempt.end) return
    const { outcome, endedAt: at } = attempt.end
    // The sandbox itself dropped it.
    if (outcome.failure === 'dropped') return
    counts.attempts++
    const isAcknowledged = isSuccess(outcome)
    const observed = { attempt, outcome, at, event: events.get(attempt.eventId), isAcknowledged, mark: mark.name }
    coverage.observeAttempt(observed)
    for (const tracker of trackers) tracker.observeAttempt?.(observed)
  }

  return {
    observe(record) {
      if (record.kind === 'request' && !record.isControl) {
        if (isSteadyRead(record)) counts.requests++
        else observeRequest(record)
        return
      }
      steadyRead.target = ''
      if (record.kind === 'request') observeControl(record)
      else if (record.kind === 'attempt') observeAttempt(record)
      else if (record.kind === 'event') {
        setBounded(events, record.event.id, record.event, MAX_EVENTS)
        coverage.observeEvent(record.event)
        for (const tracker of trackers) tracker.observeEvent?.(record.event)
      } else for (const tracker of trackers) tracker.observeChange?.()
    },
    addNote: (note) => void notes.add(note),
    report() {
      const verdicts = findings.copy()
      for (const tracker of trackers) tracker.conclude?.(verdicts)
      const isTimeUnreliable = clock === 'manual' || hasFrozenTimers
      return {
        format: REPORT_FORMAT,
        version,
        contract: contract.version,
        worlds: [world],
        clock,
        ...counts,
        clients: [...clients],
        notes: [
          ...notes,
          ...(clock === 'manual' ? ['The clock is manual, so rules about waiting times are notes.'] : []),
          ...(hasFrozenTimers ? ["The client's timers are faked, so rules about waiting times are notes."] : []),
        ],
        rules: buildVerdicts(verdicts, isTimeUnreliable),
        coverage: coverage.toCoverage(),
      }
    },
  }
}
