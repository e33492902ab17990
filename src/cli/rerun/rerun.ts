import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import manifest from '../../../package.json' with { type: 'json' }
import { checkJournalFixtures, fixturesFlag, readFixtures } from '../framework/fixtures-flag.js'
import { booleanFlag, textFlag } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { createPaint, createPrinter, type Paint, sanitize } from '../framework/terminal.js'
import { JournalFileError, parseJournal, type RunJournal } from './parse-journal.js'
import { type ChangedResponse, cutJournal, type RerunResult, rerunJournal } from './rerun-journal.js'
import { writeSnapshot } from './write-snapshot.js'

export const rerunFlags = {
  fixtures: fixturesFlag,
  force: booleanFlag('Rerun an incomplete journal as far as possible'),
  until: textFlag('Stop after the response to this request', 'REQUEST_ID'),
  snapshot: textFlag('Write a snapshot of the world at the end, to be imported into a sandbox', 'FILE'),
  json: booleanFlag('Print only JSON: one line for each response that differs and one for the summary'),
}

/** `mds-sandbox rerun FILE` */
export async function rerun(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(rerunFlags, argv, pickToolVariables(env), 1)
  const whole = await loadJournal(operands[0])
  const journal = values.until === undefined ? whole : cutJournal(whole, values.until)
  if (!journal) throw new UsageError(`The journal does not have the request ${sanitize(values.until ?? '')}.`, false)
  if (journal.missing.length > 0 && !values.force)
    throw new UsageError(
      `The journal is incomplete: ${journal.missing.join('; ')}. A rerun may return different responses. Use --force to rerun it anyway.`,
      false,
    )
  const fixtures = await readFixtures(values.fixtures)
  checkJournalFixtures(journal.header.fixtures, fixtures)
  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const { version } = journal.header
  if (!values.json && version !== manifest.version)
    print(`Recorded by mds-sandbox ${sanitize(version)}, rerun by ${manifest.version}`)
  const { snapshot } = values
  const result = await rerunJournal(journal, {
    fixtures,
    ...(snapshot !== undefined && { onEnd: (world) => writeSnapshot(world, snapshot) }),
  })
  for (const line of values.json ? jsonLines(result) : formatResult(result, paint)) print(line)
  if (!isUnchanged(result)) process.exitCode = 1
}

async function loadJournal(path: string | undefined): Promise<RunJournal> {
  if (path === undefined)
    throw new UsageError('rerun needs a FILE with the response of GET /_sandbox/journal, or - for stdin.')
  const name = path === '-' ? 'stdin' : path
  const content = await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${name} can't be read: ${error.code}.`, false)
    },
  )
  try {
    return parseJournal(content, name)
  } catch (error) {
    throw error instanceof JournalFileError ? new UsageError(sanitize(error.message, 1000), false) : error
  }
}

const isUnchanged = ({ changed, attempts }: RerunResult) =>
  changed.length + attempts.unrecorded.length + attempts.missed.length === 0

const pluralize = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const formatValue = (value: unknown) => (value === undefined ? 'nothing' : sanitize(JSON.stringify(value), 80))

function* formatResult(result: RerunResult, paint: Paint): Generator<string> {
  const { requests, changed, attempts } = result
  for (const change of changed) yield* formatChange(change, paint)
  for (const attempt of attempts.unrecorded) yield `${paint('yellow', 'not recorded, sent now')}  ${sanitize(attempt)}`
  for (const attempt of attempts.missed) yield `${paint('yellow', 'recorded, not sent now')}  ${sanitize(attempt)}`
  const differs = [
    ...(changed.length > 0
      ? [`${pluralize(changed.length, 'response')} differ${changed.length === 1 ? 's' : ''}`]
      : []),
    ...(attempts.unrecorded.length > 0 ? [`${pluralize(attempts.unrecorded.length, 'unrecorded event')} sent`] : []),
    ...(attempts.missed.length > 0 ? [`${pluralize(attempts.missed.length, 'recorded event')} not sent`] : []),
  ]
  if (!isUnchanged(result)) yield ''
  yield `${pluralize(requests, 'request')}, ${differs.length === 0 ? 'all responses are the same' : differs.join(', ')}`
}

function* formatChange({ number, request, differences }: ChangedResponse, paint: Paint): Generator<string> {
  const { operation, method, target } = request
  yield `${paint('bold', `#${number}`)} ${operation ?? 'no operation'}  ${method} ${sanitize(target)}`
  const width = Math.min(40, Math.max(...differences.map(({ path }) => path.length)))
  for (const { path, recorded, now } of differences)
    yield `  ${sanitize(path || 'body').padEnd(width)}  ${paint('red', formatValue(recorded))} → ${paint('green', formatValue(now))}`
}

function* jsonLines({ requests, changed, attempts }: RerunResult): Generator<string> {
  for (const { number, request, status, differences } of changed) {
    const { operation, method, target, request_id } = request
    yield JSON.stringify({
      number,
      request_id,
      operation,
      method,
      target,
      status: [request.status, status],
      differences,
    })
  }
  yield JSON.stringify({ requests, different: changed.length, ...attempts })
}
