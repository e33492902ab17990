import type { KeptAnswer } from '../access/idempotency-keys.js'
import { createMeter, type Meter, type Quota, quotaFor, type RateLimitSettings } from '../access/rate-limits.js'
import type { Fingerprints } from '../catalogue/fingerprints.js'
import type { Scenario } from '../delivery/scenario-rules.js'
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
import type { Rejection } from './seeds.js'

/** One organization with everything it owns, cut off from every other. Its time is what `now` says, and only that. */
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
  /** Per endpoint, the dispatch that waits for another to overtake it. */
  readonly heldBack: Map<string, string>
  readonly money: Money
  /** The scenario that a release was submitted under, where a header said so. */
  readonly releaseScenarios: Map<string, string>
  readonly tokens: Map<string, number>
  readonly keptAnswers: Map<string, KeptAnswer>
  readonly agenda: Agenda<Task>
  meter: Meter
  quota: Quota
  readonly limits: RateLimitSettings
  /** Set for this world by the control plane; otherwise the one that the sandbox was started with. */
  scenario: { name: string; source: 'world' | 'default' }
  /** The one that the sandbox was started with. */
  readonly defaultScenario: string
  findScenario(name: string): Scenario
  hasScenario(name: string): boolean
  readonly scenarioNames: readonly string[]
  /** Faults that were added while it ran. */
  faults: readonly AddedFault[]
  /** How often each fault of each scenario has struck. */
  faultsUsed: Record<string, number[]>
  readonly rejections: readonly Rejection[]
  /** What simulated waits are divided by. */
  readonly speed: number
  /** Tells whoever watches that something has happened. */
  onEvent(event: WorldEvent): void
  now: number
}

/** How long a simulated wait takes on the world's clock. Retention, expiry and rate windows are no waits: they are not scaled. */
export const scaledDelay = (world: World, ms: number): number => Math.ceil(ms / world.speed)

/** From now on the world follows this scenario: its limits and faults at once, its stores with the next delivery. */
export function useScenario(world: World, name: string): void {
  world.scenario = { name, source: 'world' }
  const { override, fallback } = world.limits
  world.quota = quotaFor(world.account.tier, override ?? world.findScenario(name).limits ?? fallback)
  world.meter = createMeter()
  world.faultsUsed = {}
}
