import type { components } from './wire.js'

type Schemas = components['schemas']
export type Tier = 'standard' | 'enterprise'

/** What the files in seeds/ bring. Catalogue times are relative to the start of the world that is made from them. */
export interface Seeds {
  accounts: Record<Tier, AccountSeed>
  stores: StoreSeed[]
  territories: Schemas['Territory'][]
  catalogue: { assets: AssetSeed[]; releases: ReleaseSeed[]; tracks: TrackSeed[] }
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

interface Aged {
  id: string
  hours_before_start: number
}

export interface AssetSeed extends Aged {
  type: 'audio' | 'artwork'
  filename: string
  content_type: string
  size_bytes: number
  checksum_sha256: string
}

export interface ReleaseSeed
  extends Aged,
    Omit<Schemas['Release'], 'id' | 'release_date' | 'created_at' | 'updated_at'> {
  days_to_release: number
}

export interface TrackSeed extends Aged {
  release_id: string
  title: string
  isrc: string
  audio_asset_id: string | null
  territory: string[]
  track_number: number
}
