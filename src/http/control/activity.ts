import { refuse } from '../../core/primitives/result.js'
import type { Steps } from '../../core/primitives/steps.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { components } from '../../generated/control-api.js'
import { sequenceOf } from '../../runtime/journal/journal.js'
import type { ActivityRecord, RequestRecord } from '../../runtime/journal/journal-records.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { runInSlices } from '../../runtime/time-slices.js'
import { createFormRedactor } from '../logging/redaction.js'
import { paginate } from '../pagination/paginate.js'
import type { ControlOperations, Reply } from '../pipeline/exchange.js'
import { roundToMicroseconds } from './export-journal.js'
import { changesView, recordedRequestView } from './recorded-request.js'

type ActivityEntry = components['schemas']['ActivityEntry']

const { redactText } = createFormRedactor()

const requestEntry = (record: RequestRecord) => ({
  id: record.ended,
  kind: 'request' as const,
  at: formatInstant(record.now),
  received_at: formatInstant(record.receivedAt),
  request_id: record.requestId,
  plane: record.isControl ? ('control' as const) : ('service' as const),
  method: record.method,
  target: redactText(record.target),
  operation: record.operation ?? null,
  status: record.status,
  code: record.code ?? null,
  replayed: record.replayed,
  duration_ms: roundToMicroseconds(record.milliseconds),
  warnings: record.warnings.length,
  fault: record.fault !== undefined,
  ...changesView(record.changes),
})

/** Undefined for an attempt that has not ended. */
export function activityEntry(record: ActivityRecord): ActivityEntry | undefined {
  const id = sequenceOf(record)
  switch (record.kind) {
    case 'request':
      return requestEntry(record)
    case 'event': {
      const { id: event_id, event_type, created_at, data } = record.event
      return { id, kind: 'event', at: created_at, event_id, event_type, data: { ...data } }
    }
    case 'attempt': {
      if (!record.end) return undefined
      const { endedAt, outcome } = record.end
      const { status_code, failure, duration_ms } = outcome
      const { eventId: event_id, webhookId: webhook_id } = record
      return {
        id,
        kind: 'attempt',
        at: formatInstant(endedAt),
        event_id,
        webhook_id,
        status_code,
        failure,
        duration_ms,
      }
    }
    case 'clock':
      return { id, kind: 'clock', at: formatInstant(record.to) }
    case 'reset':
      return { id, kind: 'reset', at: formatInstant(record.now), cause: record.cause }
    case 'change': {
      const { now, cause, subject, summary, changes } = record
      return { id, kind: 'change', at: formatInstant(now), cause, subject, summary, ...changesView(changes) }
    }
  }
}

/** Whether the record names the id, in any of its fields. */
function concerns(record: ActivityRecord, id: string): boolean {
  if (record.kind === 'request')
    return (
      record.requestId === id ||
      record.target.includes(id) ||
      record.changes?.rows.some((row) => row.id === id) === true
    )
  const entry = activityEntry(record)
  return entry !== undefined && JSON.stringify(entry).includes(JSON.stringify(id))
}

const formatMessage = (entry: ActivityEntry) =>
  `id: ${entry.id}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`

function* replyWithRequest(world: RunningWorld, record: RequestRecord): Steps<Reply> {
  return { status: 200, body: yield* recordedRequestView(world, record) }
}

export const activityOperations: Pick<ControlOperations, 'getRequest' | 'listActivity' | 'streamActivity'> = {
  getRequest: {
    run({ world, path: { request_id } }) {
      const record = world.journal.findRequest(request_id)
      if (record) return runInSlices(replyWithRequest(world, record))
      return refuse('not_found', {
        message: `The journal has no request ${request_id.slice(0, 100)}. It keeps the latest requests that change this world or read its API.`,
      })
    },
  },

  listActivity: {
    run({ world, query }) {
      const { limit: _limit, cursor: _cursor, ...filter } = query
      const { kind, subject } = filter
      const isWanted = (record: ActivityRecord) =>
        (kind === undefined || record.kind === kind) && (subject === undefined || concerns(record, subject))
      return paginate(
        world.state,
        'activity',
        filter,
        query,
        (limit, before) => {
          const rows: ActivityEntry[] = []
          for (const record of world.journal.activity(before)) {
            const entry = isWanted(record) && activityEntry(record)
            if (!entry) continue
            if (rows.length === limit) return { rows, next: rows.at(-1)?.id }
            rows.push(entry)
          }
          return { rows, next: undefined }
        },
        (entry) => entry,
      )
    },
  },

  streamActivity: {
    run({ world: { journal, onEnd }, header }) {
      const last = header('last-event-id')
      function* backlog() {
        yield ': from now on\n\n'
        if (last === undefined) return
        const missed: ActivityEntry[] = []
        for (const record of journal.activity()) {
          const entry = activityEntry(record)
          if (entry && entry.id <= Number(last)) break
          if (entry) missed.push(entry)
        }
        for (const entry of missed.reverse()) yield formatMessage(entry)
      }
      const subscribe = (write: (chunk: string) => void) =>
        journal.watch((record) => {
          const entry = activityEntry(record)
          if (entry) write(formatMessage(entry))
        })
      return { status: 200, body: undefined, feed: { backlog: backlog(), subscribe, onEnd } }
    },
  },
}
