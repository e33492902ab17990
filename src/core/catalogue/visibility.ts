import type { Release, Track } from '../engine/rows.js'
import type { World } from '../engine/world.js'

/** Purged releases and their tracks are kept, because orders and earnings refer to them, but partners don't see them. */
export const isVisible = ({ purged }: World, releaseId: string): boolean => !purged.has(releaseId)

/** The release that a partner may name. */
export function findRelease(world: World, id: string): Release | undefined {
  const release = world.releases.get(id)
  return release && isVisible(world, id) ? release : undefined
}

export function findTrack(world: World, id: string): Track | undefined {
  const track = world.tracks.get(id)
  return track && isVisible(world, track.release_id) ? track : undefined
}
