import type { ActivityEntry, ActivityKind } from '../../data/types.js'

export const KIND_TITLES: Record<ActivityKind, string> = {
  request: 'Requests',
  event: 'Events',
  attempt: 'Attempts',
  change: 'Changes',
  clock: 'Clock moves',
  reset: 'Resets',
}

/** The part of the URL that names the entry: the request id, or the number of any other entry. */
export const keyOfEntry = (entry: ActivityEntry): string =>
  entry.kind === 'request' ? entry.request_id : String(entry.id)

export function isFailure(entry: ActivityEntry): boolean {
  if (entry.kind === 'request') return entry.status >= 400
  if (entry.kind === 'attempt') return entry.status_code === null || entry.status_code >= 300
  return false
}

/** The text that the search looks into. */
function textOf(entry: ActivityEntry): string {
  switch (entry.kind) {
    case 'request': {
      const { method, target, operation, status, code, request_id, changes } = entry
      return [method, target, operation, status, code, request_id, ...changes.map(({ id }) => id)].join(' ')
    }
    case 'event':
      return `${entry.event_type} ${entry.event_id} ${JSON.stringify(entry.data)}`
    case 'attempt':
      return `${entry.event_id} ${entry.webhook_id} ${entry.status_code ?? entry.failure}`
    case 'change':
      return `${entry.cause} ${entry.subject} ${entry.summary} ${entry.changes.map(({ id }) => id).join(' ')}`
    default:
      return entry.kind
  }
}

export function matchesFilters(entry: ActivityEntry, filters: Readonly<Record<string, string>>): boolean {
  const { kind, outcome, plane, q } = filters
  if (kind && entry.kind !== kind) return false
  if (outcome === 'failed' && !isFailure(entry)) return false
  if (outcome === 'warnings' && !(entry.kind === 'request' && entry.warnings > 0)) return false
  if (outcome === 'fault' && !(entry.kind === 'request' && entry.fault)) return false
  if (plane && entry.kind === 'request' && entry.plane !== plane) return false
  return !q || textOf(entry).toLowerCase().includes(q.toLowerCase())
}
