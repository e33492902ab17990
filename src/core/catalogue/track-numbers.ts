import type { World } from '../engine/world.js'
import { type Issue, invalidField } from '../primitives/result.js'

const MAX_TRACK_NUMBER = 9999

interface TrackNumberRequest {
  release_id?: unknown
  track_number?: unknown
}

/**
 * The track numbers of new tracks, in the order of the tracks. Requested numbers are assigned first. The other tracks
 * continue after the highest number of their release, or fill gaps if the highest number is the maximum.
 */
export function assignTrackNumbers(
  world: World,
  tracks: readonly TrackNumberRequest[],
  fieldPrefix: (i: number) => string,
): { numbers: (number | undefined)[]; issues: Issue[] } {
  const takenByRelease = new Map<string, Set<number>>()
  const numbers: (number | undefined)[] = []
  const issues: Issue[] = []

  const takenNumbers = (releaseId: string) => {
    let taken = takenByRelease.get(releaseId)
    if (!taken) {
      taken = new Set(world.tracks.where({ release_id: releaseId }).map((track) => track.track_number))
      takenByRelease.set(releaseId, taken)
    }
    return taken
  }

  for (const [i, { release_id, track_number }] of tracks.entries()) {
    if (typeof release_id !== 'string' || typeof track_number !== 'number') continue
    const taken = takenNumbers(release_id)
    if (taken.has(track_number))
      issues.push(
        invalidField(`${fieldPrefix(i)}track_number`, `${track_number} is taken by another track of the release`),
      )
    taken.add(track_number)
    numbers[i] = track_number
  }
  for (const [i, { release_id, track_number }] of tracks.entries()) {
    if (typeof release_id !== 'string' || track_number !== undefined) continue
    const taken = takenNumbers(release_id)
    const number = findFreeNumber(taken)
    if (number === undefined)
      issues.push(invalidField(`${fieldPrefix(i)}track_number`, 'the release has no free track number'))
    else taken.add((numbers[i] = number))
  }
  return { numbers, issues }
}

function findFreeNumber(taken: ReadonlySet<number>): number | undefined {
  let highest = 0
  for (const number of taken) highest = Math.max(highest, number)
  if (highest < MAX_TRACK_NUMBER) return highest + 1
  for (let number = 1; number <= MAX_TRACK_NUMBER; number++) if (!taken.has(number)) return number
  return undefined
}
