import type { KeptAnswer } from '../access/idempotency-keys.js'
import type { Meter } from '../access/rate-limits.js'
import { createFingerprints } from '../catalogue/fingerprints.js'
import { type MoneySource, makeMoney, type Payout, type Sale } from '../money/money-state.js'
import type { TableDump } from '../primitives/table.js'
import { type AgendaDump, createAgenda } from './agenda.js'
import { emptyWorld, type WorldOptions } from './create-world.js'
import type { AddedFault, Asset, Delivery, Dispatch, Release, Task, Track, Webhook, WorldEvent } from './rows.js'
import type { Seeds } from './seeds.js'
import { useScenario, type World } from './world.js'

/**
 * Everything that a world holds, as plain JSON. Rows are not copied: they are never changed, only replaced, so that a
 * dump is as good tomorrow as today.
 */
export interface WorldDump {
  now: number
  /** When the world began, and whose its figures are. */
  start: number
  source: MoneySource
  counters: Record<string, number>
  releases: TableDump<Release>
  tracks: TableDump<Track>
  assets: TableDump<Asset>
  deliveries: TableDump<Delivery>
  events: TableDump<WorldEvent>
  webhooks: TableDump<Webhook>
  dispatches: TableDump<Dispatch>
  payouts: TableDump<Payout>
  sales: Sale[]
  claims: [statement: string, payout: string][]
  failures: [statement: string, times: number][]
  held: [webhook: string, dispatch: string][]
  fingerprints: [fingerprint: string, release: string][]
  releaseScenarios: [release: string, scenario: string][]
  tokens: [token: string, expires: number][]
  answers: [key: string, answer: KeptAnswer][]
  agenda: AgendaDump<Task>
  meter: Meter
  scenario: World['scenario']
  faults: readonly AddedFault[]
  faultsUsed: Record<string, number[]>
}

export function dumpWorld(world: World): WorldDump {
  const { now, money, meter, scenario } = world
  return {
    now,
    start: money.start,
    source: { seed: money.source.seed, key: money.source.key },
    counters: { ...world.counters },
    releases: world.releases.dump(),
    tracks: world.tracks.dump(),
    assets: world.assets.dump(),
    deliveries: world.deliveries.dump(),
    events: world.events.dump(),
    webhooks: world.webhooks.dump(),
    dispatches: world.dispatches.dump(),
    payouts: money.payouts.dump(),
    sales: [...money.sales],
    claims: [...money.claims],
    failures: [...money.failures],
    held: [...world.held],
    fingerprints: world.fingerprints.dump(),
    releaseScenarios: [...world.releaseScenarios],
    tokens: [...world.tokens],
    answers: [...world.answers],
    agenda: world.agenda.dump(),
    meter: { ...meter, recent: [...meter.recent] },
    scenario: { ...scenario },
    faults: world.faults,
    faultsUsed: Object.fromEntries(Object.entries(world.faultsUsed).map(([name, used]) => [name, [...used]])),
  }
}

/** The world that a dump was made of, or another one (by its key and options) that holds the same. */
export function loadWorld(options: WorldOptions, seeds: Seeds, dump: WorldDump): World {
  const fresh = emptyWorld({ ...options, start: dump.start }, seeds)
  const world: World = {
    ...fresh,
    counters: { ...dump.counters },
    money: {
      ...makeMoney(seeds, dump.start, dump.source),
      sales: [...dump.sales],
      claims: new Map(dump.claims),
      failures: new Map(dump.failures),
    },
    held: new Map(dump.held),
    fingerprints: createFingerprints(dump.fingerprints),
    releaseScenarios: new Map(dump.releaseScenarios),
    tokens: new Map(dump.tokens),
    answers: new Map(dump.answers),
    agenda: createAgenda(dump.agenda),
    now: dump.now,
  }
  for (const name of ['releases', 'tracks', 'assets', 'deliveries', 'events', 'webhooks', 'dispatches'] as const)
    (world[name] as { load(rows: unknown): void }).load(dump[name])
  world.money.payouts.load(dump.payouts)
  // A scenario that this sandbox does not know is one of somebody's own: the world goes on with the sandbox's.
  if (dump.scenario.source === 'world' && world.knowsScenario(dump.scenario.name))
    useScenario(world, dump.scenario.name)
  world.meter = { ...dump.meter, recent: [...dump.meter.recent] }
  world.faults = dump.faults
  world.faultsUsed = Object.fromEntries(Object.entries(dump.faultsUsed).map(([name, used]) => [name, [...used]]))
  return world
}
