import { type Issue, invalid, ok, type Result, refuse, refuseAll } from './errors.js'
import { hyphenated, isrcOf } from './identifiers.js'
import { nextId } from './ids.js'
import { territoryIssues } from './territories.js'
import { instant } from './time.js'
import type { components } from './wire.js'
import type { Release, Track, World } from './world.js'

export type TrackInput = components['schemas']['TrackCreate']
export type TrackChanges = components['schemas']['TrackUpdate']
type Unchecked = Partial<Record<keyof TrackInput, unknown>>

/** Faults that only the world can see. `at` names the item of a bulk request, such as `tracks[2].`. */
export function trackIssues(world: World, body: Unchecked, at = ''): Issue[] {
  const issues: Issue[] = []
  if (typeof body.release_id === 'string' && !world.releases.get(body.release_id))
    issues.push(invalid(`${at}release_id`, 'is not a known release'))
  if (typeof body.audio_asset_id === 'string') {
    const asset = world.assets.get(body.audio_asset_id)
    if (asset?.type !== 'audio')
      issues.push(
        invalid(`${at}audio_asset_id`, asset ? 'is artwork; it must be an audio asset' : 'is not a known asset'),
      )
  }
  return [...issues, ...territoryIssues(world, body.territory, `${at}territory`)]
}

/** The same for a bulk body, whose items may be anything. */
export function bulkIssues(world: World, body: { tracks?: unknown }): Issue[] {
  if (!Array.isArray(body.tracks)) return []
  return body.tracks.flatMap((item: unknown, i) =>
    typeof item === 'object' && item !== null ? trackIssues(world, item, `tracks[${i}].`) : [],
  )
}

/** Gives out the track numbers of each release, and tells when one is taken. */
function createNumbering(world: World) {
  const taken = new Map<string, Set<number>>()
  const numbersOf = (releaseId: string) => {
    let numbers = taken.get(releaseId)
    if (!numbers) {
      numbers = new Set(world.tracks.where({ release_id: releaseId }).map((track) => track.track_number))
      taken.set(releaseId, numbers)
    }
    return numbers
  }
  return {
    claim(releaseId: string, wanted: number | undefined): number | undefined {
      const numbers = numbersOf(releaseId)
      const number = wanted ?? Math.max(0, ...numbers) + 1
      if (numbers.has(number)) return undefined
      numbers.add(number)
      return number
    },
  }
}

/** The next free ISRC of the account's registrant. Takes nothing: `used` is how far the registrant is used with it. */
function nextIsrc(world: World, used: number): { isrc: string; used: number } {
  const year = new Date(world.now).getUTCFullYear()
  for (let n = used + 1; ; n++) {
    const isrc = isrcOf(world.account.isrc_prefix, year, n)
    if (world.tracks.where({ isrc }).length === 0) return { isrc, used: n }
  }
}

/** All tracks or none. */
export function createTracks(world: World, inputs: readonly TrackInput[], at: (i: number) => string): Result<Track[]> {
  const issues = inputs.flatMap((input, i) => trackIssues(world, input, at(i)))
  const numbering = createNumbering(world)
  const numbers = inputs.map(({ release_id, track_number }, i) => {
    const number = numbering.claim(release_id, track_number)
    if (number === undefined) issues.push(taken(`${at(i)}track_number`, track_number))
    return number
  })
  if (issues.length > 0) return refuseAll(issues)
  for (const { release_id } of inputs) {
    const { status } = world.releases.get(release_id) as Release
    if (status !== 'draft' && status !== 'rejected')
      return refuse('invalid_state', { message: `Tracks can't be added to release ${release_id}: it is ${status}.` })
  }

  const given = new Set(inputs.flatMap(({ isrc }) => (isrc === undefined ? [] : [hyphenated(isrc)])))
  const now = instant(world.now)
  const tracks = inputs.map((input, i): Track => {
    let isrc = input.isrc === undefined ? undefined : hyphenated(input.isrc)
    while (isrc === undefined) {
      const next = nextIsrc(world, world.counters.isrc ?? 0)
      world.counters.isrc = next.used
      if (!given.has(next.isrc)) isrc = next.isrc
    }
    return {
      id: nextId(world, 'trk'),
      release_id: input.release_id,
      title: input.title,
      isrc,
      audio_asset_id: input.audio_asset_id ?? null,
      territory: input.territory ?? (world.releases.get(input.release_id) as Release).territories,
      track_number: numbers[i] as number,
      created_at: now,
      updated_at: now,
    }
  })
  for (const track of tracks) world.tracks.add(track)
  return ok(tracks)
}

const taken = (field: string, number: number | undefined) =>
  invalid(field, `${number} is taken by another track of the release`)

export function updateTrack(world: World, { id, changes }: { id: string; changes: TrackChanges }): Result<Track> {
  const track = world.tracks.get(id)
  if (!track) return refuse('not_found')
  const { title, isrc, audio_asset_id, territory, track_number } = changes
  const issues = trackIssues(world, { audio_asset_id, territory })
  if (track_number !== undefined && track_number !== track.track_number) {
    const siblings = world.tracks.where({ release_id: track.release_id })
    if (siblings.some((other) => other.track_number === track_number)) issues.push(taken('track_number', track_number))
  }
  if (issues.length > 0) return refuseAll(issues)

  const changed: Partial<Track> = {}
  if (title !== undefined) changed.title = title
  if (isrc !== undefined) changed.isrc = hyphenated(isrc)
  if (audio_asset_id !== undefined) changed.audio_asset_id = audio_asset_id
  if (territory !== undefined) changed.territory = territory
  if (track_number !== undefined) changed.track_number = track_number
  if (Object.keys(changed).length > 0) world.tracks.change(track, { ...changed, updated_at: instant(world.now) })
  return ok(track)
}
