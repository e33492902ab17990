import { instant } from '../../core/primitives/time.js'
import type { RequestRecord } from '../../runtime/journal/journal-records.js'
import { createRedactor } from '../logging/redaction.js'
import { page } from '../operations/pagination.js'
import type { ControlOperations } from '../pipeline/exchange.js'
import { type RunSettings, rounded, runJournal, warningsOf } from './journal-file.js'

const { text: redact } = createRedactor()

const requestView = (request: RequestRecord) => ({
  request_id: request.requestId,
  at: instant(request.now),
  method: request.method,
  target: redact(request.target),
  operation: request.operation ?? null,
  status: request.status,
  code: request.code ?? null,
  replayed: request.replayed,
  duration_ms: rounded(request.milliseconds),
  warnings: warningsOf(request, redact),
})

export const createRecordingOperations = (
  settings: RunSettings,
): Pick<ControlOperations, 'listRequests' | 'getJournal'> => ({
  listRequests: {
    run({ world, query }) {
      const { limit: _limit, cursor: _cursor, ...filter } = query
      const { operation, status } = filter
      const isWanted = (request: RequestRecord) =>
        (operation === undefined || request.operation === operation) &&
        (status === undefined || request.status === status)
      return page(
        world.state,
        'requests',
        filter,
        query,
        (limit, before) => world.recorder.newest(isWanted, limit, before),
        requestView,
      )
    },
  },

  getJournal: {
    run: ({ world }) => ({
      status: 200,
      body: undefined,
      text: { type: 'application/x-ndjson', content: runJournal(world, settings) },
    }),
  },
})
