import type { ErrorCode, Release } from '../../../src/index.js'
import {
  type ExpectedResponse,
  expectNewId,
  type RequestIssues,
  refusal,
  refusalFor,
  success,
} from './expected-response.js'
import { fingerprintOf, iso, isSubmittedByAnother, type Model, recordSubmission, setReleaseStatus } from './state.js'

export interface ReleaseBody {
  title?: string
  artists?: Release['artists']
  release_date?: string
  label?: string
  upc?: string
  territories?: string[]
  artwork_asset_id?: string
  status?: string
}

const LABELS = { standard: 'Saltbrook Recordings', enterprise: 'Halcyra Records' }
const SUNSET = Date.parse('2024-09-01T00:00:00Z')

/** GS1 check digit: the digits, every other one weighted 3, add up to a multiple of ten. */
const isUpc = (upc: string) =>
  /^\d{12}$/.test(upc) && [...upc].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 1 : 3), 0) % 10 === 0

const isDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && iso(time).startsWith(text)
}

export const isTitle = (title: string) => title.trim() !== '' && title.length <= 500

/** Either codes that the account may use, or WORLD alone. */
export function territoryIssues(model: Model, codes: string[] = []): RequestIssues {
  const isMixed = codes.includes('WORLD') && codes.length > 1
  const isMalformed = codes.some((code) => !/^(WORLD|[A-Z]{2})$/.test(code))
  const isUnlicensed = codes.some((code) => /^[A-Z]{2}$/.test(code) && !model.licensedTerritories.has(code))
  return {
    contract: isMixed || isMalformed ? ['validation_failed'] : [],
    world: isUnlicensed ? ['territory_not_supported'] : [],
  }
}

function bodyIssues(model: Model, body: ReleaseBody): RequestIssues {
  const issues = territoryIssues(model, body.territories)
  const { title, label, upc, release_date, artists } = body
  const isInvalid =
    (title !== undefined && !isTitle(title)) ||
    (label !== undefined && label.trim() === '') ||
    (upc !== undefined && !isUpc(upc)) ||
    (release_date !== undefined && !isDate(release_date)) ||
    (artists !== undefined && !artists.some(({ role }) => role === 'main'))
  if (isInvalid) issues.contract.push('validation_failed')
  return issues
}

export function createRelease(model: Model, body: ReleaseBody): ExpectedResponse {
  const { title, artists, release_date, upc, territories = ['WORLD'], label = LABELS[model.tier] } = body
  const issues = bodyIssues(model, body)
  if (title === undefined || !artists || release_date === undefined) {
    issues.contract.push('missing_required_field')
    return refusalFor(issues) as ExpectedResponse
  }
  const inputRefusal = refusalFor(issues)
  if (inputRefusal) return inputRefusal
  const timestamps = { created_at: iso(model.now), updated_at: iso(model.now) }
  const fields = { title, artists, release_date, label, territories, artwork_asset_id: null, ...timestamps }
  const draft: Release = { ...fields, id: '', upc: upc ?? '', status: 'draft' }
  if (upc !== undefined && isSubmittedByAnother(model, fingerprintOf(draft))) return refusal('duplicate_submission')
  return success(201, ({ id, upc: assignedUpc }) => {
    const isUnused = [...model.releases.values()].every((release) => release.upc !== assignedUpc)
    const release: Release = {
      ...draft,
      id: expectNewId('rel', id, model.releases),
      upc: upc ?? (isUpc(assignedUpc) && isUnused ? assignedUpc : 'a UPC that no release has'),
    }
    model.releases.set(release.id, release)
    return release
  })
}

/** Section 3.3 of the specification: a delivery needs ready assets. */
export function assetIssues(model: Model, { id, artwork_asset_id }: Release): ErrorCode[] {
  const tracks = [...model.tracks.values()].filter((track) => track.release_id === id)
  const isReady = (asset: string) => model.assets.get(asset)?.status === 'ready'
  const codes: ErrorCode[] = []
  if (tracks.length === 0 || artwork_asset_id === null) codes.push('missing_required_field')
  if (artwork_asset_id !== null && !isReady(artwork_asset_id)) codes.push('asset_not_ready')
  for (const { audio_asset_id } of tracks)
    if (audio_asset_id === null) codes.push('missing_required_field')
    else if (!isReady(audio_asset_id)) codes.push('asset_not_ready')
  return codes
}

/** Spec 4.1, what a release needs to be submitted. */
function submissionIssues(model: Model, release: Release): ErrorCode[] {
  const codes = assetIssues(model, release)
  if (release.release_date <= iso(model.now).slice(0, 10)) codes.push('validation_failed')
  return codes
}

/** Why a release, current or changed, cannot be submitted now. */
function submissionRefusal(model: Model, release: Release): ExpectedResponse | undefined {
  const issueRefusal = refusalFor({ contract: [], world: submissionIssues(model, release) }, 'asset_not_ready')
  if (issueRefusal) return issueRefusal
  return isSubmittedByAnother(model, fingerprintOf(release), release.id) ? refusal('duplicate_submission') : undefined
}

export function updateRelease(model: Model, id: string, body: ReleaseBody, scenario?: string): ExpectedResponse {
  const issues = bodyIssues(model, body)
  if (issues.contract.length > 0) return refusalFor(issues) as ExpectedResponse
  const release = model.releases.get(id)
  if (!release) return refusal('not_found')
  const { status, ...changes } = body
  if (status !== undefined && model.now >= SUNSET) issues.world.push('validation_failed')
  if (body.artwork_asset_id !== undefined) {
    const asset = model.assets.get(body.artwork_asset_id)
    if (asset?.type !== 'artwork') issues.world.push('validation_failed')
    else if (asset.status !== 'ready') issues.world.push('asset_not_ready')
  }
  const isSubmitting = isPatchable(release.status, status) && status === 'submitted' && model.now < SUNSET
  const changed = { ...release, ...changes } as Release
  if (isSubmitting) issues.world.push(...submissionIssues(model, changed))
  const inputRefusal = refusalFor(issues, isSubmitting ? 'asset_not_ready' : undefined)
  if (inputRefusal) return inputRefusal
  if (status !== undefined && status !== release.status && !isPatchable(release.status, status))
    return refusal('invalid_state')
  if (isSubmitting && isSubmittedByAnother(model, fingerprintOf(changed), id)) return refusal('duplicate_submission')
  return success(200, () => {
    if (Object.keys(changes).length > 0) Object.assign(release, changes, { updated_at: iso(model.now) })
    if (release.status !== 'draft') recordSubmission(model, release)
    if (isSubmitting && scenario !== undefined) model.scenarioByRelease.set(id, scenario)
    if (isPatchable(release.status, status)) setReleaseStatus(model, release, status as Release['status'])
    return release
  })
}

/** The changes of status that are left to partners, before the sunset. */
const isPatchable = (from: string, to: string | undefined) =>
  (from === 'draft' && to === 'submitted') || (from === 'rejected' && (to === 'submitted' || to === 'draft'))

export function submitRelease(model: Model, id: string, scenario?: string): ExpectedResponse {
  const release = model.releases.get(id)
  if (!release) return refusal('not_found')
  if (release.status !== 'draft') return refusal('invalid_state')
  const refused = submissionRefusal(model, release)
  if (refused) return refused
  return success(200, ({ submission_id }) => {
    if (scenario !== undefined) model.scenarioByRelease.set(id, scenario)
    setReleaseStatus(model, release, 'submitted')
    const submissionId = expectNewId('sub', submission_id, new Set())
    return { submission_id: submissionId, release_id: id, submitted_at: iso(model.now), review_status: 'pending' }
  })
}
