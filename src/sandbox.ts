import controlDocument from '../control.openapi.yaml'
import document from '../openapi.yaml'
import manifest from '../package.json' with { type: 'json' }
import { assertCovered, type Contract, createContract } from './contract/contract.js'
import type { Document } from './contract/document.js'
import type { IdSource } from './core/ids.js'
import { quotaOf } from './core/limits.js'
import type { Tier } from './core/seeds.js'
import type { Limits } from './core/world.js'
import { keyOf, parseKey } from './http/credentials.js'
import { createDoors, doorOf } from './http/doors.js'
import type { OperationCode, V1Operations } from './http/exchange.js'
import { createFetch } from './http/fetch.js'
import { type Fetch, type Listener, urlOf } from './http/listen.js'
import { createListener, targetOf } from './http/listener.js'
import { createLog, type Log } from './http/log.js'
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
import { openServer } from './http/server.js'
import { createControlCall } from './library/in-process.js'
import { checkOptions, readStart, type SandboxOptions, settleScenario } from './library/options.js'
import { createSandboxWorld, type SandboxWorld } from './library/world.js'
import type { ClockMode } from './runtime/clock.js'
import { createCourier } from './runtime/courier.js'
import type { DataSync } from './runtime/data-sync.js'
import type { Scenarios } from './runtime/scenarios.js'
import { createSnapshots } from './runtime/snapshots.js'
import { createWorlds } from './runtime/worlds.js'
import { createSender } from './webhooks/send.js'

export type { SandboxOptions }

export interface Sandbox extends AsyncDisposable {
  /** `http://mds.test` when nothing listens. */
  readonly url: string
  /** What was settled between the options and the scenario. */
  readonly settings: { scenario: string; summary: string; clock: ClockMode; seed: number }
  /** 0 when nothing listens. */
  readonly port: number
  /** For `http.createServer` or `app.use` of one's own; before any body parser. */
  readonly listener: Listener
  /** Answers a request without a connection. Paths are the sandbox's own. */
  readonly fetch: Fetch
  /** The world of a key: made at its first use, cut off from every other. */
  world(tier: Tier, name: string): SandboxWorld
  /** Finishes the requests in flight, for at most `graceMs`, and frees everything. */
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

/** What is given back at the end, the last first. */
type Borrowed = (() => unknown)[]

async function giveBack(borrowed: Borrowed) {
  for (const giveBackOne of borrowed.splice(0).reverse()) await giveBackOne()
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options)
  const borrowed: Borrowed = []
  try {
    return await build(options, borrowed)
  } catch (fault) {
    // A sandbox that fails to start must not keep a directory locked.
    await giveBack(borrowed)
    throw fault
  }
}

async function build(options: SandboxOptions, borrowed: Borrowed): Promise<Sandbox> {
  const { host = '127.0.0.1', strict = false } = options
  const contract = createContract(document as Document)
  const operationIds = contract.operations.map(({ id }) => id)
  const { scenarios, scenario } = await settleScenario(options.scenario, operationIds)
  const clock = options.clock ?? scenario.clock?.mode ?? 'live'
  const seed = options.seed ?? scenario.seed ?? DEFAULT_SEED
  const limits: Limits = { fixed: options.rateLimit, usual: clock === 'manual' ? 'off' : 'relaxed' }
  const start = readStart(options.now, scenario)
  const speed = clock === 'manual' ? 1 : (options.speed ?? DEFAULT_SPEED)
  const wall = Date.now
  const log = createLog(options.log ?? 'silent', options.logTo ?? process.stderr, wall)
  const { egress = 'open', webhookTimeout, resolve } = options
  const sender = createSender({ egress, ...(resolve && { resolve }) })
  borrowed.push(sender.close)
  const courier = createCourier({
    sender,
    userAgent: `mds-sandbox/${manifest.version}`,
    faultOf: async (event) => (contract.judge ?? (await contract.loadJudge())).event(event),
    onFault: log.fault,
    patience: { ping: 10_000, event: 30_000, ...webhookTimeout },
  })
  const data =
    options.data === undefined
      ? undefined
      : await openDataAt(options.data, { seed, sync: options.dataSync ?? 'always', scenarios, log })
  if (data) borrowed.push(data.close)
  const snapshots = createSnapshots(manifest.version, data?.snapshots)
  const worlds = createWorlds({
    data,
    seed,
    clock,
    now: start,
    speed,
    limits,
    scenario: scenario.name,
    scenarios,
    courier,
    onAttempt: log.attempt,
    onFault: (fault) => log.fault('webhooks', fault),
    wall,
    timer: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  })
  borrowed.push(worlds.close)
  for (const { key, own } of data?.kept() ?? []) {
    const credential = parseKey(key)
    if (credential) worlds.open(credential, own)
  }
  const nobodysQuota = quotaOf('standard', limits.fixed ?? scenario.limits ?? limits.usual)
  // The control plane has ids of its own: how often somebody asks for health must not shift those of the service.
  const ids = (key: string): IdSource => ({ seed, key, counters: {} })
  const anonymous = ids('')
  const pipeline = (
    contract: Contract,
    operations: object,
    own: Pick<PipelineOptions, 'anonymous' | 'nobodysQuota'>,
  ) => {
    assertCovered(contract, operations)
    return createPipeline({
      contract,
      operations: operations as Record<string, OperationCode>,
      worlds,
      log,
      ...own,
      strict,
    })
  }
  const operations: V1Operations = { ...v1Operations, ...createWebhookOperations(egress, sender) }
  const api = pipeline(contract, operations, { anonymous, nobodysQuota })
  const controlContract = createContract(controlDocument as Document)
  const control = pipeline(
    controlContract,
    createControlOperations({
      version: manifest.version,
      scenarios,
      snapshots,
      operations: operationIds,
      wall,
    }),
    { anonymous: ids('control'), nobodysQuota: undefined },
  )

  const closing = new AbortController()
  const { name, summary } = scenario
  const keys = { standard: keyOf('standard', 'demo'), enterprise: keyOf('enterprise', 'demo') }
  const documents = { service: contract.document, control: controlContract.document }
  const about = { version: manifest.version, keys, documents, scenario: name, summary, clock, speed }
  const pipelineFor = createDoors(api, control, about, (fault) => log.fault('pages', fault))
  const serve = createListener(pipelineFor, closing.signal)
  let express: Promise<Listener> | undefined
  const listener: Listener = (request, response) => {
    const target = targetOf(request)
    // Express takes longer to load than all else together. Whoever asks for health wants to know about now.
    if (doorOf(target) === 'api' || target === '/_sandbox/health') return serve(request, response)
    express ??= import('./http/express.js').then(({ createExpress }) => createExpress(serve))
    express.then((handle) => handle(request, response)).catch(() => response.destroy())
  }

  const server =
    options.listen === false ? undefined : await openServer(listener, api.turnAway, options.port ?? 0, host)
  const url = server ? urlOf(host, server.port) : 'http://mds.test'
  const door = createFetch(url, pipelineFor, closing.signal)

  async function end(graceMs: number) {
    closing.abort()
    // Nobody waits for a receiver that hangs.
    for (const world of worlds.list()) world.calm()
    await Promise.all([server?.close(graceMs), door.idle(graceMs)])
    await giveBack(borrowed)
  }
  let ending: Promise<void> | undefined
  const close = (graceMs = 5000) => (ending ??= end(graceMs))

  return {
    url,
    settings: { scenario: name, summary, clock, seed },
    port: server?.port ?? 0,
    listener,
    fetch: door.fetch,
    world(tier, name) {
      const apiKey = keyOf(tier, name)
      if (!parseKey(apiKey))
        throw new RangeError(
          `There can be no world ${tier}/${name}. The tier is standard or enterprise; a name has 1 to 63 lower-case letters, digits and hyphens.`,
        )
      const call = createControlCall(control, controlContract.operations, apiKey, closing.signal, door.track)
      return createSandboxWorld({ tier, name, apiKey, url, control: call, fetch: door.fetch })
    },
    close,
    [Symbol.asyncDispose]: () => close(),
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
