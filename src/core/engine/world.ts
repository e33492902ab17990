import type { KeptAnswer } from '../access/idempotency-keys.js'
import { createMeter, type Meter, type Quota, quotaFor, type RateLimitSettings } from '../access/rate-limits.js'
import type { Fingerprints } from '../catalogue/fingerprints.js'
import type { Scenario } from '../delivery/scenario-rules.js'
import type { ErnCatalogue } from '../ern/ern-catalogue.js'
import type { ErnMessage } from '../ern/ern-rows.js'
import type { Money } from '../money/money-state.js'
import type { Table } from '../primitives/table.js'
import type { Agenda } from './agenda.js'
import type {
  Account,
  AddedFault,
  Asset,
  Delivery,
  Dispatch,
  Release,
  Store,
  Task,
  Territory,
  Track,
  Webhook,
  WorldEvent,
} from './rows.js'
import type { Rejection } from './seed-types.js'

/** One organization with all its data, isolated from every other. Its clock is `now`. */
export interface World {
  readonly key: string
  readonly name: string
  readonly seed: number
  readonly account: Account
  readonly stores: readonly Store[]
  readonly territories: readonly Territory[]
  readonly counters: Record<string, number>
  /** Part of every event id. Differs between processes with a live clock; 0 with a manual clock. */
  readonly eventStamp: number
  readonly releases: Table<Release>
  readonly fingerprints: Fingerprints
  readonly tracks: Table<Track>
  readonly assets: Table<Asset>
  readonly deliveries: Table<Delivery>
  readonly events: Table<WorldEvent>
  readonly webhooks: Table<Webhook>
  readonly dispatches: Table<Dispatch>
  /** By endpoint, the dispatch that is held back until a later one is sent (`reorder`). */
  readonly heldBack: Map<string, string>
  readonly money: Money
  readonly ernMessages: Table<ErnMessage>
  /** What ERN messages say about releases beyond their rows. */
  readonly ern: ErnCatalogue
  /** Releases that ERN messages purged. */
  readonly purged: Set<string>
  /** By release, the scenario from the header of its submission. */
  readonly releaseScenarios: Map<string, string>
  readonly tokens: Map<string, number>
  readonly keptAnswers: Map<string, KeptAnswer>
  readonly agenda: Agenda<Task>
  meter: Meter
  quota: Quota
  readonly limits: RateLimitSettings
  /** Set through the control plane (`world`), or the one the sandbox was started with (`default`). */
  scenario: { name: string; source: 'world' | 'default' }
  readonly defaultScenario: string
  /** Given to the world through the control plane. They take precedence over those of the sandbox. */
  readonly customScenarios: Map<string, Scenario>
  findScenario(name: string): Scenario
  hasScenario(name: string): boolean
  readonly scenarioNames: readonly string[]
  /** Added through the control plane. */
  faults: readonly AddedFault[]
  /** By scenario, how often each of its faults was injected. */
  faultsUsed: Record<string, number[]>
  readonly rejections: readonly Rejection[]
  /** The divisor of simulated waits. */
  readonly speed: number
  onEvent(event: WorldEvent): void
  now: number
}

/** A simulated wait on the world's clock. Retention, expiry and rate windows are not scaled. */
export const scaledDelay = (world: World, ms: number): number => Math.ceil(ms / world.speed)

/** Limits and faults of the scenario apply immediately, its store rules from the next delivery on. */
export function useScenario(world: World, name: string): void {
  world.scenario = { name, source: 'world' }
  const { override, fallback } = world.limits
  world.quota = quotaFor(world.account.tier, override ?? world.findScenario(name).limits ?? fallback)
  world.meter = createMeter()
  world.faultsUsed = {}
}
