import { readFile, writeFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { suggest } from '../../core/primitives/suggest.js'
import { type ClientReport, DIMENSIONS, type Dimension, REPORT_FORMAT } from '../../report/client-report.js'
import { formatReport, REPORT_FORMATS } from '../../report/formats/format-report.js'
import { type Baseline, checkReport, createBaseline, FAIL_ON, parseBaseline } from '../../report/gate.js'
import { MergeError, mergeReports } from '../../report/merge-reports.js'
import { checkJournalFixtures, fixturesFlag, readFixtures } from '../framework/fixtures-flag.js'
import { booleanFlag, choiceFlag, type Flag, textFlag, type Values } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { clientFlags, createClient } from '../framework/sandbox-client.js'
import { sanitize } from '../framework/terminal.js'
import { JournalFileError, parseJournal } from '../rerun/parse-journal.js'

const MAX_FILES = 1000

const minFlag: Flag<Partial<Record<Dimension, number>>> = {
  placeholder: 'DIMENSION=PERCENT,...',
  help: `The least coverage, such as operations=80,outcomes=50; of ${DIMENSIONS.join(', ')}`,
  defaultValue: {},
  parse: (given) => {
    const min: Partial<Record<Dimension, number>> = {}
    for (const part of given.split(',')) {
      const [, name = '', percent] = /^\s*(\w+)\s*=\s*(\d{1,3})\s*$/.exec(part) ?? []
      if (!DIMENSIONS.includes(name as Dimension) || Number(percent) > 100) {
        const suggestion = suggest(name, DIMENSIONS)
        return { allowed: `such as operations=80,outcomes=50${suggestion ? `. Did you mean ${suggestion}?` : ''}` }
      }
      min[name as Dimension] = Number(percent)
    }
    return min
  },
}

export const reportFlags = {
  url: clientFlags.url,
  key: clientFlags.key,
  all: booleanFlag('Judge the clients of all worlds of the sandbox'),
  journal: textFlag('Judge the journal in this file instead of a running sandbox; - for stdin', 'FILE'),
  fixtures: { ...fixturesFlag, help: 'The fixtures that the journal was recorded with' },
  format: choiceFlag('The format of the report', REPORT_FORMATS, 'text'),
  out: textFlag('Write the report to this file instead of stdout', 'FILE'),
  'fail-on': choiceFlag('The least severity of a finding that gives exit code 1', FAIL_ON, 'error'),
  min: minFlag,
  baseline: textFlag('Accept the findings in this file; an entry that is no longer needed gives exit code 1', 'FILE'),
  'update-baseline': booleanFlag('Write all findings to the file of --baseline'),
}

/** `mds-sandbox report` and `mds-sandbox report merge FILE...` */
export async function report(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(reportFlags, argv, pickToolVariables(env), MAX_FILES)
  const { format, out, baseline: baselinePath, 'update-baseline': isUpdate, 'fail-on': failOn, min } = values
  if (isUpdate && baselinePath === undefined)
    throw new UsageError('--update-baseline needs --baseline with the file to write.')
  const found = await loadReport(values, operands)
  if (found.requests + found.excluded + found.attempts === 0)
    process.stderr.write(
      `mds-sandbox: there was nothing to judge in ${sanitize(found.worlds.join(', '))}. --key names the world of your client, and --all judges all worlds.\n`,
    )
  let baseline = baselinePath === undefined ? undefined : await readBaseline(baselinePath, isUpdate)
  if (isUpdate && baselinePath !== undefined) {
    baseline = createBaseline(found, baseline)
    await write('--baseline', baselinePath, `${JSON.stringify(baseline, null, 2)}\n`)
  }
  const gate = checkReport(found, { failOn, min, baseline })
  const text = formatReport(format, found, gate)
  if (out === undefined) process.stdout.write(text)
  else await write('--out', out, text)
  if (!gate.isPassed) process.exitCode = 1
}

async function loadReport(values: Values<typeof reportFlags>, [word, ...files]: string[]): Promise<ClientReport> {
  if (word === 'merge') {
    if (files.length === 0) throw new UsageError('report merge needs the files of JSON reports.')
    try {
      return mergeReports(await Promise.all(files.map(readReport)))
    } catch (error) {
      throw error instanceof MergeError ? new UsageError(error.message, false) : error
    }
  }
  if (word !== undefined)
    throw new UsageError(`report takes merge or only flags, not ${JSON.stringify(word)}. For a journal, use --journal.`)
  if (values.journal !== undefined) return judgeJournalFile(values.journal, values.fixtures)
  const scope = values.all ? 'all' : 'world'
  return (await createClient(values.url, values.key).call<ClientReport>('GET', `/_sandbox/report?scope=${scope}`)).body
}

async function judgeJournalFile(path: string, fixturesPath: string | undefined): Promise<ClientReport> {
  const content = path === '-' ? await readAll(process.stdin) : await read(path)
  const { judgeJournal } = await import('./judge-journal.js')
  try {
    const journal = parseJournal(content, path === '-' ? 'stdin' : path)
    const fixtures = await readFixtures(fixturesPath)
    checkJournalFixtures(journal.header.fixtures, fixtures)
    return judgeJournal(journal, fixtures.seeds)
  } catch (error) {
    throw error instanceof JournalFileError ? new UsageError(sanitize(error.message, 1000), false) : error
  }
}

const read = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${sanitize(path)} can't be read: ${error.code}.`, false)
  })

const write = (flag: string, path: string, content: string) =>
  writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${flag} can't write to ${sanitize(path)}: ${error.code}.`, false)
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readReport(path: string): Promise<ClientReport> {
  const value = parseJson(await read(path)) as ClientReport | undefined
  if (typeof value?.format !== 'number' || !Array.isArray(value.rules) || typeof value.coverage !== 'object')
    throw new UsageError(`${sanitize(path)} is not a report. Write one with mds-sandbox report --format json.`, false)
  if (value.format > REPORT_FORMAT)
    throw new UsageError(
      `${sanitize(path)} has format ${value.format}; this version reads formats up to ${REPORT_FORMAT}. Use a newer mds-sandbox.`,
      false,
    )
  return value
}

async function readBaseline(path: string, mayBeMissing: boolean): Promise<Baseline | undefined> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === 'ENOENT') return undefined
    throw new UsageError(`${sanitize(path)} can't be read: ${error.code}. Create it with --update-baseline.`, false)
  })
  if (content === undefined) return undefined
  const baseline = parseBaseline(parseJson(content))
  if (!baseline)
    throw new UsageError(
      `${sanitize(path)} is not a baseline: it needs format 1, and entries with rule, fingerprint and reason.`,
      false,
    )
  return baseline
}
