import controlDocument from '../../control.openapi.yaml'
import document from '../../openapi.yaml'
import manifest from '../../package.json' with { type: 'json' }
import { assertAllOperationsImplemented, type Contract, createContract } from '../contract/contract.js'
import type { Document } from '../contract/openapi-document.js'
import type { RateLimitSettings } from '../core/access/rate-limits.js'
import { quotaFor } from '../core/access/rate-limits.js'
import type { IdSource } from '../core/primitives/ids.js'
import { formatDuration } from '../core/primitives/time.js'
import { createControlOperations } from '../http/control/control.js'
import { createLog } from '../http/logging/request-log.js'
import { assetOperations } from '../http/operations/assets.js'
import { deliveryOperations } from '../http/operations/deliveries.js'
import { ernOperations } from '../http/operations/ern.js'
import { moneyOperations } from '../http/operations/money.js'
import { oauthOperations } from '../http/operations/oauth.js'
import { releaseOperations } from '../http/operations/releases.js'
import { storeOperations } from '../http/operations/stores.js'
import { trackOperations } from '../http/operations/tracks.js'
import { createWebhookOperations } from '../http/operations/webhooks.js'
import { parseKey } from '../http/pipeline/authentication.js'
import type { OperationHandler, V1Operations } from '../http/pipeline/exchange.js'
import { createPipeline, type PipelineOptions } from '../http/pipeline/pipeline.js'
import { resolveFixtures, resolveScenario, resolveStartTime, type SandboxOptions } from '../library/sandbox-options.js'
import { describeContract } from '../report/contract-facts.js'
import { createSteadyWall } from '../runtime/clock.js'
import type { Fixtures } from '../runtime/fixtures/fixtures.js'
import { DEFAULT_MAX_WORLDS, HIBERNATE_AFTER_MS } from '../runtime/hibernation.js'
import { createClientObservers } from '../runtime/journal/client-observers.js'
import type { SandboxSettings } from '../runtime/sandbox-settings.js'
import { createSnapshots } from '../runtime/snapshots/saved-snapshots.js'
import type { DataStorage, DataStorageOptions } from '../runtime/storage/world-storage.js'
import { createWorlds } from '../runtime/world-registry.js'
import { createSender, type Sender } from '../webhooks/sender.js'
import { createTransport, type Transport } from '../webhooks/transport.js'

const v1Operations: Omit<V1Operations, keyof ReturnType<typeof createWebhookOperations>> = {
  ...releaseOperations,
  ...trackOperations,
  ...assetOperations,
  ...deliveryOperations,
  ...storeOperations,
  ...moneyOperations,
  ...ernOperations,
  ...oauthOperations,
}

export const DEFAULT_SEED = 1
export const DEFAULT_SPEED = 3600

/** Access to time, timers, disk and network. A rerun replaces it with the recorded run. */
export interface Environment
  extends Pick<SandboxSettings, 'wall' | 'timer'>,
    Pick<PipelineOptions, 'pause'>,
    Pick<DataStorageOptions, 'disk' | 'defer'> {
  /** Defaults to `wall`. */
  createEventStamp?: SandboxSettings['createEventStamp']
  transport?: Transport
  sender?: Sender
  /** Defaults to HIBERNATE_AFTER_MS. */
  hibernateAfterMs?: number
  /** Fixtures that are already loaded. They replace the option. */
  fixtures?: Fixtures
  /** Contracts with loaded validators, so that requests are handled synchronously. */
  contracts?: Contracts
}

interface Contracts {
  contract: Contract
  controlContract: Contract
}

const systemEnvironment: Environment = {
  wall: Date.now,
  timer: (ms, callback, isBackground) => {
    const timer = setTimeout(callback, ms)
    if (isBackground) timer.unref()
    return () => clearTimeout(timer)
  },
  // In microseconds: a world can be deleted and created again within a millisecond.
  createEventStamp: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
}

const describeStepBack = (ms: number) =>
  `The system clock went back by ${formatDuration(ms)}. The clocks of worlds do not: they go on from where they were, and are ahead of the system clock from now on. This is logged once.`

/** Disposed in reverse order. */
export type Disposables = (() => unknown)[]

export async function dispose(disposables: Disposables): Promise<void> {
  const errors: unknown[] = []
  // A resource that can't be released does not keep the others from it.
  for (const disposeOne of disposables.splice(0).reverse())
    try {
      await disposeOne()
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}

/** Builds everything except the server. Each resource is added to `disposables` as soon as it is acquired. */
export async function compose(
  options: SandboxOptions,
  disposables: Disposables,
  environment: Environment = systemEnvironment,
) {
  const { wall, timer, pause, disk, defer, createEventStamp = wall } = environment
  const { strict = false, egress = 'open', webhookTimeout, resolve } = options
  const {
    contract = createContract(document as Document, () => import('../../openapi.yaml?validators')),
    controlContract = createContract(
      controlDocument as Document,
      () => import('../../control.openapi.yaml?validators'),
    ),
  } = environment.contracts ?? {}
  const operationIds = contract.operations.map(({ id }) => id)
  const fixtures = environment.fixtures ?? (await resolveFixtures(options.fixtures))
  const { seeds } = fixtures
  const { scenarios, scenario } = await resolveScenario(options.scenario, { operations: operationIds, seeds })
  const clock = options.clock ?? scenario.clock?.mode ?? 'live'
  const seed = options.seed ?? scenario.seed ?? DEFAULT_SEED
  const limits: RateLimitSettings = { override: options.rateLimit, fallback: clock === 'manual' ? 'off' : 'relaxed' }
  const speed = clock === 'manual' ? 1 : (options.speed ?? DEFAULT_SPEED)
  const log = createLog(options.log ?? 'silent', options.logTo ?? process.stderr, wall)
  const { sender = createSender({ egress, ...(resolve && { resolve }) }) } = environment
  disposables.push(sender.close)
  const {
    transport = createTransport({
      sender,
      userAgent: `mds-sandbox/${manifest.version}`,
      findEventIssue: async (event) => (contract.validator ?? (await contract.loadValidator())).validateEvent(event),
      onInvalidEvent: log.error,
      timeoutsMs: { ping: 10_000, event: 30_000, ...webhookTimeout },
    }),
  } = environment
  const dataStorage = await openDataStorageAt(options.data, {
    seed,
    fixtures,
    sync: options.dataSync ?? 'always',
    version: manifest.version,
    scenarios,
    onWarning: (text) => log.error('data', text),
    timer,
    disk,
    defer,
  })
  if (dataStorage) disposables.push(dataStorage.close)
  const snapshots = createSnapshots(
    manifest.version,
    dataStorage?.snapshots,
    (text) => log.error('data', text),
    fixtures,
  )
  const clientObservers =
    options.report === false
      ? undefined
      : createClientObservers({
          version: manifest.version,
          clock,
          scenario: scenario.name,
          describeContract: () => {
            const rejectionCodes = seeds.rejections.map(({ code }) => code)
            return describeContract(contract.document, contract.operations, rejectionCodes, scenarios.names)
          },
        })
  if (clientObservers) disposables.push(clientObservers.close)
  const worlds = createWorlds({
    dataStorage,
    clientObservers,
    maxWorlds: options.maxWorlds ?? DEFAULT_MAX_WORLDS,
    hibernateAfterMs: environment.hibernateAfterMs ?? HIBERNATE_AFTER_MS,
    seed,
    seeds,
    clock,
    now: resolveStartTime(options.now, scenario),
    speed: options.speed ?? DEFAULT_SPEED,
    limits,
    scenario: scenario.name,
    scenarios,
    transport,
    onAttempt: log.attempt,
    onError: (error) => log.error('world', error),
    onWarning: (text) => log.error('data', text),
    wall: createSteadyWall(wall, (ms) => log.error('clock', describeStepBack(ms))),
    createEventStamp,
    timer,
  })
  disposables.push(worlds.close)
  for (const key of dataStorage?.keys() ?? []) {
    const credential = parseKey(key)
    if (credential) worlds.register(credential)
  }

  // The control plane has its own id source, so that health checks do not shift the request ids of the API.
  const createIdSource = (key: string): IdSource => ({ seed, key, counters: {} })
  const buildPipeline = (
    contract: Contract,
    operations: object,
    pipelineOptions: Pick<PipelineOptions, 'anonymousIds' | 'anonymousQuota' | 'strict'>,
  ) => {
    assertAllOperationsImplemented(contract, operations)
    return createPipeline({
      contract,
      operations: operations as Record<string, OperationHandler>,
      worlds,
      log,
      clientObservers,
      ...pipelineOptions,
      ...(pause && { pause }),
    })
  }
  const operations: V1Operations = { ...v1Operations, ...createWebhookOperations(egress, sender) }
  const anonymousQuota = quotaFor('standard', limits.override ?? scenario.limits ?? limits.fallback)
  const api = buildPipeline(contract, operations, { anonymousIds: createIdSource(''), anonymousQuota, strict })
  const control = buildPipeline(
    controlContract,
    createControlOperations({
      version: manifest.version,
      scenarios,
      strict,
      egress,
      snapshots,
      clientObservers,
      sender,
      operations: operationIds,
      fixtures,
      wall,
    }),
    // A misspelt field or filter must not silently change what a test does.
    { anonymousIds: createIdSource('control'), anonymousQuota: undefined, strict: true },
  )
  const settings = { scenario: scenario.name, summary: scenario.summary, clock, seed }
  return { api, control, contract, controlContract, worlds, clientObservers, log, speed, settings }
}

/** Storage is imported only if a data directory is set. */
async function openDataStorageAt(
  path: string | undefined,
  settings: Omit<DataStorageOptions, 'path'>,
): Promise<DataStorage | undefined> {
  if (path === undefined) return undefined
  const { openDataStorage } = await import('../runtime/storage/world-storage.js')
  return openDataStorage({ path, ...settings })
}
