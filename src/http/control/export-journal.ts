import type { RateLimitProfile } from '../../core/access/rate-limits.js'
import type { Scenario } from '../../core/delivery/scenario-rules.js'
import type { AttemptOutcome, WorldEvent } from '../../core/engine/rows.js'
import type { Tier } from '../../core/engine/seed-types.js'
import type { Steps } from '../../core/primitives/steps.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { Fixtures } from '../../runtime/fixtures/fixtures.js'
import type { JournalRecord, RequestRecord } from '../../runtime/journal/journal-records.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { Scenarios } from '../../runtime/scenarios/built-in-scenarios.js'
import type { EgressMode } from '../../webhooks/egress-guard.js'
import { createFormRedactor, createRedactor, findSecrets, type Redactor } from '../logging/redaction.js'
import { parseHeaders } from '../pipeline/record-exchange.js'

export const JOURNAL_FORMAT = 1

/** Settings of the sandbox that the world itself does not hold. */
export interface StartupSettings {
  version: string
  scenarios: Scenarios
  strict: boolean
  egress: EgressMode
  fixtures: Fixtures
}

/** The first line: everything that a fresh sandbox needs to rerun the journal. */
export interface JournalHeader {
  type: 'header'
  format: number
  version: string
  world: string
  tier: Tier
  seed: number
  scenario: string
  /** The definition of the custom scenario, because a rerun does not have its file. */
  own_scenario: Scenario | null
  clock: { mode: 'live' | 'manual'; start: string; pinned: boolean; speed: number | 'max' }
  rate_limit: { fixed: RateLimitProfile | null; usual: RateLimitProfile }
  strict: boolean
  egress: EgressMode
  /** The digest of the fixtures. Missing in journals of earlier versions. */
  fixtures?: string
  /** Part of every event id; 0 with a manual clock. Missing in journals of earlier versions. */
  event_stamp?: number
  /** Whether the journal contains everything since the world was created. */
  complete: boolean
  /** The number of dropped records (the oldest ones), and what else is missing. */
  dropped: number
  missing: string[]
  /** The number of lines that follow. */
  records: number
}

export interface JournalRequest {
  type: 'request'
  plane: 'service' | 'control'
  began: number
  ended: number
  turn: number
  request_id: string
  now: string
  operation: string | null
  method: string
  target: string
  headers: Record<string, string>
  body: string | null
  upload: RequestRecord['upload'] | null
  status: number
  code: string | null
  replayed: boolean
  warnings: readonly { field?: string; issue: string }[]
  /** Monotonic wall-clock time at which the request arrived, in milliseconds. Missing in journals of earlier versions. */
  received_at_ms?: number
  duration_ms: number
  /** Response headers that the client report needs. Missing in journals of earlier versions. */
  sent_headers?: Record<string, string>
  /** The response body, or null. */
  answer: unknown
}

export interface JournalAttempt {
  type: 'attempt'
  began: number
  began_at: string
  event_id: string
  webhook_id: string
  /** Whether the scenario sent it with a wrong signature. Missing in journals of earlier versions. */
  forged?: boolean
  /** These are null if the attempt was still in flight or was cancelled. */
  ended: number | null
  ended_at: string | null
  outcome: AttemptOutcome | null
}

export type JournalLine =
  | JournalHeader
  | JournalRequest
  | JournalAttempt
  | ({ type: 'event' } & WorldEvent)
  | { type: 'clock'; to: string }

/** The recorded run of a world as JSON lines, without secrets. A long journal takes many steps. */
export function* exportJournal(world: RunningWorld, settings: StartupSettings): Steps<string> {
  const { journal, state } = world
  const records = journal.records()
  const header = buildHeader(world, settings, records.length)
  const secrets = new Set(state.webhooks.where({}).map(({ secret }) => secret))
  for (const record of records)
    if (record.kind === 'request' && record.body)
      for (const secret of yield* findSecrets(record.body)) secrets.add(secret)
  const redactor = yield* createRedactor(secrets)
  // Without the known secrets: the name of the world may equal one of them.
  const lines = [JSON.stringify(yield* createFormRedactor().redactValue(header))]
  for (const record of records) {
    lines.push(yield* formatRecord(record, redactor))
    yield
  }
  return `${lines.join('\n')}\n`
}

function buildHeader(
  { journal, state, clock }: RunningWorld,
  settings: StartupSettings,
  records: number,
): JournalHeader {
  const { version, scenarios, strict, egress, fixtures } = settings
  const { origin, dropped, incompleteReasons } = journal
  const missing = [...(dropped > 0 ? [`the first ${dropped} records were dropped`] : []), ...incompleteReasons]
  return {
    type: 'header',
    format: JOURNAL_FORMAT,
    version,
    world: state.name,
    tier: state.account.tier,
    seed: state.seed,
    scenario: state.defaultScenario,
    own_scenario: scenarios.custom ?? null,
    clock: {
      mode: clock.mode,
      start: formatInstant(origin.start),
      pinned: origin.isPinned,
      speed: Number.isFinite(state.speed) ? state.speed : 'max',
    },
    rate_limit: { fixed: state.limits.override ?? null, usual: state.limits.fallback },
    strict,
    egress,
    fixtures: fixtures.digest,
    event_stamp: origin.eventStamp,
    complete: missing.length === 0,
    dropped,
    missing,
    records,
  }
}

function* formatRecord(record: JournalRecord, redactor: Redactor): Steps<string> {
  if (record.kind === 'clock') return JSON.stringify({ type: 'clock', to: formatInstant(record.to) })
  if (record.kind === 'event') return JSON.stringify(yield* redactor.redactValue({ type: 'event', ...record.event }))
  if (record.kind === 'request') return yield* formatRequest(record, redactor)
  const { began, beganAt, eventId, webhookId, isForged, end } = record
  const attempt: JournalAttempt = {
    type: 'attempt',
    began,
    began_at: formatInstant(beganAt),
    event_id: eventId,
    webhook_id: webhookId,
    forged: isForged,
    ended: end?.ended ?? null,
    ended_at: end ? formatInstant(end.endedAt) : null,
    outcome: end ? { ...end.outcome, response_body: redactor.redactText(end.outcome.response_body) } : null,
  }
  return JSON.stringify(attempt)
}

export const roundToMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

export const redactWarnings = ({ warnings }: RequestRecord, redact: (text: string) => string) =>
  warnings.map(({ field, issue }) => ({ ...(field !== undefined && { field: redact(field) }), issue: redact(issue) }))

/** Headers that can influence the response, because a rerun sends them again, and headers that the client report needs. */
const EXPORTED_HEADERS = [
  'host',
  'x-forwarded-prefix',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'x-sandbox-scenario',
  'x-sandbox-report',
  'user-agent',
  'x-api-key',
  'authorization',
]

/** Response headers that the client report needs. */
const EXPORTED_RESPONSE_HEADERS = ['Retry-After', 'Deprecation']

function exportHeaders(
  serialized: string,
  names: readonly string[],
  redact: (text: string) => string,
): Record<string, string> {
  const headers = new Map(parseHeaders(serialized))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === undefined ? [] : [[name, redact(value)]]
    }),
  )
}

/** XML is exported as text. */
const parseAnswer = ({ responseBody, responseHeaders }: RequestRecord): unknown =>
  responseHeaders.includes('Content-Type: application/xml\n') ? responseBody : JSON.parse(responseBody)

function* formatRequest(record: RequestRecord, redactor: Redactor): Steps<string> {
  const { responseBody, body, upload, headers, milliseconds } = record
  const { redactText } = redactor
  const line: JournalRequest = {
    type: 'request',
    plane: record.isControl ? 'control' : 'service',
    began: record.began,
    ended: record.ended,
    turn: record.turn,
    request_id: record.requestId,
    now: formatInstant(record.now),
    operation: record.operation ?? null,
    method: record.method,
    target: redactText(record.target),
    headers: exportHeaders(headers, EXPORTED_HEADERS, redactText),
    body: body ? yield* redactor.redactBody(body) : null,
    upload: upload ?? null,
    status: record.status,
    code: record.code ?? null,
    replayed: record.replayed,
    warnings: redactWarnings(record, redactText),
    received_at_ms: roundToMicroseconds(record.receivedAt),
    duration_ms: roundToMicroseconds(milliseconds),
    sent_headers: exportHeaders(record.responseHeaders, EXPORTED_RESPONSE_HEADERS, redactText),
    answer: responseBody === '' ? null : yield* redactor.redactValue(parseAnswer(record)),
  }
  return JSON.stringify(line)
}
