import { writeFile } from 'node:fs/promises'
import { ENTERPRISE_EVENT_TYPES, EVENT_TYPES } from '../../core/events/events.js'
import { suggest } from '../../core/primitives/suggest.js'
import type { components } from '../../generated/control-api.js'
import { toRecordingLine } from '../../webhooks/recording.js'
import { booleanFlag, type Flag, textFlag, type Values } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { clientFlags, createClient, RefusedError } from '../framework/sandbox-client.js'
import { createPaint, createPrinter, type Paint, sanitize, withoutQuery } from '../framework/terminal.js'
import { followStream } from '../observe/follow-stream.js'

type LogEntry = components['schemas']['EventLogEntry']
type EventPage = components['schemas']['Events']

const ALL_EVENT_TYPES: string[] = [...EVENT_TYPES, ...ENTERPRISE_EVENT_TYPES]

const eventTypeFlag: Flag<string | undefined> = {
  placeholder: 'TYPE',
  help: 'Only events of this type',
  defaultValue: undefined,
  choices: ALL_EVENT_TYPES,
  parse: (given) => {
    if (ALL_EVENT_TYPES.includes(given)) return given
    const suggestion = suggest(given, ALL_EVENT_TYPES)
    return { allowed: `${ALL_EVENT_TYPES.join(', ')}${suggestion ? `. Did you mean ${suggestion}?` : ''}` }
  },
}

export const eventsFlags = {
  'event-type': eventTypeFlag,
  follow: booleanFlag('Keep printing new events and attempts; Ctrl+C stops it'),
  out: textFlag('With export: write to this file instead of stdout', 'FILE'),
  ...clientFlags,
}

type Settings = Values<typeof eventsFlags>

/** `mds-sandbox events [export]` */
export async function events(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(eventsFlags, argv, pickToolVariables(env), 1)
  const [subcommand] = operands
  if (subcommand !== undefined && subcommand !== 'export')
    throw new UsageError(
      `events takes export or nothing, not ${JSON.stringify(subcommand)}.${suggest(subcommand, ['export']) ? ' Did you mean export?' : ''}`,
    )
  if (subcommand === undefined && values.out !== undefined)
    throw new UsageError('--out works only with export: mds-sandbox events export --out FILE.')
  if (subcommand === 'export' && values.follow) throw new UsageError("--follow can't be combined with export.")
  const print = createPrinter()
  const entries = await fetchEvents(values).catch((error) => {
    if (values.json && error instanceof RefusedError) print(error.text)
    throw error
  })
  if (subcommand === 'export') return writeRecording(entries, values.out)
  if (values.follow) return followEvents(values, entries, print, env)
  if (values.json)
    return print(JSON.stringify({ data: entries, next_cursor: null, has_more: false } satisfies EventPage))
  const paint = createPaint(process.stdout, env)
  for (const entry of entries) print(formatEvent(entry, paint))
  if (entries.length === 0) print('No events yet.')
}

async function fetchEvents({ url, key, 'event-type': eventType }: Settings): Promise<LogEntry[]> {
  const client = createClient(url, key)
  const entries: LogEntry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({
      ...(eventType !== undefined && { event_type: eventType }),
      ...(cursor && { cursor }),
    })
    const page = await client.call<EventPage>('GET', `/_sandbox/events?${query}`)
    entries.push(...page.body.data)
    cursor = page.body.next_cursor
  }
  return entries
}

/** Prints the events, and then each new event and each attempt to deliver one. With --json, one line for each. */
async function followEvents(
  { url, key, json, 'event-type': eventType }: Settings,
  entries: LogEntry[],
  print: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const paint = createPaint(process.stdout, env)
  const show = (entry: LogEntry) => print(json ? JSON.stringify(entry) : formatEvent(entry, paint))
  for (const entry of entries) show(entry)
  const query = eventType === undefined ? '' : `?${new URLSearchParams({ event_type: eventType })}`
  // An unknown id would repeat all events, so without events the stream begins now.
  await followStream(createClient(url, key), `/_sandbox/events/stream${query}`, entries.at(-1)?.id, (_, entry) =>
    show(entry as LogEntry),
  )
}

/** The body of each line has the bytes that the endpoints received. */
async function writeRecording(entries: LogEntry[], out: string | undefined): Promise<void> {
  const lines = entries
    .filter(({ event_type }) => event_type !== 'ping')
    .map(({ id, event_type, created_at, data }) =>
      toRecordingLine({ at: created_at, id, event_type, body: JSON.stringify({ id, event_type, created_at, data }) }),
    )
  if (out === undefined) {
    const print = createPrinter()
    for (const recordLine of lines) print(recordLine.trimEnd())
    return
  }
  await writeFile(out, lines.join('')).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out can't write to ${out}: ${error.code}.`, false)
  })
  process.stderr.write(`${lines.length} ${lines.length === 1 ? 'event' : 'events'} written to ${out}\n`)
}

function formatEvent({ id, event_type, created_at, data, deliveries }: LogEntry, paint: Paint): string {
  const { status } = data as { status?: string }
  const label = `${event_type}${status ? ` ${status}` : ''}`
  const outcomes = deliveries.map((delivery) => {
    const attempts = delivery.attempts.map(({ status_code, failure }) => status_code ?? failure).join(', ')
    const colour = { delivered: 'green', undeliverable: 'red', pending: 'yellow', cancelled: 'dim' } as const
    const to = delivery.url === null ? delivery.webhook_id : sanitize(withoutQuery(delivery.url))
    return `${paint(colour[delivery.status], delivery.status)}${attempts ? ` (${attempts})` : ''} ${to}`
  })
  return `${paint('dim', created_at)}  ${label.padEnd(32)}  ${id}  ${outcomes.join(', ') || 'no endpoint'}`
}
