import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Sandbox } from '../../src/composition/create-sandbox.js'
import { newRelease } from '../ern/message-builder.js'
import { wav } from '../support/media-files.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'
import { type ApiResponse, type Client, startSandbox, validRelease } from '../support/test-sandbox.js'
import { advanceClock, registerWebhook, startReceiver, triggerEvent } from '../support/webhook-receiver.js'

const CALLERS = 32
const KEY = '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18'
const receiver = await startReceiver()

/** Sends all requests concurrently, each over its own connection. */
const together = <T>(call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, i) => call(i)))

interface Request {
  method: string
  path: string
  body?: unknown
  /** An XML document in place of the body. */
  xml?: string
}
const post = (path: string, body?: unknown): Request => ({ method: 'POST', path, body })

function send(
  api: Client,
  { method, path, body, xml }: Request,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  if (xml !== undefined)
    return api.send(method, path, { 'x-api-key': api.key, 'content-type': 'application/xml', ...headers }, xml)
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { 'x-api-key': api.key, ...json, ...headers }
  return api.send(method, path, sent, body === undefined ? undefined : JSON.stringify(body))
}

async function done(answer: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(text)
  return body
}

const list = async (api: Client, path: string): Promise<ApiResponse['body'][]> => (await done(api.get(path))).data
const events = async (api: Client, type: string, status?: string) =>
  (await list(api, `/_sandbox/events?event_type=${type}`)).filter((event) => !status || event.data.status === status)
const planned = async (api: Client, task: string) =>
  (await list(api, '/_sandbox/agenda')).filter((entry) => entry.task === task).length

/** Counts the answers by status or error code. */
function tally(answers: ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : body.error.code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const deliver = (api: Client, scenario = 'happy-path') =>
  done(
    api.post(
      '/v1/deliveries',
      { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] },
      { 'x-sandbox-scenario': scenario },
    ),
  )
async function delivered(api: Client, scenario?: string): Promise<string> {
  const { id } = await deliver(api, scenario)
  await advanceClock(api, '24h')
  return id
}
const closed = async (api: Client, currency = 'JPY') =>
  list(api, `/v1/statements?status=closed&currency=${currency}&limit=100`)
const pay = async (api: Client) =>
  done(api.post('/v1/payouts', { statement_ids: (await closed(api)).map(({ id }) => id) }))
const newAsset = (api: Client) =>
  done(api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }))
const pings = (id: string) => receiver.arrivals.filter(({ event }) => event?.data.webhook_id === id).length
const sizeOf = (path: string) => async (api: Client) => (await list(api, `${path}?limit=100`)).length
const statusChanges = (status: string) => async (api: Client) =>
  (await events(api, 'release.status.changed', status)).length

interface Write {
  /** The operationId in openapi.yaml. */
  id: string
  /** Default `standard`. */
  tier?: 'enterprise'
  /** Prepares the world and returns the request. */
  prepare(api: Client): Promise<Request> | Request
  /** Counts the resource that the call adds one of. */
  count(api: Client, request: Request): Promise<number>
  /** The error of a call without a key after another one succeeded; undefined where every call has an effect. */
  late?: string
}

const idIn = ({ path }: Request) => path.split('/')[3] as string

/** Every write that takes an Idempotency-Key. */
const WRITES: Write[] = [
  {
    id: 'sendErnMessage',
    tier: 'enterprise',
    prepare: () => ({ method: 'POST', path: '/v1/ern/messages', xml: newRelease() }),
    count: sizeOf('/v1/ern/messages'),
  },
  { id: 'createRelease', prepare: () => post('/v1/releases', validRelease), count: sizeOf('/v1/releases') },
  {
    id: 'updateRelease',
    prepare: () => ({ method: 'PATCH', path: '/v1/releases/rel_seed_06', body: { label: 'Driftwood Audio' } }),
    count: async (api) => (await list(api, '/v1/releases')).filter(({ label }) => label === 'Driftwood Audio').length,
  },
  {
    id: 'submitRelease',
    prepare: () => post('/v1/releases/rel_seed_06/submit'),
    count: statusChanges('submitted'),
    late: 'invalid_state',
  },
  {
    id: 'createTrack',
    prepare: () => post('/v1/tracks', { release_id: 'rel_seed_08', title: 'A', track_number: 7 }),
    count: sizeOf('/v1/tracks'),
    late: 'validation_failed',
  },
  {
    id: 'createTracks',
    prepare: () => post('/v1/tracks/bulk', { tracks: [{ release_id: 'rel_seed_08', title: 'A' }] }),
    count: sizeOf('/v1/tracks'),
  },
  {
    id: 'updateTrack',
    prepare: () => ({ method: 'PATCH', path: '/v1/tracks/trk_seed_09', body: { title: 'Renamed' } }),
    count: async (api) => (await list(api, '/v1/tracks')).filter(({ title }) => title === 'Renamed').length,
  },
  {
    id: 'createAsset',
    prepare: () => post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }),
    count: sizeOf('/v1/assets'),
  },
  {
    id: 'createDelivery',
    prepare: () =>
      post('/v1/deliveries', { release_id: 'rel_seed_07', store_ids: ['store_quorvane'], territory_codes: ['DE'] }),
    count: (api) => planned(api, 'review-order'),
    late: 'duplicate_submission',
  },
  {
    id: 'resubmitDelivery',
    prepare: async (api) => post(`/v1/deliveries/${await delivered(api, 'rejection')}/resubmit`),
    count: (api) => planned(api, 'review-order'),
    late: 'invalid_state',
  },
  {
    id: 'takedownDelivery',
    prepare: async (api) => post(`/v1/deliveries/${await delivered(api)}/takedown`),
    count: (api) => planned(api, 'confirm-takedown'),
    late: 'invalid_state',
  },
  {
    id: 'createWebhook',
    prepare: () => post('/v1/webhooks', { url: receiver.url, event_type: 'asset.ready', secret: receiver.secret }),
    count: sizeOf('/v1/webhooks'),
  },
  {
    id: 'updateWebhook',
    async prepare(api) {
      const { id } = await done(registerWebhook(api, receiver.url))
      return { method: 'PATCH', path: `/v1/webhooks/${id}`, body: { event_type: ['ping'] } }
    },
    count: async (api) => (await list(api, '/v1/webhooks')).filter(({ event_type }) => event_type[0] === 'ping').length,
  },
  {
    id: 'pingWebhook',
    prepare: async (api) => post(`/v1/webhooks/${(await done(registerWebhook(api, receiver.url))).id}/ping`),
    count: async (_, request) => pings(idIn(request)),
  },
  {
    id: 'redeliverEvents',
    async prepare(api) {
      const { id } = await done(registerWebhook(api, receiver.url))
      await triggerEvent(api)
      await advanceClock(api)
      const [sent] = await list(api, `/v1/webhooks/${id}/events`)
      return post(`/v1/webhooks/${id}/redeliver`, { event_ids: [sent.event.id] })
    },
    async count(api, request) {
      await advanceClock(api)
      return (await list(api, `/v1/webhooks/${idIn(request)}/events`))[0].attempts.length
    },
  },
  {
    id: 'createPayout',
    prepare: async (api) => post('/v1/payouts', { statement_ids: (await closed(api)).map(({ id }) => id) }),
    count: sizeOf('/v1/payouts'),
    late: 'invalid_state',
  },
  {
    id: 'releasePayout',
    prepare: async (api) => post(`/v1/payouts/${(await pay(api)).id}/release`),
    count: (api) => planned(api, 'settle-payout'),
    late: 'invalid_state',
  },
]

test('every operation with an Idempotency-Key is covered', () => {
  const { paths } = parse(readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string; parameters?: { $ref?: string }[] }>>
  }
  const takesKey = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters }) => parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))
  expect(WRITES.map(({ id }) => id).sort()).toEqual(takesKey.map(({ operationId }) => operationId).sort())
})

const SIGHTS = [
  ...['releases', 'tracks', 'assets', 'deliveries', 'webhooks', 'payouts'].map((name) => `/v1/${name}?limit=100`),
  ...['clock', 'agenda', 'events'].map((name) => `/_sandbox/${name}`),
]

/** Everything that a client can read of a world. */
async function look({ fetch }: Sandbox, key: string): Promise<string[]> {
  // Use the same host, because upload_url contains it.
  const ask = (path: string) => fetch(`http://127.0.0.1${path}`, { headers: { 'x-api-key': key } })
  return Promise.all(SIGHTS.map(async (path) => (await ask(path)).text()))
}

const directory = createTemporaryDirectory()
const STAGES = [
  { mode: 'in memory', stage: await startSandbox() },
  { mode: 'with --data', stage: await startSandbox({ data: directory }) },
]

describe.each(STAGES)('$mode', ({ mode, stage: { sandbox, fresh } }) => {
  /** The state of each world at the end of its test. */
  const left = new Map<string, string[]>()

  /** Checks the invariants after each test and stores the state. */
  async function check({ key }: Client): Promise<void> {
    const answer = await sandbox.fetch('/_sandbox/invariants?from=2024-12', { headers: { 'x-api-key': key } })
    expect(await answer.json()).toMatchObject({ ok: true })
    left.set(key, await look(sandbox, key))
  }

  test.each(WRITES)('$id: 32 calls with one key have one effect', async ({ prepare, count, tier }) => {
    const api = fresh(tier)
    const request = await prepare(api)
    const before = await count(api, request)
    const answers = await together(() => send(api, request, { 'idempotency-key': KEY }))
    const good = answers.filter(({ status }) => status < 300)
    const first = good.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    expect(first).toHaveLength(1)
    for (const { text, status } of good) expect([status, text]).toEqual([first[0]?.status, first[0]?.text])
    for (const { status, body } of answers)
      if (status >= 300) expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(await count(api, request)).toBe(before + 1)
    expect((await send(api, request, { 'idempotency-key': KEY })).text).toBe(first[0]?.text)
    await check(api)
  })

  test.each(WRITES.filter(({ late }) => late !== undefined))(
    '$id: of 32 calls without a key one comes first, and the others are refused',
    async ({ prepare, count, late = '' }) => {
      const api = fresh()
      const request = await prepare(api)
      const before = await count(api, request)
      const answers = await together(() => send(api, request))
      const first = answers.filter(({ status }) => status < 300)
      expect(first).toHaveLength(1)
      expect(tally(answers)).toEqual({ [String(first[0]?.status)]: 1, [late]: CALLERS - 1 })
      expect(await count(api, request)).toBe(before + 1)
      await check(api)
    },
  )

  test('one key for two different requests: only one takes effect, once', async () => {
    const api = fresh()
    const key = { 'idempotency-key': KEY }
    const answers = await together((i) => api.post('/v1/releases', { ...validRelease, title: i % 2 ? 'A' : 'B' }, key))
    const texts = new Set(answers.filter(({ status }) => status < 300).map(({ text }) => text))
    expect(texts.size).toBe(1)
    for (const name of Object.keys(tally(answers)))
      expect(['201', 'idempotency_key_in_use', 'idempotency_key_reused']).toContain(name)
    expect(await sizeOf('/v1/releases')(api)).toBe(9)
    await check(api)
  })

  test('32 payouts of the whole balance: one succeeds', async () => {
    const api = fresh()
    const statements = await closed(api, 'USD')
    const answers = await together(() => api.post('/v1/payouts', { statement_ids: statements.map(({ id }) => id) }))
    expect(tally(answers)).toEqual({ 201: 1, invalid_state: CALLERS - 1 })
    const cents = statements.reduce((sum, { net_amount }) => sum + BigInt(net_amount.replace('.', '')), 0n)
    const [payout, ...others] = await list(api, '/v1/payouts')
    expect([BigInt(payout.amount.replace('.', '')), others]).toEqual([cents, []])
    for (const { id } of statements.slice(0, 3))
      expect((await api.post('/v1/payouts', { statement_ids: [id] })).status).toBe(409)
    await check(api)
  })

  test('32 overlapping payouts: no statement is in two of them', async () => {
    const api = fresh()
    const ids = (await closed(api, 'EUR')).map(({ id }) => id)
    await together((i) => api.post('/v1/payouts', { statement_ids: ids.slice(i % 12, (i % 12) + 3) }))
    const paid = (await list(api, '/v1/payouts?limit=100')).flatMap(({ statement_ids }) => statement_ids)
    expect(paid.length).toBeGreaterThanOrEqual(12)
    expect(new Set(paid).size).toBe(paid.length)
    await check(api)
  })

  test('32 uploads of one asset: one succeeds', async () => {
    const api = fresh()
    const { id } = await newAsset(api)
    const answers = await together((i) =>
      api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key, 'content-type': 'audio/wav' }, wav(64 + i)),
    )
    expect(tally(answers)).toEqual({ 200: 1, invalid_state: CALLERS - 1 })
    const kept = answers.find(({ status }) => status === 200)?.body
    await advanceClock(api, '1h')
    const { status, size_bytes, checksum_sha256 } = await done(api.get(`/v1/assets/${id}`))
    expect([status, size_bytes, checksum_sha256]).toEqual(['ready', kept.size_bytes, kept.checksum_sha256])
    expect(await events(api, 'asset.ready')).toHaveLength(1)
    await check(api)
  })

  test('32 releases and 32 tracks without a key are all created, with unique identifiers', async () => {
    const api = fresh()
    const releases = await together(() => api.post('/v1/releases', validRelease))
    const tracks = await together((i) => api.post('/v1/tracks', { release_id: 'rel_seed_08', title: `No ${i}` }))
    expect([tally(releases), tally(tracks)]).toEqual([{ 201: CALLERS }, { 201: CALLERS }])
    for (const field of ['id', 'upc']) expect(new Set(releases.map(({ body }) => body[field])).size).toBe(CALLERS)
    for (const field of ['id', 'isrc']) expect(new Set(tracks.map(({ body }) => body[field])).size).toBe(CALLERS)
    const numbers = tracks.map(({ body }) => body.track_number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: CALLERS }, (_, i) => i + 1))
    await check(api)
  })

  test('32 token requests give 32 different valid tokens', async () => {
    const api = fresh('enterprise')
    const name = api.key.split('_')[3]
    const form = `grant_type=client_credentials&client_id=client_enterprise_${name}&client_secret=${api.key}`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await together(() => api.send('POST', '/v1/oauth/token', type, form))
    const tokens = answers.map(({ body }) => body.access_token as string)
    expect(new Set(tokens).size).toBe(CALLERS)
    const used = await together((i) => api.send('GET', '/v1/releases', { authorization: `Bearer ${tokens[i]}` }))
    expect(tally(used)).toEqual({ 200: CALLERS })
    await check(api)
  })

  test('32 pings are all sent and answered', async () => {
    const api = fresh()
    const { id } = await done(registerWebhook(api, receiver.url))
    const answers = await together(() => api.post(`/v1/webhooks/${id}/ping`))
    expect(tally(answers)).toEqual({ 200: CALLERS })
    expect([pings(id), (await events(api, 'ping')).length]).toEqual([CALLERS + 1, CALLERS + 1])
    await check(api)
  })

  test('32 redeliveries: each accepted one adds an attempt, the others are refused as too early', async () => {
    const api = fresh()
    const { prepare, count } = WRITES.find(({ id }) => id === 'redeliverEvents') as Write
    const request = await prepare(api)
    const before = await count(api, request)
    const { 202: accepted = 0, invalid_state: early = 0 } = tally(await together(() => send(api, request)))
    expect(accepted).toBeGreaterThanOrEqual(1)
    expect(accepted + early).toBe(CALLERS)
    expect(await count(api, request)).toBe(before + accepted)
    await check(api)
  })

  test('32 clock advances add up, and each task runs once', async () => {
    const api = fresh()
    const { id } = await deliver(api)
    const moves = await together(() => api.post('/_sandbox/clock/advance', { duration: '1h' }))
    expect(tally(moves)).toEqual({ 200: CALLERS })
    expect((await done(api.get('/_sandbox/clock'))).now).toBe('2025-01-02T08:00:00.000Z')
    const steps = moves.flatMap(({ body }) => body.steps).filter(({ subject }) => subject === id)
    expect(steps.map(({ task }) => task).sort()).toEqual(['ingest-order', 'review-order'])
    expect(await events(api, 'delivery.completed')).toHaveLength(1)
    await check(api)
  })

  test.each(['reset', 'snapshots/before/restore'])(
    'a %s among writes: what is there afterwards was answered, and is whole',
    async (path) => {
      const api = fresh()
      await done(api.post('/_sandbox/snapshots', { name: 'before' }))
      const answers = await together((i) =>
        i % 8 === 5 ? api.post(`/_sandbox/${path}`) : api.post('/v1/releases', { ...validRelease, title: `No ${i}` }),
      )
      expect(Object.keys(tally(answers)).sort()).toEqual(['200', '201'])
      const titles = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.title))
      const made = (await list(api, '/v1/releases?limit=100')).filter(({ id }) => !id.startsWith('rel_seed'))
      for (const { title } of made) expect(titles).toContain(title)
      expect(new Set(made.map(({ title }) => title)).size).toBe(made.length)
      // The last write must be durable, too.
      const { id } = await done(api.post('/v1/releases', validRelease))
      expect((await api.get(`/v1/releases/${id}`)).status).toBe(200)
      await check(api)
    },
  )

  if (mode === 'with --data')
    test('after a crash, every world matches its answers', async () => {
      const copy = createTemporaryDirectory()
      for (const name of readdirSync(directory))
        if (name !== 'lock') cpSync(join(directory, name), join(copy, name), { recursive: true })
      const { sandbox: again } = await startSandbox({ data: copy })
      expect(left.size).toBeGreaterThan(WRITES.length)
      for (const [key, before] of left) expect(await look(again, key), key).toEqual(before)
    })
})
