import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import manifest from '../../../package.json' with { type: 'json' }
import { closest } from '../../core/primitives/suggest.js'
import { EGRESS } from '../../webhooks/egress-guard.js'
import { arrange, ORDERS, type Recorded, RecordingFault, readRecording } from '../../webhooks/recording.js'
import { replayTo, type Sent, type Tally, tallyOf } from '../../webhooks/replay-recording.js'
import { createSender } from '../../webhooks/sender.js'
import {
  choice,
  duration,
  type Flag,
  readCall,
  text,
  toggle,
  toolEnvironment,
  UsageError,
  type Values,
  whole,
} from '../framework/flags.js'
import { clean, createPaint, createPrinter, type Paint, placeOf } from '../framework/terminal.js'

/** What shuffled means unless one says otherwise: the same every time. */
const DEFAULT_SEED = 1

const speed: Flag<number> = {
  value: 'Nx|max',
  help: 'How fast: 1x with the pauses of the recording, 10x ten times faster, max without any',
  initial: Number.POSITIVE_INFINITY,
  shown: 'max',
  read: (given) => {
    if (given === 'max') return Number.POSITIVE_INFINITY
    const n = /^\d{1,9}(\.\d{1,9})?x$/.test(given) ? Number(given.slice(0, -1)) : 0
    return n > 0 ? n : { allowed: 'a speed such as 1x or 10x, or max' }
  },
}

export const replayFlags = {
  to: text('The receiver; required', 'URL'),
  secret: text('What events are signed with; required, also MDS_SECRET', 'SECRET'),
  speed,
  order: choice('In which order', ORDERS, 'as-recorded'),
  duplicate: whole('How many times more each event is sent', 'N', 0, 0, 1000),
  only: text('Only events of this type', 'TYPE'),
  scenario: text('Instead of a file: the events that a walk through this scenario leads to', 'NAME|FILE'),
  seed: {
    ...whole('Decides what shuffled means, and the ids of a scenario', 'N', 0, 0, Number.MAX_SAFE_INTEGER),
    initial: undefined,
    shown: String(DEFAULT_SEED),
  } as Flag<number | undefined>,
  timeout: duration('How long an answer may take', '30s', '1h'),
  egress: choice('strict refuses loopback and private addresses', EGRESS, 'open'),
  json: toggle('Print one line of JSON for each event and one for the summary, and nothing else'),
}

type Settings = Values<typeof replayFlags>

/** `mds-sandbox replay FILE --to URL --secret S` */
export async function replay(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = readCall(replayFlags, argv, toolEnvironment(env), 1)
  const { to, secret, egress, json, timeout: timeoutMs, order, seed = DEFAULT_SEED } = values
  if (to === undefined) throw new UsageError('replay needs --to: the URL of the receiver.')
  if (secret === undefined) throw new UsageError('replay needs --secret: what the receiver checks signatures with.')
  const sender = createSender({ egress })
  const fault = await sender.vet(to)
  if (fault !== undefined) throw new UsageError(`--to ${fault}.`)
  const { records, note } = await load(operands[0], values)
  const chosen = arrange(pick(records, values.only), { ...values, seed })

  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  if (!json) {
    const shuffled = order === 'shuffled' ? `, shuffled with seed ${seed}` : order === 'reversed' ? ', reversed' : ''
    print(`Sending ${chosen.length} ${chosen.length === 1 ? 'event' : 'events'} to ${placeOf(to)}${shuffled}${note}\n`)
  }
  const userAgent = `mds-sandbox/${manifest.version}`
  const all: Sent[] = []
  for await (const sent of replayTo(chosen, { ...values, sender, url: to, secret, userAgent, timeoutMs })) {
    all.push(sent)
    print(json ? jsonLine(sent) : line(sent, paint))
  }
  sender.close()
  const tally = tallyOf(all)
  print(json ? JSON.stringify(tally) : `\n${summary(tally)}`)
  if (tally.accepted < tally.sent) process.exitCode = 1
}

/** What is to be sent, and what there is to say about it. */
async function load(
  path: string | undefined,
  { scenario, seed }: Settings,
): Promise<{ records: Recorded[]; note: string }> {
  if (path !== undefined && scenario !== undefined) throw new UsageError('replay takes a FILE or --scenario, not both.')
  if (scenario !== undefined) return loadScenario(scenario, seed)
  if (path === undefined) throw new UsageError('replay needs a FILE, - for stdin, or --scenario.')
  const name = path === '-' ? 'stdin' : path
  const content = await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${name} can't be read: ${error.code}.`, false)
    },
  )
  try {
    const records = readRecording(content, name)
    if (records.length === 0) throw new RecordingFault(`There is no event in ${name}.`)
    return { records, note: '' }
  } catch (error) {
    throw error instanceof RecordingFault ? new UsageError(error.message, false) : error
  }
}

async function loadScenario(
  scenario: string,
  seed: number | undefined,
): Promise<{ records: Recorded[]; note: string }> {
  const { isFile } = await import('../serve/custom-scenario.js')
  const { createScenarios } = await import('../../runtime/scenarios/built-in-scenarios.js')
  const { names } = createScenarios()
  if (!isFile(scenario) && !names.includes(scenario)) {
    const meant = closest(scenario, names)
    const hint = meant ? `Did you mean ${meant}?` : `There are ${names.join(', ')}.`
    throw new UsageError(`There is no scenario ${JSON.stringify(scenario)}. ${hint}`, false)
  }
  const { eventsOfScenario } = await import('./scenario-events.js')
  const { records, forged } = await eventsOfScenario(scenario, seed)
  if (records.length === 0) throw new UsageError(`${scenario} leads to no events.`, false)
  return { records, note: forged > 0 ? ` (${forged} with a wrong signature left out)` : '' }
}

function pick(records: Recorded[], only: string | undefined): Recorded[] {
  if (only === undefined) return records
  const chosen = records.filter(({ event_type }) => event_type === only)
  if (chosen.length > 0) return chosen
  const types = [...new Set(records.map(({ event_type }) => clean(event_type, 60)))]
  throw new UsageError(`--only can't be ${JSON.stringify(only)}. Allowed: ${types.join(', ')}.`, false)
}

const COLOURS = { accepted: 'green', refused: 'yellow', failed: 'red' } as const

function line({ record: { id, event_type }, outcome, verdict }: Sent, paint: Paint): string {
  const { status_code, failure, duration_ms } = outcome
  const answer = String(status_code ?? failure?.replaceAll('_', ' '))
  return `${paint(COLOURS[verdict], answer.padEnd(3))}  ${`${duration_ms} ms`.padStart(8)}  ${clean(event_type, 40).padEnd(22)}  ${clean(id, 40)}`
}

function jsonLine({ record: { id, event_type }, outcome: { status_code, failure, duration_ms }, verdict }: Sent) {
  return JSON.stringify({ id, event_type, verdict, status_code, failure, duration_ms })
}

function summary({ sent, accepted, refused, failed, p50_ms, p95_ms }: Tally): string {
  const times = p50_ms === null ? '' : `; answered in ${p50_ms} ms (p50), ${p95_ms} ms (p95)`
  return `${sent} sent: ${accepted} accepted, ${refused} refused, ${failed} failed${times}`
}
