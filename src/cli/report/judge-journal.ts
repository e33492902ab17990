import openapi from '../../../openapi.yaml'
import manifest from '../../../package.json' with { type: 'json' }
import { createContract } from '../../contract/contract.js'
import type { Document } from '../../contract/openapi-document.js'
import type { WorldEvent } from '../../core/engine/rows.js'
import type { Seeds } from '../../core/engine/seed-types.js'
import { parseInstant } from '../../core/primitives/time.js'
import type { JournalAttempt, JournalRequest } from '../../http/control/export-journal.js'
import type { ClientReport } from '../../report/client-report.js'
import { describeContract } from '../../report/contract-facts.js'
import type { ObservedAttempt, ObservedRequest } from '../../report/observed-records.js'
import { createObserver } from '../../report/observer.js'
import { createScenarios } from '../../runtime/scenarios/built-in-scenarios.js'
import type { RunJournal } from '../rerun/parse-journal.js'

const toInstant = (text: string) => parseInstant(text) as number
const serializeHeaders = (headers: Record<string, string> = {}) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

const toRequest = (line: JournalRequest): ObservedRequest => ({
  kind: 'request',
  isControl: line.plane === 'control',
  requestId: line.request_id,
  now: toInstant(line.now),
  receivedAt: line.received_at_ms,
  milliseconds: line.duration_ms,
  method: line.method,
  target: line.target,
  headers: serializeHeaders(line.headers),
  isExcluded: line.headers['x-sandbox-report'] === 'exclude',
  userAgent: line.headers['user-agent'],
  body: line.body ?? undefined,
  upload: line.upload ?? undefined,
  operation: line.operation ?? undefined,
  status: line.status,
  code: line.code ?? undefined,
  replayed: line.replayed,
  warnings: line.warnings,
  responseHeaders: serializeHeaders(line.sent_headers),
  responseBody: line.answer === null ? '' : JSON.stringify(line.answer),
})

const toAttempt = ({ event_id, webhook_id, forged, ended_at, outcome }: JournalAttempt): ObservedAttempt => ({
  kind: 'attempt',
  eventId: event_id,
  webhookId: webhook_id,
  isForged: forged ?? false,
  ...(ended_at !== null && outcome !== null && { end: { endedAt: toInstant(ended_at), outcome } }),
})

/** Judges a recorded run. */
export function judgeJournal({ header, records, missing }: RunJournal, seeds: Seeds): ClientReport {
  const { operations, document } = createContract(openapi as Document)
  const observer = createObserver({
    contract: describeContract(
      document,
      operations,
      seeds.rejections.map(({ code }) => code),
      createScenarios(header.own_scenario ?? undefined).names,
    ),
    version: manifest.version,
    world: `${header.tier}/${header.world}`,
    clock: header.clock.mode,
    scenario: header.scenario,
  })
  for (const reason of missing) observer.addNote(`The journal is incomplete: ${reason}.`)
  observer.addNote('A journal does not contain requests without a valid credential.')
  if (records.some((record) => record.type === 'request' && record.received_at_ms === undefined))
    observer.addNote('The journal does not contain wall-clock times, so rules about waiting times are not tried.')
  // An attempt is listed where it began, and judged where it ended.
  let open: JournalAttempt[] = []
  const endAttempts = (before: number) => {
    for (const attempt of open)
      if (attempt.ended !== null && attempt.ended < before) observer.observe(toAttempt(attempt))
    open = open.filter(({ ended }) => ended !== null && ended >= before)
  }
  for (const record of records) {
    if (record.type === 'attempt') open.push(record)
    else if (record.type === 'request') {
      endAttempts(record.ended)
      observer.observe(toRequest(record))
    } else if (record.type === 'event') {
      const { type: _type, ...event } = record
      observer.observe({ kind: 'event', event: event as WorldEvent })
    } else observer.observe({ kind: 'clock', to: toInstant(record.to) })
  }
  endAttempts(Number.POSITIVE_INFINITY)
  return observer.report()
}
