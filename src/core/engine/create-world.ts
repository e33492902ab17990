import { createMeter, quotaFor, type RateLimitSettings } from '../access/rate-limits.js'
import { createFingerprints } from '../catalogue/fingerprints.js'
import { CATALOGUE_INDEXES, type SharedCatalogue, shareCatalogue } from '../catalogue/shared-catalogue.js'
import type { Scenario } from '../delivery/scenario-rules.js'
import { createErnCatalogue } from '../ern/ern-catalogue.js'
import type { ErnMessage } from '../ern/ern-rows.js'
import { createMoney } from '../money/money-state.js'
import { createTable } from '../primitives/table.js'
import { createAgenda } from './agenda.js'
import type { ChangeCollector } from './row-changes.js'
import type { Asset, Delivery, Dispatch, Release, Track, Webhook, WorldEvent } from './rows.js'
import type { Seeds, Tier } from './seed-types.js'
import type { World } from './world.js'

/** A new world with the catalogue of the seeds. Creating it takes the same time for every size of the catalogue. */
export const createWorld = (options: WorldOptions, seeds: Seeds): World =>
  createEmptyWorld(options, seeds, shareCatalogue(seeds, options.start))

/** A new world without releases, tracks and assets, except for those that it shares. */
export function createEmptyWorld(options: WorldOptions, seeds: Seeds, shared?: SharedCatalogue): World {
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
    releases: createTable<Release>(CATALOGUE_INDEXES.releases, changes?.observe('releases'), shared?.releases),
    fingerprints: createFingerprints(new Map(), shared?.releases),
    tracks: createTable<Track>(CATALOGUE_INDEXES.tracks, changes?.observe('tracks'), shared?.tracks),
    assets: createTable<Asset>(CATALOGUE_INDEXES.assets, changes?.observe('assets'), shared?.assets),
    deliveries: createTable<Delivery>(['status', 'release_id', 'fingerprint'], changes?.observe('deliveries')),
    events: createTable<WorldEvent>(['event_type']),
    webhooks: createTable<Webhook>(['status'], changes?.observe('webhooks')),
    dispatches: createTable<Dispatch>(['event_id', 'webhook_id', 'statusKey']),
    heldBack: new Map(),
    money: createMoney(seeds, start, options, changes),
    ernMessages: createTable<ErnMessage>(
      ['status', 'message_type', 'release_id', 'messageKey', 'contentKey'],
      changes?.observe('ern_messages'),
    ),
    ern: createErnCatalogue(),
    purged: new Set(),
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
