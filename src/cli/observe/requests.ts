import type { components } from '../../generated/control-api.js'
import { defineAction, defineControlCommand } from '../control/define-control-command.js'
import { booleanFlag, type Flag, integerFlag, textFlag } from '../framework/flags.js'
import type { Client } from '../framework/sandbox-client.js'
import { type Paint, sanitize } from '../framework/terminal.js'
import { followStream } from './follow-stream.js'

type Schemas = components['schemas']
type Entry = Schemas['ActivityEntry']
type Request = Extract<Entry, { kind: 'request' }>

const statusFlag: Flag<number | undefined> = {
  placeholder: 'STATUS',
  help: 'Only requests with this status',
  defaultValue: undefined,
  parse: (given) => (/^[1-5]\d\d$/.test(given) ? Number(given) : { allowed: 'a status such as 422' }),
}

const requestsFlags = {
  follow: booleanFlag('Keep printing new requests; Ctrl+C stops it'),
  operation: textFlag('Only requests of this operation, such as createRelease', 'ID'),
  status: statusFlag,
  limit: integerFlag('How many of the latest requests are printed first', 'N', 20, 0, 1000),
}

/** `mds-sandbox requests` */
export const requests = defineControlCommand({
  '': defineAction(requestsFlags, async ({ values, client, paint, print }) => {
    const isWanted = (entry: Entry): entry is Request =>
      entry.kind === 'request' &&
      entry.plane === 'service' &&
      (values.operation === undefined || entry.operation === values.operation) &&
      (values.status === undefined || entry.status === values.status)
    const show = (entry: Request) => print(values.json ? JSON.stringify(entry) : formatRequest(entry, paint))
    const { latest, found } = await fetchRequests(client, values.limit, isWanted)
    for (const entry of found) show(entry)
    if (!values.follow) {
      if (found.length === 0 && !values.json && values.limit > 0) print('No requests.')
      return
    }
    await followStream(client, '/_sandbox/activity/stream', String(latest), (_, entry) => {
      if (isWanted(entry as Entry)) show(entry as Request)
    })
  }),
})

/** The latest requests, oldest first, and the id of the latest entry of any kind. */
async function fetchRequests(client: Client, limit: number, isWanted: (entry: Entry) => entry is Request) {
  const found: Request[] = []
  let latest = 0
  for (let cursor: string | null | undefined; cursor !== null && found.length < Math.max(limit, 1); ) {
    const query = new URLSearchParams({ limit: '1000', ...(cursor && { cursor }) })
    const { body } = await client.call<Schemas['ActivityPage']>('GET', `/_sandbox/activity?${query}`)
    latest = Math.max(latest, body.data[0]?.id ?? 0)
    found.push(...body.data.filter(isWanted))
    cursor = body.next_cursor
  }
  return { latest, found: found.slice(0, limit).reverse() }
}

function formatRequest(entry: Request, paint: Paint): string {
  const colour = entry.status < 400 ? 'green' : entry.status < 500 ? 'yellow' : 'red'
  const notes = [
    ...(entry.code === null ? [] : [entry.code]),
    ...(entry.replayed ? ['replayed'] : []),
    ...(entry.fault ? ['fault'] : []),
    ...(entry.warnings > 0 ? [`${entry.warnings} ${entry.warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  const call = `${entry.method} ${sanitize(entry.target, 120)}`
  return `${paint('dim', entry.at)}  ${paint(colour, String(entry.status))}  ${entry.request_id}  ${call}${notes.length > 0 ? `  ${notes.join(', ')}` : ''}`
}
