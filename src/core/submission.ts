import { type Issue, invalid, missing, ok, type Refusal, type Result, refuse, refuseAll } from './errors.js'
import { nextId } from './ids.js'
import { day, instant } from './time.js'
import type { components } from './wire.js'
import type { Release, World } from './world.js'

export type Submission = components['schemas']['Submission']

type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** Whether the organization already submitted another release with this UPC, label and release date. */
export const alreadySubmitted = (world: World, { upc, label, release_date }: Fingerprint, except?: string): boolean =>
  world.releases
    .where({ upc, label, release_date })
    .some((release) => release.status !== 'draft' && release.id !== except)

/** What keeps a release, as it would be when submitted, from being submitted: every unmet condition at once. */
export function submissionRefusal(world: World, release: Release): Refusal | undefined {
  if (release.status !== 'draft')
    return refuse('invalid_state', { message: `Only a draft can be submitted; this release is ${release.status}.` })
  const issues: Issue[] = []
  const needReady = (field: string, assetId: string) => {
    const status = world.assets.get(assetId)?.status
    if (status !== 'ready') issues.push({ code: 'asset_not_ready', field, issue: `is ${status}; it must be ready` })
  }
  const tracks = world.tracks.where({ release_id: release.id })
  if (tracks.length === 0) issues.push(missing('tracks', 'at least one track must be attached'))
  for (const [i, track] of tracks.entries()) {
    const field = `tracks[${i}].audio_asset_id`
    if (track.audio_asset_id === null) issues.push(missing(field))
    else needReady(field, track.audio_asset_id)
  }
  if (release.artwork_asset_id === null) issues.push(missing('artwork_asset_id'))
  else needReady('artwork_asset_id', release.artwork_asset_id)
  if (release.release_date <= day(world.now))
    issues.push(invalid('release_date', `must be after ${day(world.now)}, the present day on the world's clock`))
  if (issues.length > 0) return refuseAll(issues)
  if (alreadySubmitted(world, release, release.id)) return refuse('duplicate_submission')
  return undefined
}

export function submitRelease(world: World, { id }: { id: string }): Result<Submission> {
  const release = world.releases.get(id)
  if (!release) return refuse('not_found')
  const refusal = submissionRefusal(world, release)
  if (refusal) return refusal
  const now = instant(world.now)
  world.releases.change(release, { status: 'submitted', updated_at: now })
  return ok({ submission_id: nextId(world, 'sub'), release_id: id, submitted_at: now, review_status: 'pending' })
}
