import type { components } from '../../generated/service-api.js'
import { scenarioFromTitle } from '../delivery/scenario-rules.js'
import type { Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { emit } from '../events/events.js'
import { nextId } from '../primitives/ids.js'
import {
  type Issue,
  invalidField,
  missingField,
  ok,
  type Result,
  refuse,
  refuseWithIssues,
} from '../primitives/result.js'
import { formatDate, formatInstant } from '../primitives/time.js'
import { findRelease } from './visibility.js'

export type Submission = components['schemas']['Submission']

export function assetReadinessIssue(world: World, field: string, assetId: string): Issue | undefined {
  const asset = world.assets.get(assetId)
  if (!asset || asset.status === 'ready') return undefined
  const failed = asset.failure_reason && `has failed: ${asset.failure_reason} Use another asset`
  return { code: 'asset_not_ready', field, issue: failed ?? `is ${asset.status}; it must be ready` }
}

/** Tracks, audio and artwork that are missing or not ready. Stores need all of them. */
export function assetIssues(world: World, { id: release_id, artwork_asset_id }: Release): Issue[] {
  const tracks = world.tracks.where({ release_id })
  const audioIssues = tracks.map(({ id, audio_asset_id }, i) => {
    const field = `tracks[${i}].audio_asset_id`
    if (audio_asset_id === null) return missingField(field, `is required (track ${id})`)
    return assetReadinessIssue(world, field, audio_asset_id)
  })
  const issues = [
    tracks.length === 0 ? missingField('tracks', 'at least one track must be attached') : undefined,
    ...audioIssues,
    artwork_asset_id === null
      ? missingField('artwork_asset_id')
      : assetReadinessIssue(world, 'artwork_asset_id', artwork_asset_id),
  ]
  return issues.filter((issue) => issue !== undefined)
}

/** Every unmet precondition of a submission. */
export function submissionIssues(world: World, release: Release): Issue[] {
  const issues = assetIssues(world, release)
  const today = formatDate(world.now)
  if (release.release_date <= today)
    issues.push(invalidField('release_date', `must be after ${today}, today on the world's clock`))
  return issues
}

export interface SubmissionCheck {
  name: 'status' | 'tracks' | 'audio' | 'artwork' | 'release_date' | 'duplicate' | 'other'
  issues: readonly Issue[]
}

function checkOf({ field = '' }: Issue): SubmissionCheck['name'] {
  if (field === 'tracks' || field === 'release_date') return field
  if (field === 'artwork_asset_id') return 'artwork'
  return /^tracks\[\d+\]\.audio_asset_id$/.test(field) ? 'audio' : 'other'
}

/** Everything that a submission of the release needs, with the issues of what is missing. */
export function submissionChecklist(world: World, release: Release): SubmissionCheck[] {
  const draft = release.status === 'draft' ? undefined : refuseNonDraft(release)
  const duplicate = world.fingerprints.has(release, release.id) ? refuse('duplicate_submission') : undefined
  const checks = new Map<SubmissionCheck['name'], Issue[]>([
    ['status', draft ? [{ code: draft.code, field: 'status', issue: draft.message }] : []],
    ['tracks', []],
    ['audio', []],
    ['artwork', []],
    ['release_date', []],
    ['duplicate', duplicate ? [{ code: duplicate.code, issue: duplicate.message }] : []],
  ])
  for (const issue of submissionIssues(world, release)) {
    const name = checkOf(issue)
    checks.set(name, [...(checks.get(name) ?? []), issue])
  }
  return [...checks].map(([name, issues]) => ({ name, issues }))
}

/** An asset that is not ready outweighs everything else that a submission lacks. */
export const refuseSubmission = (issues: readonly Issue[]) => refuseWithIssues(issues, 'asset_not_ready')

function refuseNonDraft({ status }: Release) {
  return refuse('invalid_state', { message: `Only a draft can be submitted; this release is ${status}.` })
}

export function submitRelease(world: World, { id, scenario }: { id: string; scenario?: string }): Result<Submission> {
  const release = findRelease(world, id)
  if (!release) return refuse('not_found', { message: `There is no release ${id}.` })
  if (release.status !== 'draft') return refuseNonDraft(release)
  const issues = submissionIssues(world, release)
  if (issues.length > 0) return refuseSubmission(issues)
  if (world.fingerprints.has(release, id)) return refuse('duplicate_submission')
  if (scenario !== undefined) world.releaseScenarios.set(id, scenario)
  const { updated_at } = changeReleaseStatus(world, release, 'submitted')
  return ok({ submission_id: nextId(world, 'sub'), release_id: id, submitted_at: updated_at, review_status: 'pending' })
}

/** The scenario chosen by the header of the submission or by the title; undefined if the world's scenario applies. */
function requestedScenario(world: World, { id, title }: Release): string | undefined {
  const asked = world.releaseScenarios.get(id) ?? scenarioFromTitle(title)
  return asked !== undefined && world.hasScenario(asked) ? asked : undefined
}

/** Every status change goes through here, so that each one emits its event. */
export function changeReleaseStatus(
  world: World,
  release: Release,
  status: Release['status'],
  scenario = requestedScenario(world, release),
): Release {
  world.fingerprints.add(release)
  const data = { release_id: release.id, previous_status: release.status, status }
  emit(world, 'release.status.changed', data, scenario)
  return world.releases.change(release, { status, updated_at: formatInstant(world.now) })
}
