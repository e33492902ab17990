import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import manifest from '../../../package.json' with { type: 'json' }
import { suggest } from '../../core/primitives/suggest.js'
import { EGRESS_MODES } from '../../webhooks/egress-guard.js'
import {
  arrangeEvents,
  parseRecording,
  REPLAY_ORDERS,
  type RecordedEvent,
  RecordingError,
} from '../../webhooks/recording.js'
import {
  type ReplayedEvent,
  type ReplaySummary,
  replayEvents,
  summarizeReplay,
} from '../../webhooks/replay-recording.js'
import { createSender } from '../../webhooks/sender.js'
import {
  booleanFlag,
  choiceFlag,
  durationFlag,
  type Flag,
  integerFlag,
  textFlag,
  type Values,
} from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { createPaint, createPrinter, type Paint, sanitize, withoutQuery } from '../framework/terminal.js'

const DEFAULT_SHUFFLE_SEED = 1

const speedFlag: Flag<number> = {
  placeholder: 'Nx|max',
  help: '1x keeps the pauses of the recording, 10x divides them by ten, max sends without pauses',
  defaultValue: Number.POSITIVE_INFINITY,
  defaultText: 'max',
  parse: (given) => {
    if (given === 'max') return Number.POSITIVE_INFINITY
    const n = /^\d{1,9}(\.\d{1,9})?x$/.test(given) ? Number(given.slice(0, -1)) : 0
    return n > 0 ? n : { allowed: 'a speed such as 1x or 10x, or max' }
  },
}

export const replayFlags = {
  to: textFlag('The URL of the receiver; required', 'URL'),
  secret: textFlag('The secret to sign events with; required, also MDS_SECRET', 'SECRET'),
  speed: speedFlag,
  order: choiceFlag('The order of the events', REPLAY_ORDERS, 'as-recorded'),
  duplicate: integerFlag('How many additional times each event is sent', 'N', 0, 0, 1000),
  'event-type': textFlag('Only events of this type', 'TYPE'),
  scenario: textFlag('Instead of a file: send the events of a walk-through of this scenario', 'NAME|FILE'),
  seed: {
    ...integerFlag('The seed of the shuffled order, and of the ids of a scenario', 'N', 0, 0, Number.MAX_SAFE_INTEGER),
    defaultValue: undefined,
    defaultText: String(DEFAULT_SHUFFLE_SEED),
  } as Flag<number | undefined>,
  timeout: durationFlag('The timeout of a response', '30s', '1h'),
  egress: choiceFlag('strict refuses loopback and private addresses', EGRESS_MODES, 'open'),
  json: booleanFlag('Print only JSON: one line for each event and one for the summary'),
}

type Settings = Values<typeof replayFlags>

/** `mds-sandbox replay FILE --to URL --secret S` */
export async function replay(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(replayFlags, argv, pickToolVariables(env), 1)
  const { to, secret, egress, json, timeout: timeoutMs, order, seed = DEFAULT_SHUFFLE_SEED } = values
  if (to === undefined) throw new UsageError('replay needs --to: the URL of the receiver.')
  if (secret === undefined) throw new UsageError('replay needs --secret: what the receiver checks signatures with.')
  const sender = createSender({ egress })
  const urlIssue = await sender.checkUrl(to)
  if (urlIssue !== undefined) throw new UsageError(`--to ${urlIssue}.`)
  const { records, note } = await loadRecords(operands[0], values)
  const chosen = arrangeEvents(filterByType(records, values['event-type']), { ...values, seed })

  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  if (!json) {
    const orderText = order === 'shuffled' ? `, shuffled with seed ${seed}` : order === 'reversed' ? ', reversed' : ''
    print(
      `Sending ${chosen.length} ${chosen.length === 1 ? 'event' : 'events'} to ${withoutQuery(to)}${orderText}${note}\n`,
    )
  }
  const userAgent = `mds-sandbox/${manifest.version}`
  const all: ReplayedEvent[] = []
  for await (const sent of replayEvents(chosen, { ...values, sender, url: to, secret, userAgent, timeoutMs })) {
    all.push(sent)
    print(json ? formatJsonLine(sent) : formatSent(sent, paint))
  }
  sender.close()
  const summary = summarizeReplay(all)
  print(json ? JSON.stringify(summary) : `\n${formatSummary(summary)}`)
  if (summary.accepted < summary.sent) process.exitCode = 1
}

async function loadRecords(
  path: string | undefined,
  { scenario, seed }: Settings,
): Promise<{ records: RecordedEvent[]; note: string }> {
  if (path !== undefined && scenario !== undefined) throw new UsageError('replay takes a FILE or --scenario, not both.')
  if (scenario !== undefined) return loadScenarioRecords(scenario, seed)
  if (path === undefined) throw new UsageError('replay needs a FILE, - for stdin, or --scenario.')
  const name = path === '-' ? 'stdin' : path
  const content = await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${name} can't be read: ${error.code}.`, false)
    },
  )
  try {
    const records = parseRecording(content, name)
    if (records.length === 0) throw new RecordingError(`There is no event in ${name}.`)
    return { records, note: '' }
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message, false) : error
  }
}

async function loadScenarioRecords(
  scenario: string,
  seed: number | undefined,
): Promise<{ records: RecordedEvent[]; note: string }> {
  const { isFilePath } = await import('../scenarios/custom-scenario.js')
  const { createScenarios } = await import('../../runtime/scenarios/built-in-scenarios.js')
  const { names } = createScenarios()
  if (!isFilePath(scenario) && !names.includes(scenario)) {
    const suggestion = suggest(scenario, names)
    const hint = suggestion ? `Did you mean ${suggestion}?` : `There are ${names.join(', ')}.`
    throw new UsageError(`There is no scenario ${JSON.stringify(scenario)}. ${hint}`, false)
  }
  const { recordScenarioEvents } = await import('../scenarios/scenario-events.js')
  const { records, forged } = await recordScenarioEvents(scenario, seed)
  if (records.length === 0) throw new UsageError(`The scenario ${scenario} causes no events.`, false)
  return { records, note: forged > 0 ? ` (${forged} with a wrong signature left out)` : '' }
}

function filterByType(records: RecordedEvent[], eventType: string | undefined): RecordedEvent[] {
  if (eventType === undefined) return records
  const chosen = records.filter(({ event_type }) => event_type === eventType)
  if (chosen.length > 0) return chosen
  const types = [...new Set(records.map(({ event_type }) => sanitize(event_type, 60)))]
  throw new UsageError(`--event-type can't be ${JSON.stringify(eventType)}. Allowed: ${types.join(', ')}.`, false)
}

const COLOURS = { accepted: 'green', refused: 'yellow', failed: 'red' } as const

function formatSent({ record: { id, event_type }, outcome, verdict }: ReplayedEvent, paint: Paint): string {
  const { status_code, failure, duration_ms } = outcome
  const result = String(status_code ?? failure?.replaceAll('_', ' '))
  return `${paint(COLOURS[verdict], result.padEnd(3))}  ${`${duration_ms} ms`.padStart(8)}  ${sanitize(event_type, 40).padEnd(22)}  ${sanitize(id, 40)}`
}

function formatJsonLine({
  record: { id, event_type },
  outcome: { status_code, failure, duration_ms },
  verdict,
}: ReplayedEvent) {
  return JSON.stringify({ id, event_type, verdict, status_code, failure, duration_ms })
}

function formatSummary({ sent, accepted, refused, failed, p50_ms, p95_ms }: ReplaySummary): string {
  const timesText = p50_ms === null ? '' : `; response time ${p50_ms} ms (p50), ${p95_ms} ms (p95)`
  return `${sent} sent: ${accepted} accepted, ${refused} refused, ${failed} failed${timesText}`
}
