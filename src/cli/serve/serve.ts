import { DEFAULT_SEED, DEFAULT_SPEED } from '../../composition/compose.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../composition/create-sandbox.js'
import { RATE_LIMIT_PROFILES, type RateLimitProfile } from '../../core/access/rate-limits.js'
import { suggest } from '../../core/primitives/suggest.js'
import { EARLIEST_START, LATEST_START, parseInstant } from '../../core/primitives/time.js'
import { LOG_MODES } from '../../http/logging/request-log.js'
import { isHostPattern, isOrigin } from '../../http/server/origin-guard.js'
import { CLOCK_MODES, type ClockMode } from '../../runtime/clock.js'
import { DEFAULT_MAX_WORLDS, MAX_REGISTERED_WORLDS } from '../../runtime/hibernation.js'
import { createScenarios, DEFAULT_SCENARIO } from '../../runtime/scenarios/built-in-scenarios.js'
import { DATA_SYNC_MODES } from '../../runtime/storage/data-sync-option.js'
import { EGRESS_MODES } from '../../webhooks/egress-guard.js'
import { explainFileError, fixturesFlag } from '../framework/fixtures-flag.js'
import { booleanFlag, choiceFlag, type Flag, hostFlag, integerFlag, listFlag, type Values } from '../framework/flags.js'
import { explainListenError } from '../framework/listen-error.js'
import { parseFlags, unknownVariableWarnings } from '../framework/parse-arguments.js'
import {
  exitDespiteUnreadOutput,
  ignoreClosedOutput,
  SHUTDOWN_GRACE_MS,
  waitForStopSignal,
} from '../framework/stop-signal.js'
import type { Paint } from '../framework/terminal.js'
import { isFilePath } from '../scenarios/custom-scenario.js'
import { formatBanner } from './banner.js'
import { waitForParentEnd } from './parent-process.js'
import { createReportDirectory, writeReportFiles } from './report-files.js'

const DEMO_KEYS = { standard: 'sk_sandbox_standard_demo', enterprise: 'sk_sandbox_enterprise_demo' }

const nowFlag: Flag<number | undefined> = {
  placeholder: 'INSTANT',
  help: 'The initial time (default: the current time with a live clock, 2025-01-01T00:00:00Z with a manual clock)',
  defaultValue: undefined,
  parse: (given) => {
    const ms = parseInstant(given)
    if (ms !== undefined && ms >= EARLIEST_START && ms <= LATEST_START) return ms
    return { allowed: 'an instant such as 2025-01-01T00:00:00Z, or a date, from 1971 to 9997' }
  },
}

const speedFlag: Flag<number> = {
  placeholder: 'N|max',
  help: 'The divisor of simulated waits with a live clock; with 3600, an hour takes a second',
  defaultValue: DEFAULT_SPEED,
  parse: (given) => {
    if (given === 'max') return Number.POSITIVE_INFINITY
    const n = /^\d+(\.\d+)?$/.test(given) ? Number(given) : 0
    return n > 0 && n <= Number.MAX_SAFE_INTEGER ? n : { allowed: 'a number above 0 such as 60, or max' }
  },
}

const rateLimitFlag: Flag<RateLimitProfile | undefined> = {
  ...choiceFlag(
    'Rate limits (default: relaxed with a live clock, off with a manual clock)',
    RATE_LIMIT_PROFILES,
    'relaxed',
  ),
  defaultValue: undefined,
}

const scenarioNames = createScenarios().names

const dataFlag: Flag<string | undefined> = {
  placeholder: 'DIR',
  help: 'Store worlds in this directory, so that they survive a restart (default: nothing is written to disk)',
  defaultValue: undefined,
  parse: (given) => given,
}

const reportFlag: Flag<string | undefined> = {
  placeholder: 'DIR|off',
  help: 'Write the client report to this directory on stop, in all formats; off stops judging clients',
  defaultValue: undefined,
  parse: (given) => given,
}

const scenarioFlag: Flag<string> = {
  placeholder: 'NAME|FILE',
  help: 'What happens to releases and deliveries; mds-sandbox scenarios lists the names',
  defaultValue: DEFAULT_SCENARIO,
  choices: scenarioNames,
  parse: (given) => {
    if (isFilePath(given) || scenarioNames.includes(given)) return given
    const suggestion = suggest(given, scenarioNames)
    return {
      allowed: `${scenarioNames.join(', ')}, or a file such as ./my.yaml${suggestion ? `. Did you mean ${suggestion}?` : ''}`,
    }
  },
}

export const serveFlags = {
  port: integerFlag('Port to listen on; 0 picks a free one', 'PORT', 4010, 0, 65535),
  host: hostFlag('Address to listen on'),
  scenario: scenarioFlag,
  fixtures: fixturesFlag,
  clock: {
    ...choiceFlag(
      'live follows the wall clock; manual moves only when you advance it (default live)',
      CLOCK_MODES,
      'live',
    ),
    defaultValue: undefined,
  } as Flag<ClockMode | undefined>,
  now: nowFlag,
  speed: speedFlag,
  seed: {
    ...integerFlag(
      `The seed of generated ids; the same seed gives the same ids (default ${DEFAULT_SEED})`,
      'N',
      0,
      0,
      Number.MAX_SAFE_INTEGER,
    ),
    defaultValue: undefined,
  } as Flag<number | undefined>,
  'rate-limit': rateLimitFlag,
  strict: booleanFlag('Refuse fields and parameters that are not in the contract'),
  egress: choiceFlag(
    'Where events may be sent: open allows loopback and private addresses, strict only public ones',
    EGRESS_MODES,
    'open',
  ),
  data: dataFlag,
  'data-sync': choiceFlag(
    'When a change is written to disk: always before the response, or in batches within 100 ms',
    DATA_SYNC_MODES,
    'always',
  ),
  'allow-host': listFlag(
    'Accept this host name, or *.example.com, besides addresses and local names; repeatable',
    'NAME',
    isHostPattern,
    'host names without a port, such as api.example.com or *.example.com',
  ),
  'allow-origin': listFlag(
    'Let pages of this origin call the sandbox (CORS); repeatable',
    'ORIGIN',
    isOrigin,
    'origins without a path, such as http://localhost:5173',
  ),
  'max-worlds': integerFlag(
    'The number of worlds in memory; with --data, idle worlds beyond it stay on disk',
    'N',
    DEFAULT_MAX_WORLDS,
    1,
    MAX_REGISTERED_WORLDS,
  ),
  report: reportFlag,
  log: choiceFlag('The format of the request log on stderr', LOG_MODES, 'pretty'),
  'exit-with-parent': booleanFlag(
    'Stop when the process that started the sandbox has ended, or has closed the pipe to its standard input',
  ),
  json: booleanFlag('Print only one line of JSON to stdout, when ready'),
}

type Settings = Values<typeof serveFlags>

export async function serve(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseFlags(serveFlags, argv, env)
  ignoreClosedOutput()
  for (const warning of unknownVariableWarnings(serveFlags, env)) process.stderr.write(`mds-sandbox: ${warning}\n`)
  // Listen for signals first, because a container can be stopped while it starts.
  const stopSignal = waitForStopSignal()
  const stopped = settings['exit-with-parent'] ? Promise.race([stopSignal, waitForParentEnd()]) : stopSignal
  const reportDirectory = settings.report === 'off' ? undefined : settings.report
  if (reportDirectory !== undefined) await createReportDirectory(reportDirectory)
  const sandbox = await startSandbox(settings)
  process.stdout.write(settings.json ? formatReadyLine(sandbox) : await createBanner(sandbox, settings, env))
  await stopped
  await sandbox.close(SHUTDOWN_GRACE_MS)
  if (reportDirectory !== undefined) await writeReportFiles(reportDirectory, await sandbox.report())
  exitDespiteUnreadOutput()
}

/** Starts a sandbox with the flags of serve. */
export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const {
    port,
    host,
    clock,
    now,
    speed,
    seed,
    'rate-limit': rateLimit,
    strict,
    egress,
    data,
    'data-sync': dataSync,
    'allow-host': allowHosts,
    'allow-origin': allowOrigins,
    'max-worlds': maxWorlds,
    log,
    scenario,
    fixtures,
  } = settings
  const options: SandboxOptions = {
    port,
    host,
    speed,
    strict,
    egress,
    data,
    dataSync,
    allowHosts,
    allowOrigins,
    maxWorlds,
    log,
  }
  options.scenario = scenario
  if (fixtures !== undefined) options.fixtures = fixtures
  if (clock !== undefined) options.clock = clock
  if (seed !== undefined) options.seed = seed
  if (now !== undefined) options.now = now
  if (rateLimit !== undefined) options.rateLimit = rateLimit
  if (settings.report === 'off') options.report = false
  try {
    return await createSandbox(options)
  } catch (error) {
    throw explainListenError(explainFileError(error as Error), port, host)
  }
}

async function createBanner({ url, settings }: Sandbox, { speed }: Settings, env: NodeJS.ProcessEnv): Promise<string> {
  // Pipes need no colours, and then nothing more is loaded.
  const mayBeColoured = process.stdout.isTTY || env.FORCE_COLOR
  const paint: Paint = mayBeColoured
    ? (await import('../framework/terminal.js')).createPaint(process.stdout, env)
    : (_style, text) => text
  return formatBanner({ ...settings, url, keys: DEMO_KEYS, speed }, paint)
}

const formatReadyLine = ({ url, port, settings: { scenario, clock } }: Sandbox) =>
  `${JSON.stringify({ url, port, pid: process.pid, keys: DEMO_KEYS, scenario, clock })}\n`
