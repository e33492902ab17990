import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import manifest from '../../../package.json' with { type: 'json' }
import { suggest } from '../../core/primitives/suggest.js'
import { formatJunit } from '../../report/formats/junit.js'
import { EGRESS_MODES } from '../../webhooks/egress-guard.js'
import { PROBE_CHECKS, type ProbeCheck, type ProbeResult, runProbe, UnreachableError } from '../../webhooks/probe.js'
import { createProbeEvents } from '../../webhooks/probe-events.js'
import { createSender } from '../../webhooks/sender.js'
import { booleanFlag, choiceFlag, durationFlag, type Flag, textFlag } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { createPaint, createPrinter, type Paint, sanitize, withoutQuery } from '../framework/terminal.js'

const CHECK_NAMES = PROBE_CHECKS.map(({ name }) => name)

const onlyFlag: Flag<readonly ProbeCheck[]> = {
  placeholder: 'CHECK,...',
  help: `Run only these checks: ${CHECK_NAMES.join(', ')}`,
  defaultValue: PROBE_CHECKS,
  parse: (given) => {
    const names = given.split(',').map((name) => name.trim())
    const unknown = names.find((name) => !CHECK_NAMES.includes(name))
    if (unknown === undefined) return PROBE_CHECKS.filter(({ name }) => names.includes(name))
    const suggestion = suggest(unknown, CHECK_NAMES)
    return { allowed: `${CHECK_NAMES.join(', ')}${suggestion ? `. Did you mean ${suggestion}?` : ''}` }
  },
}

export const probeFlags = {
  secret: textFlag('The secret that the handler verifies signatures with; required, also MDS_SECRET', 'SECRET'),
  timeout: durationFlag('The timeout of a response; 10s at most for a ping', '30s', '1h'),
  effects: textFlag('A URL of the handler that returns how many effects events have had', 'URL'),
  only: onlyFlag,
  junit: textFlag('Also write a JUnit report, which CI servers read', 'FILE'),
  egress: choiceFlag('strict refuses loopback and private addresses', EGRESS_MODES, 'open'),
  json: booleanFlag('Print only JSON: one line for each check and one for the score'),
}

/** `mds-sandbox probe URL --secret S` */
export async function probe(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(probeFlags, argv, pickToolVariables(env), 1)
  const { secret, egress, json, timeout: timeoutMs, only: checks, effects: effectsUrl } = values
  const [url] = operands
  if (url === undefined) throw new UsageError('probe needs the URL of the handler.')
  if (secret === undefined)
    throw new UsageError('probe needs --secret: the secret that the handler verifies signatures with.')
  const sender = createSender({ egress })
  const urlIssue = await sender.checkUrl(url)
  if (urlIssue !== undefined) throw new UsageError(`The URL ${urlIssue}.`)
  const effectsIssue = effectsUrl === undefined ? undefined : await sender.checkUrl(effectsUrl)
  if (effectsIssue !== undefined) throw new UsageError(`--effects ${effectsIssue}.`)
  const writeJunit = async (cases: Parameters<typeof formatJunit>[1]) => {
    if (values.junit !== undefined)
      await writeReport(values.junit, formatJunit(`mds-sandbox probe ${withoutQuery(url)}`, cases))
  }
  // Write the report before sending, so that an invalid path fails before the checks run.
  await writeJunit([])

  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const userAgent = `mds-sandbox/${manifest.version}`
  // Random ids, because a handler that remembers the last run would treat repeated ids as duplicates.
  const events = createProbeEvents(randomInt(2 ** 47), Date.now())
  const results: ProbeResult[] = []
  try {
    for await (const result of runProbe(checks, { sender, url, secret, effectsUrl, userAgent, timeoutMs, events })) {
      results.push(result)
      print(json ? formatJsonLine(result) : formatResult(result, paint))
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    const reason = `No response from ${withoutQuery(url)}: ${error.message}`
    await writeJunit([{ name: 'responds', milliseconds: 0, failure: reason }])
    throw new Error(`${reason}.`)
  } finally {
    sender.close()
  }
  await writeJunit(results.map(({ does, reason, milliseconds }) => ({ name: does, milliseconds, failure: reason })))
  const passed = results.filter(({ reason }) => reason === undefined).length
  print(json ? JSON.stringify({ passed, total: results.length }) : `\n${formatScore(passed, results.length, paint)}`)
  if (passed < results.length) process.exitCode = 1
}

const writeReport = (path: string, content: string) =>
  writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--junit can't write to ${path}: ${error.code}.`, false)
  })

function formatResult({ check, does, reason, warning, answersMs }: ProbeResult, paint: Paint): string {
  const mark = reason === undefined ? paint('green', '✓') : paint('red', '✗')
  const times = answersMs.length === 0 ? '' : `  (${answersMs.map((ms) => `${ms} ms`).join(', ')})`
  const shownReason = reason === undefined ? '' : `: ${paint('red', sanitize(reason))}`
  const shownWarning = warning === undefined ? '' : `\n  ${paint('yellow', 'warning')}: ${warning}`
  return `${mark} ${check.name.padEnd(19)}  ${does}${shownReason}${times}${shownWarning}`
}

const formatJsonLine = ({ check, does, reason, warning, answersMs, milliseconds }: ProbeResult) =>
  JSON.stringify({
    check: check.name,
    does,
    passed: reason === undefined,
    reason: reason ?? null,
    warning: warning ?? null,
    answers_ms: answersMs,
    milliseconds,
  })

const formatScore = (passed: number, total: number, paint: Paint) =>
  paint(passed === total ? 'green' : 'red', `${passed} of ${total}`)
