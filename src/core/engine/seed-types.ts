import type { components } from '../../generated/service-api.js'

type Schemas = components['schemas']
export type Tier = 'standard' | 'enterprise'

/** The content of seeds/. Times in the catalogue are relative to the start of the world. */
export interface Seeds {
  accounts: Record<Tier, AccountSeed>
  stores: StoreSeed[]
  territories: Schemas['Territory'][]
  rejections: Rejection[]
  catalogue: { assets: AssetSeed[]; releases: ReleaseSeed[]; tracks: TrackSeed[] }
  money: MoneySeed
}

export type Currency = Schemas['CurrencyCode']

/** Parameters of the ledger. Rates and shares are decimal strings. */
export interface MoneySeed {
  currencies: { code: Currency; minor_units: number }[]
  distribution_fee: Record<Tier, string>
  corrections: { one_in: number; percent: number }
  stores: StoreMoneySeed[]
}

export interface StoreMoneySeed {
  store_id: string
  currency: Currency
  unit_rate: string
  withholding: string
  months_late: number
  audience: number
  reach: number
}

export interface AccountSeed {
  organization: string
  default_label: string
  upc_prefix: string
  isrc_prefix: string
  licensed_territories: { all_except: string[] }
}

export interface StoreSeed extends Omit<Schemas['Store'], 'territories'> {
  character: string
  territories: 'all' | string[]
}

export interface Rejection {
  code: string
  outcome: 'rejected' | 'action_required'
  reason: string
  remedy: string
  /** What the partner must change; a change of any of these counts as a correction. */
  wants: ReleaseAspect[]
}

/** PATCH can't change `artists` and `upc`: codes that want them need a new release. */
export type ReleaseAspect =
  | 'artists'
  | 'artwork'
  | 'label'
  | 'release_date'
  | 'territories'
  | 'title'
  | 'track_audio'
  | 'track_isrc'
  | 'track_title'
  | 'upc'

/** What a store saw of a release when it refused it. */
export type AspectDigests = Partial<Record<ReleaseAspect, string>>

interface AgedSeed {
  id: string
  hours_before_start: number
}

export interface AssetSeed
  extends AgedSeed,
    Pick<Schemas['Asset'], 'type' | 'filename' | 'content_type' | 'size_bytes' | 'checksum_sha256'> {}

export interface ReleaseSeed
  extends AgedSeed,
    Omit<Schemas['Release'], 'id' | 'release_date' | 'created_at' | 'updated_at'> {
  days_to_release: number
}

export interface TrackSeed extends AgedSeed, Omit<Schemas['Track'], 'id' | 'created_at' | 'updated_at'> {}
