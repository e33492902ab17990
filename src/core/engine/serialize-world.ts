import type { KeptAnswer } from '../access/idempotency-keys.js'
import type { Meter } from '../access/rate-limits.js'
import { createFingerprints } from '../catalogue/fingerprints.js'
import type { Scenario } from '../delivery/scenario-rules.js'
import { createErnCatalogue } from '../ern/ern-catalogue.js'
import type { ErnMessage, ErnRelease } from '../ern/ern-rows.js'
import { statusKeyOf } from '../events/dispatches.js'
import { createMoney, type MoneySource, type Payout, type Sale } from '../money/money-state.js'
import { runAllSteps, type Steps } from '../primitives/steps.js'
import type { SerializedTable } from '../primitives/table.js'
import { createAgenda, type SerializedAgenda } from './agenda.js'
import { createEmptyWorld, type WorldOptions } from './create-world.js'
import type { AddedFault, Asset, Delivery, Dispatch, Release, Task, Track, Webhook, WorldEvent } from './rows.js'
import type { Seeds } from './seed-types.js'
import { useScenario, type World } from './world.js'

/**
 * The complete state of a world as plain JSON. Rows are not copied: they are immutable, so later commands do not change
 * a serialized world.
 */
export interface SerializedWorld {
  now: number
  /** When the world was created, and the seed and key from which its money is derived. */
  start: number
  source: MoneySource
  counters: Record<string, number>
  releases: SerializedTable<Release>
  tracks: SerializedTable<Track>
  assets: SerializedTable<Asset>
  deliveries: SerializedTable<Delivery>
  events: SerializedTable<WorldEvent>
  webhooks: SerializedTable<Webhook>
  dispatches: SerializedTable<Dispatch>
  payouts: SerializedTable<Payout>
  ernMessages: SerializedTable<ErnMessage>
  sales: Sale[]
  claims: [statement: string, payout: string][]
  failures: [statement: string, times: number][]
  plays: [key: string, count: number][]
  held: [webhook: string, dispatch: string][]
  fingerprints: [fingerprint: string, release: string][]
  releaseScenarios: [release: string, scenario: string][]
  ernReleases: [release: string, record: ErnRelease][]
  ernAttempts: [key: string, attempts: number][]
  ernPurges: [key: string, created: number][]
  purged: string[]
  tokens: [token: string, expires: number][]
  answers: [key: string, answer: KeptAnswer][]
  agenda: SerializedAgenda<Task>
  meter: Meter
  scenario: World['scenario']
  /** Missing if there are none, and in snapshots of earlier versions. */
  customScenarios?: Scenario[]
  faults: readonly AddedFault[]
  faultsUsed: Record<string, number[]>
}

export function serializeWorld(world: World): SerializedWorld {
  const { now, money, meter, scenario } = world
  return {
    now,
    start: money.start,
    source: { seed: money.source.seed, key: money.source.key },
    counters: { ...world.counters },
    releases: world.releases.serialize(),
    tracks: world.tracks.serialize(),
    assets: world.assets.serialize(),
    deliveries: world.deliveries.serialize(),
    events: world.events.serialize(),
    webhooks: world.webhooks.serialize(),
    dispatches: world.dispatches.serialize(),
    payouts: money.payouts.serialize(),
    ernMessages: world.ernMessages.serialize(),
    sales: [...money.sales],
    claims: [...money.claims],
    failures: [...money.failures],
    plays: [...money.reportedPlays],
    held: [...world.heldBack],
    fingerprints: world.fingerprints.serialize(),
    releaseScenarios: [...world.releaseScenarios],
    ...world.ern.serialize(),
    purged: [...world.purged],
    tokens: [...world.tokens],
    answers: [...world.keptAnswers],
    agenda: world.agenda.serialize(),
    meter: { ...meter, recent: [...meter.recent] },
    scenario: { ...scenario },
    ...(world.customScenarios.size > 0 && { customScenarios: [...world.customScenarios.values()] }),
    faults: world.faults,
    faultsUsed: Object.fromEntries(Object.entries(world.faultsUsed).map(([name, used]) => [name, [...used]])),
  }
}

/** Older snapshots store the key as `shelf`. It is derived, so it is recomputed for every row. */
function withStatusKey({ shelf: _shelf, ...row }: Dispatch & { shelf?: string }): Dispatch {
  return { ...row, statusKey: statusKeyOf(row.webhook_id, row.status) }
}

/** Rows to restore between two steps. */
const ROWS_PER_STEP = 1000

function* toMap<K, V>(entries: readonly (readonly [K, V])[]): Steps<Map<K, V>> {
  const map = new Map<K, V>()
  for (const [i, [key, value]] of entries.entries()) {
    map.set(key, value)
    if (i % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield
  }
  return map
}

function* withStatusKeys({ start, rows }: SerializedTable<Dispatch>): Steps<SerializedTable<Dispatch>> {
  const changed: (Dispatch | null)[] = []
  for (const row of rows) if (changed.push(row && withStatusKey(row)) % ROWS_PER_STEP === 0) yield
  return { start, rows: changed }
}

export const deserializeWorld = (options: WorldOptions, seeds: Seeds, serialized: SerializedWorld): World =>
  runAllSteps(deserializeInSteps(options, seeds, serialized))

/** Restores the serialized world, or copies it into a world with another key and other options. */
export function* deserializeInSteps(options: WorldOptions, seeds: Seeds, serialized: SerializedWorld): Steps<World> {
  const fresh = createEmptyWorld({ ...options, start: serialized.start }, seeds)
  const world: World = {
    ...fresh,
    counters: { ...serialized.counters },
    money: {
      ...createMoney(seeds, serialized.start, serialized.source, options.changes),
      sales: [...serialized.sales],
      claims: yield* toMap(serialized.claims),
      failures: yield* toMap(serialized.failures),
      reportedPlays: yield* toMap(serialized.plays ?? []),
    },
    heldBack: yield* toMap(serialized.held),
    fingerprints: createFingerprints(yield* toMap(serialized.fingerprints)),
    releaseScenarios: yield* toMap(serialized.releaseScenarios),
    ern: createErnCatalogue(serialized),
    purged: new Set(serialized.purged),
    tokens: yield* toMap(serialized.tokens),
    keptAnswers: yield* toMap(serialized.answers),
    agenda: createAgenda(serialized.agenda),
    now: serialized.now,
  }
  for (const name of ['releases', 'tracks', 'assets', 'deliveries', 'events', 'webhooks', 'ernMessages'] as const)
    yield* (world[name] as { restore(rows: unknown): Steps<void> }).restore(serialized[name])
  yield* world.dispatches.restore(yield* withStatusKeys(serialized.dispatches))
  yield* world.money.payouts.restore(serialized.payouts)
  for (const custom of serialized.customScenarios ?? []) world.customScenarios.set(custom.name, custom)
  // A custom scenario of the command line may be unknown to this sandbox. The world then uses the sandbox's scenario.
  if (serialized.scenario.source === 'world' && world.hasScenario(serialized.scenario.name))
    useScenario(world, serialized.scenario.name)
  world.meter = { ...serialized.meter, recent: [...serialized.meter.recent] }
  world.faults = serialized.faults
  world.faultsUsed = Object.fromEntries(Object.entries(serialized.faultsUsed).map(([name, used]) => [name, [...used]]))
  return world
}
