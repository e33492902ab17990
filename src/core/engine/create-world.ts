import { createMeter, quotaFor, type RateLimitSettings } from '../access/rate-limits.js'
import { createFingerprints } from '../catalogue/fingerprints.js'
import type { Scenario } from '../delivery/scenario-rules.js'
import { createMoney } from '../money/money-state.js'
import { createTable } from '../primitives/table.js'
import { DAY, formatDate, formatInstant, HOUR } from '../primitives/time.js'
import { createAgenda } from './agenda.js'
import type { ChangeCollector } from './row-changes.js'
import type { Asset, Delivery, Dispatch, Release, Track, Webhook, WorldEvent } from './rows.js'
import type { Seeds, Tier } from './seed-types.js'
import type { World } from './world.js'

/** A new world with the catalogue of the seeds. */
export function createWorld(options: WorldOptions, seeds: Seeds): World {
  const world = createEmptyWorld(options, seeds)
  addSeedCatalogue(world, seeds)
  return world
}

/** A new world without releases, tracks and assets. */
export function createEmptyWorld(options: WorldOptions, seeds: Seeds): World {
  const { key, name, tier, seed, start, speed, limits, scenario, findScenario, knowsScenario: hasScenario } = options
  const { changes } = options
  const customScenarios = new Map<string, Scenario>()
  const { licensed_territories, ...account } = seeds.accounts[tier]
  const codes = seeds.territories.map(({ code }) => code)
  return {
    key,
    name,
    seed,
    account: {
      tier,
      ...account,
      licensedTerritories: new Set(codes.filter((code) => !licensed_territories.all_except.includes(code))),
    },
    stores: seeds.stores.map(({ store_id, name, territories, capabilities }) => ({
      store_id,
      name,
      territories: territories === 'all' ? codes : territories,
      capabilities,
    })),
    territories: seeds.territories,
    counters: {},
    eventStamp: options.eventStamp ?? 0,
    releases: createTable<Release>(['status', 'upc'], changes?.observe('releases')),
    fingerprints: createFingerprints(),
    tracks: createTable<Track>(['release_id', 'isrc'], changes?.observe('tracks')),
    assets: createTable<Asset>(['type', 'status'], changes?.observe('assets')),
    deliveries: createTable<Delivery>(['status', 'release_id', 'fingerprint'], changes?.observe('deliveries')),
    events: createTable<WorldEvent>(['event_type']),
    webhooks: createTable<Webhook>(['status'], changes?.observe('webhooks')),
    dispatches: createTable<Dispatch>(['event_id', 'webhook_id', 'statusKey']),
    heldBack: new Map(),
    money: createMoney(seeds, start, options, changes),
    releaseScenarios: new Map(),
    tokens: new Map(),
    keptAnswers: new Map(),
    agenda: createAgenda(),
    meter: createMeter(),
    quota: quotaFor(tier, limits.override ?? findScenario(scenario).limits ?? limits.fallback),
    limits,
    faults: [],
    faultsUsed: {},
    scenario: { name: scenario, source: 'default' },
    defaultScenario: scenario,
    customScenarios,
    findScenario: (name) => customScenarios.get(name) ?? findScenario(name),
    hasScenario: (name) => customScenarios.has(name) || hasScenario(name),
    scenarioNames: options.scenarioNames,
    rejections: seeds.rejections,
    speed,
    onEvent: options.announce,
    now: start,
  }
}

export function addSeedCatalogue(world: World, seeds: Seeds): void {
  const start = world.now
  const timestamps = (hoursBefore: number) => {
    const created = formatInstant(start - hoursBefore * HOUR)
    return { created_at: created, updated_at: created }
  }
  // Tables keep insertion order, and lists depend on it.
  const oldestFirst = <T extends { hours_before_start: number }>(rows: T[]) =>
    [...rows].sort((a, b) => b.hours_before_start - a.hours_before_start)
  const { assets, releases, tracks } = seeds.catalogue
  for (const { hours_before_start, id, type, ...asset } of oldestFirst(assets))
    world.assets.add({ id, type, status: 'ready', ...asset, failure_reason: null, ...timestamps(hours_before_start) })
  for (const { hours_before_start, days_to_release, id, title, artists, ...rest } of oldestFirst(releases)) {
    const release_date = formatDate(start + days_to_release * DAY)
    const release = world.releases.add({ id, title, artists, release_date, ...rest, ...timestamps(hours_before_start) })
    if (release.status !== 'draft') world.fingerprints.add(release)
  }
  for (const { hours_before_start, ...track } of oldestFirst(tracks))
    world.tracks.add({ ...track, ...timestamps(hours_before_start) })
}

export interface WorldOptions {
  key: string
  name: string
  tier: Tier
  seed: number
  start: number
  speed: number
  limits: RateLimitSettings
  scenario: string
  findScenario(name: string): Scenario
  knowsScenario(name: string): boolean
  scenarioNames: readonly string[]
  /** See `World.eventStamp`. Default 0. */
  eventStamp?: number
  announce(event: WorldEvent): void
  /** Collects the changes of rows. Default: nothing is collected. */
  changes?: ChangeCollector
}
