import type { ErnFacts, ReleaseFacts } from '../../src/ern/facts/facts.js'
import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { toReleaseKeys } from '../../src/ern/resolve/release-keys.js'
import type { ResolvedDeals } from '../../src/ern/resolve/resolve-deals.js'
import type { ExportedRelease, ExportVersion, NewReleaseExport } from '../../src/ern/write/export-release.js'

interface ResolvedRelease {
  facts: ErnFacts
  release_date: string | null
  deals: ResolvedDeals | null
}

/** What must survive an export and another import. */
export function carriedOf({ facts, release_date, deals }: ResolvedRelease, assignedUpc = '') {
  const release = facts.release as ReleaseFacts
  const { grid, gtin14, proprietary_ids } = toReleaseKeys(facts.release_ids, SERVICE_DPID)
  return {
    title: release.title,
    artists: release.artists,
    label: release.label,
    release_date,
    keys: { grid, gtin14: gtin14 ?? `00${assignedUpc}`, proprietary_ids },
    territories: deals?.territories,
    stores: deals?.stores.map(({ store_id }) => store_id),
    cover: release.cover?.file ?? null,
    tracks: release.tracks.map(({ track_number, title, isrc, file }, i) => ({
      track_number,
      title,
      isrc,
      territories: deals?.trackTerritories[i],
      file,
    })),
  }
}

/** What an import creates, as the data of an export. */
export function toExport(message: ResolvedRelease, assignedUpc: string): ExportedRelease {
  const release = message.facts.release as ReleaseFacts
  const { deals } = message
  return {
    id: 'rel_1',
    ids: message.facts.release_ids.filter(
      ({ type, namespace }) => type !== 'CatalogNumber' && namespace !== SERVICE_DPID,
    ),
    upc: release.upc ?? assignedUpc,
    title: release.title,
    artists: release.artists,
    label: release.label ?? 'Default Label',
    release_date: message.release_date as string,
    territories: deals?.territories ?? ['WORLD'],
    tracks: release.tracks.map(({ track_number, title, isrc, file }, i) => ({
      id: `trk_${i}`,
      track_number,
      title,
      isrc: isrc ?? `QZK3V99${String(i).padStart(5, '0')}`,
      territories: deals?.trackTerritories[i] ?? ['WORLD'],
      file,
    })),
    cover: release.cover?.file ? { id: 'ast_1', file: release.cover.file } : null,
    hasDeals: deals?.hasDeal ?? false,
    store_ids: deals?.stores.map(({ store_id }) => store_id) ?? [],
  }
}

export const exportOf = (release: ExportedRelease, version: ExportVersion): NewReleaseExport => ({
  version,
  serviceDpid: SERVICE_DPID,
  sender: { party_id: ACCOUNT_DPID, name: 'Blue Heron Distribution' },
  recipient: { party_id: SERVICE_DPID, name: 'Music Distribution Service' },
  message_created_at: '2026-11-15T12:00:00.000Z',
  release,
})
