import type { Steps } from '../../core/primitives/steps.js'
import { formatDuration, formatInstant } from '../../core/primitives/time.js'
import type { Journal } from '../../runtime/journal/journal.js'
import type { RecordedChanges, RequestRecord } from '../../runtime/journal/journal-records.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { createRedactor, findSecrets, type Redactor } from '../logging/redaction.js'
import { parseHeaders } from '../pipeline/record-exchange.js'
import { redactWarnings, roundToMicroseconds } from './export-journal.js'

/** The secrets in the bodies of a journal's requests, and the last request that was searched. */
interface KnownSecrets {
  searchedUpTo: number
  secrets: Set<string>
}

const secretsByJournal = new WeakMap<Journal, KnownSecrets>()

/** Searches only the requests that were added since the last call. */
function* findKnownSecrets(journal: Journal): Steps<Set<string>> {
  let known = secretsByJournal.get(journal)
  if (!known) secretsByJournal.set(journal, (known = { searchedUpTo: 0, secrets: new Set() }))
  let latest = known.searchedUpTo
  for (const record of journal.activity()) {
    if (record.kind !== 'request') continue
    if (record.ended <= known.searchedUpTo) break
    latest = Math.max(latest, record.ended)
    for (const secret of record.body ? yield* findSecrets(record.body) : []) known.secrets.add(secret)
  }
  known.searchedUpTo = latest
  return known.secrets
}

/** Masks the same secrets as the exported journal. */
function* redactorFor({ state, journal }: RunningWorld): Steps<Redactor> {
  const known = yield* findKnownSecrets(journal)
  return yield* createRedactor([...state.webhooks.where({}).map(({ secret }) => secret), ...known])
}

function headersView(serialized: string, { redactText }: Redactor, more: [string, string][] = []) {
  return [...parseHeaders(serialized), ...more].map(([name, value]) => ({ name, value: redactText(value) }))
}

export const changesView = (changes: RecordedChanges | undefined) => ({
  changes: [...(changes?.rows ?? [])],
  changes_total: changes?.total ?? 0,
})

export function* recordedRequestView(world: RunningWorld, record: RequestRecord) {
  const redactor = yield* redactorFor(world)
  const { redactText, redactBody } = redactor
  const { body, responseBody, fault, changes, requestId } = record
  const scenario = parseHeaders(record.responseHeaders).find(([name]) => name === 'X-Sandbox-Scenario')?.[1]
  const hasDefaultType = responseBody !== '' && !/^content-type:/im.test(record.responseHeaders)
  return {
    request_id: requestId,
    at: formatInstant(record.now),
    received_at: formatInstant(record.receivedAt),
    plane: record.isControl ? 'control' : 'service',
    method: record.method,
    target: redactText(record.target),
    operation: record.operation ?? null,
    status: record.status,
    code: record.code ?? null,
    replayed: record.replayed,
    duration_ms: roundToMicroseconds(record.milliseconds),
    warnings: redactWarnings(record, redactText),
    scenario: scenario ?? null,
    fault: fault
      ? {
          scenario: fault.scenario ?? null,
          ...(fault.status !== undefined && { status: fault.status }),
          ...(fault.connection !== undefined && { connection: fault.connection }),
          ...(fault.delay !== undefined && { delay: formatDuration(fault.delay) }),
        }
      : null,
    request: { headers: headersView(record.headers, redactor), body: body ? yield* redactBody(body) : null },
    response: {
      headers: headersView(record.responseHeaders, redactor, [
        ...(hasDefaultType ? [['Content-Type', 'application/json'] as [string, string]] : []),
        ['X-Request-Id', requestId],
      ]),
      body: responseBody === '' ? null : yield* redactBody(responseBody),
    },
    upload: record.upload ? { ...record.upload } : null,
    ...changesView(changes),
  }
}
