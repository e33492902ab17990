import { RATE_LIMIT_PROFILES, type RateLimitProfile } from '../core/access/rate-limits.js'
import { prepareCatalogue } from '../core/catalogue/shared-catalogue.js'
import type { Scenario } from '../core/delivery/scenario-rules.js'
import { suggest } from '../core/primitives/suggest.js'
import { EARLIEST_START, formatInstant, LATEST_START, parseInstant } from '../core/primitives/time.js'
import { LOG_MODES, type LogMode } from '../http/logging/request-log.js'
import { isHostPattern, isOrigin } from '../http/server/origin-guard.js'
import { CLOCK_MODES, type ClockMode } from '../runtime/clock.js'
import { builtInFixtures, type FixtureInput, type Fixtures } from '../runtime/fixtures/fixtures.js'
import { createScenarios, DEFAULT_SCENARIO, type Scenarios } from '../runtime/scenarios/built-in-scenarios.js'
import type { ScenarioTargets } from '../runtime/scenarios/check-scenario.js'
import { toScenario } from '../runtime/scenarios/scenario-file.js'
import { DATA_SYNC_MODES, type DataSyncMode } from '../runtime/storage/data-sync-option.js'
import { EGRESS_MODES, type EgressMode } from '../webhooks/egress-guard.js'
import type { SenderOptions } from '../webhooks/sender.js'

export interface SandboxOptions {
  /** `false` opens no port; `sandbox.fetch`, `sandbox.listener` and the worlds still work. */
  listen?: boolean
  /** Default 0: a free port. */
  port?: number
  /** The address to listen on. Default 127.0.0.1. */
  host?: string
  /** `live`, the default, follows the wall clock; `manual` moves only when you advance it. */
  clock?: ClockMode
  /** Where the clock starts: an instant such as `2025-06-01T00:00:00Z`, a Date, or milliseconds since 1970. */
  now?: number | string | Date
  /** Divides simulated waits with a live clock; Infinity removes them. Default 3600. */
  speed?: number
  /** Determines the ids. Default 1. */
  seed?: number
  /** Default `relaxed`, or `off` with a manual clock, because its rate windows would never end. */
  rateLimit?: RateLimitProfile
  /** Refuses unknown fields and parameters instead of ignoring them. Default false. */
  strict?: boolean
  /** The name of a built-in scenario, or a file such as `./my.yaml`. Default `happy-path`. */
  scenario?: string | Scenario
  /** A file or folder of fixtures, or fixtures as an object: data over the built-in stores, accounts and catalogue. */
  fixtures?: string | FixtureInput
  /** Where events may be sent: `open`, the default, allows loopback and private addresses; `strict` does not. */
  egress?: EgressMode
  /** How long an endpoint may take to respond, in milliseconds of wall-clock time. Default 10,000 for a ping, 30,000 for an event. */
  webhookTimeout?: { ping?: number; event?: number }
  /** Resolves the host names of endpoints. Default: the system's resolver. */
  resolve?: SenderOptions['resolve']
  /** A directory that keeps worlds on disk. Without it, the sandbox writes no files. */
  data?: string | undefined
  /** `always`, the default, syncs a change before the response; `batch` syncs within 100 ms. */
  dataSync?: DataSyncMode
  /** Number of worlds in memory. With `data`, idle worlds beyond it stay on disk. Default 10,000. */
  maxWorlds?: number
  /** Host names to accept besides those that no website can own, such as `api.example.com` or `*.example.com`. */
  allowHosts?: readonly string[]
  /** Origins whose pages may call the sandbox, such as `http://localhost:5173`. They get CORS headers. */
  allowOrigins?: readonly string[]
  /** Whether clients are judged for `world.report()`. Default true. */
  report?: boolean
  /** How requests are logged. Default `silent`. */
  log?: LogMode
  /** The stream to log to. Default stderr. */
  logTo?: NodeJS.WritableStream
}

const oneOf = (values: readonly unknown[]) => ({
  isValid: (value: unknown) => values.includes(value),
  allowed: values.map((value) => JSON.stringify(value)).join(', '),
})
const wholeNumber = (max: number, description: string) => ({
  isValid: (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max,
  allowed: description,
})
const nonEmptyText = (description: string) => ({
  isValid: (value: unknown) => typeof value === 'string' && value !== '',
  allowed: description,
})
const listOf = (isValid: (text: string) => boolean, allowed: string) => ({
  isValid: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isValid(item)),
  allowed,
})
const isPositive = (value: unknown) => typeof value === 'number' && value > 0
const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** Allowed values, checked at run time for callers that do not use TypeScript. */
const RULES: Record<keyof SandboxOptions, { isValid(value: unknown): boolean; allowed: string }> = {
  listen: oneOf([true, false]),
  port: wholeNumber(65535, 'a whole number from 0 to 65535; 0 picks a free port'),
  host: nonEmptyText('an address such as "127.0.0.1"'),
  clock: oneOf(CLOCK_MODES),
  now: {
    isValid: (value) => toStartTime(value as number) !== undefined,
    allowed: `an instant such as "2025-06-01T00:00:00Z", a Date or milliseconds since 1970, between ${formatInstant(EARLIEST_START)} and ${formatInstant(LATEST_START)}`,
  },
  speed: { isValid: isPositive, allowed: 'a number above 0, or Infinity' },
  seed: wholeNumber(Number.MAX_SAFE_INTEGER, `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`),
  rateLimit: oneOf(RATE_LIMIT_PROFILES),
  strict: oneOf([true, false]),
  scenario: {
    isValid: (value) =>
      typeof value === 'string' ||
      (isObject(value) &&
        ['name', 'summary', 'stores', 'takedowns', 'assets', 'faults'].every((key) => key in (value as object))),
    allowed: 'the name of a scenario, or a scenario',
  },
  fixtures: {
    isValid: (value) => (typeof value === 'string' && value !== '') || (isObject(value) && !Array.isArray(value)),
    allowed: 'the path of a file or folder, or an object with stores, catalogue and so on',
  },
  egress: oneOf(EGRESS_MODES),
  webhookTimeout: {
    isValid: (value) =>
      isObject(value) &&
      Object.entries(value as object).every(
        ([key, ms]) => ['ping', 'event'].includes(key) && (ms === undefined || (isPositive(ms) && Number.isFinite(ms))),
      ),
    allowed: 'such as { ping: 1000, event: 5000 }, in milliseconds',
  },
  resolve: { isValid: (value) => typeof value === 'function', allowed: 'a function' },
  data: nonEmptyText('the path of a directory'),
  dataSync: oneOf(DATA_SYNC_MODES),
  maxWorlds: {
    isValid: (value) => Number.isSafeInteger(value) && (value as number) > 0,
    allowed: 'a whole number from 1',
  },
  allowHosts: listOf(isHostPattern, 'host names without a port, such as ["api.example.com", "*.example.com"]'),
  allowOrigins: listOf(isOrigin, 'origins without a path, such as ["http://localhost:5173"]'),
  report: oneOf([true, false]),
  log: oneOf(LOG_MODES),
  logTo: {
    isValid: (value) => isObject(value) && typeof (value as { write?: unknown }).write === 'function',
    allowed: 'a writable stream',
  },
}

const formatValue = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : String(value))

/** Throws if an option is unknown or its value is not allowed. */
export function checkOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(RULES, name)) {
      const suggestion = suggest(name, Object.keys(RULES))
      throw new TypeError(`createSandbox has no option ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`)
    }
    const { isValid, allowed } = RULES[name as keyof SandboxOptions]
    if (value !== undefined && !isValid(value))
      throw new RangeError(`The option ${name} can't be ${formatValue(value)}. Allowed: ${allowed}.`)
  }
}

/** Undefined if the time is invalid or out of range. */
function toStartTime(now: number | string | Date): number | undefined {
  const ms = typeof now === 'string' ? parseInstant(now) : Number(now)
  return ms !== undefined && ms >= EARLIEST_START && ms <= LATEST_START ? ms : undefined
}

/** The option overrides the scenario. Undefined means the present. */
export function resolveStartTime(now: SandboxOptions['now'], { name, clock }: Scenario): number | undefined {
  if (now !== undefined) return toStartTime(now)
  if (clock?.start !== undefined && toStartTime(clock.start) === undefined)
    throw new RangeError(
      `The clock of the scenario ${name} must start between ${formatInstant(EARLIEST_START)} and ${formatInstant(LATEST_START)}.`,
    )
  return clock?.start
}

/** Reads and checks fixtures. Throws a FixtureError. */
export async function resolveFixtures(given: string | FixtureInput | undefined): Promise<Fixtures> {
  if (given === undefined) return builtInFixtures
  // Imported here because the built-in data needs no parser and no schema.
  const { loadFixtures } = await import('../runtime/fixtures/load-fixtures.js')
  const fixtures = await loadFixtures(given)
  prepareCatalogue(fixtures.seeds)
  return fixtures
}

const isPath = (text: string) => /[/\\]|\.ya?ml$/.test(text)

/** Finds a built-in scenario by name, or loads a file. */
export async function resolveScenario(
  chosen: string | Scenario = DEFAULT_SCENARIO,
  targets: ScenarioTargets,
): Promise<{ scenarios: Scenarios; scenario: Scenario }> {
  const customScenario =
    typeof chosen !== 'string' ? chosen : isPath(chosen) ? await readScenarioFile(chosen, targets) : undefined
  const scenarios = createScenarios(customScenario)
  const name = customScenario?.name ?? (chosen as string)
  const scenario = scenarios.find(name)
  if (scenario) return { scenarios, scenario }
  const suggestion = suggest(name, scenarios.names)
  throw new RangeError(
    `There is no scenario ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ''} Built in: ${scenarios.names.join(', ')}.`,
  )
}

async function readScenarioFile(path: string, targets: ScenarioTargets): Promise<Scenario> {
  // Imported here because built-in scenarios do not need the YAML parser.
  const { loadScenarioFile } = await import('../runtime/scenarios/load-scenario-file.js')
  return toScenario(await loadScenarioFile(path, targets))
}
