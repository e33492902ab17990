import type { Delivery, Release, Store } from '../../../src/index.js'
import {
  type ExpectedResponse,
  expectNewId,
  type RequestIssues,
  refusal,
  refusalFor,
  success,
} from './expected-response.js'
import { assetIssues } from './releases.js'
import { scenarioOf, storeOutcome } from './scenarios.js'
import {
  emit,
  fingerprintOf,
  HOUR,
  isAllowedIn,
  iso,
  type Model,
  type ModelDelivery,
  type StoreStatus,
  schedule,
  setReleaseStatus,
} from './state.js'

export interface DeliveryBody {
  release_id: string
  store_ids: string[]
  territory_codes: string[]
}

const storeOf = (model: Model, id: string) => model.stores.find((store) => store.store_id === id)

function bodyIssues(model: Model, { release_id, store_ids, territory_codes: codes }: DeliveryBody): RequestIssues {
  const issues: RequestIssues = { contract: [], world: [] }
  const release = model.releases.get(release_id)
  const stores = store_ids.map((id) => storeOf(model, id))
  const isWorldwide = codes.includes('WORLDWIDE')
  if (codes.some((code) => !/^(WORLDWIDE|[A-Z]{2})$/.test(code)) || (isWorldwide && codes.length > 1))
    issues.contract.push('validation_failed')
  if (!release || stores.includes(undefined)) issues.world.push('validation_failed')
  const isServed = (code: string) => stores.every((store) => !store || store.territories.includes(code))
  const isEligible = (code: string) =>
    model.licensedTerritories.has(code) && (!release || (isServed(code) && isAllowedIn(model, release, code)))
  if (codes.some((code) => /^[A-Z]{2}$/.test(code) && !isEligible(code))) issues.world.push('territory_not_supported')
  const hasNoTerritory = (store: Store | undefined) =>
    store && release && allowedTerritories(model, store, release).length === 0
  if (isWorldwide && stores.some(hasNoTerritory)) issues.world.push('territory_not_supported')
  return issues
}

/** The territories that WORLDWIDE stands for at a store. */
const allowedTerritories = (model: Model, { territories }: Store, release: Release) =>
  territories.filter((code) => isAllowedIn(model, release, code))

/** In order of precedence: the header of the call, the header of the submission, the title, the world. */
export function scenarioFor(model: Model, release: Release | undefined, header: string | undefined): string {
  const tagged = /\[sandbox:(.*?)\]/.exec(release?.title ?? '')?.[1]
  return header ?? model.scenarioByRelease.get(release?.id ?? '') ?? tagged ?? model.scenario
}

export function createDelivery(model: Model, body: DeliveryBody, header: string | undefined): ExpectedResponse {
  const inputRefusal = refusalFor(bodyIssues(model, body))
  if (inputRefusal) return inputRefusal
  const release = model.releases.get(body.release_id) as Release
  if (release.status !== 'submitted' && release.status !== 'delivered') return refusal('invalid_state')
  const assetRefusal = refusalFor({ contract: [], world: assetIssues(model, release) })
  if (assetRefusal) return assetRefusal
  const fingerprint = fingerprintOf(release)
  const isDuplicate = ({ wire, fingerprint: orderedFingerprint }: ModelDelivery) =>
    (orderedFingerprint === fingerprint || wire.release_id === release.id) &&
    wire.stores.some(({ store_id, status }) => body.store_ids.includes(store_id) && status !== 'taken_down')
  if ([...model.deliveries.values()].some(isDuplicate)) return refusal('duplicate_submission')
  const scenario = scenarioFor(model, release, header)
  const apply = ({ id: responseId }: Delivery) => {
    const now = iso(model.now)
    const id = expectNewId('dlv', responseId, model.deliveries)
    const wire: Delivery = {
      id,
      release_id: release.id,
      status: 'in_progress',
      territory_codes: body.territory_codes,
      stores: body.store_ids.map((store_id) => ({
        store_id,
        status: 'pending',
        territory_codes: territoriesAt(model, body.territory_codes, store_id, release),
        updated_at: now,
      })),
      created_at: now,
      updated_at: now,
      completed_at: null,
    }
    const delivery: ModelDelivery = { wire, scenario, fingerprint, seen: {} }
    model.deliveries.set(id, delivery)
    for (const store of body.store_ids) scheduleReview(model, delivery, store)
    return wire
  }
  return success(201, apply, scenario)
}

const territoriesAt = (model: Model, codes: string[], store: string, release: Release) =>
  codes[0] === 'WORLDWIDE' ? allowedTerritories(model, storeOf(model, store) as Store, release) : codes

/** A store starts to ingest after a quarter of its ingestion time and reports the outcome at the end. */
function scheduleReview(model: Model, delivery: ModelDelivery, store: string): void {
  const seen = (delivery.seen[store] ??= {})
  const release = model.releases.get(delivery.wire.release_id) as Release
  const isOpen = (code: string) => (seen[code] ?? wanted(model, release, code)) === wanted(model, release, code)
  const { outcome, code, after } = storeOutcome(
    delivery.scenario,
    storeOf(model, store) as Store,
    isOpen,
    [...model.tracks.values()]
      .filter((track) => track.release_id === release.id)
      .map((track) => (model.assets.get(track.audio_asset_id ?? '')?.content_type ?? '').replace('audio/', '')),
  )
  if (code !== undefined) seen[code] = wanted(model, release, code)
  const subject = delivery.wire.id
  schedule(model, after / 4, { type: 'ingest-order', subject, store })
  schedule(model, after, { type: 'review-order', subject, store, outcome, code })
}

/** The current value of what a rejection code wants changed; the seeds name it for each code. */
function wanted(model: Model, { id, title, artwork_asset_id }: Release, code: string): string {
  const tracks = [...model.tracks.values()].filter((track) => track.release_id === id)
  const aspects: Record<string, unknown> = {
    artwork_too_small: artwork_asset_id,
    artwork_quality: artwork_asset_id,
    artwork_prohibited_content: artwork_asset_id,
    artwork_text_mismatch: [artwork_asset_id, title],
    metadata_formatting: title,
    artist_in_title: title,
    audio_quality: tracks.map((track) => [track.id, track.audio_asset_id]),
  }
  return JSON.stringify(aspects[code])
}

/** Sets the status of a store's order, and updates the delivery and the release. */
export function setStoreStatus(
  model: Model,
  delivery: ModelDelivery,
  store: string,
  status: StoreStatus,
  code?: string,
): void {
  const { wire } = delivery
  const now = iso(model.now)
  wire.stores = wire.stores.map(({ rejection_code: _, ...known }) =>
    known.store_id !== store
      ? { ...known, ...(_ !== undefined && { rejection_code: _ }) }
      : { ...known, status, ...(code !== undefined && { rejection_code: code }), updated_at: now },
  )
  wire.updated_at = now
  const before = wire.status
  wire.status = aggregateStatus(wire, status)
  const isAnswer = ['delivered', 'rejected', 'action_required'].includes(status)
  const areAllAnswered = isAnswer && wire.stores.every((store) => !['pending', 'ingesting'].includes(store.status))
  const { isCompletedLate = false } = scenarioOf(delivery.scenario)
  if (wire.status !== before) {
    if (wire.status === 'in_progress') wire.completed_at = null
    const release = model.releases.get(wire.release_id) as Release
    if ((wire.status === 'delivered' || wire.status === 'rejected') && release.status !== wire.status)
      setReleaseStatus(model, release, wire.status)
    if (wire.status !== 'in_progress' && wire.status !== 'taken_down') wire.completed_at = now
  }
  const hasEnded = wire.status !== before && wire.status !== 'in_progress' && wire.status !== 'taken_down'
  if (!(isCompletedLate ? areAllAnswered : hasEnded)) return
  const { id: delivery_id, release_id, status: outcome } = wire
  emit(model, 'delivery.completed', { delivery_id, release_id, status: outcome, stores: structuredClone(wire.stores) })
}

/**
 * Section 3.2 of the specification. A rejection that was not resubmitted counts again when all other orders are
 * finished.
 */
function aggregateStatus({ status, stores }: Delivery, newStatus: StoreStatus): Delivery['status'] {
  const count = (...wanted: StoreStatus[]) => stores.filter((store) => wanted.includes(store.status)).length
  const refused = count('rejected') > 0 ? 'rejected' : count('action_required') > 0 ? 'action_required' : undefined
  if (newStatus === 'pending') return 'in_progress'
  if (newStatus === 'takedown_pending') return status
  if (newStatus === 'taken_down') {
    // Decisions: all that were asked, of what was delivered; of anything else, all there are.
    const isOver = status === 'delivered' ? count('takedown_pending') === 0 : count('taken_down') === stores.length
    return isOver ? 'taken_down' : status
  }
  if (newStatus === 'rejected' || newStatus === 'action_required') return refused as Delivery['status']
  if (count('pending', 'ingesting') > 0) return status
  return refused ?? 'delivered'
}

const AFFECTED: StoreStatus[] = ['rejected', 'action_required']

export function resubmit(model: Model, id: string, store_ids: string[] | undefined): ExpectedResponse {
  const delivery = model.deliveries.get(id)
  if (!delivery) return refusal('not_found')
  const affected = delivery.wire.stores
    .filter(({ status }) => AFFECTED.includes(status))
    .map(({ store_id }) => store_id)
  if (affected.length === 0) return refusal('invalid_state')
  const chosen = store_ids ?? affected
  const inputRefusal = refusalFor(selectionIssues(delivery, chosen, (store) => affected.includes(store)))
  if (inputRefusal) return inputRefusal
  const release = model.releases.get(delivery.wire.release_id) as Release
  if (release.status === 'draft') return refusal('invalid_state')
  const codes = delivery.wire.territory_codes
  const isGone = (code: string) => code !== 'WORLDWIDE' && !isAllowedIn(model, release, code)
  const isEmpty = (store: string) => territoriesAt(model, codes, store, release).length === 0
  const unmet = assetIssues(model, release)
  if (codes.some(isGone) || chosen.some(isEmpty)) unmet.push('territory_not_supported')
  const releaseRefusal = refusalFor({ contract: [], world: unmet })
  if (releaseRefusal) return releaseRefusal
  return success(200, () => {
    if (release.status === 'rejected') setReleaseStatus(model, release, 'submitted')
    delivery.fingerprint = fingerprintOf(release)
    // In the order of the delivery, not of the call.
    for (const { store_id } of [...delivery.wire.stores].filter((store) => chosen.includes(store.store_id))) {
      setStoreStatus(model, delivery, store_id, 'pending')
      for (const store of delivery.wire.stores)
        if (store.store_id === store_id) store.territory_codes = territoriesAt(model, codes, store_id, release)
      scheduleReview(model, delivery, store_id)
    }
    return delivery.wire
  })
}

function selectionIssues(
  { wire }: ModelDelivery,
  chosen: string[],
  isEligible: (store: string) => boolean,
): RequestIssues {
  const issues: RequestIssues = { contract: [], world: [] }
  for (const store of chosen)
    if (!wire.stores.some(({ store_id }) => store_id === store)) issues.world.push('validation_failed')
    else if (!isEligible(store)) issues.world.push('invalid_state')
  return issues
}

/** `confirmationTime` says when a store confirms if the scenario allows any time between 24 and 72 hours. */
export function takedown(
  model: Model,
  id: string,
  store_ids: string[] | undefined,
  confirmationTime: (store: string) => number,
): ExpectedResponse {
  const delivery = model.deliveries.get(id)
  if (!delivery) return refusal('not_found')
  const removable = delivery.wire.stores
    .filter(({ store_id, status }) => status === 'delivered' && storeOf(model, store_id)?.capabilities.takedown)
    .map(({ store_id }) => store_id)
  const chosen = store_ids ?? removable
  if (chosen.length === 0) return refusal('invalid_state')
  const inputRefusal = refusalFor(selectionIssues(delivery, chosen, (store) => removable.includes(store)))
  if (inputRefusal) return inputRefusal
  return success(202, () => {
    const { takedown: hours } = scenarioOf(delivery.scenario)
    for (const { store_id: store } of [...delivery.wire.stores].filter(({ store_id }) => chosen.includes(store_id))) {
      setStoreStatus(model, delivery, store, 'takedown_pending')
      const after = hours ? hours(store) * HOUR : confirmationTime(store) - model.now
      const isInRange = after >= 24 * HOUR && after <= 72 * HOUR
      schedule(model, isInRange ? after : 72 * HOUR, { type: 'confirm-takedown', subject: id, store })
    }
    return delivery.wire
  })
}
