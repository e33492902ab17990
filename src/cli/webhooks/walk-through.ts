import { EVENT_TYPES } from '../../core/events/events.js'
import type { ScenarioFile } from '../../runtime/scenarios/scenario-file.js'
import type { Receiver } from '../../webhooks/receiver.js'

/** A client of one world, as far as the walk needs it. */
export interface Walker {
  key: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  send(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<Answer>
}

/** Where the walk leads. */
export interface Walk {
  takedown: boolean
  payout: boolean
  receiver?: Receiver | undefined
}

/** What a scenario has something to say about. */
export const walkOf = ({ takedowns, payouts }: ScenarioFile): Walk => ({
  takedown: takedowns !== undefined,
  payout: payouts !== undefined,
})

interface Answer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

const STORES = ['store_lumenwave', 'store_quorvane', 'store_pernickel']
const MOST_ATTEMPTS = 3

/**
 * What a partner's integration does from upload to takedown, and everything it meets on the way, one line each. Calls
 * that are refused for a while are tried again; what a store rejects or flags is corrected and resubmitted, twice at most.
 * A takedown is requested, and the oldest statement paid, where the scenario has something to say about it. A receiver is
 * told what happens, and the walk ends with what became of each event, and what the receiver saw.
 */
export async function walkThrough(api: Walker, { takedown, payout, receiver }: Walk): Promise<string[]> {
  const lines: string[] = []
  if (receiver) {
    const { url, secret } = receiver
    await api.post('/v1/webhooks', { url, secret, event_type: EVENT_TYPES })
  }
  const settle = async () => (await api.post('/_sandbox/clock/advance', { until: 'idle' })).body

  async function persist(name: string, call: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < 6; tries++) {
      // A polite client takes its time, on the clock that counts.
      await api.post('/_sandbox/clock/advance', { duration: '1s' })
      const answer = await call().catch(() => undefined)
      if (answer && answer.status < 429) return answer
      lines.push(answer ? `${name} ${answer.status}` : `${name} connection reset`)
      await api.post('/_sandbox/clock/advance', { duration: `${answer?.headers['retry-after'] ?? 1}s` })
    }
    throw new Error(`${name} never succeeded`)
  }

  const announced = await persist('createAsset', () =>
    api.post('/v1/assets', { type: 'audio', filename: 'walk.wav', content_type: 'audio/wav' }),
  )
  await api.send(
    'PUT',
    `/v1/assets/${announced.body.id}/content`,
    { 'x-api-key': api.key },
    Buffer.from('RIFF----WAVE'),
  )
  await settle()
  const asset = (await api.get(`/v1/assets/${announced.body.id}`)).body
  lines.push(`asset ${asset.status}`)

  const release = await persist('createRelease', () =>
    api.post('/v1/releases', {
      title: 'Walk-through',
      artists: [{ name: 'Walker', role: 'main' }],
      release_date: '2030-01-01',
    }),
  )
  const { id } = release.body
  const audio = asset.status === 'ready' ? asset.id : 'ast_seed_audio_01'
  await persist('createTrack', () => api.post('/v1/tracks', { release_id: id, title: 'Walk', audio_asset_id: audio }))
  await persist('updateRelease', () => api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' }))
  await persist('submitRelease', () => api.post(`/v1/releases/${id}/submit`))
  const statusOf = async () => (await persist('getRelease', () => api.get(`/v1/releases/${id}`))).body.status
  lines.push(`release ${await statusOf()}`)

  const order = { release_id: id, store_ids: STORES, territory_codes: ['WORLDWIDE'] }
  const delivery = (await persist('createDelivery', () => api.post('/v1/deliveries', order))).body
  lines.push(`delivery ${delivery.status}`)
  const read = async () => (await persist('getDelivery', () => api.get(`/v1/deliveries/${delivery.id}`))).body

  /** Lets time pass until nothing happens any more, and tells what became of stores, delivery and release. */
  async function watch() {
    await settle()
    const { stores, status } = await read()
    for (const { store_id, status: state, rejection_code: code } of stores)
      lines.push(`${store_id} ${state}${code ? ` ${code}` : ''}`)
    lines.push(`delivery ${status}`, `release ${await statusOf()}`)
    return status as string
  }

  async function payOut() {
    const statements = await persist('listStatements', () => api.get('/v1/statements?status=closed&limit=100'))
    const statement_ids = [statements.body.data.at(-1).id]
    const payout = (await persist('createPayout', () => api.post('/v1/payouts', { statement_ids }))).body
    lines.push(`payout ${payout.status}${payout.hold_reason ? ` ${payout.hold_reason}` : ''}`)
    const path = `/v1/payouts/${payout.id}`
    const released = await persist('releasePayout', () => api.post(`${path}/release`))
    lines.push(`releasePayout ${released.status} ${released.body.error?.code ?? released.body.status}`)
    if (payout.status === 'on_hold') {
      const resolved = await api.post('/_sandbox/simulate/payout', { payout_id: payout.id, outcome: 'pending' })
      lines.push(`hold resolved, payout ${resolved.body.status}`)
    }
    await settle()
    lines.push(`payout ${(await persist('getPayout', () => api.get(path))).body.status}`)
  }

  let status = await watch()
  for (let attempt = 2; attempt <= MOST_ATTEMPTS && ['rejected', 'action_required'].includes(status); attempt++) {
    await persist('updateRelease', () =>
      api.patch(`/v1/releases/${id}`, { title: `Walk-through, corrected ${attempt}` }),
    )
    await persist('resubmitDelivery', () => api.post(`/v1/deliveries/${delivery.id}/resubmit`))
    lines.push(`resubmitted, attempt ${attempt}`)
    status = await watch()
  }
  if (takedown && status === 'delivered') {
    await persist('takedownDelivery', () => api.post(`/v1/deliveries/${delivery.id}/takedown`))
    lines.push('takedown requested')
    await watch()
  }
  if (payout) await payOut()
  const events: LoggedEvent[] = (await api.get('/_sandbox/events')).body.data
  for (const { event_type, data, deliveries } of events) {
    if (event_type === 'ping') continue
    const attempts = deliveries.flatMap(({ attempts }) => attempts.map((made) => made.status_code ?? made.failure))
    lines.push(`event ${nameOf(event_type, data)}${receiver ? `: ${attempts.join(', ')}` : ''}`)
  }
  for (const { event, verdict } of receiver?.arrivals ?? []) {
    if (!event || event.event_type === 'ping') continue
    lines.push(`arrived ${nameOf(event.event_type, event.data)}${verdict === 'new' ? '' : `, ${verdict}`}`)
  }
  return lines
}

interface LoggedEvent {
  event_type: string
  data: { status?: string }
  deliveries: { attempts: { status_code: number | null; failure: string | null }[] }[]
}

const nameOf = (type: string, { status }: { status?: unknown }) => `${type}${status ? ` ${status}` : ''}`
