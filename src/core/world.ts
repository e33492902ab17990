import { type Agenda, createAgenda } from './agenda.js'
import type { KeptAnswer } from './answers.js'
import { createMeter, type Meter, type Quota } from './limits.js'
import type { Seeds, Tier } from './seeds.js'
import { createTable, type Table } from './table.js'
import { DAY, day, HOUR, instant } from './time.js'
import type { components } from './wire.js'

type Schemas = components['schemas']
export type Release = Schemas['Release']
export type Store = Schemas['Store']
export type Territory = Schemas['Territory']

export interface Track {
  id: string
  release_id: string
  title: string
  isrc: string
  audio_asset_id: string | null
  territory: string[]
  track_number: number
  created_at: string
  updated_at: string
}

export interface Asset {
  id: string
  type: 'audio' | 'artwork'
  status: 'awaiting_upload' | 'processing' | 'ready' | 'failed'
  filename: string
  content_type: string
  size_bytes: number | null
  checksum_sha256: string | null
  created_at: string
  updated_at: string
}

export interface Account {
  tier: Tier
  organization: string
  default_label: string
  upc_prefix: string
  isrc_prefix: string
  licensed: ReadonlySet<string>
}

/** What the agenda can hold. */
export interface Task {
  type: string
  subject: string
}

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
  readonly tracks: Table<Track>
  readonly assets: Table<Asset>
  readonly tokens: Map<string, number>
  readonly answers: Map<string, KeptAnswer>
  readonly agenda: Agenda<Task>
  readonly meter: Meter
  readonly quota: Quota
  /** What simulated waits are divided by. */
  readonly speed: number
  now: number
}

export interface WorldOptions {
  key: string
  name: string
  tier: Tier
  seed: number
  start: number
  speed: number
  quota: Quota
}

export function makeWorld(options: WorldOptions, seeds: Seeds): World {
  const { key, name, tier, seed, start, speed, quota } = options
  const { licensed_territories, ...account } = seeds.accounts[tier]
  const codes = seeds.territories.map(({ code }) => code)
  const world: World = {
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
    tracks: createTable<Track>(['release_id']),
    assets: createTable<Asset>([]),
    tokens: new Map(),
    answers: new Map(),
    agenda: createAgenda(),
    meter: createMeter(),
    quota,
    speed,
    now: start,
  }
  const stamps = (hoursBefore: number) => {
    const created = instant(start - hoursBefore * HOUR)
    return { created_at: created, updated_at: created }
  }
  for (const { hours_before_start, ...asset } of seeds.catalogue.assets)
    world.assets.add({ ...asset, status: 'ready', ...stamps(hours_before_start) })
  for (const { hours_before_start, days_to_release, id, title, artists, ...release } of seeds.catalogue.releases) {
    const release_date = day(start + days_to_release * DAY)
    world.releases.add({ id, title, artists, release_date, ...release, ...stamps(hours_before_start) })
  }
  for (const { hours_before_start, ...track } of seeds.catalogue.tracks)
    world.tracks.add({ ...track, ...stamps(hours_before_start) })
  return world
}
