// A label's back office. It publishes releases to a store, and receives the outcomes as webhooks.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export function createApp({ url, key, secret }) {
  /** The latest known status of each delivery. */
  const outcomes = new Map()
  const seen = new Set()

  async function call(method, path, body) {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    const result = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${result.error.message}`)
    return result
  }

  /** Returns the delivery's id. The outcome arrives later, as a webhook. */
  async function publish(title) {
    const artists = [{ name: 'Mira Solane', role: 'main' }]
    const release = await call('POST', '/v1/releases', { title, artists, release_date: '2027-03-05' })
    await call('PATCH', `/v1/releases/${release.id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await call('POST', '/v1/tracks', { release_id: release.id, title, audio_asset_id: 'ast_seed_audio_01' })
    await call('POST', `/v1/releases/${release.id}/submit`)
    const order = { release_id: release.id, store_ids: ['store_lumenwave'], territory_codes: ['DE', 'FR'] }
    const delivery = await call('POST', '/v1/deliveries', order)
    outcomes.set(delivery.id, delivery.status)
    return delivery.id
  }

  function isGenuine(body, signature = '') {
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  function receive(body, signature) {
    if (!isGenuine(body, signature)) return 401
    const { id, event_type, data } = JSON.parse(body)
    // The same event can arrive twice: the sender repeats it if it misses our response.
    if (event_type === 'delivery.completed' && !seen.has(id)) outcomes.set(data.delivery_id, data.status)
    seen.add(id)
    return 200
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    try {
      if (request.method === 'POST' && request.url === '/webhooks')
        return response.writeHead(receive(body, request.headers['x-svc-signature'])).end()
      if (request.method === 'POST' && request.url === '/publish')
        return response.writeHead(202).end(await publish(JSON.parse(body).title))
      response.end(JSON.stringify(Object.fromEntries(outcomes)))
    } catch (error) {
      response.writeHead(502).end(error.message)
    }
  })

  /** Registers the webhook endpoint. The service must be able to reach this app at `address`. */
  const register = (address) =>
    call('POST', '/v1/webhooks', { url: `${address}/webhooks`, secret, event_type: ['delivery.completed'] })

  return { server, publish, register, outcomes }
}
