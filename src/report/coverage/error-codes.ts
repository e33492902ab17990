import type { Call } from '../trackers/tracker.js'

const MAX_OPEN_ERRORS = 50

/**
 * The success that shows that the client acted upon an error: of the same request or one with the same path (default), of
 * the same operation, on the same collection, or of any request.
 */
const ACT_BY_CODE: Record<string, 'operation' | 'collection' | 'any'> = {
  not_found: 'operation',
  forbidden: 'operation',
  payload_too_large: 'operation',
  unsupported_media_type: 'operation',
  invalid_cursor: 'operation',
  invalid_state: 'collection',
  duplicate_submission: 'collection',
  payout_on_hold: 'collection',
  unauthorized: 'any',
  method_not_allowed: 'any',
}

interface OpenError {
  code: string
  operation: string | undefined
  path: string
}

const collectionOf = (path: string) => path.split('/')[2]

function isActedUpon({ code, operation, path }: OpenError, call: Call): boolean {
  const act = ACT_BY_CODE[code]
  if (act === 'any') return true
  if (act === 'collection') return collectionOf(path) === collectionOf(call.path)
  return operation === call.operation?.id && (act === 'operation' || path === call.path)
}

/** Error codes that the client met, and whether it acted upon them: it waited, corrected, or looked. */
export function createErrorCodeCoverage() {
  const met = new Set<string>()
  const actedUpon = new Set<string>()
  let open: OpenError[] = []
  return {
    met,
    actedUpon,
    observeCall(call: Call) {
      const { code, status } = call.request
      if (status < 300 && open.length > 0)
        open = open.filter((error) => {
          const isDone = isActedUpon(error, call)
          if (isDone) actedUpon.add(error.code)
          return !isDone
        })
      if (code === undefined) return
      met.add(code)
      open.push({ code, operation: call.operation?.id, path: call.path })
      if (open.length > MAX_OPEN_ERRORS) open.shift()
    },
  }
}
