import { EVENT_TYPES } from '../../core/events/events.js'
import type { ScenarioFile } from '../../runtime/scenarios/scenario-file.js'
import type { Receiver } from '../../webhooks/receiver.js'

/** The part of a client of one world that the walk-through needs. */
export interface WalkThroughClient {
  key: string
  get(path: string): Promise<ApiResponse>
  post(path: string, body?: unknown): Promise<ApiResponse>
  patch(path: string, body?: unknown): Promise<ApiResponse>
  send(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<ApiResponse>
}

export interface WalkThroughOptions {
  takedown: boolean
  payout: boolean
  receiver?: Receiver | undefined
}

/** Requests a takedown and a payout only if the scenario has rules for them. */
export const walkThroughOptions = ({ takedowns, payouts }: ScenarioFile): WalkThroughOptions => ({
  takedown: takedowns !== undefined,
  payout: payouts !== undefined,
})

interface ApiResponse {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: responses have different types
  body: any
}

const STORES = ['store_lumenwave', 'store_quorvane', 'store_pernickel']
const MAX_ATTEMPTS = 3

/**
 * Runs a partner's integration from upload to takedown, and returns one line for each result. Temporary refusals are
 * retried. A rejected or flagged delivery is corrected and resubmitted, at most twice. With a receiver, the result ends
 * with the delivery attempts of each event and the events that the receiver got.
 */
export async function runWalkThrough(
  api: WalkThroughClient,
  { takedown, payout, receiver }: WalkThroughOptions,
): Promise<string[]> {
  const lines: string[] = []
  if (receiver) {
    const { url, secret } = receiver
    await api.post('/v1/webhooks', { url, secret, event_type: EVENT_TYPES })
  }
  const advanceUntilIdle = async () => (await api.post('/_sandbox/clock/advance', { until: 'idle' })).body

  async function retry(name: string, call: () => Promise<ApiResponse>): Promise<ApiResponse> {
    for (let attempt = 0; attempt < 6; attempt++) {
      // Stay below the rate limits, which count on the world's clock.
      await api.post('/_sandbox/clock/advance', { duration: '1s' })
      const response = await call().catch(() => undefined)
      if (response && response.status < 429) return response
      lines.push(response ? `${name} ${response.status}` : `${name} connection reset`)
      await api.post('/_sandbox/clock/advance', { duration: `${response?.headers['retry-after'] ?? 1}s` })
    }
    throw new Error(`${name} never succeeded`)
  }

  const createdAsset = await retry('createAsset', () =>
    api.post('/v1/assets', { type: 'audio', filename: 'walk.wav', content_type: 'audio/wav' }),
  )
  await api.send(
    'PUT',
    `/v1/assets/${createdAsset.body.id}/content`,
    { 'x-api-key': api.key },
    Buffer.from('RIFF----WAVE'),
  )
  await advanceUntilIdle()
  const asset = (await api.get(`/v1/assets/${createdAsset.body.id}`)).body
  lines.push(`asset ${asset.status}`)

  const release = await retry('createRelease', () =>
    api.post('/v1/releases', {
      title: 'Walk-through',
      artists: [{ name: 'Walker', role: 'main' }],
      release_date: '2030-01-01',
    }),
  )
  const { id } = release.body
  const audio = asset.status === 'ready' ? asset.id : 'ast_seed_audio_01'
  const track = await retry('createTrack', () =>
    api.post('/v1/tracks', { release_id: id, title: 'Walk', audio_asset_id: audio }),
  )
  await retry('updateRelease', () => api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' }))
  await retry('submitRelease', () => api.post(`/v1/releases/${id}/submit`))
  const readReleaseStatus = async () => (await retry('getRelease', () => api.get(`/v1/releases/${id}`))).body.status
  lines.push(`release ${await readReleaseStatus()}`)

  const order = { release_id: id, store_ids: STORES, territory_codes: ['WORLDWIDE'] }
  const delivery = (await retry('createDelivery', () => api.post('/v1/deliveries', order))).body
  lines.push(`delivery ${delivery.status}`)
  const readDelivery = async () => (await retry('getDelivery', () => api.get(`/v1/deliveries/${delivery.id}`))).body

  /** Advances the clock until nothing is scheduled, and records the status of stores, delivery and release. */
  async function recordOutcome() {
    await advanceUntilIdle()
    const { stores, status } = await readDelivery()
    for (const { store_id, status: state, rejection_code: code } of stores)
      lines.push(`${store_id} ${state}${code ? ` ${code}` : ''}`)
    lines.push(`delivery ${status}`, `release ${await readReleaseStatus()}`)
    return status as string
  }

  async function payOut() {
    const statements = await retry('listStatements', () => api.get('/v1/statements?status=closed&limit=100'))
    const statement_ids = [statements.body.data.at(-1).id]
    const payout = (await retry('createPayout', () => api.post('/v1/payouts', { statement_ids }))).body
    lines.push(`payout ${payout.status}${payout.hold_reason ? ` ${payout.hold_reason}` : ''}`)
    const path = `/v1/payouts/${payout.id}`
    const released = await retry('releasePayout', () => api.post(`${path}/release`))
    lines.push(`releasePayout ${released.status} ${released.body.error?.code ?? released.body.status}`)
    if (payout.status === 'on_hold') {
      const resolved = await api.post('/_sandbox/simulate/payout', { payout_id: payout.id, outcome: 'pending' })
      lines.push(`hold resolved, payout ${resolved.body.status}`)
    }
    await advanceUntilIdle()
    lines.push(`payout ${(await retry('getPayout', () => api.get(path))).body.status}`)
  }

  let status = await recordOutcome()
  for (let attempt = 2; attempt <= MAX_ATTEMPTS && ['rejected', 'action_required'].includes(status); attempt++) {
    const corrections = {
      title: `Walk-through, corrected ${attempt}`,
      artwork_asset_id: `ast_seed_artwork_0${attempt}`,
    }
    await retry('updateRelease', () => api.patch(`/v1/releases/${id}`, corrections))
    const audio_asset_id = `ast_seed_audio_0${attempt}`
    await retry('updateTrack', () => api.patch(`/v1/tracks/${track.body.id}`, { audio_asset_id }))
    await retry('resubmitDelivery', () => api.post(`/v1/deliveries/${delivery.id}/resubmit`))
    lines.push(`resubmitted, attempt ${attempt}`)
    status = await recordOutcome()
  }
  if (takedown && status === 'delivered') {
    await retry('takedownDelivery', () => api.post(`/v1/deliveries/${delivery.id}/takedown`))
    lines.push('takedown requested')
    await recordOutcome()
  }
  if (payout) await payOut()
  const events: LoggedEvent[] = (await api.get('/_sandbox/events')).body.data
  for (const { event_type, data, deliveries } of events) {
    if (event_type === 'ping') continue
    const attempts = deliveries.flatMap(({ attempts }) =>
      attempts.map((attempt) => attempt.status_code ?? attempt.failure),
    )
    lines.push(`event ${eventLabel(event_type, data)}${receiver ? `: ${attempts.join(', ')}` : ''}`)
  }
  for (const { event, verdict } of receiver?.arrivals ?? []) {
    if (!event || event.event_type === 'ping') continue
    lines.push(`arrived ${eventLabel(event.event_type, event.data)}${verdict === 'new' ? '' : `, ${verdict}`}`)
  }
  return lines
}

interface LoggedEvent {
  event_type: string
  data: { status?: string }
  deliveries: { attempts: { status_code: number | null; failure: string | null }[] }[]
}

const eventLabel = (type: string, { status }: { status?: unknown }) => `${type}${status ? ` ${status}` : ''}`
