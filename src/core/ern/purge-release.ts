import type { Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'

/** Removes a release that no store and no earning can refer to. Others are only hidden. */
export function purgeRelease(world: World, release: Release, keys: readonly string[], created: number): void {
  const { id } = release
  const wasSubmitted = release.status !== 'draft' || world.fingerprints.hasOwner(id)
  const wasOrdered = world.deliveries.where({ release_id: id }).length > 0
  world.ern.purge(id, keys, created)
  world.fingerprints.remove(id)
  if (wasSubmitted || wasOrdered) {
    world.purged.add(id)
    return
  }
  for (const track of world.tracks.where({ release_id: id })) world.tracks.remove(track)
  world.releaseScenarios.delete(id)
  world.releases.remove(release)
}
