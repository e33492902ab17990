import type { PartyFacts } from '../../ern/facts/facts.js'
import { ACCOUNT_DPID } from '../../ern/message/party-ids.js'
import type { ExportedRelease } from '../../ern/write/export-release.js'
import type { Asset, Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { formatInstant } from '../primitives/time.js'
import { hasDeals } from './distribute.js'
import type { KeptFile } from './ern-rows.js'

/** The data of a message about a release. */
export interface ReleaseExport {
  /** The sender of the last message about the release, or the organization. */
  sender: PartyFacts
  /** The latest change. */
  changed_at: string
  release: ExportedRelease
}

export function exportData(world: World, release: Release): ReleaseExport {
  const record = world.ern.get(release.id)
  const tracks = world.tracks.where({ release_id: release.id }).sort((a, b) => a.track_number - b.track_number)
  const deliveries = world.deliveries.where({ release_id: release.id })
  const fileOf = (owner: string, assetId: string | null) => exportFile(world, record?.files[owner], assetId)
  const coverId = record?.cover ?? release.artwork_asset_id
  const cover = fileOf('cover', coverId)
  const hasDeal = hasDeals(world, release, record)
  const orders = deliveries.flatMap(({ stores }) => stores)
  const ordered = orders.filter(({ status }) => status !== 'taken_down' && status !== 'takedown_pending')
  const changes = [release, ...tracks, ...deliveries].map(({ updated_at }) => Date.parse(updated_at))
  return {
    sender: record?.sender ?? { party_id: ACCOUNT_DPID, name: world.account.organization },
    // A message that is older than the last accepted one would be superseded.
    changed_at: formatInstant(Math.max(record?.created ?? 0, ...changes)),
    release: {
      id: release.id,
      ids: record?.ids ?? [],
      upc: release.upc,
      title: release.title,
      artists: release.artists,
      label: release.label,
      release_date: release.release_date,
      territories: release.territories,
      tracks: tracks.map(({ id, track_number, title, isrc, territory, audio_asset_id }) => ({
        id,
        track_number,
        title,
        isrc,
        territories: territory,
        file: fileOf(id, audio_asset_id),
      })),
      cover: coverId !== null && cover ? { id: coverId, file: cover } : null,
      hasDeals: hasDeal,
      store_ids: hasDeal ? [...new Set(ordered.map(({ store_id }) => store_id))].sort() : [],
    },
  }
}

/** The file as the last message announced it, or as it was uploaded. */
function exportFile(world: World, kept: KeptFile | undefined, assetId: string | null): KeptFile['file'] | null {
  if (assetId === null) return null
  if (kept?.asset_id === assetId) return kept.file
  const { filename, content_type, checksum_sha256 } = world.assets.get(assetId) as Asset
  return {
    filename,
    content_type,
    hash: checksum_sha256 === null ? null : { algorithm: 'sha256', value: checksum_sha256 },
  }
}
