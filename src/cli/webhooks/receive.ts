import { closeSync, openSync, writeSync } from 'node:fs'
import { EVENT_TYPES } from '../../core/events/events.js'
import { formatInstant } from '../../core/primitives/time.js'
import { urlOf } from '../../http/server/listen.js'
import { type Arrival, type ArrivalVerdict, createReceiver, type Receiver } from '../../webhooks/receiver.js'
import { toRecordingLine } from '../../webhooks/recording.js'
import {
  booleanFlag,
  durationFlag,
  type Flag,
  hostFlag,
  integerFlag,
  parseFlags,
  pickToolVariables,
  textFlag,
  UsageError,
} from '../framework/flags.js'
import { explainListenFailure, waitForStopSignal } from '../framework/process-lifecycle.js'
import { createPaint, createPrinter, type Paint, sanitize } from '../framework/terminal.js'

/** Known to everybody: good enough to begin with on one's own machine. */
const DEFAULT_SECRET = 'whsec_sandbox'

const secretFlag: Flag<string> = {
  placeholder: 'SECRET',
  help: 'What events are signed with; also MDS_SECRET',
  defaultValue: DEFAULT_SECRET,
  parse: (given) => given,
}

export const receiveFlags = {
  port: integerFlag('Port to listen on; 0 picks a free one', 'PORT', 4020, 0, 65535),
  host: hostFlag('Address to listen on'),
  secret: secretFlag,
  status: integerFlag('What events are answered with; a ping always gets its 200, at once', 'N', 200, 200, 599),
  delay: durationFlag('How long an answer takes', '0s', '10m'),
  fail: integerFlag('How many events are answered with --fail-status before the first success', 'N', 0, 0, 1_000_000),
  'fail-status': integerFlag('See --fail', 'N', 503, 200, 599),
  save: textFlag('Append genuine events to a recording, for replay; pings stay out', 'FILE'),
  json: booleanFlag('Print one line of JSON when ready and one for each arrival, and nothing else'),
}

const COLOURS: Record<ArrivalVerdict, Parameters<Paint>[0]> = {
  new: 'green',
  duplicate: 'cyan',
  'out of order': 'yellow',
  'bad signature': 'red',
  'not an event': 'red',
}

/** `mds-sandbox receive` */
export async function receive(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseFlags(receiveFlags, argv, pickToolVariables(env))
  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const saveArrival = settings.save === undefined ? undefined : openRecording(settings.save)
  const counts = new Map<ArrivalVerdict, number>()
  const stopped = waitForStopSignal()
  let remainingFailures = settings.fail

  const receiver = await createReceiver({
    ...settings,
    keepArrivals: false,
    respond({ event }) {
      if (event?.event_type === 'ping') return { status: 200 }
      const status = remainingFailures-- > 0 ? settings['fail-status'] : settings.status
      return { status, delayMs: settings.delay }
    },
    onArrival(arrival) {
      counts.set(arrival.verdict, (counts.get(arrival.verdict) ?? 0) + 1)
      print(settings.json ? formatJsonLine(arrival) : formatArrival(arrival, paint))
      if (isGenuine(arrival) && arrival.event?.event_type !== 'ping') saveArrival?.(arrival)
    },
  }).catch((error) => {
    throw explainListenFailure(error, settings.port, settings.host)
  })

  const url = `${urlOf(settings.host, receiver.port)}/`
  print(
    settings.json
      ? JSON.stringify({ url, port: receiver.port, pid: process.pid })
      : formatBanner(url, receiver, env.MDS_SECRET === receiver.secret),
  )
  await stopped
  await receiver.close()
  if (!settings.json) print(`\n${formatSummary(counts)}`)
  if (counts.has('bad signature') || counts.has('not an event')) process.exitCode = 1
}

const isGenuine = ({ verdict }: Arrival) => verdict !== 'bad signature' && verdict !== 'not an event'

const toRecord = ({ at, event, body }: Arrival) => ({
  at: formatInstant(at),
  id: event?.id ?? '',
  event_type: event?.event_type ?? '',
  body: body.toString('utf8'),
})

/** At once and to the end of the file, so that nothing is lost when the process is. */
function openRecording(path: string): (arrival: Arrival) => void {
  const writeErrorMessage = (error: unknown) =>
    `--save can't write to ${path}: ${(error as NodeJS.ErrnoException).code}`
  let file: number
  try {
    file = openSync(path, 'a')
  } catch (error) {
    throw new UsageError(`${writeErrorMessage(error)}.`, false)
  }
  let isOpen = true
  return (arrival) => {
    if (!isOpen) return
    try {
      writeSync(file, toRecordingLine(toRecord(arrival)))
    } catch (error) {
      isOpen = false
      closeSync(file)
      process.stderr.write(`mds-sandbox: ${writeErrorMessage(error)}. Nothing more is saved.\n`)
    }
  }
}

function formatBanner(url: string, { secret }: Receiver, isFromEnvironment: boolean): string {
  const quote = (value: string) => JSON.stringify(value).replaceAll("'", `'\\''`)
  // A secret of the environment stays there, and out of the logs of a CI.
  const shownSecret = isFromEnvironment ? `"'"$MDS_SECRET"'"` : quote(secret)
  const types = EVENT_TYPES.map((type) => `"${type}"`).join(', ')
  const secretSource = isFromEnvironment ? 'the secret in MDS_SECRET' : 'your secret'
  return `Listening at ${url}
Signatures are checked with ${secret === DEFAULT_SECRET ? `${secret}; choose another secret with --secret` : secretSource}.

Register it:
  curl http://127.0.0.1:4010/v1/webhooks -H 'X-API-Key: sk_sandbox_standard_demo' -H 'Content-Type: application/json' -d '{"url": "${url}", "secret": ${shownSecret}, "event_type": [${types}]}'

Ctrl+C stops it.
`
}

function formatArrival({ at, verdict, event, status }: Arrival, paint: Paint): string {
  const type = sanitize(event?.event_type ?? '-', 40)
  const id = sanitize(event?.id ?? '-', 40)
  const time = paint('dim', formatInstant(at).slice(11, 23))
  return `${time}  ${paint(COLOURS[verdict], verdict.padEnd(13))}  ${type.padEnd(22)}  ${id.padEnd(25)}  ${status}`
}

function formatJsonLine(arrival: Arrival): string {
  const { id, event_type, ...record } = toRecord(arrival)
  const { verdict, status } = arrival
  return JSON.stringify({ ...record, id: id || null, event_type: event_type || null, verdict, status })
}

function formatSummary(counts: Map<ArrivalVerdict, number>): string {
  const parts = (Object.keys(COLOURS) as ArrivalVerdict[]).flatMap((verdict) => {
    const count = counts.get(verdict)
    return count ? [`${count} ${verdict}`] : []
  })
  return parts.length > 0 ? `Received: ${parts.join(', ')}` : 'Received nothing'
}
