import { formatInstant } from '../../core/primitives/time.js'
import type { RequestRecord } from '../../runtime/journal/journal-records.js'
import { runInSlices } from '../../runtime/time-slices.js'
import { createFormRedactor } from '../logging/redaction.js'
import { paginate } from '../pagination/paginate.js'
import type { ControlOperations } from '../pipeline/exchange.js'
import { exportJournal, redactWarnings, roundToMicroseconds, type StartupSettings } from './export-journal.js'

const { redactText } = createFormRedactor()

const requestView = (request: RequestRecord) => ({
  request_id: request.requestId,
  at: formatInstant(request.now),
  method: request.method,
  target: redactText(request.target),
  operation: request.operation ?? null,
  status: request.status,
  code: request.code ?? null,
  replayed: request.replayed,
  duration_ms: roundToMicroseconds(request.milliseconds),
  warnings: redactWarnings(request, redactText),
})

export const createJournalOperations = (
  settings: StartupSettings,
): Pick<ControlOperations, 'listRequests' | 'getJournal'> => ({
  listRequests: {
    run({ world, query }) {
      const { limit: _limit, cursor: _cursor, ...filter } = query
      const { operation, status } = filter
      const matchesFilter = (request: RequestRecord) =>
        (operation === undefined || request.operation === operation) &&
        (status === undefined || request.status === status)
      return paginate(
        world.state,
        'requests',
        filter,
        query,
        (limit, before) => world.journal.latestRequests(matchesFilter, limit, before),
        requestView,
      )
    },
  },

  getJournal: {
    async run({ world }) {
      const content = await runInSlices(exportJournal(world, settings))
      return { status: 200, body: undefined, text: { type: 'application/x-ndjson', content } }
    },
  },
})
