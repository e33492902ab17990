import type { components } from '../../generated/service-api.js'

type Schemas = components['schemas']
export type Tier = 'standard' | 'enterprise'

/** What the files in seeds/ bring. Catalogue times are relative to the start of the world that is made from them. */
export interface Seeds {
  accounts: Record<Tier, AccountSeed>
  stores: StoreSeed[]
  territories: Schemas['Territory'][]
  rejections: Rejection[]
  catalogue: { assets: AssetSeed[]; releases: ReleaseSeed[]; tracks: TrackSeed[] }
  money: MoneySeed
}

export type Currency = Schemas['CurrencyCode']

/** The figures of the ledger. Rates and shares are decimals, as texts. */
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

/** Why stores say no. */
export interface Rejection {
  code: string
  outcome: 'rejected' | 'action_required'
  reason: string
  remedy: string
}

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
