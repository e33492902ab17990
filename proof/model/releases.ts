import type { ErrorCode, Release } from '../../src/index.js'
import { fingerprintOf, iso, isSubmittedByAnother, type Model, moveRelease, remember } from './state.js'
import { type Faults, judge, newId, refusal, success, type Verdict } from './verdict.js'

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

/** GS1: the digits, every other one three times, add up to a multiple of ten. */
const isUpc = (upc: string) =>
  /^\d{12}$/.test(upc) && [...upc].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 1 : 3), 0) % 10 === 0

const isDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && iso(time).startsWith(text)
}

export const isTitle = (title: string) => title.trim() !== '' && title.length <= 500

/** Codes or the single WORLD; of the codes, those that the account may use. */
export function territoryFaults(model: Model, codes: string[] = []): Faults {
  const isMixed = codes.includes('WORLD') && codes.length > 1
  const isMalformed = codes.some((code) => !/^(WORLD|[A-Z]{2})$/.test(code))
  const isForeign = codes.some((code) => /^[A-Z]{2}$/.test(code) && !model.licensed.has(code))
  return {
    contract: isMixed || isMalformed ? ['validation_failed'] : [],
    world: isForeign ? ['territory_not_supported'] : [],
  }
}

function bodyFaults(model: Model, body: ReleaseBody): Faults {
  const faults = territoryFaults(model, body.territories)
  const { title, label, upc, release_date, artists } = body
  const isWrong =
    (title !== undefined && !isTitle(title)) ||
    (label !== undefined && label.trim() === '') ||
    (upc !== undefined && !isUpc(upc)) ||
    (release_date !== undefined && !isDate(release_date)) ||
    (artists !== undefined && !artists.some(({ role }) => role === 'main'))
  if (isWrong) faults.contract.push('validation_failed')
  return faults
}

export function createRelease(model: Model, body: ReleaseBody): Verdict {
  const { title, artists, release_date, upc, territories = ['WORLD'], label = LABELS[model.tier] } = body
  const faults = bodyFaults(model, body)
  if (title === undefined || !artists || release_date === undefined) {
    faults.contract.push('missing_required_field')
    return judge(faults) as Verdict
  }
  const wrong = judge(faults)
  if (wrong) return wrong
  const stamps = { created_at: iso(model.now), updated_at: iso(model.now) }
  const facts = { title, artists, release_date, label, territories, artwork_asset_id: null, ...stamps }
  const draft: Release = { ...facts, id: '', upc: upc ?? '', status: 'draft' }
  if (upc !== undefined && isSubmittedByAnother(model, fingerprintOf(draft))) return refusal('duplicate_submission')
  return success(201, ({ id, upc: given }) => {
    const isOwn = [...model.releases.values()].every((release) => release.upc !== given)
    const release: Release = {
      ...draft,
      id: newId('rel', id, model.releases),
      upc: upc ?? (isUpc(given) && isOwn ? given : 'a UPC that no release has'),
    }
    model.releases.set(release.id, release)
    return release
  })
}

/** Spec 4.1, what a release needs to be submitted. */
function unmet(model: Model, { id, artwork_asset_id, release_date }: Release): ErrorCode[] {
  const tracks = [...model.tracks.values()].filter((track) => track.release_id === id)
  const isReady = (asset: string) => model.assets.get(asset)?.status === 'ready'
  const found: ErrorCode[] = []
  if (tracks.length === 0 || artwork_asset_id === null) found.push('missing_required_field')
  if (artwork_asset_id !== null && !isReady(artwork_asset_id)) found.push('asset_not_ready')
  for (const { audio_asset_id } of tracks)
    if (audio_asset_id === null) found.push('missing_required_field')
    else if (!isReady(audio_asset_id)) found.push('asset_not_ready')
  if (release_date <= iso(model.now).slice(0, 10)) found.push('validation_failed')
  return found
}

/** Whether a release, as it is or is to be, can be submitted now. */
function submission(model: Model, release: Release): Verdict | undefined {
  if (release.status !== 'draft') return refusal('invalid_state')
  const lacking = judge({ contract: [], world: unmet(model, release) })
  if (lacking) return lacking
  return isSubmittedByAnother(model, fingerprintOf(release), release.id) ? refusal('duplicate_submission') : undefined
}

export function updateRelease(model: Model, id: string, body: ReleaseBody, scenario?: string): Verdict {
  const faults = bodyFaults(model, body)
  if (faults.contract.length > 0) return judge(faults) as Verdict
  const release = model.releases.get(id)
  if (!release) return refusal('not_found')
  const { status, ...changes } = body
  if (status !== undefined && (model.now >= SUNSET || status !== 'submitted')) faults.world.push('validation_failed')
  if (body.artwork_asset_id !== undefined) {
    const asset = model.assets.get(body.artwork_asset_id)
    if (asset?.type !== 'artwork') faults.world.push('validation_failed')
    else if (asset.status !== 'ready') faults.world.push('asset_not_ready')
  }
  const wrong = judge(faults)
  if (wrong) return wrong
  const isSubmitting = status !== undefined
  const refused = isSubmitting ? submission(model, { ...release, ...changes } as Release) : undefined
  if (refused) return refused
  return success(200, () => {
    if (Object.keys(changes).length > 0) Object.assign(release, changes, { updated_at: iso(model.now) })
    if (release.status !== 'draft') remember(model, release)
    if (isSubmitting) {
      if (scenario !== undefined) model.chosen.set(id, scenario)
      moveRelease(model, release, 'submitted')
    }
    return release
  })
}

export function submitRelease(model: Model, id: string, scenario?: string): Verdict {
  const release = model.releases.get(id)
  if (!release) return refusal('not_found')
  const refused = submission(model, release)
  if (refused) return refused
  return success(200, ({ submission_id }) => {
    if (scenario !== undefined) model.chosen.set(id, scenario)
    moveRelease(model, release, 'submitted')
    const known = newId('sub', submission_id, new Set())
    return { submission_id: known, release_id: id, submitted_at: iso(model.now), review_status: 'pending' }
  })
}
