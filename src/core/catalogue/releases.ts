import type { components } from '../../generated/service-api.js'
import type { Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { type Issue, invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import { formatDate, formatInstant } from '../primitives/time.js'
import { assetReadinessIssue, changeReleaseStatus, refuseSubmission, submissionIssues } from './submission.js'
import { territoryIssues } from './territories.js'
import { buildUpc } from './upc-and-isrc.js'
import { findRelease } from './visibility.js'

export type ReleaseInput = components['schemas']['ReleaseCreate']
export type ReleaseChanges = components['schemas']['ReleaseUpdate']

/** When setting `status` through PATCH was deprecated, and when it stops working. */
export const STATUS_PATCH_DATES = { deprecated: Date.UTC(2024, 3, 15), sunset: Date.UTC(2024, 8, 1) }

/** The transitions that PATCH allows before the sunset. Stores set `delivered` and `rejected`. */
const PATCHABLE_STATUSES: Record<Release['status'], readonly Release['status'][]> = {
  draft: ['submitted'],
  submitted: [],
  delivered: [],
  rejected: ['submitted', 'draft'],
}

/** Issues that depend on the state of the world. Runs before the contract's validation, so values can have any type. */
export const releaseInputIssues = (world: World, body: Partial<Record<keyof ReleaseInput, unknown>>): Issue[] =>
  territoryIssues(world, body.territories, 'territories')

export function releaseChangeIssues(world: World, body: Partial<Record<keyof ReleaseChanges, unknown>>): Issue[] {
  const issues = territoryIssues(world, body.territories, 'territories')
  if (typeof body.status === 'string') issues.push(...statusIssues(world))
  return typeof body.artwork_asset_id === 'string'
    ? [...issues, ...artworkIssues(world, body.artwork_asset_id)]
    : issues
}

function artworkIssues(world: World, id: string): Issue[] {
  const asset = world.assets.get(id)
  if (asset?.type !== 'artwork')
    return [invalidField('artwork_asset_id', asset ? 'is an audio asset; it must be artwork' : 'is not a known asset')]
  return [assetReadinessIssue(world, 'artwork_asset_id', id)].filter((issue) => issue !== undefined)
}

/** The next free UPC of the account's pool, and the pool's counter after it. Does not reserve it. */
function nextPoolUpc(world: World): { upc: string; used: number } {
  for (let used = (world.counters.upc ?? 0) + 1; ; used++) {
    const upc = buildUpc(world.account.upc_prefix, used)
    if (!world.releases.has('upc', upc)) return { upc, used }
  }
}

export function createRelease(world: World, { input }: { input: ReleaseInput }): Result<Release> {
  const issues = releaseInputIssues(world, input)
  if (issues.length > 0) return refuseWithIssues(issues)
  const beyondLimit = refuseBeyondLimit(world, 'releases')
  if (beyondLimit) return beyondLimit
  const pool = input.upc === undefined ? nextPoolUpc(world) : undefined
  const fingerprint = {
    release_date: input.release_date,
    label: input.label ?? world.account.default_label,
    upc: pool?.upc ?? (input.upc as string),
  }
  if (world.fingerprints.has(fingerprint)) return refuse('duplicate_submission')
  // From here on nothing can refuse: a refused call must not shift the ids of later ones.
  if (pool) world.counters.upc = pool.used
  const now = formatInstant(world.now)
  const release: Release = {
    id: nextId(world, 'rel'),
    title: input.title,
    artists: input.artists.map(({ name, role }) => ({ name, role })),
    ...fingerprint,
    territories: input.territories ?? ['WORLD'],
    status: 'draft',
    artwork_asset_id: null,
    created_at: now,
    updated_at: now,
  }
  return ok(world.releases.add(release))
}

export function updateRelease(
  world: World,
  { id, changes, scenario }: { id: string; changes: ReleaseChanges; scenario?: string },
): Result<Release> {
  const release = findRelease(world, id)
  if (!release) return refuse('not_found', { message: `There is no release ${id}.` })
  const changed = pickChanges(changes)
  const newStatus = changes.status === release.status ? undefined : changes.status
  const canTransition = newStatus === undefined || PATCHABLE_STATUSES[release.status].includes(newStatus)
  const isSubmission = newStatus === 'submitted' && canTransition && world.now < STATUS_PATCH_DATES.sunset
  const issues = releaseChangeIssues(world, changes)
  if (isSubmission) {
    const unmet = submissionIssues(world, { ...release, ...changed })
    // A new cover that is not ready is found by both checks.
    issues.push(...unmet.filter(({ field }) => !issues.some((issue) => issue.field === field)))
  }
  if (issues.length > 0) return isSubmission ? refuseSubmission(issues) : refuseWithIssues(issues)
  if (!canTransition) return refuseTransition(release.status, newStatus)
  if (isSubmission && world.fingerprints.has({ ...release, ...changed }, id)) return refuse('duplicate_submission')
  if (newStatus === undefined && Object.keys(changed).length === 0) return ok(release)

  const updated = world.releases.change(release, { ...changed, updated_at: formatInstant(world.now) })
  if (updated.status !== 'draft') world.fingerprints.add(updated)
  if (isSubmission && scenario !== undefined) world.releaseScenarios.set(id, scenario)
  return ok(newStatus ? changeReleaseStatus(world, updated, newStatus) : updated)
}

function pickChanges({ title, release_date, territories, label, artwork_asset_id }: ReleaseChanges): Partial<Release> {
  return {
    ...(title !== undefined && { title }),
    ...(release_date !== undefined && { release_date }),
    ...(territories !== undefined && { territories }),
    ...(label !== undefined && { label }),
    ...(artwork_asset_id !== undefined && { artwork_asset_id }),
  }
}

function refuseTransition(from: Release['status'], to: Release['status'] | undefined) {
  const message =
    to === 'delivered' || to === 'rejected'
      ? `status can't be set to ${to}: only the stores deliver or reject a release. This release is ${from}.`
      : `A release that is ${from} can't be set to ${to}.`
  return refuse('invalid_state', { message })
}

function statusIssues(world: World): Issue[] {
  const { sunset } = STATUS_PATCH_DATES
  if (world.now < sunset) return []
  return [invalidField('status', `can't be set since ${formatDate(sunset)}; use POST /v1/releases/{release_id}/submit`)]
}
