import type { Track } from '../../../src/index.js'
import {
  type ExpectedResponse,
  expectNewId,
  type RequestIssues,
  refusal,
  refusalFor,
  success,
} from './expected-response.js'
import { isTitle, territoryIssues } from './releases.js'
import { iso, type Model } from './state.js'

export interface TrackBody {
  release_id?: string
  title?: string
  isrc?: string
  audio_asset_id?: string
  territory?: string[]
  track_number?: number
}

const REGISTRANTS = { standard: 'QZ-K3V', enterprise: 'QZ-M7P' }
const ISRC = /^([A-Z]{2})-?([A-Z0-9]{3})-?(\d{2})-?(\d{5})$/
const formatIsrc = (isrc: string) => isrc.replace(ISRC, '$1-$2-$3-$4')

/** Rules for both new and changed tracks. */
function bodyIssues(model: Model, { title, isrc, audio_asset_id, territory, track_number }: TrackBody): RequestIssues {
  const issues = territoryIssues(model, territory)
  if (title !== undefined && !isTitle(title)) issues.contract.push('validation_failed')
  if (isrc !== undefined && !ISRC.test(isrc)) issues.contract.push('invalid_isrc_format')
  if (track_number !== undefined && (track_number < 1 || track_number > 9999)) issues.contract.push('validation_failed')
  if (audio_asset_id !== undefined && model.assets.get(audio_asset_id)?.type !== 'audio')
    issues.world.push('validation_failed')
  return issues
}

const trackNumbers = (model: Model, release: string | undefined) =>
  [...model.tracks.values()].filter((track) => track.release_id === release).map((track) => track.track_number)

/** All or nothing. Requested numbers are assigned first. The others follow the highest number of their release. */
export function createTracks(model: Model, bodies: TrackBody[], isBulk: boolean): ExpectedResponse {
  const issues: RequestIssues = { contract: [], world: [] }
  const taken = new Map<string, number[]>()
  const takenIn = (id: string) => taken.get(id) ?? (taken.set(id, trackNumbers(model, id)).get(id) as number[])
  for (const body of bodies) {
    const { contract, world } = bodyIssues(model, body)
    issues.contract.push(...contract)
    issues.world.push(...world)
    const { release_id, track_number } = body
    if (release_id === undefined || body.title === undefined) issues.contract.push('missing_required_field')
    if (release_id === undefined) continue
    const status = model.releases.get(release_id)?.status
    if (status === undefined) issues.world.push('validation_failed')
    else if (status !== 'draft' && status !== 'rejected') issues.world.push('invalid_state')
    if (track_number === undefined) continue
    if (takenIn(release_id).includes(track_number)) issues.world.push('validation_failed')
    takenIn(release_id).push(track_number)
  }
  const inputRefusal = refusalFor(issues)
  if (inputRefusal) return inputRefusal
  return success(201, (body) => {
    const responseTracks = (isBulk ? body.data : [body]) as Track[]
    const made = bodies.map((body, i) => {
      const release_id = body.release_id as string
      const number = body.track_number ?? Math.max(0, ...takenIn(release_id)) + 1
      takenIn(release_id).push(number)
      return addTrack(model, body, number, responseTracks?.[i])
    })
    return isBulk ? { data: made } : made[0]
  })
}

function addTrack(model: Model, body: TrackBody, track_number: number, responseTrack: Track | undefined): Track {
  const { release_id = '', title = '', isrc, audio_asset_id = null, territory } = body
  const track: Track = {
    id: expectNewId('trk', responseTrack?.id, model.tracks),
    release_id,
    title,
    isrc: isrc === undefined ? expectAssignedIsrc(model, responseTrack?.isrc) : formatIsrc(isrc),
    audio_asset_id,
    territory: territory ?? model.releases.get(release_id)?.territories ?? [],
    track_number,
    created_at: iso(model.now),
    updated_at: iso(model.now),
  }
  model.tracks.set(track.id, track)
  return track
}

/** A new ISRC with the account's registrant code and the current year. */
function expectAssignedIsrc(model: Model, isrc = ''): string {
  const hasOwnPrefix = isrc.startsWith(`${REGISTRANTS[model.tier]}-${iso(model.now).slice(2, 4)}-`) && ISRC.test(isrc)
  const isTaken = [...model.tracks.values()].some((track) => track.isrc === isrc)
  return hasOwnPrefix && !isTaken ? isrc : 'an ISRC that no track has'
}

export function updateTrack(model: Model, id: string, body: TrackBody): ExpectedResponse {
  const issues = bodyIssues(model, body)
  if (issues.contract.length > 0) return refusalFor(issues) as ExpectedResponse
  const track = model.tracks.get(id)
  if (!track) return refusal('not_found')
  const { track_number, isrc } = body
  const isMoved = track_number !== undefined && track_number !== track.track_number
  if (isMoved && trackNumbers(model, track.release_id).includes(track_number)) issues.world.push('validation_failed')
  const inputRefusal = refusalFor(issues)
  if (inputRefusal) return inputRefusal
  return success(200, () => {
    if (Object.keys(body).length === 0) return track
    const formatted = isrc === undefined ? {} : { isrc: formatIsrc(isrc) }
    return Object.assign(track, body, formatted, { updated_at: iso(model.now) })
  })
}
