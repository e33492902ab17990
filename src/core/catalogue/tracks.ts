import type { components } from '../../generated/service-api.js'
import type { Release, Track } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { formatInstant } from '../primitives/time.js'
import { territoryIssues } from './territories.js'
import { assignTrackNumbers } from './track-numbers.js'
import { buildIsrc, hyphenateIsrc } from './upc-and-isrc.js'
import { findRelease, findTrack } from './visibility.js'

export type TrackInput = components['schemas']['TrackCreate']
export type TrackChanges = components['schemas']['TrackUpdate']
type Unchecked<T> = Partial<Record<keyof T, unknown>>

/** The prefix of field names in issues: empty for a single track, `tracks[2].` in a bulk request. */
export type FieldPrefix = (i: number) => string
export const singleTrackPrefix: FieldPrefix = () => ''
export const bulkTrackPrefix: FieldPrefix = (i) => `tracks[${i}].`

const isObject = (item: unknown): item is Unchecked<TrackInput> => typeof item === 'object' && item !== null

/** Issues that depend on the state of the world. Runs before the contract's validation, so items can have any type. */
export function trackInputIssues(world: World, items: readonly unknown[], fieldPrefix: FieldPrefix): Issue[] {
  const issues = items.flatMap((item, i) => {
    if (!isObject(item)) return []
    return [
      ...releaseIssues(world, item.release_id, `${fieldPrefix(i)}release_id`),
      ...commonIssues(world, item, fieldPrefix(i)),
    ]
  })
  const wanted = items.map((item) => (isObject(item) ? item : {}))
  return [...issues, ...assignTrackNumbers(world, wanted, fieldPrefix).issues]
}

function releaseIssues(world: World, id: unknown, field: string): Issue[] {
  if (typeof id !== 'string') return []
  const release = findRelease(world, id)
  if (!release) return [invalidField(field, 'is not a known release')]
  if (release.status === 'draft' || release.status === 'rejected') return []
  return [
    { code: 'invalid_state', field, issue: `is ${release.status}; tracks can be added to a draft or a rejected one` },
  ]
}

export function trackChangeIssues(world: World, id: string, body: Unchecked<TrackChanges>): Issue[] {
  const issues = commonIssues(world, body, '')
  const track = findTrack(world, id)
  if (!track || body.track_number === undefined || body.track_number === track.track_number) return issues
  const wanted = { release_id: track.release_id, track_number: body.track_number }
  return [...issues, ...assignTrackNumbers(world, [wanted], singleTrackPrefix).issues]
}

function commonIssues(world: World, body: Unchecked<TrackChanges>, prefix: string): Issue[] {
  const issues = territoryIssues(world, body.territory, `${prefix}territory`)
  if (typeof body.audio_asset_id !== 'string') return issues
  const asset = world.assets.get(body.audio_asset_id)
  if (asset?.type === 'audio') return issues
  const issue = asset ? 'is artwork; it must be an audio asset' : 'is not a known asset'
  return [invalidField(`${prefix}audio_asset_id`, issue), ...issues]
}

/** The account's next ISRC that no track has and the same request does not use. */
function assignIsrc(world: World, reserved: ReadonlySet<string>): string {
  const year = new Date(world.now).getUTCFullYear()
  for (;;) {
    const used = (world.counters.isrc ?? 0) + 1
    world.counters.isrc = used
    const isrc = buildIsrc(world.account.isrc_prefix, year, used)
    if (!reserved.has(isrc) && !world.tracks.has('isrc', isrc)) return isrc
  }
}

/** Creates all tracks or none. */
export function createTracks(world: World, inputs: readonly TrackInput[], fieldPrefix: FieldPrefix): Result<Track[]> {
  const issues = trackInputIssues(world, inputs, fieldPrefix)
  if (issues.length > 0) return refuseWithIssues(issues)
  const beyondLimit = refuseBeyondLimit(world, 'tracks', inputs.length)
  if (beyondLimit) return beyondLimit
  const { numbers } = assignTrackNumbers(world, inputs, fieldPrefix)
  const reserved = new Set(inputs.flatMap(({ isrc }) => (isrc === undefined ? [] : [hyphenateIsrc(isrc)])))
  const now = formatInstant(world.now)
  const tracks = inputs.map(
    (input, i): Track => ({
      id: nextId(world, 'trk'),
      release_id: input.release_id,
      title: input.title,
      isrc: input.isrc === undefined ? assignIsrc(world, reserved) : hyphenateIsrc(input.isrc),
      audio_asset_id: input.audio_asset_id ?? null,
      territory: input.territory ?? (world.releases.get(input.release_id) as Release).territories,
      track_number: numbers[i] as number,
      created_at: now,
      updated_at: now,
    }),
  )
  for (const track of tracks) world.tracks.add(track)
  return ok(tracks)
}

export function updateTrack(world: World, { id, changes }: { id: string; changes: TrackChanges }): Result<Track> {
  const track = findTrack(world, id)
  if (!track) return refuse('not_found', { message: `There is no track ${id}.` })
  const issues = trackChangeIssues(world, id, changes)
  if (issues.length > 0) return refuseWithIssues(issues)
  const { title, isrc, audio_asset_id, territory, track_number } = changes
  const changed: Partial<Track> = {}
  if (title !== undefined) changed.title = title
  if (isrc !== undefined) changed.isrc = hyphenateIsrc(isrc)
  if (audio_asset_id !== undefined) changed.audio_asset_id = audio_asset_id
  if (territory !== undefined) changed.territory = territory
  if (track_number !== undefined) changed.track_number = track_number
  if (Object.keys(changed).length === 0) return ok(track)
  return ok(world.tracks.change(track, { ...changed, updated_at: formatInstant(world.now) }))
}
