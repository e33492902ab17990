import type { Track } from '../../src/index.js'
import { isTitle, territoryFaults } from './releases.js'
import { iso, type Model } from './state.js'
import { type Faults, judge, newId, refusal, success, type Verdict } from './verdict.js'

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
const hyphenated = (isrc: string) => isrc.replace(ISRC, '$1-$2-$3-$4')

/** What holds for a track whether it is new or changed. */
function bodyFaults(model: Model, { title, isrc, audio_asset_id, territory, track_number }: TrackBody): Faults {
  const faults = territoryFaults(model, territory)
  if (title !== undefined && !isTitle(title)) faults.contract.push('validation_failed')
  if (isrc !== undefined && !ISRC.test(isrc)) faults.contract.push('invalid_isrc_format')
  if (track_number !== undefined && (track_number < 1 || track_number > 9999)) faults.contract.push('validation_failed')
  if (audio_asset_id !== undefined && model.assets.get(audio_asset_id)?.type !== 'audio')
    faults.world.push('validation_failed')
  return faults
}

const numbersOf = (model: Model, release: string | undefined) =>
  [...model.tracks.values()].filter((track) => track.release_id === release).map((track) => track.track_number)

/** All or nothing. Numbers that are asked for go first; the others follow the highest of their release. */
export function createTracks(model: Model, bodies: TrackBody[], isBulk: boolean): Verdict {
  const faults: Faults = { contract: [], world: [] }
  const taken = new Map<string, number[]>()
  const takenIn = (id: string) => taken.get(id) ?? (taken.set(id, numbersOf(model, id)).get(id) as number[])
  for (const body of bodies) {
    const { contract, world } = bodyFaults(model, body)
    faults.contract.push(...contract)
    faults.world.push(...world)
    const { release_id, track_number } = body
    if (release_id === undefined || body.title === undefined) faults.contract.push('missing_required_field')
    if (release_id === undefined) continue
    const status = model.releases.get(release_id)?.status
    if (status === undefined) faults.world.push('validation_failed')
    else if (status !== 'draft' && status !== 'rejected') faults.world.push('invalid_state')
    if (track_number === undefined) continue
    if (takenIn(release_id).includes(track_number)) faults.world.push('validation_failed')
    takenIn(release_id).push(track_number)
  }
  const wrong = judge(faults)
  if (wrong) return wrong
  return success(201, (body) => {
    const answered = (isBulk ? body.data : [body]) as Track[]
    const made = bodies.map((wanted, i) => {
      const release_id = wanted.release_id as string
      const number = wanted.track_number ?? Math.max(0, ...takenIn(release_id)) + 1
      takenIn(release_id).push(number)
      return addTrack(model, wanted, number, answered?.[i])
    })
    return isBulk ? { data: made } : made[0]
  })
}

function addTrack(model: Model, wanted: TrackBody, track_number: number, answered: Track | undefined): Track {
  const { release_id = '', title = '', isrc, audio_asset_id = null, territory } = wanted
  const track: Track = {
    id: newId('trk', answered?.id, model.tracks),
    release_id,
    title,
    isrc: isrc === undefined ? assigned(model, answered?.isrc) : hyphenated(isrc),
    audio_asset_id,
    territory: territory ?? model.releases.get(release_id)?.territories ?? [],
    track_number,
    created_at: iso(model.now),
    updated_at: iso(model.now),
  }
  model.tracks.set(track.id, track)
  return track
}

/** An ISRC of the account's registrant and the present year that no track has. */
function assigned(model: Model, isrc = ''): string {
  const isOwn = isrc.startsWith(`${REGISTRANTS[model.tier]}-${iso(model.now).slice(2, 4)}-`) && ISRC.test(isrc)
  const isTaken = [...model.tracks.values()].some((track) => track.isrc === isrc)
  return isOwn && !isTaken ? isrc : 'an ISRC that no track has'
}

export function updateTrack(model: Model, id: string, body: TrackBody): Verdict {
  const faults = bodyFaults(model, body)
  if (faults.contract.length > 0) return judge(faults) as Verdict
  const track = model.tracks.get(id)
  if (!track) return refusal('not_found')
  const { track_number, isrc } = body
  const isMoved = track_number !== undefined && track_number !== track.track_number
  if (isMoved && numbersOf(model, track.release_id).includes(track_number)) faults.world.push('validation_failed')
  const wrong = judge(faults)
  if (wrong) return wrong
  return success(200, () => {
    if (Object.keys(body).length === 0) return track
    const spelled = isrc === undefined ? {} : { isrc: hyphenated(isrc) }
    return Object.assign(track, body, spelled, { updated_at: iso(model.now) })
  })
}
