import type { components } from '../../generated/service-api.js'
import type { MessageType, Version } from '../message/versions.js'
import type { Place } from '../xml/xml-element.js'

/**
 * What a message says, as far as the API can carry it. Plain JSON. Nothing here depends on the clock or on the state of
 * a sandbox; `resolve/` combines facts with both.
 */
export interface ErnFacts {
  message_type: MessageType
  version: Version
  header: HeaderFacts
  /** The ReleaseProfileVersionId. */
  profile: string | null
  /** The identifiers of the main or purged release, as sent. */
  release_ids: ReleaseIdFacts[]
  /** Where findings about the identity of the release point at: ReleaseId, or what lacks it. */
  ids_place: Place
  /** The main release. Null for a purge, and if there is none. */
  release: ReleaseFacts | null
  deals: ReleaseDealFacts[]
  /** Where findings about deals point at: DealList, or the root if there is none. */
  deals_place: Place
}

export interface PartyFacts {
  party_id: string
  name: string | null
}

export interface HeaderFacts {
  message_id: string
  thread_id: string | null
  sender: PartyFacts
  sent_on_behalf_of: PartyFacts | null
  recipients: PartyFacts[]
  /** As sent. */
  message_created_at: string
  /** The same instant in milliseconds; null if it is not a date and time. */
  created: number | null
  control_type: string | null
  message_id_place: Place
  sender_place: Place
  created_place: Place
  recipient_place: Place
}

export interface ReleaseIdFacts {
  type: 'GRid' | 'ICPN' | 'CatalogNumber' | 'ProprietaryId'
  namespace: string | null
  value: string
}

export type ArtistFacts = components['schemas']['Artist']

export interface ReleaseFacts {
  /** The anchor that deals refer to, such as R0. */
  reference: string
  title: string
  artists: ArtistFacts[]
  label: string | null
  /** Null if the UPC comes from the pool of the account. */
  upc: string | null
  upc_place: Place
  /** ReleaseDate, if it is a whole date. */
  release_date: string | null
  original_release_date: string | null
  tracks: TrackFacts[]
  cover: ResourceFacts | null
  place: Place
}

/** A recording or an image. */
export interface ResourceFacts {
  /** The anchor, such as A1. */
  reference: string
  /** Null if the message has no file, or none in a supported format. */
  file: FileFacts | null
  /** Whether there are files, but none in a supported format. */
  has_unsupported_file: boolean
  place: Place
}

export interface TrackFacts extends ResourceFacts {
  track_number: number
  title: string
  /** Without hyphens. Null if the ISRC comes from the account's registrant code. */
  isrc: string | null
  /** The anchor of the TrackRelease; null if there is none. */
  release_reference: string | null
}

export type HashAlgorithm = 'md5' | 'sha1' | 'sha256'

export interface FileFacts {
  type: components['schemas']['AssetType']
  filename: string
  content_type: components['schemas']['ContentType']
  /** The hash that the message states, in lower-case hexadecimal. */
  hash: { algorithm: HashAlgorithm; value: string } | null
}

/** Deals that are about the same releases. */
export interface ReleaseDealFacts {
  /** The anchors of the releases. */
  release_references: string[]
  deals: DealFacts[]
}

export interface DealFacts {
  has_terms: boolean
  is_pre_order: boolean
  use_types: string[]
  /** As sent. */
  territories: string[]
  excluded_territories: string[]
  periods: PeriodFacts[]
  /** The ProprietaryIds of each DistributionChannel. */
  channels: ChannelFacts[][]
}

export interface PeriodFacts {
  /** The first instant; null if the period has no start. */
  start: number | null
  /** The start as a date. */
  start_date: string | null
  /** The first instant after the period; null if it has no end. */
  end: number | null
}

export interface ChannelFacts {
  namespace: string
  value: string
}
