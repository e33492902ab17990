import type { components } from '../../generated/service-api.js'
import type { KeptAnswer } from '../access/idempotency-keys.js'
import { createMeter, type Meter, type Quota, quotaOf, type RateLimit } from '../access/rate-limits.js'
import { createFingerprints, type Fingerprints } from '../catalogue/fingerprints.js'
import type { AddedFault } from '../delivery/faults.js'
import type { Scenario, StorePlan } from '../delivery/scenario-rules.js'
import type { Dispatch } from '../events/dispatches.js'
import type { WorldEvent } from '../events/events.js'
import { type Money, makeMoney } from '../money/money-state.js'
import { createTable, type Table } from '../primitives/table.js'
import { DAY, day, HOUR, instant } from '../primitives/time.js'
import { type Agenda, createAgenda } from './agenda.js'
import type { Rejection, Seeds, Tier } from './seeds.js'

type Schemas = components['schemas']
export type Release = Schemas['Release']
export type Store = Schemas['Store']
export type Territory = Schemas['Territory']

export type Track = Schemas['Track']
/** Where to upload depends on how the client reaches the server, so it is no part of the state. */
export type Asset = Omit<Schemas['Asset'], 'upload_url'>

/** `attempt` counts deliveries and resubmissions; `revision` counts every move, so that a plan knows when it is overtaken. */
export type StoreOrder = Schemas['StoreOrder'] & { attempt: number; revision: number }
export interface Delivery extends Omit<Schemas['Delivery'], 'stores'> {
  stores: StoreOrder[]
  /** The scenario that it follows. */
  scenario: string
  /** Of the release as the stores got it. */
  fingerprint: string
}

export interface Account {
  tier: Tier
  organization: string
  default_label: string
  upc_prefix: string
  isrc_prefix: string
  licensed: ReadonlySet<string>
}

type NewWebhook = Schemas['NewWebhook']
export interface Webhook extends NewWebhook {
  /** The dispatch of its newest ping, if that went to this URL: only what comes of that one counts. */
  ping: string | null
}

/** What the agenda can hold. `subject` is the id of what it concerns. */
export type Task =
  | { type: 'process-asset'; subject: string; fault: string | null }
  | { type: 'ingest-order'; subject: string; store_id: string; revision: number }
  | { type: 'review-order'; subject: string; store_id: string; revision: number; plan: StorePlan }
  | { type: 'confirm-takedown'; subject: string; store_id: string; revision: number }
  | { type: 'send-event'; subject: string; webhook_id: string }
  | { type: 'process-payout'; subject: string }
  | { type: 'settle-payout'; subject: string }

/** One organization with everything it owns, cut off from every other. Its time is what `now` says, and only that. */
export interface World {
  readonly key: string
  readonly name: string
  readonly seed: number
  readonly account: Account
  readonly stores: readonly Store[]
  readonly territories: readonly Territory[]
  readonly counters: Record<string, number>
  readonly releases: Table<Release>
  readonly fingerprints: Fingerprints
  readonly tracks: Table<Track>
  readonly assets: Table<Asset>
  readonly deliveries: Table<Delivery>
  readonly events: Table<WorldEvent>
  readonly webhooks: Table<Webhook>
  readonly dispatches: Table<Dispatch>
  /** Per endpoint, the dispatch that waits for another to overtake it. */
  readonly held: Map<string, string>
  readonly money: Money
  /** The scenario that a release was submitted under, where a header said so. */
  readonly releaseScenarios: Map<string, string>
  readonly tokens: Map<string, number>
  readonly answers: Map<string, KeptAnswer>
  readonly agenda: Agenda<Task>
  meter: Meter
  quota: Quota
  readonly limits: Limits
  /** Set for this world by the control plane; otherwise the one that the sandbox was started with. */
  scenario: { name: string; source: 'world' | 'default' }
  /** The one that the sandbox was started with. */
  readonly defaultScenario: string
  findScenario(name: string): Scenario
  knowsScenario(name: string): boolean
  readonly scenarioNames: readonly string[]
  /** Faults that were added while it ran. */
  faults: readonly AddedFault[]
  /** How often each fault of each scenario has struck. */
  faultsUsed: Record<string, number[]>
  readonly rejections: readonly Rejection[]
  /** What simulated waits are divided by. */
  readonly speed: number
  /** Tells whoever watches that something has happened. */
  announce(event: WorldEvent): void
  now: number
}

/** What the command line fixes, or else what holds where the scenario says nothing. */
export interface Limits {
  fixed: RateLimit | undefined
  usual: RateLimit
}

export interface WorldOptions {
  key: string
  name: string
  tier: Tier
  seed: number
  start: number
  speed: number
  limits: Limits
  scenario: string
  findScenario(name: string): Scenario
  knowsScenario(name: string): boolean
  scenarioNames: readonly string[]
  announce(event: WorldEvent): void
}

/** A world at its beginning, with what the seeds bring. */
export function makeWorld(options: WorldOptions, seeds: Seeds): World {
  const world = emptyWorld(options, seeds)
  plant(world, seeds)
  return world
}

/** A world in which there is nothing yet. */
export function emptyWorld(options: WorldOptions, seeds: Seeds): World {
  const { key, name, tier, seed, start, speed, limits, scenario, findScenario, knowsScenario } = options
  const { licensed_territories, ...account } = seeds.accounts[tier]
  const codes = seeds.territories.map(({ code }) => code)
  return {
    key,
    name,
    seed,
    account: {
      tier,
      ...account,
      licensed: new Set(codes.filter((code) => !licensed_territories.all_except.includes(code))),
    },
    stores: seeds.stores.map(({ store_id, name, territories, capabilities }) => ({
      store_id,
      name,
      territories: territories === 'all' ? codes : territories,
      capabilities,
    })),
    territories: seeds.territories,
    counters: {},
    releases: createTable<Release>(['status', 'upc']),
    fingerprints: createFingerprints(),
    tracks: createTable<Track>(['release_id', 'isrc']),
    assets: createTable<Asset>(['type', 'status']),
    deliveries: createTable<Delivery>(['status', 'release_id', 'fingerprint']),
    events: createTable<WorldEvent>(['event_type']),
    webhooks: createTable<Webhook>(['status']),
    dispatches: createTable<Dispatch>(['event_id', 'webhook_id', 'shelf']),
    held: new Map(),
    money: makeMoney(seeds, start, options),
    releaseScenarios: new Map(),
    tokens: new Map(),
    answers: new Map(),
    agenda: createAgenda(),
    meter: createMeter(),
    quota: quotaOf(tier, limits.fixed ?? findScenario(scenario).limits ?? limits.usual),
    limits,
    faults: [],
    faultsUsed: {},
    scenario: { name: scenario, source: 'default' },
    defaultScenario: scenario,
    findScenario,
    knowsScenario,
    scenarioNames: options.scenarioNames,
    rejections: seeds.rejections,
    speed,
    announce: options.announce,
    now: start,
  }
}

function plant(world: World, seeds: Seeds): void {
  const start = world.now
  const stamps = (hoursBefore: number) => {
    const created = instant(start - hoursBefore * HOUR)
    return { created_at: created, updated_at: created }
  }
  // Tables keep rows in the order they came, and lists rely on it.
  const byAge = <T extends { hours_before_start: number }>(rows: T[]) =>
    [...rows].sort((a, b) => b.hours_before_start - a.hours_before_start)
  const { assets, releases, tracks } = seeds.catalogue
  for (const { hours_before_start, id, type, ...asset } of byAge(assets))
    world.assets.add({ id, type, status: 'ready', ...asset, failure_reason: null, ...stamps(hours_before_start) })
  for (const { hours_before_start, days_to_release, id, title, artists, ...rest } of byAge(releases)) {
    const release_date = day(start + days_to_release * DAY)
    const release = world.releases.add({ id, title, artists, release_date, ...rest, ...stamps(hours_before_start) })
    if (release.status !== 'draft') world.fingerprints.remember(release)
  }
  for (const { hours_before_start, ...track } of byAge(tracks))
    world.tracks.add({ ...track, ...stamps(hours_before_start) })
}

/** How long a simulated wait takes on the world's clock. Retention, expiry and rate windows are no waits: they are not scaled. */
export const wait = (world: World, ms: number): number => Math.ceil(ms / world.speed)

/** From now on the world follows this scenario: its limits and faults at once, its stores with the next delivery. */
export function useScenario(world: World, name: string): void {
  world.scenario = { name, source: 'world' }
  const { fixed, usual } = world.limits
  world.quota = quotaOf(world.account.tier, fixed ?? world.findScenario(name).limits ?? usual)
  world.meter = createMeter()
  world.faultsUsed = {}
}
