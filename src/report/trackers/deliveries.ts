import type { Findings } from '../findings.js'
import { isObject, parseJson } from '../observed-records.js'
import { type Call, idOf, setBounded, type Tracker } from './tracker.js'

const MAX_DELIVERIES = 300

const isRefused = (status: unknown) => status === 'rejected' || status === 'action_required'

/** What the sandbox told about a delivery, to the client or in an event. */
interface KnownDelivery {
  id: string
  releaseId: string
  refusedStores: Set<string>
  /** Whether the release or its tracks changed since the delivery was sent to the stores. */
  isCorrected: boolean
  /** Set when the status became action_required, until the client notices. */
  unnoticed: { at: number; eventId: string | undefined } | undefined
}

/** Judges how the client handles rejected and flagged deliveries. */
export function createDeliveryTracker(findings: Findings): Tracker {
  const deliveries = new Map<string, KnownDelivery>()

  function learn(value: unknown): KnownDelivery | undefined {
    if (!isObject(value)) return undefined
    const { id = value.delivery_id, release_id: releaseId, stores } = value
    if (typeof id !== 'string' || typeof releaseId !== 'string' || !Array.isArray(stores)) return undefined
    const known = deliveries.get(id) ?? {
      id,
      releaseId,
      refusedStores: new Set<string>(),
      isCorrected: false,
      unnoticed: undefined,
    }
    known.refusedStores = new Set(stores.filter(({ status }) => isRefused(status)).map(({ store_id }) => store_id))
    setBounded(deliveries, id, known, MAX_DELIVERIES)
    return known
  }

  function learnFromAnswer(call: Call) {
    const answer = call.answer()
    const rows = isObject(answer) && Array.isArray(answer.data) ? answer.data : [answer]
    for (const row of rows) {
      const known = learn(row)
      if (!known || call.isExcluded) continue
      if (JSON.stringify(row).includes('"action_required"')) findings.markTried('action-required-ignored')
      known.unnoticed = undefined
    }
  }

  function judgeNewDelivery(call: Call) {
    const { request, mark } = call
    const body = parseJson(request.body)
    if (!isObject(body) || !Array.isArray(body.store_ids)) return
    const storeIds = body.store_ids as unknown[]
    const refused = [...deliveries.values()].flatMap(({ releaseId, refusedStores, id }) =>
      releaseId === body.release_id
        ? [...refusedStores].filter((store) => storeIds.includes(store)).map((store) => ({ store, id }))
        : [],
    )
    // The client may not have read the rejection; then the refusal says so.
    for (const [, store = '', id = ''] of request.status === 409
      ? request.responseBody.matchAll(
          /"(\w+) has this release already, in (\w+), where it is (?:rejected|action_required)"/g,
        )
      : [])
      if (!refused.some((known) => known.store === store)) refused.push({ store, id })
    for (const { store, id } of refused)
      findings.add({
        rule: 'new-delivery-not-resubmit',
        operation: 'createDelivery',
        subject: 'store refused it',
        what: `A new delivery of ${body.release_id} to ${store} was requested, although ${store} rejected or flagged ${id}`,
        requestIds: [request.requestId],
        at: request.now,
        mark,
      })
  }

  function judgeResubmission(call: Call) {
    const known = deliveries.get(idOf(call.path))
    if (known) known.unnoticed = undefined
    if (call.request.status >= 300) return
    if (!call.isExcluded) {
      findings.markTried('new-delivery-not-resubmit')
      findings.markTried('resubmit-unchanged')
      if (known && !known.isCorrected)
        findings.add({
          rule: 'resubmit-unchanged',
          operation: 'resubmitDelivery',
          subject: 'nothing changed',
          what: `${known.id} was resubmitted, and neither its release nor a track was changed before`,
          requestIds: [call.request.requestId],
          at: call.request.now,
          mark: call.mark,
        })
    }
    if (known) known.isCorrected = false
  }

  function learnCorrection(releaseId: unknown) {
    for (const known of deliveries.values()) if (known.releaseId === releaseId) known.isCorrected = true
  }

  function reportUnnoticed(target: Findings) {
    for (const { id, unnoticed } of deliveries.values())
      if (unnoticed)
        target.add({
          rule: 'action-required-ignored',
          operation: undefined,
          subject: 'never read',
          what: `${id} became action_required; the client neither read it, nor acknowledged its event, nor resubmitted it`,
          requestIds: [],
          ...(unnoticed.eventId && { eventId: unnoticed.eventId }),
          at: unnoticed.at,
          mark: undefined,
        })
  }

  return {
    observeCall(call) {
      const { request, operation, isExcluded } = call
      if (operation?.id === 'createDelivery' && !isExcluded && !request.replayed) judgeNewDelivery(call)
      if (operation?.id === 'resubmitDelivery') judgeResubmission(call)
      if (!operation || request.status >= 300 || call.isUnchangedRead) return
      if (call.path.startsWith('/v1/deliveries')) return learnFromAnswer(call)
      if (request.method === 'GET' || deliveries.size === 0) return
      if (operation.id === 'updateRelease') learnCorrection(idOf(call.path))
      else if (call.path.startsWith('/v1/tracks')) {
        const answer = call.answer()
        const rows = isObject(answer) && Array.isArray(answer.data) ? answer.data : [answer]
        for (const row of rows) if (isObject(row)) learnCorrection(row.release_id)
      }
    },
    observeEvent(event) {
      if (event.event_type !== 'delivery.completed') return
      const known = learn(event.data)
      if (!known) return
      if (event.data.status !== 'action_required') return void (known.unnoticed = undefined)
      findings.markTried('action-required-ignored')
      known.unnoticed = { at: Date.parse(event.created_at), eventId: event.id }
    },
    observeAttempt({ event, isAcknowledged, attempt }) {
      if (!isAcknowledged || attempt.isForged || event?.event_type !== 'delivery.completed') return
      const known = deliveries.get(event.data.delivery_id)
      if (known) known.unnoticed = undefined
    },
    forgetWorld() {
      reportUnnoticed(findings)
      deliveries.clear()
    },
    conclude: reportUnnoticed,
  }
}
