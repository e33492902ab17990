import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import manifest from '../../../package.json' with { type: 'json' }
import { readCall, toggle, toolEnvironment, UsageError } from '../framework/flags.js'
import { clean, createPaint, createPrinter, type Paint } from '../framework/terminal.js'
import { type Run, RunFault, readRun } from './journal-file.js'
import { type Changed, play, type Verdict } from './play-journal.js'

export const rerunFlags = {
  force: toggle('Play a journal that is not complete as far as it goes'),
  json: toggle('Print one line of JSON for each answer that differs and one for the summary, and nothing else'),
}

/** `mds-sandbox rerun FILE` */
export async function rerun(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = readCall(rerunFlags, argv, toolEnvironment(env), 1)
  const run = await load(operands[0])
  if (run.missing.length > 0 && !values.force)
    throw new UsageError(
      `The journal is not complete: ${run.missing.join('; ')}. Its answers can't be expected to come out the same. --force plays it all the same.`,
      false,
    )
  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const { version } = run.header
  if (!values.json && version !== manifest.version)
    print(`Recorded by mds-sandbox ${clean(version)}, played by ${manifest.version}`)
  const verdict = await play(run)
  for (const line of values.json ? jsonLines(verdict) : wordsOf(verdict, paint)) print(line)
  if (!isSame(verdict)) process.exitCode = 1
}

async function load(path: string | undefined): Promise<Run> {
  if (path === undefined) throw new UsageError('rerun needs a FILE, or - for stdin: what GET /_sandbox/journal gave.')
  const name = path === '-' ? 'stdin' : path
  const content = await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${name} can't be read: ${error.code}.`, false)
    },
  )
  try {
    return readRun(content, name)
  } catch (error) {
    throw error instanceof RunFault ? new UsageError(clean(error.message, 1000), false) : error
  }
}

const isSame = ({ changed, attempts }: Verdict) =>
  changed.length + attempts.unrecorded.length + attempts.missed.length === 0

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
const short = (value: unknown) => (value === undefined ? 'nothing' : clean(JSON.stringify(value), 80))

function* wordsOf(verdict: Verdict, paint: Paint): Generator<string> {
  const { requests, changed, attempts } = verdict
  for (const one of changed) yield* changeOf(one, paint)
  for (const attempt of attempts.unrecorded) yield `${paint('yellow', 'sent now, not then')}  ${clean(attempt)}`
  for (const attempt of attempts.missed) yield `${paint('yellow', 'sent then, not now')}  ${clean(attempt)}`
  const differs = [
    ...(changed.length > 0 ? [`${count(changed.length, 'answer')} differ${changed.length === 1 ? 's' : ''}`] : []),
    ...(attempts.unrecorded.length > 0 ? [`${count(attempts.unrecorded.length, 'event')} sent that were not`] : []),
    ...(attempts.missed.length > 0 ? [`${count(attempts.missed.length, 'event')} not sent that were`] : []),
  ]
  if (!isSame(verdict)) yield ''
  yield `${count(requests, 'request')}, ${differs.length === 0 ? 'all answers the same' : differs.join(', ')}`
}

function* changeOf({ number, request, differences }: Changed, paint: Paint): Generator<string> {
  const { operation, method, target } = request
  yield `${paint('bold', `#${number}`)} ${operation ?? 'no operation'}  ${method} ${clean(target)}`
  const width = Math.min(40, Math.max(...differences.map(({ path }) => path.length)))
  for (const { path, recorded, now } of differences)
    yield `  ${clean(path || 'body').padEnd(width)}  ${paint('red', short(recorded))} → ${paint('green', short(now))}`
}

function* jsonLines({ requests, changed, attempts }: Verdict): Generator<string> {
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
