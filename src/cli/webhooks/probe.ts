import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import manifest from '../../../package.json' with { type: 'json' }
import { closest } from '../../core/primitives/suggest.js'
import { EGRESS } from '../../webhooks/egress-guard.js'
import { CHECKS, type Check, probe as examine, type Result, Unreachable } from '../../webhooks/probe.js'
import { createProbeEvents } from '../../webhooks/probe-events.js'
import { createSender } from '../../webhooks/sender.js'
import { choice, duration, type Flag, readCall, text, toggle, toolEnvironment, UsageError } from '../framework/flags.js'
import { clean, createPaint, createPrinter, type Paint, placeOf } from '../framework/terminal.js'
import { junit } from './junit.js'

const NAMES = CHECKS.map(({ name }) => name)

const only: Flag<readonly Check[]> = {
  value: 'CHECK,...',
  help: `Only these checks, of ${NAMES.join(', ')}`,
  initial: CHECKS,
  read: (given) => {
    const names = given.split(',').map((name) => name.trim())
    const unknown = names.find((name) => !NAMES.includes(name))
    if (unknown === undefined) return CHECKS.filter(({ name }) => names.includes(name))
    const meant = closest(unknown, NAMES)
    return { allowed: `${NAMES.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}` }
  },
}

export const probeFlags = {
  secret: text('What the handler checks signatures with; required, also MDS_SECRET', 'SECRET'),
  timeout: duration('How long an answer may take; a ping has 10s at most', '30s', '1h'),
  only,
  junit: text('Also write a report that CI servers read', 'FILE'),
  egress: choice('strict refuses loopback and private addresses', EGRESS, 'open'),
  json: toggle('Print one line of JSON for each check and one for the score, and nothing else'),
}

/** `mds-sandbox probe URL --secret S` */
export async function probe(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = readCall(probeFlags, argv, toolEnvironment(env), 1)
  const { secret, egress, json, timeout: timeoutMs, only: checks } = values
  const [url] = operands
  if (url === undefined) throw new UsageError('probe needs the URL of the handler.')
  if (secret === undefined) throw new UsageError('probe needs --secret: what the handler checks signatures with.')
  const sender = createSender({ egress })
  const fault = await sender.vet(url)
  if (fault !== undefined) throw new UsageError(`The URL ${fault}.`)
  const report = async (cases: Parameters<typeof junit>[1]) => {
    if (values.junit !== undefined) await write(values.junit, junit(`mds-sandbox probe ${placeOf(url)}`, cases))
  }
  // Before anything is sent: nobody wants to run it all again for a folder that is not there.
  await report([])

  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const userAgent = `mds-sandbox/${manifest.version}`
  // Other ids each time: a handler that remembers the last run would take new events for old ones.
  const events = createProbeEvents(randomInt(2 ** 47), Date.now())
  const results: Result[] = []
  try {
    for await (const result of examine(checks, { sender, url, secret, userAgent, timeoutMs, events })) {
      results.push(result)
      print(json ? jsonLine(result) : line(result, paint))
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const reason = `Nobody answers at ${placeOf(url)}: ${error.message}`
    await report([{ name: 'is there', milliseconds: 0, failure: reason }])
    throw new Error(`${reason}.`)
  } finally {
    sender.close()
  }
  await report(results.map(({ check, reason, milliseconds }) => ({ name: check.does, milliseconds, failure: reason })))
  const passed = results.filter(({ reason }) => reason === undefined).length
  print(json ? JSON.stringify({ passed, total: results.length }) : `\n${score(passed, results.length, paint)}`)
  if (passed < results.length) process.exitCode = 1
}

const write = (path: string, content: string) =>
  writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--junit can't write to ${path}: ${error.code}.`, false)
  })

function line({ check: { name, does }, reason }: Result, paint: Paint): string {
  const mark = reason === undefined ? paint('green', '✓') : paint('red', '✗')
  return `${mark} ${name.padEnd(19)}  ${does}${reason === undefined ? '' : `: ${paint('red', clean(reason))}`}`
}

const jsonLine = ({ check: { name, does }, reason, milliseconds }: Result) =>
  JSON.stringify({ check: name, does, passed: reason === undefined, reason: reason ?? null, milliseconds })

const score = (passed: number, total: number, paint: Paint) =>
  paint(passed === total ? 'green' : 'red', `${passed} of ${total}`)
