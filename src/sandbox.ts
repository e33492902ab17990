import { createServer } from 'node:http'
import controlDocument from '../control.openapi.yaml'
import document from '../openapi.yaml'
import manifest from '../package.json' with { type: 'json' }
import { assertCovered, type Contract, createContract } from './contract/contract.js'
import type { Document } from './contract/document.js'
import type { IdSource } from './core/ids.js'
import { quotaOf, type RateLimit } from './core/limits.js'
import type { Scenario } from './core/scenario.js'
import { EARLIEST_START, instant, LATEST_START } from './core/time.js'
import type { Limits } from './core/world.js'
import { answerBrokenRequests } from './http/broken-requests.js'
import { parseKey } from './http/credentials.js'
import type { OperationCode, V1Operations } from './http/exchange.js'
import { refuseForeign } from './http/foreign.js'
import { type Listener, listen, urlOf } from './http/listen.js'
import { createListener, cutOffStalled, targetOf } from './http/listener.js'
import { createLog, type Log, type LogMode } from './http/log.js'
import { assetOperations } from './http/operations/assets.js'
import { createControlOperations } from './http/operations/control.js'
import { deliveryOperations } from './http/operations/deliveries.js'
import { moneyOperations } from './http/operations/money.js'
import { oauthOperations } from './http/operations/oauth.js'
import { releaseOperations } from './http/operations/releases.js'
import { storeOperations } from './http/operations/stores.js'
import { trackOperations } from './http/operations/tracks.js'
import { createWebhookOperations } from './http/operations/webhooks.js'
import { createPipeline, type PipelineOptions } from './http/pipeline.js'
import type { ClockMode } from './runtime/clock.js'
import { type Courier, createCourier } from './runtime/courier.js'
import type { DataSync } from './runtime/data-sync.js'
import type { Data } from './runtime/home.js'
import type { WorldSettings } from './runtime/running-world.js'
import { createScenarios, DEFAULT_SCENARIO, type Scenarios } from './runtime/scenarios.js'
import { createSnapshots } from './runtime/snapshots.js'
import { createWorlds, type Worlds } from './runtime/worlds.js'
import type { Egress } from './webhooks/egress.js'
import { createSender, type SenderOptions } from './webhooks/send.js'

export interface SandboxOptions {
  /** Default 0: a free port. */
  port?: number
  host?: string
  clock?: ClockMode
  /** Where the clock starts, in milliseconds since 1970. */
  now?: number
  /** What simulated waits are divided by in live mode; Infinity means at once. */
  speed?: number
  seed?: number
  /** Default `relaxed`, or `off` with a manual clock, whose seconds never pass by themselves. */
  rateLimit?: RateLimit
  strict?: boolean
  /** The name of a built-in scenario, or one of your own. */
  scenario?: string | Scenario
  /** Where events may be sent: `open`, the default, allows loopback and private addresses; `strict` does not. */
  egress?: Egress
  /** How many milliseconds of wall time an endpoint has for its answer. Default 10,000 for a ping, 30,000 for an event. */
  webhookTimeout?: { ping?: number; event?: number }
  /** How names of endpoints are looked up, if not by the system. */
  resolve?: SenderOptions['resolve']
  /** A directory in which worlds outlive the process. Without one nothing touches the disk. */
  data?: string | undefined
  /** `always`, the default: on the disk before the answer. `batch`: within 100 ms. */
  dataSync?: DataSync
  log?: LogMode
  logTo?: NodeJS.WritableStream
}

export interface Sandbox {
  readonly url: string
  /** What was settled between the options and the scenario. */
  readonly settings: { scenario: string; summary: string; clock: ClockMode; seed: number }
  readonly port: number
  /** For `http.createServer` or `app.use` of one's own. */
  readonly listener: Listener
  /** Finishes the requests in flight, for at most `graceMs`. */
  close(graceMs?: number): Promise<void>
}

const v1Operations: Omit<V1Operations, keyof ReturnType<typeof createWebhookOperations>> = {
  ...releaseOperations,
  ...trackOperations,
  ...assetOperations,
  ...deliveryOperations,
  ...storeOperations,
  ...moneyOperations,
  ...oauthOperations,
}

export const DEFAULT_SEED = 1
export const DEFAULT_SPEED = 3600

/** What the machine does for a sandbox; a run that is played again has these from its recording. */
export interface Outside extends Pick<WorldSettings, 'wall' | 'timer'>, Pick<PipelineOptions, 'pause'> {
  courier?: Courier
}

const MACHINE: Outside = {
  wall: Date.now,
  timer: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Everything but a server. */
export async function assemble(options: SandboxOptions, { wall, timer, pause, ...outside }: Outside = MACHINE) {
  const { strict = false, scenario: chosen = DEFAULT_SCENARIO } = options
  const scenarios = createScenarios(typeof chosen === 'string' ? undefined : chosen)
  const scenario = scenarios.find(typeof chosen === 'string' ? chosen : chosen.name)
  if (!scenario) throw new RangeError(`There is no scenario ${chosen}. Built in: ${scenarios.names.join(', ')}`)
  const clock = options.clock ?? scenario.clock?.mode ?? 'live'
  const seed = options.seed ?? scenario.seed ?? DEFAULT_SEED
  const limits: Limits = { fixed: options.rateLimit, usual: clock === 'manual' ? 'off' : 'relaxed' }
  const start = options.now ?? scenario.clock?.start
  if (start !== undefined && !(start >= EARLIEST_START && start <= LATEST_START))
    throw new RangeError(`The clock must start between ${instant(EARLIEST_START)} and ${instant(LATEST_START)}`)
  const log = createLog(options.log ?? 'silent', options.logTo ?? process.stderr, wall)
  const { egress = 'open', webhookTimeout, resolve } = options
  const contract = createContract(document as Document)
  const sender = createSender({ egress, ...(resolve && { resolve }) })
  const {
    courier = createCourier({
      sender,
      userAgent: `mds-sandbox/${manifest.version}`,
      faultOf: async (event) => (contract.judge ?? (await contract.loadJudge())).event(event),
      onFault: log.fault,
      patience: { ping: 10_000, event: 30_000, ...webhookTimeout },
    }),
  } = outside
  const data =
    options.data === undefined
      ? undefined
      : await openDataAt(options.data, { seed, sync: options.dataSync ?? 'always', scenarios, log })
  const worlds = createWorlds({
    data,
    seed,
    clock,
    now: start,
    speed: clock === 'manual' ? 1 : (options.speed ?? DEFAULT_SPEED),
    limits,
    scenario: scenario.name,
    scenarios,
    courier,
    onAttempt: log.attempt,
    onFault: (fault) => log.fault('webhooks', fault),
    wall,
    timer,
  })
  const snapshots = reopen(worlds, data)
  const nobodysQuota = quotaOf('standard', limits.fixed ?? scenario.limits ?? limits.usual)
  // The control plane has ids of its own: how often somebody asks for health must not shift those of the service.
  const ids = (key: string): IdSource => ({ seed, key, counters: {} })
  const anonymous = ids('')
  const build = (contract: Contract, operations: object, own: Pick<PipelineOptions, 'anonymous' | 'nobodysQuota'>) => {
    assertCovered(contract, operations)
    return createPipeline({
      contract,
      operations: operations as Record<string, OperationCode>,
      worlds,
      log,
      ...own,
      strict,
      ...(pause && { pause }),
    })
  }
  const operations: V1Operations = { ...v1Operations, ...createWebhookOperations(egress, sender) }
  const api = build(contract, operations, { anonymous, nobodysQuota })
  const controlContract = createContract(controlDocument as Document)
  const control = build(
    controlContract,
    createControlOperations({
      version: manifest.version,
      scenarios,
      strict,
      egress,
      snapshots,
      operations: contract.operations.map(({ id }) => id),
      wall,
    }),
    {
      anonymous: ids('control'),
      nobodysQuota: undefined,
    },
  )
  return {
    api,
    control,
    worlds,
    data,
    sender,
    settings: { scenario: scenario.name, summary: scenario.summary, clock, seed },
  }
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1' } = options
  const { api, control, worlds, data, sender, settings } = await assemble(options)

  const closing = new AbortController()
  const serveApi = createListener(api, closing.signal)
  const serveControl = createListener(control, closing.signal, ({ headers }) =>
    refuseForeign(headers.host, headers.origin),
  )
  let express: Promise<Listener> | undefined
  const listener: Listener = (request, response) => {
    const target = targetOf(request)
    if (target !== '/_sandbox' && !target.startsWith('/_sandbox/')) return serveApi(request, response)
    // Express takes longer to load than all else together. Whoever asks for health wants to know about now.
    if (target === '/_sandbox/health') return serveControl(request, response)
    express ??= import('./http/express.js').then(({ createExpress }) => createExpress(serveControl))
    express.then((handle) => handle(request, response)).catch(() => response.destroy())
  }

  // Headers must come at once. How long a body may stall, the listener decides.
  const patience = { headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 30_000, requireHostHeader: false }
  const server = createServer(patience, listener).on('checkExpectation', listener)
  cutOffStalled(server)
  answerBrokenRequests(server, api.turnAway)
  const port = await listen(server, options.port ?? 0, host)
  return {
    url: urlOf(host, port),
    settings,
    port,
    listener,
    async close(graceMs = 5000) {
      closing.abort()
      // Nobody waits for a receiver that hangs.
      for (const world of worlds.list()) world.calm()
      const closed = new Promise((resolve) => server.close(resolve))
      const impatient = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(impatient)
      await worlds.close()
      data?.close()
      sender.close()
    },
  }
}

interface DataOptions {
  seed: number
  sync: DataSync
  scenarios: Scenarios
  log: Log
}

/** Loaded only where it is asked for. */
async function openDataAt(path: string, { log, ...settings }: DataOptions) {
  const { openData } = await import('./runtime/home.js')
  const onWarning = (text: string) => log.fault('data', text)
  return openData({ path, ...settings, version: manifest.version, onWarning })
}

/** Goes on with all that is kept; a directory in which something is damaged is given back. */
function reopen(worlds: Worlds, data: Data | undefined) {
  try {
    for (const { key, own } of data?.kept() ?? []) {
      const credential = parseKey(key)
      if (credential) worlds.open(credential, own)
    }
    return createSnapshots(manifest.version, data?.snapshots)
  } catch (fault) {
    data?.close()
    throw fault
  }
}
