import { DEFAULT_SEED, DEFAULT_SPEED } from '../../composition/compose.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../composition/sandbox.js'
import { RATE_LIMITS, type RateLimit } from '../../core/access/rate-limits.js'
import { closest } from '../../core/primitives/suggest.js'
import { EARLIEST_START, LATEST_START, parseInstant } from '../../core/primitives/time.js'
import { LOG_MODES } from '../../http/logging/request-log.js'
import { CLOCK_MODES, type ClockMode } from '../../runtime/clock.js'
import { createScenarios, DEFAULT_SCENARIO } from '../../runtime/scenarios/built-in-scenarios.js'
import { DATA_SYNC } from '../../runtime/storage/sync-modes.js'
import { EGRESS } from '../../webhooks/egress-guard.js'
import { choice, type Flag, host, readFlags, toggle, unknownVariables, type Values, whole } from '../framework/flags.js'
import { explainListenFailure, stopSignal } from '../framework/process.js'
import { isFile, readOwnScenario } from './custom-scenario.js'

const KEYS = { standard: 'sk_sandbox_standard_demo', enterprise: 'sk_sandbox_enterprise_demo' }

const now: Flag<number | undefined> = {
  value: 'INSTANT',
  help: 'Where the clock starts (default: the present with a live clock, 2025-01-01T00:00:00Z with a manual one)',
  initial: undefined,
  read: (given) => {
    const ms = parseInstant(given)
    if (ms !== undefined && ms >= EARLIEST_START && ms <= LATEST_START) return ms
    return { allowed: 'an instant such as 2025-01-01T00:00:00Z, or a date, from 1971 to 9997' }
  },
}

const speed: Flag<number> = {
  value: 'N|max',
  help: 'What simulated waits are divided by with a live clock; 3600 makes an hour a second',
  initial: DEFAULT_SPEED,
  read: (given) => {
    if (given === 'max') return Number.POSITIVE_INFINITY
    const n = /^\d+(\.\d+)?$/.test(given) ? Number(given) : 0
    return n > 0 && n <= Number.MAX_SAFE_INTEGER ? n : { allowed: 'a number above 0 such as 60, or max' }
  },
}

const rateLimit: Flag<RateLimit | undefined> = {
  ...choice('Request limits (default relaxed with a live clock, off with a manual one)', RATE_LIMITS, 'relaxed'),
  initial: undefined,
}

const names = createScenarios().names

const directory: Flag<string | undefined> = {
  value: 'DIR',
  help: 'Keep worlds in this directory, so that they outlive the process (default: nothing touches the disk)',
  initial: undefined,
  read: (given) => given,
}

const scenario: Flag<string> = {
  value: 'NAME|FILE',
  help: 'What happens to releases and deliveries; mds-sandbox scenarios lists them',
  initial: DEFAULT_SCENARIO,
  choices: names,
  read: (given) => {
    if (isFile(given) || names.includes(given)) return given
    const meant = closest(given, names)
    return { allowed: `${names.join(', ')}, or a file such as ./my.yaml${meant ? `. Did you mean ${meant}?` : ''}` }
  },
}

export const serveFlags = {
  port: whole('Port to listen on; 0 picks a free one', 'PORT', 4010, 0, 65535),
  host: host('Address to listen on'),
  scenario,
  clock: {
    ...choice(
      'live follows the wall clock; manual stands still until it is told to move (default live)',
      CLOCK_MODES,
      'live',
    ),
    initial: undefined,
  } as Flag<ClockMode | undefined>,
  now,
  speed,
  seed: {
    ...whole(
      `Makes the ids; the same seed gives the same ids (default ${DEFAULT_SEED})`,
      'N',
      0,
      0,
      Number.MAX_SAFE_INTEGER,
    ),
    initial: undefined,
  } as Flag<number | undefined>,
  'rate-limit': rateLimit,
  strict: toggle('Refuse fields and parameters that the contract does not know'),
  egress: choice(
    'Where events may be sent: open allows loopback and private addresses, strict only public ones',
    EGRESS,
    'open',
  ),
  data: directory,
  'data-sync': choice(
    'When a change is on the disk: always before its answer, or in batches within 100 ms',
    DATA_SYNC,
    'always',
  ),
  log: choice('How requests are logged, to stderr', LOG_MODES, 'pretty'),
  json: toggle('Print one line of JSON when ready, and nothing else to stdout'),
}

type Settings = Values<typeof serveFlags>

export async function serve(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readFlags(serveFlags, argv, env)
  for (const warning of unknownVariables(serveFlags, env)) process.stderr.write(`mds-sandbox: ${warning}\n`)
  // Before anything else: a container may be told to stop while it starts.
  const stopped = stopSignal()
  const sandbox = await start(settings)
  process.stdout.write(settings.json ? readyLine(sandbox) : banner(sandbox, settings))
  await stopped
  await sandbox.close()
}

async function start(settings: Settings): Promise<Sandbox> {
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
    log,
    scenario,
  } = settings
  const options: SandboxOptions = { port, host, speed, strict, egress, data, dataSync, log }
  options.scenario = isFile(scenario) ? await readOwnScenario(scenario) : scenario
  if (clock !== undefined) options.clock = clock
  if (seed !== undefined) options.seed = seed
  if (now !== undefined) options.now = now
  if (rateLimit !== undefined) options.rateLimit = rateLimit
  try {
    return await createSandbox(options)
  } catch (error) {
    throw explainListenFailure(error as NodeJS.ErrnoException, port, host)
  }
}

const readyLine = ({ url, port, settings: { scenario, clock } }: Sandbox) =>
  `${JSON.stringify({ url, port, pid: process.pid, keys: KEYS, scenario, clock })}\n`

const banner = (
  { url, settings: { scenario, summary, clock } }: Sandbox,
  { speed }: Settings,
) => `mds-sandbox is ready at ${url}

  standard key    ${KEYS.standard}
  enterprise key  ${KEYS.enterprise}
  scenario        ${scenario}: ${summary}
  clock           ${clock === 'manual' ? 'manual: it moves when told to' : `live, waits divided by ${Number.isFinite(speed) ? speed : 'max'}`}

Try it:
  curl ${url}/v1/releases -H 'X-API-Key: ${KEYS.standard}'
  or open ${url} in a browser: API reference and guides

Ctrl+C stops it.
`
