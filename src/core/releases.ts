import { type Issue, invalid, ok, type Refusal, type Result, refuse, refuseAll } from './errors.js'
import { upcOf } from './identifiers.js'
import { nextId } from './ids.js'
import { alreadySubmitted, submissionRefusal } from './submission.js'
import { territoryIssues } from './territories.js'
import { day, instant } from './time.js'
import type { components } from './wire.js'
import type { Release, World } from './world.js'

export type ReleaseInput = components['schemas']['ReleaseCreate']
export type ReleaseChanges = components['schemas']['ReleaseUpdate']

/** When setting `status` through PATCH was deprecated, and when it stopped working. */
export const STATUS_PATCH = { deprecated: Date.UTC(2024, 3, 15), sunset: Date.UTC(2024, 8, 1) }

/** Faults that only the world can see. The values may not have passed the contract yet: look before you touch. */
export function releaseIssues(world: World, body: Partial<Record<keyof ReleaseChanges, unknown>>): Issue[] {
  const issues = territoryIssues(world, body.territories, 'territories')
  if (typeof body.artwork_asset_id === 'string') {
    const asset = world.assets.get(body.artwork_asset_id)
    if (asset?.type !== 'artwork')
      issues.push(invalid('artwork_asset_id', asset ? 'is an audio asset; it must be artwork' : 'is not a known asset'))
  }
  return issues
}

/** The next free UPC of the account's pool, and how far the pool is used with it. Takes nothing. */
function poolUpc(world: World): { upc: string; used: number } {
  for (let used = (world.counters.upc ?? 0) + 1; ; used++) {
    const upc = upcOf(world.account.upc_prefix, used)
    if (world.releases.where({ upc }).length === 0) return { upc, used }
  }
}

export function createRelease(world: World, { input }: { input: ReleaseInput }): Result<Release> {
  const issues = releaseIssues(world, { territories: input.territories })
  if (issues.length > 0) return refuseAll(issues)
  const pool = input.upc === undefined ? poolUpc(world) : undefined
  const fingerprint = {
    release_date: input.release_date,
    label: input.label ?? world.account.default_label,
    upc: pool?.upc ?? (input.upc as string),
  }
  if (alreadySubmitted(world, fingerprint)) return refuse('duplicate_submission')
  // From here on nothing can refuse: a refused call must not shift the ids of later ones.
  if (pool) world.counters.upc = pool.used
  const now = instant(world.now)
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

export function updateRelease(world: World, { id, changes }: { id: string; changes: ReleaseChanges }): Result<Release> {
  const release = world.releases.get(id)
  if (!release) return refuse('not_found')
  const issues = releaseIssues(world, changes)
  if (changes.status !== undefined) issues.push(...statusIssues(world, changes.status))
  if (issues.length > 0) return refuseAll(issues)

  const { title, release_date, territories, label, artwork_asset_id, status } = changes
  const changed: Partial<Release> = {}
  if (title !== undefined) changed.title = title
  if (release_date !== undefined) changed.release_date = release_date
  if (territories !== undefined) changed.territories = territories
  if (label !== undefined) changed.label = label
  if (artwork_asset_id !== undefined) changed.artwork_asset_id = artwork_asset_id

  const refusal = status ? submissionRefusal(world, { ...release, ...changed }) : notReady(world, artwork_asset_id)
  if (refusal) return refusal
  if (status) changed.status = status
  if (Object.keys(changed).length > 0) world.releases.change(release, { ...changed, updated_at: instant(world.now) })
  return ok(release)
}

function statusIssues(world: World, status: string): Issue[] {
  const { sunset } = STATUS_PATCH
  if (world.now >= sunset)
    return [invalid('status', `can't be set since ${day(sunset)}; use POST /v1/releases/{release_id}/submit`)]
  return status === 'submitted' ? [] : [invalid('status', 'can only be set to submitted')]
}

function notReady(world: World, artworkId: string | undefined): Refusal | undefined {
  const artwork = artworkId === undefined ? undefined : world.assets.get(artworkId)
  if (!artwork || artwork.status === 'ready') return undefined
  const issue = `is ${artwork.status}; it must be ready`
  return refuse('asset_not_ready', { details: [{ code: 'asset_not_ready', field: 'artwork_asset_id', issue }] })
}
