import type { Random } from '../runner/random.js'
import { apiKeyOf, type CheckedRequest, type SoakClient } from './client.js'
import type { Receiver } from './receiver.js'
import { abortConnections, REFUSED_REQUESTS } from './refused-requests.js'

/** A sequence of requests of one client. */
export type Workflow = (client: SoakClient, receiver: Receiver) => Promise<void>

const get = (path: string, status = 200): CheckedRequest => ({ method: 'GET', path, status })
const post = (path: string, body?: unknown, status = 201): CheckedRequest => ({ method: 'POST', path, body, status })
const advance = (duration: string): CheckedRequest => post('/_sandbox/clock/advance', { duration }, 200)

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const idOf = ({ body }: { body: string }): string => (JSON.parse(body) as { id: string }).id

const release = (random: Random) => ({
  title: `Soak ${random.below(1e6)}`,
  artists: times(1 + random.below(3), (i) => ({ name: `Artist ${i}`, role: i === 0 ? 'main' : 'featured' })),
  release_date: '2099-01-01',
})

const READ_REQUESTS: readonly CheckedRequest[] = [
  ...times(4, () => get('/v1/releases/rel_seed_01')),
  get('/v1/releases'),
  get('/v1/releases?limit=5'),
  get('/v1/releases?status=draft&limit=10'),
  get('/v1/tracks?limit=5'),
  get('/v1/assets/ast_seed_audio_01'),
  get('/v1/deliveries?limit=5'),
  get('/v1/stores?limit=3'),
  get('/v1/stores/territories?limit=10'),
  get('/v1/webhooks'),
  get('/_sandbox/health'),
  get('/_sandbox/clock'),
]

const readResources: Workflow = async (client) => {
  const { random } = client
  await client.send(times(16 + random.below(32), () => random.pick(READ_REQUESTS)))
}

const paginate: Workflow = async (client) => {
  for (let path = '/v1/releases?limit=3', i = 0; i < 5; i++) {
    const { body } = await client.sendOne(get(path))
    const { next_cursor: cursor } = JSON.parse(body) as { next_cursor: string | null }
    if (cursor === null) return
    path = `/v1/releases?limit=3&cursor=${cursor}`
  }
}

const readMoney: Workflow = async (client) => {
  await client.send([
    get('/v1/statements?limit=3'),
    get('/v1/royalties?limit=5'),
    get('/v1/payouts'),
    get('/v1/royalties?page=1&per_page=2'),
  ])
}

const createReleases: Workflow = async (client) => {
  const { random } = client
  const made = await client.send(times(8 + random.below(16), () => post('/v1/releases', release(random))))
  const paths = made.map((response) => `/v1/releases/${idOf(response)}`)
  await client.send(paths.flatMap((path) => [get(path), get(path)]))
  await client.send(
    paths.map((path): CheckedRequest => ({ method: 'PATCH', path, body: { title: 'Again' }, status: 200 })),
  )
}

const hex = (random: Random, length: number) => times(length, () => random.below(16).toString(16)).join('')
const uuid = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

const retryIdempotently: Workflow = async (client) => {
  const { random } = client
  const requests = times(6, () => ({
    ...post('/v1/releases', release(random)),
    headers: { 'Idempotency-Key': uuid(random) },
  }))
  const first = await client.send(requests)
  const second = await client.send(requests)
  second.forEach(({ head, body }, i) => {
    if (body !== first[i]?.body || !/\r\nidempotent-replayed: true/i.test(head))
      throw new Error(`A retry did not get the first response again:\n${head}\n\n${body}\nFirst:\n${first[i]?.body}`)
  })
  await client.send(
    requests.map((request) => ({ ...request, body: { ...(request.body as object), title: 'Other' }, status: 422 })),
  )
}

const sendRefused: Workflow = async (client) => {
  const { random } = client
  await client.send(times(12 + random.below(24), () => random.pick(REFUSED_REQUESTS)))
}

/** A release from creation through delivery to takedown. */
async function deliverRelease(client: SoakClient): Promise<void> {
  const { random } = client
  const id = idOf(await client.sendOne(post('/v1/releases', release(random))))
  await client.send([
    post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }),
    post(`/v1/tracks/bulk`, {
      tracks: times(3, (i) => ({ release_id: id, title: `B${i}`, audio_asset_id: 'ast_seed_audio_01' })),
    }),
    { method: 'PATCH', path: `/v1/releases/${id}`, body: { artwork_asset_id: 'ast_seed_artwork_01' }, status: 200 },
  ])
  await client.sendOne(post(`/v1/releases/${id}/submit`, undefined, 200))
  const order = { release_id: id, store_ids: ['store_lumenwave', 'store_quorvane'], territory_codes: ['WORLDWIDE'] }
  const delivery = idOf(await client.sendOne(post('/v1/deliveries', order)))
  await client.sendOne(advance('96h'))
  await client.send([
    get(`/v1/deliveries/${delivery}`),
    get(`/v1/tracks?release_id=${id}`),
    post('/v1/deliveries', order, 409),
  ])
  await client.sendOne(post(`/v1/deliveries/${delivery}/takedown`, undefined, 202))
  await client.sendOne(advance('72h'))
  const { body } = await client.sendOne(get(`/v1/deliveries/${delivery}`))
  if (!body.includes('"status":"taken_down"')) throw new Error(`After a takedown and 72 h:\n${body}`)
}

const uploadAssets: Workflow = async (client) => {
  const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
  const made = await client.send(times(3, () => post('/v1/assets', asset)))
  const ids = made.map(idOf)
  const text = 'RIFF----WAVE'.repeat(1 + client.random.below(2000))
  await client.send(
    ids.map(
      (id): CheckedRequest => ({
        method: 'PUT',
        path: `/v1/assets/${id}/content`,
        text,
        headers: { 'Content-Type': 'audio/wav' },
        status: 200,
      }),
    ),
  )
  await client.sendOne(advance('10m'))
  await client.send(ids.map((id) => get(`/v1/assets/${id}`)))
}

/** Deliveries with a webhook endpoint, including failed attempts. */
const receiveEvents: Workflow = async (client, receiver) => {
  const url = receiver.urlFor(client.random.below(1e9))
  const event_type = ['release.status.changed', 'delivery.completed', 'asset.ready']
  const id = idOf(await client.sendOne(post('/v1/webhooks', { url, event_type })))
  if (client.random.percent(30))
    await client.sendOne({ method: 'PUT', path: '/_sandbox/scenario', body: { name: 'flaky-webhooks' }, status: 200 })
  const before = receiver.count(url)
  await deliverRelease(client)
  await uploadAssets(client, receiver)
  await client.sendOne(advance('24h'))
  // Events: submitted, delivered, completed, and three assets.
  if (receiver.count(url) < before + 6) throw new Error(`Only ${receiver.count(url) - before} events arrived of 6.`)
  await client.send([get(`/v1/webhooks/${id}/events`), get('/_sandbox/events'), get('/_sandbox/agenda')])
  await client.sendOne({ method: 'DELETE', path: `/v1/webhooks/${id}`, status: 204 })
}

const requestTokens: Workflow = async (client) => {
  const { tier, name } = client.world
  const text = `grant_type=client_credentials&client_id=client_${tier}_${name}&client_secret=${apiKeyOf(client.world)}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const isEntitled = tier === 'enterprise'
  const request: CheckedRequest = {
    method: 'POST',
    path: '/v1/oauth/token',
    text,
    headers,
    key: null,
    status: isEntitled ? 200 : 400,
  }
  const responses = await client.send(times(4, () => request))
  if (!isEntitled) return
  const requests = responses.map(({ body }): CheckedRequest => {
    const { access_token } = JSON.parse(body) as { access_token: string }
    return { ...get('/v1/releases?limit=1'), key: null, headers: { Authorization: `Bearer ${access_token}` } }
  })
  await client.send(requests)
}

const useControlPlane: Workflow = async (client) => {
  const { random } = client
  await client.sendOne(post('/_sandbox/snapshots', { name: 'soak' }))
  await client.send(times(5, () => post('/v1/releases', release(random))))
  await client.sendOne(post('/_sandbox/snapshots/soak/restore', undefined, 200))
  await client.sendOne(post('/_sandbox/faults', { operation: 'getRelease', status: 503, times: 3 }))
  await client.send(times(3, () => get('/v1/releases/rel_seed_01', 503)))
  await client.send([get('/v1/releases/rel_seed_01'), get('/_sandbox/requests'), get('/_sandbox/worlds')])
  if (random.percent(10)) await client.sendOne(get('/_sandbox/invariants'))
  if (random.percent(20)) await client.sendOne(get('/_sandbox/journal'))
  if (random.percent(20)) await client.sendOne(get('/_sandbox/snapshots/soak'))
}

/** Production rate limits: ten requests within one second, while the clock stands still. */
const exceedRateLimit: Workflow = async (client) => {
  const { tier } = client.world
  const name = `${client.world.name}-limited`
  await client.sendOne(post('/_sandbox/worlds', { tier, name, scenario: 'rate-limited' }))
  const key = apiKeyOf({ tier, name })
  const limit = tier === 'standard' ? 10 : 50
  await client.send(times(limit + 20, (i) => ({ ...get('/v1/releases?limit=1', i < limit ? 200 : 429), key })))
  await client.sendOne({ method: 'DELETE', path: `/_sandbox/worlds/${tier}/${name}`, status: 204 })
}

const resetWorld: Workflow = async (client) => {
  await client.sendOne(post('/_sandbox/reset', undefined, 200))
}

/** Weights in percent. */
const WEIGHTS: readonly (readonly [number, Workflow])[] = [
  [42, readResources],
  [4, paginate],
  [2, readMoney],
  [16, createReleases],
  [6, retryIdempotently],
  [18, sendRefused],
  [3, (client) => deliverRelease(client)],
  [2, uploadAssets],
  [1, receiveEvents],
  [2, requestTokens],
  [1, useControlPlane],
  [1, exceedRateLimit],
  [1, abortConnections],
  [1, resetWorld],
]

export const WORKFLOWS: readonly Workflow[] = WEIGHTS.flatMap(([percent, workflow]) => times(percent, () => workflow))
