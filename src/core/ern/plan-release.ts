import { type ErnIssue, issueAt } from '../../ern/checks/report.js'
import type { ErnFacts, ReleaseFacts, ResourceFacts, TrackFacts } from '../../ern/facts/facts.js'
import type { ResolvedMessage } from '../../ern/message/resolve-message.js'
import type { ResolvedDeals } from '../../ern/resolve/resolve-deals.js'
import { hyphenateIsrc } from '../catalogue/upc-and-isrc.js'
import type { Release, Track } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import type { ErnRelease } from './ern-rows.js'
import { countCreated, type PlannedAsset, planAsset } from './match-files.js'

/** The fields of a release that a message replaces. The UPC is undefined if it comes from the pool. */
export type ReleaseFields = Pick<Release, 'title' | 'artists' | 'label' | 'release_date' | 'territories'> & {
  upc: string | undefined
}

export interface PlannedTrack {
  facts: TrackFacts
  /** The track that the release has already. */
  existing: Track | undefined
  asset: PlannedAsset
  territory: string[]
}

/** Everything that a message changes in the catalogue. */
export interface PlannedRelease {
  existing: Release | undefined
  fields: ReleaseFields
  tracks: PlannedTrack[]
  removed: Track[]
  cover: PlannedAsset
}

/** The tracks of the release by the recordings of the message: by ISRC, and without one by the track number. */
export function matchTracks(tracks: readonly Track[], release: ReleaseFacts): Map<TrackFacts, Track> {
  const unused = new Set(tracks)
  const matched = new Map<TrackFacts, Track>()
  const match = (facts: TrackFacts, isMatch: (track: Track) => boolean) => {
    const found = [...unused].find(isMatch)
    if (!found) return
    matched.set(facts, found)
    unused.delete(found)
  }
  const byIsrc = new Map(tracks.map((track) => [track.isrc, track]))
  for (const facts of release.tracks) {
    const found = facts.isrc === null ? undefined : byIsrc.get(hyphenateIsrc(facts.isrc))
    if (found && unused.delete(found)) matched.set(facts, found)
  }
  for (const facts of release.tracks)
    if (facts.isrc === null) match(facts, (track) => track.track_number === facts.track_number)
  return matched
}

/** The asset that a recording or the cover has now. */
export function presentAsset(
  resource: ResourceFacts,
  matched: ReadonlyMap<TrackFacts, Track>,
  existing: Release | undefined,
  record: ErnRelease | undefined,
): string | null {
  if ('track_number' in resource) return matched.get(resource as TrackFacts)?.audio_asset_id ?? null
  return record?.cover ?? existing?.artwork_asset_id ?? null
}

export function planRelease(
  world: World,
  facts: ErnFacts & { release: ReleaseFacts },
  { release_date, deals }: ResolvedMessage & { deals: ResolvedDeals },
  existing: Release | undefined,
  record: ErnRelease | undefined,
): PlannedRelease {
  const { release } = facts
  const present = existing ? world.tracks.where({ release_id: existing.id }) : []
  const matched = matchTracks(present, release)
  const used = new Set(matched.values())
  // Without a deal, there are no territories to replace those of an existing release.
  const keepsTerritories = !deals.hasDeal
  return {
    existing,
    fields: {
      title: release.title,
      artists: release.artists,
      label: release.label ?? existing?.label ?? world.account.default_label,
      upc: release.upc ?? existing?.upc,
      release_date: release_date as string,
      territories: (keepsTerritories ? existing?.territories : undefined) ?? deals.territories,
    },
    tracks: release.tracks.map((track, i): PlannedTrack => {
      const found = matched.get(track)
      return {
        facts: track,
        existing: found,
        asset: planAsset(world, track, presentAsset(track, matched, existing, record)),
        territory: (keepsTerritories ? found?.territory : undefined) ?? (deals.trackTerritories[i] as string[]),
      }
    }),
    removed: present.filter((track) => !used.has(track)),
    cover: release.cover
      ? planAsset(world, release.cover, presentAsset(release.cover, matched, existing, record))
      : { id: record?.cover ?? existing?.artwork_asset_id ?? null, matched_by: null, file: null },
  }
}

/** What forbids the change. */
export function releaseErrors(
  world: World,
  { place }: ReleaseFacts,
  { existing, fields, tracks, removed, cover }: PlannedRelease,
): ErnIssue[] {
  const errors: ErnIssue[] = []
  const isLocked = existing?.status === 'submitted' || existing?.status === 'delivered'
  if (isLocked && (removed.length > 0 || tracks.some((track) => !track.existing)))
    errors.push(
      issueAt(
        place,
        'tracks_locked',
        `${existing.id} is ${existing.status}, and the message has other tracks: their ISRCs differ.`,
      ),
    )
  const { upc } = fields
  if (upc !== undefined && world.fingerprints.has({ ...fields, upc }, existing?.id))
    errors.push(
      issueAt(
        place,
        'duplicate_submission',
        'Another release with the same UPC, label and release date was already submitted.',
      ),
    )
  const refusals = [
    existing ? undefined : refuseBeyondLimit(world, 'releases'),
    refuseBeyondLimit(world, 'tracks', tracks.filter((track) => !track.existing).length),
    refuseBeyondLimit(world, 'assets', countCreated([...tracks.map(({ asset }) => asset), cover])),
  ]
  for (const refusal of refusals)
    if (refusal) errors.push(issueAt(place, 'value_invalid', refusal.details?.[0]?.issue ?? refusal.message))
  return errors
}
