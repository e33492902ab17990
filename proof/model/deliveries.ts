import type { Delivery, Release, Store } from '../../src/index.js'
import { courseAt, scenarioOf } from './scenarios.js'
import {
  emit,
  fingerprintOf,
  HOUR,
  iso,
  type Model,
  mayGo,
  moveRelease,
  type Order,
  type Status,
  schedule,
} from './state.js'
import { type Faults, judge, newId, refusal, success, type Verdict } from './verdict.js'

export interface DeliveryBody {
  release_id: string
  store_ids: string[]
  territory_codes: string[]
}

const storeOf = (model: Model, id: string) => model.stores.find((store) => store.store_id === id)

function bodyFaults(model: Model, { release_id, store_ids, territory_codes: codes }: DeliveryBody): Faults {
  const faults: Faults = { contract: [], world: [] }
  const release = model.releases.get(release_id)
  const stores = store_ids.map((id) => storeOf(model, id))
  const isWorldwide = codes.includes('WORLDWIDE')
  if (codes.some((code) => !/^(WORLDWIDE|[A-Z]{2})$/.test(code)) || (isWorldwide && codes.length > 1))
    faults.contract.push('validation_failed')
  if (!release || stores.includes(undefined)) faults.world.push('validation_failed')
  const served = (code: string) => stores.every((store) => !store || store.territories.includes(code))
  const isFit = (code: string) =>
    model.licensed.has(code) && (!release || (served(code) && mayGo(model, release, code)))
  if (codes.some((code) => /^[A-Z]{2}$/.test(code) && !isFit(code))) faults.world.push('territory_not_supported')
  const isNowhere = (store: Store | undefined) => store && release && reach(model, store, release).length === 0
  if (isWorldwide && stores.some(isNowhere)) faults.world.push('territory_not_supported')
  return faults
}

/** What WORLDWIDE means at a store. */
const reach = (model: Model, { territories }: Store, release: Release) =>
  territories.filter((code) => mayGo(model, release, code))

/** The nearest wins: the call's header, that of the submission, the title, the world. */
export function scenarioFor(model: Model, release: Release | undefined, header: string | undefined): string {
  const tagged = /\[sandbox:(.*?)\]/.exec(release?.title ?? '')?.[1]
  return header ?? model.chosen.get(release?.id ?? '') ?? tagged ?? model.scenario
}

export function createDelivery(model: Model, body: DeliveryBody, header: string | undefined): Verdict {
  const wrong = judge(bodyFaults(model, body))
  if (wrong) return wrong
  const release = model.releases.get(body.release_id) as Release
  if (release.status !== 'submitted' && release.status !== 'delivered') return refusal('invalid_state')
  const fingerprint = fingerprintOf(release)
  const isThere = ({ wire, fingerprint: ordered }: Order) =>
    ordered === fingerprint &&
    wire.stores.some(({ store_id, status }) => body.store_ids.includes(store_id) && status !== 'taken_down')
  if ([...model.deliveries.values()].some(isThere)) return refusal('duplicate_submission')
  const scenario = scenarioFor(model, release, header)
  const settle = ({ id: given }: Delivery) => {
    const now = iso(model.now)
    const id = newId('dlv', given, model.deliveries)
    const wire: Delivery = {
      id,
      release_id: release.id,
      status: 'in_progress',
      territory_codes: body.territory_codes,
      stores: body.store_ids.map((store_id) => ({
        store_id,
        status: 'pending',
        territory_codes: codesAt(model, body.territory_codes, store_id, release),
        updated_at: now,
      })),
      created_at: now,
      updated_at: now,
      completed_at: null,
    }
    const order: Order = { wire, scenario, fingerprint, attempts: {} }
    model.deliveries.set(id, order)
    for (const store of body.store_ids) review(model, order, store)
    return wire
  }
  return success(201, settle, scenario)
}

const codesAt = (model: Model, codes: string[], store: string, release: Release) =>
  codes[0] === 'WORLDWIDE' ? reach(model, storeOf(model, store) as Store, release) : codes

/** A store lets an order lie for a quarter of its time, then ingests it, then says what it makes of it. */
function review(model: Model, order: Order, store: string): void {
  const attempt = (order.attempts[store] = (order.attempts[store] ?? 0) + 1)
  const { outcome, code, after } = courseAt(order.scenario, storeOf(model, store) as Store, attempt)
  const subject = order.wire.id
  schedule(model, after / 4, { type: 'ingest-order', subject, store })
  schedule(model, after, { type: 'review-order', subject, store, outcome, code })
}

/** Moves a store on, and with it the delivery and its release. */
export function moveStore(model: Model, order: Order, store: string, status: Status, code?: string): void {
  const { wire } = order
  const now = iso(model.now)
  wire.stores = wire.stores.map(({ rejection_code: _, ...known }) =>
    known.store_id !== store
      ? { ...known, ...(_ !== undefined && { rejection_code: _ }) }
      : { ...known, status, ...(code !== undefined && { rejection_code: code }), updated_at: now },
  )
  wire.updated_at = now
  const before = wire.status
  wire.status = aggregate(wire, status)
  if (wire.status === before) return
  if (wire.status === 'in_progress') wire.completed_at = null
  const release = model.releases.get(wire.release_id) as Release
  if ((wire.status === 'delivered' || wire.status === 'rejected') && release.status !== wire.status)
    moveRelease(model, release, wire.status)
  if (wire.status === 'in_progress' || wire.status === 'taken_down') return
  wire.completed_at = now
  const { id: delivery_id, release_id, status: outcome } = wire
  emit(model, 'delivery.completed', { delivery_id, release_id, status: outcome, stores: structuredClone(wire.stores) })
}

/** Spec 3.2, literally. A refusal that was not resubmitted speaks again when all others are done. */
function aggregate({ status, stores }: Delivery, moved: Status): Delivery['status'] {
  const count = (...wanted: Status[]) => stores.filter((store) => wanted.includes(store.status)).length
  const refused = count('rejected') > 0 ? 'rejected' : count('action_required') > 0 ? 'action_required' : undefined
  if (moved === 'pending') return 'in_progress'
  if (moved === 'rejected' || moved === 'action_required') return refused as Delivery['status']
  if (count('pending', 'ingesting') > 0) return status
  if (refused) return refused
  if (moved === 'taken_down' && count('takedown_pending') === 0) return 'taken_down'
  return 'delivered'
}

const AFFECTED: Status[] = ['rejected', 'action_required']

export function resubmit(model: Model, id: string, store_ids: string[] | undefined): Verdict {
  const order = model.deliveries.get(id)
  if (!order) return refusal('not_found')
  const affected = order.wire.stores.filter(({ status }) => AFFECTED.includes(status)).map(({ store_id }) => store_id)
  if (affected.length === 0) return refusal('invalid_state')
  const chosen = store_ids ?? affected
  const wrong = judge(choiceFaults(order, chosen, (store) => affected.includes(store)))
  if (wrong) return wrong
  const release = model.releases.get(order.wire.release_id) as Release
  const codes = order.wire.territory_codes
  const isGone = (code: string) => code !== 'WORLDWIDE' && !mayGo(model, release, code)
  const isEmpty = (store: string) => codesAt(model, codes, store, release).length === 0
  if (codes.some(isGone) || chosen.some(isEmpty)) return refusal('territory_not_supported')
  return success(200, () => {
    if (release.status === 'rejected') moveRelease(model, release, 'submitted')
    order.fingerprint = fingerprintOf(release)
    // In the order of the delivery, whatever the order of the call.
    for (const { store_id } of [...order.wire.stores].filter((store) => chosen.includes(store.store_id))) {
      moveStore(model, order, store_id, 'pending')
      for (const store of order.wire.stores)
        if (store.store_id === store_id) store.territory_codes = codesAt(model, codes, store_id, release)
      review(model, order, store_id)
    }
    return order.wire
  })
}

function choiceFaults({ wire }: Order, chosen: string[], isFit: (store: string) => boolean): Faults {
  const faults: Faults = { contract: [], world: [] }
  for (const store of chosen)
    if (!wire.stores.some(({ store_id }) => store_id === store)) faults.world.push('validation_failed')
    else if (!isFit(store)) faults.world.push('invalid_state')
  return faults
}

/** `due` tells when a store will confirm, where the scenario leaves it open between 24 and 72 hours. */
export function takedown(
  model: Model,
  id: string,
  store_ids: string[] | undefined,
  due: (store: string) => number,
): Verdict {
  const order = model.deliveries.get(id)
  if (!order) return refusal('not_found')
  if (order.wire.status !== 'delivered') return refusal('invalid_state')
  const there = order.wire.stores.filter(({ status }) => status === 'delivered').map(({ store_id }) => store_id)
  if (there.length === 0) return refusal('invalid_state')
  const chosen = store_ids ?? there
  const takesDown = (store: string) => storeOf(model, store)?.capabilities.takedown === true
  const wrong = judge(choiceFaults(order, chosen, (store) => there.includes(store) && takesDown(store)))
  if (wrong) return wrong
  return success(202, () => {
    const { takedown: hours } = scenarioOf(order.scenario)
    for (const { store_id: store } of [...order.wire.stores].filter(({ store_id }) => chosen.includes(store_id))) {
      moveStore(model, order, store, 'takedown_pending')
      const after = hours ? hours(store) * HOUR : due(store) - model.now
      const isUsual = after >= 24 * HOUR && after <= 72 * HOUR
      schedule(model, isUsual ? after : 72 * HOUR, { type: 'confirm-takedown', subject: id, store })
    }
    return order.wire
  })
}
