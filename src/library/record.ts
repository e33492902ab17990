import type { ControlCall } from './control-call.js'
import type { ControlSchemas } from './types.js'

export type ActivityEntry = ControlSchemas['ActivityEntry']

/** What happened in a world between two moments. */
export interface Transcript {
  /** Requests, events, attempts to deliver them, clock moves and changes, oldest first. */
  readonly entries: readonly ActivityEntry[]
  /** One line for each entry. With a manual clock, two runs have the same text. */
  readonly text: string
}

export interface WorldRecording {
  /** What has happened since the recording began. It can be called more than once. */
  transcript(): Promise<Transcript>
}

/** Begins after everything that has happened so far. */
export async function startRecording(control: ControlCall): Promise<WorldRecording> {
  const newest = await control('listActivity', { query: { limit: 1 } })
  const begin = newest.data[0]?.id ?? -1
  return {
    async transcript() {
      const found: ActivityEntry[] = []
      let cursor: string | undefined
      do {
        const page = await control('listActivity', { query: { limit: 1000, ...(cursor && { cursor }) } })
        found.push(...page.data.filter(({ id }) => id > begin))
        cursor = (page.data.at(-1)?.id ?? -1) > begin ? (page.next_cursor ?? undefined) : undefined
      } while (cursor !== undefined)
      const entries = found.reverse()
      return { entries, text: entries.map((entry) => `${entry.at}  ${describeEntry(entry)}\n`).join('') }
    },
  }
}

function describeEntry(entry: ActivityEntry): string {
  switch (entry.kind) {
    case 'request':
      return `${entry.method} ${entry.target} → ${entry.status}${entry.code === null ? '' : ` ${entry.code}`}${entry.replayed ? ' (replayed)' : ''}`
    case 'event':
      return `event ${entry.event_type} ${JSON.stringify(entry.data)}`
    case 'attempt':
      return `attempt ${entry.event_id} → ${entry.status_code ?? entry.failure}`
    case 'clock':
      return 'clock'
    case 'reset':
      return `${entry.cause}`
    default:
      return `${entry.subject} ${entry.summary}`
  }
}
