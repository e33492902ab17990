import { closeSync, openSync, writeSync } from 'node:fs'
import { EVENT_TYPES } from '../../core/events/events.js'
import { formatInstant } from '../../core/primitives/time.js'
import { urlOf } from '../../http/server/listen.js'
import { type Arrival, type ArrivalVerdict, createReceiver } from '../../webhooks/receiver.js'
import { toRecordingLine } from '../../webhooks/recording.js'
import { booleanFlag, durationFlag, type Flag, hostFlag, integerFlag, textFlag } from '../framework/flags.js'
import { explainListenError } from '../framework/listen-error.js'
import { parseFlags, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { keyFlag, toRootUrl, urlFlag } from '../framework/sandbox-client.js'
import { waitForStopSignal } from '../framework/stop-signal.js'
import { createPaint, createPrinter, type Paint, sanitize } from '../framework/terminal.js'

/** Not a secret, but convenient on a developer's machine. */
const DEFAULT_SECRET = 'whsec_sandbox'

const secretFlag: Flag<string> = {
  placeholder: 'SECRET',
  help: 'The secret that events are signed with; also MDS_SECRET',
  defaultValue: DEFAULT_SECRET,
  parse: (given) => given,
}

export const receiveFlags = {
  port: integerFlag('Port to listen on; 0 picks a free one', 'PORT', 4020, 0, 65535),
  host: hostFlag('Address to listen on'),
  secret: secretFlag,
  status: integerFlag('The status of responses; a ping always gets 200 immediately', 'N', 200, 200, 599),
  delay: durationFlag('The delay before a response', '0s', '10m'),
  fail: integerFlag('How many events get --fail-status before the first success', 'N', 0, 0, 1_000_000),
  'fail-status': integerFlag('The status for --fail', 'N', 503, 200, 599),
  save: textFlag('Append events with a valid signature to this recording, for replay; pings are left out', 'FILE'),
  url: { ...urlFlag, help: 'The sandbox in the printed curl command; also MDS_URL' },
  key: { ...keyFlag, help: 'The API key in the printed curl command; also MDS_KEY' },
  json: booleanFlag('Print only JSON: one line when ready and one for each arrival'),
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
    throw explainListenError(error, settings.port, settings.host)
  })

  const url = `${urlOf(settings.host, receiver.port)}/`
  print(
    settings.json
      ? JSON.stringify({ url, port: receiver.port, pid: process.pid })
      : formatBanner({
          url,
          secret: receiver.secret,
          isSecretFromEnvironment: env.MDS_SECRET === receiver.secret,
          sandboxUrl: settings.url,
          apiKey: settings.key,
        }),
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

/** Each event is appended synchronously, so that a crash loses none. */
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
      process.stderr.write(`mds-sandbox: ${writeErrorMessage(error)}. No further events are saved.\n`)
    }
  }
}

interface BannerOptions {
  url: string
  secret: string
  isSecretFromEnvironment: boolean
  sandboxUrl: string
  apiKey: string
}

function formatBanner({ url, secret, isSecretFromEnvironment, sandboxUrl, apiKey }: BannerOptions): string {
  // A secret from the environment is not printed, so that it does not appear in CI logs.
  const shownSecret = isSecretFromEnvironment ? `"'"$MDS_SECRET"'"` : escapeQuotes(JSON.stringify(secret))
  const types = EVENT_TYPES.map((type) => `"${type}"`).join(', ')
  const secretSource = isSecretFromEnvironment ? 'the secret in MDS_SECRET' : 'your secret'
  return `Listening at ${url}
Signatures are checked with ${secret === DEFAULT_SECRET ? `${secret}; choose another secret with --secret` : secretSource}.

Register it:
  curl ${shellWord(`${toRootUrl(sandboxUrl)}/v1/webhooks`)} -H 'X-API-Key: ${escapeQuotes(apiKey)}' -H 'Content-Type: application/json' -d '{"url": "${url}", "secret": ${shownSecret}, "event_type": [${types}]}'

Press Ctrl+C to stop.
`
}

/** Escapes text for a shell word in single quotes. */
const escapeQuotes = (text: string) => text.replaceAll("'", `'\\''`)
const shellWord = (text: string) => (/^[\w:/.@-]+$/.test(text) ? text : `'${escapeQuotes(text)}'`)

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
