import type { components } from '../../generated/service-api.js'
import type { Release, Track } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalid, ok, type Result, refuse, refuseAll } from '../primitives/result.js'
import { instant } from '../primitives/time.js'
import { territoryIssues } from './territories.js'
import { numberTracks } from './track-numbers.js'
import { hyphenated, isrcOf } from './upc-and-isrc.js'

export type TrackInput = components['schemas']['TrackCreate']
export type TrackChanges = components['schemas']['TrackUpdate']
type Unchecked<T> = Partial<Record<keyof T, unknown>>

/** Names the items of a request: nothing for a single track, `tracks[2].` in a bulk. */
export type Place = (i: number) => string
export const SINGLE: Place = () => ''
export const BULK: Place = (i) => `tracks[${i}].`

const isObject = (item: unknown): item is Unchecked<TrackInput> => typeof item === 'object' && item !== null

/** Faults that only the world can see. The items may not have passed the contract yet: look before you touch. */
export function inputIssues(world: World, items: readonly unknown[], place: Place): Issue[] {
  const issues = items.flatMap((item, i) => {
    if (!isObject(item)) return []
    return [...releaseIssues(world, item.release_id, `${place(i)}release_id`), ...commonIssues(world, item, place(i))]
  })
  const wanted = items.map((item) => (isObject(item) ? item : {}))
  return [...issues, ...numberTracks(world, wanted, place).issues]
}

function releaseIssues(world: World, id: unknown, field: string): Issue[] {
  if (typeof id !== 'string') return []
  const release = world.releases.get(id)
  if (!release) return [invalid(field, 'is not a known release')]
  if (release.status === 'draft' || release.status === 'rejected') return []
  return [
    { code: 'invalid_state', field, issue: `is ${release.status}; tracks can be added to a draft or a rejected one` },
  ]
}

export function changeIssues(world: World, id: string, body: Unchecked<TrackChanges>): Issue[] {
  const issues = commonIssues(world, body, '')
  const track = world.tracks.get(id)
  if (!track || body.track_number === undefined || body.track_number === track.track_number) return issues
  const wanted = { release_id: track.release_id, track_number: body.track_number }
  return [...issues, ...numberTracks(world, [wanted], SINGLE).issues]
}

function commonIssues(world: World, body: Unchecked<TrackChanges>, at: string): Issue[] {
  const issues = territoryIssues(world, body.territory, `${at}territory`)
  if (typeof body.audio_asset_id !== 'string') return issues
  const asset = world.assets.get(body.audio_asset_id)
  if (asset?.type === 'audio') return issues
  const issue = asset ? 'is artwork; it must be an audio asset' : 'is not a known asset'
  return [invalid(`${at}audio_asset_id`, issue), ...issues]
}

/** The next ISRC of the account's registrant that no track has, nor is about to get. */
function assignIsrc(world: World, given: ReadonlySet<string>): string {
  const year = new Date(world.now).getUTCFullYear()
  for (;;) {
    const used = (world.counters.isrc ?? 0) + 1
    world.counters.isrc = used
    const isrc = isrcOf(world.account.isrc_prefix, year, used)
    if (!given.has(isrc) && !world.tracks.has('isrc', isrc)) return isrc
  }
}

/** All tracks or none. */
export function createTracks(world: World, inputs: readonly TrackInput[], place: Place): Result<Track[]> {
  const issues = inputIssues(world, inputs, place)
  if (issues.length > 0) return refuseAll(issues)
  const { numbers } = numberTracks(world, inputs, place)
  const given = new Set(inputs.flatMap(({ isrc }) => (isrc === undefined ? [] : [hyphenated(isrc)])))
  const now = instant(world.now)
  const tracks = inputs.map(
    (input, i): Track => ({
      id: nextId(world, 'trk'),
      release_id: input.release_id,
      title: input.title,
      isrc: input.isrc === undefined ? assignIsrc(world, given) : hyphenated(input.isrc),
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
  const track = world.tracks.get(id)
  if (!track) return refuse('not_found', { message: `There is no track ${id}.` })
  const issues = changeIssues(world, id, changes)
  if (issues.length > 0) return refuseAll(issues)
  const { title, isrc, audio_asset_id, territory, track_number } = changes
  const changed: Partial<Track> = {}
  if (title !== undefined) changed.title = title
  if (isrc !== undefined) changed.isrc = hyphenated(isrc)
  if (audio_asset_id !== undefined) changed.audio_asset_id = audio_asset_id
  if (territory !== undefined) changed.territory = territory
  if (track_number !== undefined) changed.track_number = track_number
  if (Object.keys(changed).length === 0) return ok(track)
  return ok(world.tracks.change(track, { ...changed, updated_at: instant(world.now) }))
}
