import type { World } from '../engine/world.js'
import { type Issue, invalid } from '../primitives/result.js'

const HIGHEST_NUMBER = 9999

interface Wanted {
  release_id?: unknown
  track_number?: unknown
}

/**
 * The track numbers that new tracks get, in the order of the tracks. What is asked for goes first; the others follow the
 * highest number of their release, or fill its gaps when there is nothing after it.
 */
export function numberTracks(
  world: World,
  tracks: readonly Wanted[],
  place: (i: number) => string,
): { numbers: (number | undefined)[]; issues: Issue[] } {
  const taken = new Map<string, Set<number>>()
  const numbers: (number | undefined)[] = []
  const issues: Issue[] = []

  const takenIn = (releaseId: string) => {
    let known = taken.get(releaseId)
    if (!known) {
      known = new Set(world.tracks.where({ release_id: releaseId }).map((track) => track.track_number))
      taken.set(releaseId, known)
    }
    return known
  }

  for (const [i, { release_id, track_number }] of tracks.entries()) {
    if (typeof release_id !== 'string' || typeof track_number !== 'number') continue
    const known = takenIn(release_id)
    if (known.has(track_number))
      issues.push(invalid(`${place(i)}track_number`, `${track_number} is taken by another track of the release`))
    known.add(track_number)
    numbers[i] = track_number
  }
  for (const [i, { release_id, track_number }] of tracks.entries()) {
    if (typeof release_id !== 'string' || track_number !== undefined) continue
    const known = takenIn(release_id)
    const number = freeNumber(known)
    if (number === undefined) issues.push(invalid(`${place(i)}track_number`, 'the release has no free number left'))
    else known.add((numbers[i] = number))
  }
  return { numbers, issues }
}

function freeNumber(taken: ReadonlySet<number>): number | undefined {
  let highest = 0
  for (const number of taken) highest = Math.max(highest, number)
  if (highest < HIGHEST_NUMBER) return highest + 1
  for (let number = 1; number <= HIGHEST_NUMBER; number++) if (!taken.has(number)) return number
  return undefined
}
