import { replaceForbidden } from '../../ern/write/xml-writer.js'
import { createRelease } from '../catalogue/releases.js'
import { bulkTrackPrefix, createTracks } from '../catalogue/tracks.js'
import { hyphenateIsrc } from '../catalogue/upc-and-isrc.js'
import type { Release, Track } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import type { Result } from '../primitives/result.js'
import { formatInstant } from '../primitives/time.js'
import type { ErnResource, KeptFile } from './ern-rows.js'
import { createAssetCreator, type PlannedAsset } from './match-files.js'
import type { PlannedRelease, PlannedTrack, ReleaseFields } from './plan-release.js'

export interface AppliedRelease {
  release: Release
  hasChanged: boolean
  resources: ErnResource[]
  /** The cover that is not ready yet. */
  pendingCover: string | null
  files: Record<string, KeptFile>
}

/** The result of a change whose preconditions were checked. */
function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`An accepted message was refused: ${result.message}`)
  return result.value
}

/** A message can't have blanks around a text, and not every character. */
const normalize = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? replaceForbidden(value).trim() : value

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a, normalize) === JSON.stringify(b, normalize)
const isSameSet = (a: readonly string[], b: readonly string[]): boolean => isEqual([...a].sort(), [...b].sort())

/** Changes the catalogue as planned. Rows that stay the same keep their `updated_at`. */
export function applyRelease(
  world: World,
  plan: PlannedRelease,
  coverReference: string | undefined,
  previousCover: string | null,
): AppliedRelease {
  const { fields, tracks, removed } = plan
  const assetOf = createAssetCreator(world)
  const assets = new Map<PlannedAsset, string | null>()
  for (const { asset } of tracks) assets.set(asset, assetOf(asset))
  const cover = assetOf(plan.cover)
  const isCoverReady = cover !== null && world.assets.get(cover)?.status === 'ready'

  let release = plan.existing ?? createNew(world, fields)
  let hasChanged = !plan.existing
  const changes = {
    ...(plan.existing ? changedFields(plan.existing, fields) : {}),
    ...(isCoverReady && cover !== release.artwork_asset_id && { artwork_asset_id: cover }),
  }
  if (Object.keys(changes).length > 0) {
    hasChanged = true
    release = world.releases.change(release, { ...changes, updated_at: formatInstant(world.now) })
    if (release.status !== 'draft') world.fingerprints.add(release)
  }
  const pendingCover = isCoverReady || cover === release.artwork_asset_id ? null : cover
  if (pendingCover !== null && pendingCover !== previousCover) hasChanged = true

  for (const track of removed) world.tracks.remove(track)
  if (removed.length > 0) hasChanged = true
  for (const track of tracks) if (changeTrack(world, track, assets.get(track.asset) as string | null)) hasChanged = true
  const added = tracks.filter(({ existing }) => !existing)
  if (added.length > 0) {
    addTracks(world, release, added, assets)
    hasChanged = true
  }
  const rows = new Map(world.tracks.where({ release_id: release.id }).map((row) => [row.track_number, row]))
  const resources: ErnResource[] = tracks.map(({ facts, asset }) => ({
    reference: facts.reference,
    isrc: (rows.get(facts.track_number) as Track).isrc,
    asset_id: assets.get(asset) as string | null,
    matched_by: asset.matched_by,
  }))
  if (coverReference !== undefined)
    resources.push({ reference: coverReference, isrc: null, asset_id: cover, matched_by: plan.cover.matched_by })
  const files: Record<string, KeptFile> = {}
  const keep = (owner: string, { file }: PlannedAsset, asset_id: string | null) => {
    if (file && asset_id !== null)
      files[owner] = {
        asset_id,
        file: { filename: file.filename, content_type: file.content_type, hash: file.hash },
      }
  }
  for (const { facts, asset } of tracks)
    keep((rows.get(facts.track_number) as Track).id, asset, assets.get(asset) as string | null)
  keep('cover', plan.cover, cover)
  return { release, hasChanged, resources, pendingCover, files }
}

function createNew(world: World, { upc, ...fields }: ReleaseFields): Release {
  return unwrap(createRelease(world, { input: { ...fields, ...(upc !== undefined && { upc }) } }))
}

function changedFields(existing: Release, fields: ReleaseFields): Partial<Release> {
  const { territories, upc = existing.upc, ...rest } = fields
  const wanted = {
    ...rest,
    upc,
    territories: isSameSet(territories, existing.territories) ? existing.territories : territories,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isEqual(value, existing[name as keyof Release])),
  )
}

function changeTrack(
  world: World,
  { existing, facts, territory }: PlannedTrack,
  audio_asset_id: string | null,
): boolean {
  if (!existing) return false
  const wanted: Partial<Track> = {
    title: facts.title,
    track_number: facts.track_number,
    audio_asset_id,
    territory: isSameSet(territory, existing.territory) ? existing.territory : territory,
  }
  if (Object.entries(wanted).every(([name, value]) => isEqual(value, existing[name as keyof Track]))) return false
  world.tracks.change(existing, { ...wanted, updated_at: formatInstant(world.now) })
  return true
}

function addTracks(
  world: World,
  { id: release_id }: Release,
  added: readonly PlannedTrack[],
  assets: ReadonlyMap<PlannedAsset, string | null>,
): void {
  const inputs = added.map(({ facts, territory, asset }) => {
    const audio_asset_id = assets.get(asset)
    return {
      release_id,
      title: facts.title,
      track_number: facts.track_number,
      territory,
      ...(facts.isrc !== null && { isrc: hyphenateIsrc(facts.isrc) }),
      ...(audio_asset_id && { audio_asset_id }),
    }
  })
  unwrap(createTracks(world, inputs, bulkTrackPrefix))
}
