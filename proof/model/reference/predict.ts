import type { Payout } from '../../../src/index.js'
import { type AssetBody, CONTENTS, type Content, createAsset, uploadAsset } from './assets.js'
import { createDelivery, type DeliveryBody, resubmit, takedown } from './deliveries.js'
import { type ExpectedResponse, refusal, success } from './expected-response.js'
import { createPayout, releasePayout, simulatePayout } from './payouts.js'
import { createRelease, type ReleaseBody, submitRelease, updateRelease } from './releases.js'
import { DAY, type Model } from './state.js'
import { createTracks, type TrackBody, updateTrack } from './tracks.js'

type Operation =
  | { op: 'createRelease'; body: ReleaseBody }
  | { op: 'updateRelease'; id: string; body: ReleaseBody; scenario?: string }
  | { op: 'submitRelease'; id: string; scenario?: string }
  | { op: 'createTrack'; body: TrackBody }
  | { op: 'createTracks'; body: { tracks: TrackBody[] } }
  | { op: 'updateTrack'; id: string; body: TrackBody }
  | { op: 'createAsset'; body: AssetBody }
  | { op: 'uploadAsset'; id: string; content: Content }
  | { op: 'createDelivery'; body: DeliveryBody; scenario?: string }
  | { op: 'resubmitDelivery'; id: string; body?: { store_ids: string[] } }
  | { op: 'takedownDelivery'; id: string; body?: { store_ids: string[] } }
  | { op: 'createPayout'; body: { statement_ids: string[] }; scenario?: string }
  | { op: 'releasePayout'; id: string }
  | { op: 'simulatePayout'; body: { payout_id: string; outcome: Payout['status'] } }

/** One API call with all its arguments. */
export type Call = Operation & { key?: string }

const ROUTES: Record<Call['op'], [method: string, path: string]> = {
  createRelease: ['POST', '/v1/releases'],
  updateRelease: ['PATCH', '/v1/releases/*'],
  submitRelease: ['POST', '/v1/releases/*/submit'],
  createTrack: ['POST', '/v1/tracks'],
  createTracks: ['POST', '/v1/tracks/bulk'],
  updateTrack: ['PATCH', '/v1/tracks/*'],
  createAsset: ['POST', '/v1/assets'],
  uploadAsset: ['PUT', '/v1/assets/*/content'],
  createDelivery: ['POST', '/v1/deliveries'],
  resubmitDelivery: ['POST', '/v1/deliveries/*/resubmit'],
  takedownDelivery: ['POST', '/v1/deliveries/*/takedown'],
  createPayout: ['POST', '/v1/payouts'],
  releasePayout: ['POST', '/v1/payouts/*/release'],
  simulatePayout: ['POST', '/_sandbox/simulate/payout'],
}

export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export function toHttpRequest(call: Call): HttpRequest {
  const [method, route] = ROUTES[call.op]
  const path = route.replace('*', 'id' in call ? call.id : '')
  const headers: Record<string, string> = {}
  if (call.key !== undefined) headers['idempotency-key'] = call.key
  if ('scenario' in call && call.scenario !== undefined) headers['x-sandbox-scenario'] = call.scenario
  if (call.op === 'uploadAsset') return { method, path, headers, body: CONTENTS[call.content] }
  if (!('body' in call) || call.body === undefined) return { method, path, headers }
  headers['content-type'] = 'application/json'
  return { method, path, headers, body: JSON.stringify(call.body) }
}

/**
 * The expected response if the call runs. `confirmationTime` reads from the sandbox when a store confirms a takedown.
 */
function predictExecution(
  model: Model,
  call: Call,
  confirmationTime: (delivery: string, store: string) => number,
): ExpectedResponse {
  switch (call.op) {
    case 'createRelease':
      return createRelease(model, call.body)
    case 'updateRelease':
      return updateRelease(model, call.id, call.body, call.scenario)
    case 'submitRelease':
      return submitRelease(model, call.id, call.scenario)
    case 'createTrack':
      return createTracks(model, [call.body], false)
    case 'createTracks':
      return createTracks(model, call.body.tracks, true)
    case 'updateTrack':
      return updateTrack(model, call.id, call.body)
    case 'createAsset':
      return createAsset(model, call.body)
    case 'uploadAsset':
      return uploadAsset(model, call.id, call.content)
    case 'createDelivery':
      return createDelivery(model, call.body, call.scenario)
    case 'resubmitDelivery':
      return resubmit(model, call.id, call.body?.store_ids)
    case 'takedownDelivery':
      return takedown(model, call.id, call.body?.store_ids, (store) => confirmationTime(call.id, store))
    case 'createPayout':
      return createPayout(model, call.body.statement_ids, call.scenario)
    case 'releasePayout':
      return releasePayout(model, call.id)
    case 'simulatePayout':
      return simulatePayout(model, call.body.payout_id, call.body.outcome)
  }
}

export interface Prediction extends ExpectedResponse {
  /** The stored response that must come again, byte for byte. */
  replay?: { text: string; requestId: string | null }
}

/** A retry is the same request if method, path and body are the same. */
export function requestKey(call: Call): string {
  const { method, path, body = '' } = toHttpRequest(call)
  return `${method} ${path}\n${body}`
}

/** Adds idempotency (section 5.3 of the specification), which is checked before the call runs. */
export function predict(
  model: Model,
  call: Call,
  confirmationTime: (delivery: string, store: string) => number,
): Prediction {
  const expected = predictExecution(model, call, confirmationTime)
  const stored = call.key === undefined ? undefined : model.storedResponses.get(call.key)
  // A request that the document refuses does not reach the idempotency check.
  if (!stored || model.now >= stored.at + DAY || !expected.isReplayable) return expected
  if (stored.request !== requestKey(call)) return { ...refusal('idempotency_key_reused'), isReplayable: false }
  const { status, text, requestId } = stored
  return { ...success(status, () => JSON.parse(text)), isReplayable: false, replay: { text, requestId } }
}
