import type { Random } from '../runner/random.js'
import { type Ask, keyOf, type Lane } from './lane.js'
import type { Receiver } from './receiver.js'
import { breakOff, REFUSALS } from './refusals.js'

/** Something that a client does, from its first request to its last. */
export type Scene = (lane: Lane, receiver: Receiver) => Promise<void>

const get = (path: string, status = 200): Ask => ({ method: 'GET', path, status })
const post = (path: string, body?: unknown, status = 201): Ask => ({ method: 'POST', path, body, status })
const advance = (duration: string): Ask => post('/_sandbox/clock/advance', { duration }, 200)

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const idOf = ({ body }: { body: string }): string => (JSON.parse(body) as { id: string }).id

const release = (random: Random) => ({
  title: `Soak ${random.below(1e6)}`,
  artists: times(1 + random.below(3), (i) => ({ name: `Artist ${i}`, role: i === 0 ? 'main' : 'featured' })),
  release_date: '2099-01-01',
})

const READS: readonly Ask[] = [
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

const browse: Scene = async (lane) => {
  const { random } = lane
  await lane.ask(times(16 + random.below(32), () => random.pick(READS)))
}

const turnPages: Scene = async (lane) => {
  for (let path = '/v1/releases?limit=3', i = 0; i < 5; i++) {
    const { body } = await lane.one(get(path))
    const { next_cursor: cursor } = JSON.parse(body) as { next_cursor: string | null }
    if (cursor === null) return
    path = `/v1/releases?limit=3&cursor=${cursor}`
  }
}

const money: Scene = async (lane) => {
  await lane.ask([
    get('/v1/statements?limit=3'),
    get('/v1/royalties?limit=5'),
    get('/v1/payouts'),
    get('/v1/royalties?page=1&per_page=2'),
  ])
}

const write: Scene = async (lane) => {
  const { random } = lane
  const made = await lane.ask(times(8 + random.below(16), () => post('/v1/releases', release(random))))
  const paths = made.map((answer) => `/v1/releases/${idOf(answer)}`)
  await lane.ask(paths.flatMap((path) => [get(path), get(path)]))
  await lane.ask(paths.map((path): Ask => ({ method: 'PATCH', path, body: { title: 'Again' }, status: 200 })))
}

const hex = (random: Random, length: number) => times(length, () => random.below(16).toString(16)).join('')
const uuid = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

const retry: Scene = async (lane) => {
  const { random } = lane
  const asks = times(6, () => ({
    ...post('/v1/releases', release(random)),
    headers: { 'Idempotency-Key': uuid(random) },
  }))
  const first = await lane.ask(asks)
  const second = await lane.ask(asks)
  second.forEach(({ head, body }, i) => {
    if (body !== first[i]?.body || !/\r\nidempotent-replayed: true/i.test(head))
      throw new Error(`A retry was not given the first answer again:\n${head}\n\n${body}\nFirst:\n${first[i]?.body}`)
  })
  await lane.ask(asks.map((ask) => ({ ...ask, body: { ...(ask.body as object), title: 'Other' }, status: 422 })))
}

const beRefused: Scene = async (lane) => {
  const { random } = lane
  await lane.ask(times(12 + random.below(24), () => random.pick(REFUSALS)))
}

/** A release on its way to the stores and back. */
async function deliver(lane: Lane): Promise<void> {
  const { random } = lane
  const id = idOf(await lane.one(post('/v1/releases', release(random))))
  await lane.ask([
    post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }),
    post(`/v1/tracks/bulk`, {
      tracks: times(3, (i) => ({ release_id: id, title: `B${i}`, audio_asset_id: 'ast_seed_audio_01' })),
    }),
    { method: 'PATCH', path: `/v1/releases/${id}`, body: { artwork_asset_id: 'ast_seed_artwork_01' }, status: 200 },
  ])
  await lane.one(post(`/v1/releases/${id}/submit`, undefined, 200))
  const order = { release_id: id, store_ids: ['store_lumenwave', 'store_quorvane'], territory_codes: ['WORLDWIDE'] }
  const delivery = idOf(await lane.one(post('/v1/deliveries', order)))
  await lane.one(advance('96h'))
  await lane.ask([
    get(`/v1/deliveries/${delivery}`),
    get(`/v1/tracks?release_id=${id}`),
    post('/v1/deliveries', order, 409),
  ])
  await lane.one(post(`/v1/deliveries/${delivery}/takedown`, undefined, 202))
  await lane.one(advance('72h'))
  const { body } = await lane.one(get(`/v1/deliveries/${delivery}`))
  if (!body.includes('"status":"taken_down"')) throw new Error(`After a takedown and 72 h:\n${body}`)
}

const upload: Scene = async (lane) => {
  const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
  const made = await lane.ask(times(3, () => post('/v1/assets', asset)))
  const ids = made.map(idOf)
  const text = 'RIFF----WAVE'.repeat(1 + lane.random.below(2000))
  await lane.ask(
    ids.map(
      (id): Ask => ({
        method: 'PUT',
        path: `/v1/assets/${id}/content`,
        text,
        headers: { 'Content-Type': 'audio/wav' },
        status: 200,
      }),
    ),
  )
  await lane.one(advance('10m'))
  await lane.ask(ids.map((id) => get(`/v1/assets/${id}`)))
}

/** Deliveries that somebody is told of, also when the events get lost at first. */
const beTold: Scene = async (lane, receiver) => {
  const url = receiver.urlFor(lane.random.below(1e9))
  const event_type = ['release.status.changed', 'delivery.completed', 'asset.ready']
  const id = idOf(await lane.one(post('/v1/webhooks', { url, event_type })))
  if (lane.random.percent(30))
    await lane.one({ method: 'PUT', path: '/_sandbox/scenario', body: { name: 'flaky-webhooks' }, status: 200 })
  const before = receiver.count(url)
  await deliver(lane)
  await upload(lane, receiver)
  await lane.one(advance('24h'))
  // Submitted, delivered, completed, and three assets.
  if (receiver.count(url) < before + 6) throw new Error(`Only ${receiver.count(url) - before} events arrived of 6.`)
  await lane.ask([get(`/v1/webhooks/${id}/events`), get('/_sandbox/events'), get('/_sandbox/agenda')])
  await lane.one({ method: 'DELETE', path: `/v1/webhooks/${id}`, status: 204 })
}

const token: Scene = async (lane) => {
  const { tier, name } = lane.world
  const text = `grant_type=client_credentials&client_id=client_${tier}_${name}&client_secret=${keyOf(lane.world)}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const isEntitled = tier === 'enterprise'
  const ask: Ask = { method: 'POST', path: '/v1/oauth/token', text, headers, key: null, status: isEntitled ? 200 : 400 }
  const answers = await lane.ask(times(4, () => ask))
  if (!isEntitled) return
  const asks = answers.map(({ body }): Ask => {
    const { access_token } = JSON.parse(body) as { access_token: string }
    return { ...get('/v1/releases?limit=1'), key: null, headers: { Authorization: `Bearer ${access_token}` } }
  })
  await lane.ask(asks)
}

const control: Scene = async (lane) => {
  const { random } = lane
  await lane.one(post('/_sandbox/snapshots', { name: 'soak' }))
  await lane.ask(times(5, () => post('/v1/releases', release(random))))
  await lane.one(post('/_sandbox/snapshots/soak/restore', undefined, 200))
  await lane.one(post('/_sandbox/faults', { operation: 'getRelease', status: 503, times: 3 }))
  await lane.ask(times(3, () => get('/v1/releases/rel_seed_01', 503)))
  await lane.ask([get('/v1/releases/rel_seed_01'), get('/_sandbox/requests'), get('/_sandbox/worlds')])
  if (random.percent(10)) await lane.one(get('/_sandbox/invariants'))
  if (random.percent(20)) await lane.one(get('/_sandbox/journal'))
  if (random.percent(20)) await lane.one(get('/_sandbox/snapshots/soak'))
}

/** The limits of production: ten requests in a second that does not pass. */
const beLimited: Scene = async (lane) => {
  const { tier } = lane.world
  const name = `${lane.world.name}-limited`
  await lane.one(post('/_sandbox/worlds', { tier, name, scenario: 'rate-limited' }))
  const key = keyOf({ tier, name })
  const most = tier === 'standard' ? 10 : 50
  await lane.ask(times(most + 20, (i) => ({ ...get('/v1/releases?limit=1', i < most ? 200 : 429), key })))
  await lane.one({ method: 'DELETE', path: `/_sandbox/worlds/${tier}/${name}`, status: 204 })
}

const reset: Scene = async (lane) => {
  await lane.one(post('/_sandbox/reset', undefined, 200))
}

/** How often each is chosen, of a hundred. */
const CHANCES: readonly (readonly [number, Scene])[] = [
  [42, browse],
  [4, turnPages],
  [2, money],
  [16, write],
  [6, retry],
  [18, beRefused],
  [3, (lane) => deliver(lane)],
  [2, upload],
  [1, beTold],
  [2, token],
  [1, control],
  [1, beLimited],
  [1, breakOff],
  [1, reset],
]

export const SCENES: readonly Scene[] = CHANCES.flatMap(([chance, scene]) => times(chance, () => scene))
