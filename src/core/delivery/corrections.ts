import { createHash } from 'node:crypto'
import type { Release, Track } from '../engine/rows.js'
import type { AspectDigests, ReleaseAspect } from '../engine/seed-types.js'
import type { World } from '../engine/world.js'

const ASPECTS: Record<ReleaseAspect, (release: Release, tracks: readonly Track[]) => unknown> = {
  artists: ({ artists }) => artists,
  artwork: ({ artwork_asset_id }) => artwork_asset_id,
  label: ({ label }) => label,
  release_date: ({ release_date }) => release_date,
  territories: ({ territories }) => [...territories].sort(),
  title: ({ title }) => title,
  track_audio: (_, tracks) => tracks.map(({ id, audio_asset_id }) => [id, audio_asset_id]),
  track_isrc: (_, tracks) => tracks.map(({ id, isrc }) => [id, isrc]),
  track_title: (_, tracks) => tracks.map(({ id, title }) => [id, title]),
  upc: ({ upc }) => upc,
}

function digestOf(world: World, release: Release, aspect: ReleaseAspect): string {
  const value = ASPECTS[aspect](release, world.tracks.where({ release_id: release.id }))
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

/** Digests of everything that a rejection code wants changed. */
export function wantedDigests(world: World, release: Release, code: string): AspectDigests {
  const wants = world.rejections.find((rejection) => rejection.code === code)?.wants ?? []
  return Object.fromEntries(wants.map((aspect) => [aspect, digestOf(world, release, aspect)]))
}

/** Whether anything has changed of what the store wanted changed. False if the store did not refuse yet. */
export const isCorrected = (world: World, release: Release, seen: AspectDigests | undefined): boolean =>
  Object.entries(seen ?? {}).some(([aspect, digest]) => digestOf(world, release, aspect as ReleaseAspect) !== digest)
