import { type Client, validRelease } from '../support/test-sandbox.js'
import { advanceClock, registerWebhook, startReceiver, triggerEvent } from '../support/webhook-receiver.js'

/** Markup, right-to-left text, an override of the direction, emoji, control characters, and nothing to break a line at. */
export const HOSTILE =
  '<script>alert(1)</script><img src=x onerror=alert(1)> שלום \u202egnol\u202c 👩‍👩‍👧 \u0007\u001b[31m '
export const LONG_HOSTILE = HOSTILE + 'x'.repeat(500 - HOSTILE.length)

export interface FullWorld {
  ids: Record<
    'release' | 'track' | 'asset' | 'delivery' | 'webhook' | 'event' | 'payout' | 'request' | 'creation' | 'attempt',
    string
  >
}

/** A world in which every screen has something to show, with hostile text wherever a client can put text. */
export async function fillWorld(api: Client): Promise<FullWorld> {
  const must = (response: { status: number; text: string; body: { id: string } }): string => {
    if (response.status >= 300) throw new Error(response.text)
    return response.body.id
  }
  const put = (path: string, body: object) =>
    api.send('PUT', path, { 'x-api-key': api.key, 'content-type': 'application/json' }, JSON.stringify(body))
  const receiver = await startReceiver({
    respond: ({ event }) => ({ status: event?.event_type === 'ping' ? 200 : 500, body: LONG_HOSTILE }),
  })
  await put('/_sandbox/report/mark', { name: HOSTILE.slice(0, 100) })
  await put('/_sandbox/scenario', { name: 'payout-on-hold' })
  const webhook = must(await registerWebhook(api, `${receiver.url}?${encodeURIComponent(HOSTILE)}`))
  must(await registerWebhook(api, 'http://127.0.0.1:9/nobody'))
  await triggerEvent(api)
  await advanceClock(api, '24h')
  const audio = { type: 'audio', content_type: 'audio/wav' }
  const asset = must(await api.post('/v1/assets', { ...audio, filename: `${LONG_HOSTILE.slice(0, 240)}.wav` }))
  const created = await api.post('/v1/releases', {
    ...validRelease,
    title: LONG_HOSTILE,
    label: HOSTILE,
    artists: [{ name: LONG_HOSTILE.slice(0, 200), role: 'main' }],
  })
  const release = must(created)
  const creation = created.headers['x-request-id'] as string
  const track = must(
    await api.post('/v1/tracks', { release_id: release, title: LONG_HOSTILE, audio_asset_id: 'ast_seed_audio_12' }),
  )
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave', 'store_quorvane'] }
  const delivery = must(await api.post('/v1/deliveries', { ...order, territory_codes: ['WORLDWIDE'] }))
  const rejection = {
    delivery_id: delivery,
    store_id: 'store_quorvane',
    outcome: 'rejected',
    rejection_reason: LONG_HOSTILE,
  }
  must(await api.post('/_sandbox/simulate/delivery', rejection))
  await advanceClock(api, '1h')
  await api.post('/_sandbox/snapshots', { name: 'before' })
  await api.patch(`/v1/tracks/${track}`, { title: `${HOSTILE}2` })
  await api.post('/_sandbox/snapshots', { name: 'after' })
  const closed = (await api.get('/v1/statements?status=closed&limit=50')).body.data as {
    id: string
    currency: string
  }[]
  const inDollars = closed.filter(({ currency }) => currency === 'USD').slice(0, 2)
  const payout = must(await api.post('/v1/payouts', { statement_ids: inDollars.map(({ id }) => id) }))
  await api.post('/_sandbox/faults', { operation: 'listStores', status: 503, times: 2 })
  await api.get('/v1/stores')
  await api.get(`/v1/releases/${encodeURIComponent(HOSTILE)}`, { 'user-agent': HOSTILE.replaceAll(/[^ -~]/g, '?') })
  const bad = { [HOSTILE]: LONG_HOSTILE, title: 7 }
  await api.post('/v1/releases', bad)
  const request = (await api.post('/v1/releases', bad)).headers['x-request-id'] as string
  const events = (await api.get(`/_sandbox/state/events?webhook_id=${webhook}&status=undeliverable`)).body.data
  const { id: event } = events[0] as { id: string }
  const [attempt] = (await api.get('/_sandbox/activity?kind=attempt&limit=1')).body.data as { id: number }[]
  return {
    ids: { attempt: String(attempt?.id), release, track, asset, delivery, webhook, event, payout, request, creation },
  }
}
