import { writeFile } from 'node:fs/promises'
import { EVENT_TYPES } from '../../core/events/events.js'
import { closest } from '../../core/primitives/suggest.js'
import type { components } from '../../generated/control-api.js'
import { lineOf } from '../../webhooks/recording.js'
import { clientFlags, createClient, Refused } from '../drive/client.js'
import { type Flag, readCall, text, toolEnvironment, UsageError, type Values } from '../framework/flags.js'
import { clean, createPaint, createPrinter, type Paint, placeOf } from '../framework/terminal.js'

type Entry = components['schemas']['EventLogEntry']
type Page = components['schemas']['Events']

const TYPES = [...EVENT_TYPES, 'api.changelog.published']

const only: Flag<string | undefined> = {
  value: 'TYPE',
  help: 'Only events of this type',
  initial: undefined,
  choices: TYPES,
  read: (given) => {
    if (TYPES.includes(given)) return given
    const meant = closest(given, TYPES)
    return { allowed: `${TYPES.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}` }
  },
}

export const eventsFlags = {
  only,
  out: text('With export: write to a file instead of stdout', 'FILE'),
  ...clientFlags,
}

type Settings = Values<typeof eventsFlags>

/** `mds-sandbox events [export]` */
export async function events(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = readCall(eventsFlags, argv, toolEnvironment(env), 1)
  const [verb] = operands
  if (verb !== undefined && verb !== 'export')
    throw new UsageError(
      `events takes export or nothing, not ${JSON.stringify(verb)}.${closest(verb, ['export']) ? ' Did you mean export?' : ''}`,
    )
  if (verb === undefined && values.out !== undefined)
    throw new UsageError('--out goes with export: mds-sandbox events export --out FILE.')
  const print = createPrinter()
  const entries = await read(values).catch((error) => {
    if (values.json && error instanceof Refused) print(error.text)
    throw error
  })
  if (verb === 'export') return write(entries, values.out)
  if (values.json) return print(JSON.stringify({ data: entries, next_cursor: null, has_more: false } satisfies Page))
  const paint = createPaint(process.stdout, env)
  for (const entry of entries) print(line(entry, paint))
  if (entries.length === 0) print('Nothing has happened yet.')
}

/** All pages. */
async function read({ url, key, only }: Settings): Promise<Entry[]> {
  const client = createClient(url, key)
  const entries: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({ ...(only !== undefined && { event_type: only }), ...(cursor && { cursor }) })
    const page = await client.call<Page>('GET', `/_sandbox/events?${query}`)
    entries.push(...page.body.data)
    cursor = page.body.next_cursor
  }
  return entries
}

/** As the endpoints were sent them, byte for byte. */
async function write(entries: Entry[], out: string | undefined): Promise<void> {
  const lines = entries
    .filter(({ event_type }) => event_type !== 'ping')
    .map(({ id, event_type, created_at, data }) =>
      lineOf({ at: created_at, id, event_type, body: JSON.stringify({ id, event_type, created_at, data }) }),
    )
  if (out === undefined) {
    const print = createPrinter()
    for (const each of lines) print(each.trimEnd())
    return
  }
  await writeFile(out, lines.join('')).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out can't write to ${out}: ${error.code}.`, false)
  })
  process.stderr.write(`${lines.length} ${lines.length === 1 ? 'event' : 'events'} written to ${out}\n`)
}

function line({ id, event_type, created_at, data, deliveries }: Entry, paint: Paint): string {
  const { status } = data as { status?: string }
  const what = `${event_type}${status ? ` ${status}` : ''}`
  const went = deliveries.map((delivery) => {
    const attempts = delivery.attempts.map(({ status_code, failure }) => status_code ?? failure).join(', ')
    const colour = { delivered: 'green', undeliverable: 'red', pending: 'yellow', cancelled: 'dim' } as const
    const to = delivery.url === null ? delivery.webhook_id : clean(placeOf(delivery.url))
    return `${paint(colour[delivery.status], delivery.status)}${attempts ? ` (${attempts})` : ''} ${to}`
  })
  return `${paint('dim', created_at)}  ${what.padEnd(32)}  ${id}  ${went.join(', ') || 'no endpoint'}`
}
