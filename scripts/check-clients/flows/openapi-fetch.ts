import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './client/api'

const client = createClient<paths>({
  baseUrl: process.env.MDS_URL as string,
  headers: { 'X-API-Key': process.env.MDS_KEY as string },
})

/** The data of a successful response. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await call
  if (data === undefined || data === null) throw new Error(JSON.stringify(error))
  return data
}

async function waitFor(read: () => Promise<boolean>) {
  for (let i = 0; i < 200; i++) {
    if (await read()) return
    await delay(50)
  }
  throw new Error('The status was not reached.')
}

const asset = await ok(
  client.POST('/v1/assets', { body: { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' } }),
)
const asset_id = asset.id
const wav = new Blob(['RIFF\x38\0\0\0WAVEfmt ', new Uint8Array(48)])
await ok(
  client.PUT('/v1/assets/{asset_id}/content', {
    params: { path: { asset_id } },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: wav as unknown as string,
    bodySerializer: (body) => body,
  }),
)
await waitFor(async () => {
  const { status } = await ok(client.GET('/v1/assets/{asset_id}', { params: { path: { asset_id } } }))
  return status === 'ready'
})

const release = await ok(
  client.POST('/v1/releases', {
    body: { title: 'Paper Lanterns', artists: [{ name: 'Mira Solane', role: 'main' }], release_date: '2040-03-05' },
  }),
)
const path = { release_id: release.id }
await ok(
  client.POST('/v1/tracks', { body: { release_id: release.id, title: 'Paper Lanterns', audio_asset_id: asset_id } }),
)
await ok(
  client.PATCH('/v1/releases/{release_id}', { params: { path }, body: { artwork_asset_id: 'ast_seed_artwork_01' } }),
)
const submission = await ok(client.POST('/v1/releases/{release_id}/submit', { params: { path } }))
assert.equal(submission.review_status, 'pending')

const webhook = await ok(
  client.POST('/v1/webhooks', { body: { url: 'http://127.0.0.1:9/', event_type: ['delivery.completed'] } }),
)
assert.deepEqual(webhook.event_type, ['delivery.completed'])

const { id: delivery_id } = await ok(
  client.POST('/v1/deliveries', {
    body: { release_id: release.id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] },
  }),
)
await waitFor(async () => {
  const { status } = await ok(client.GET('/v1/deliveries/{delivery_id}', { params: { path: { delivery_id } } }))
  return status === 'delivered'
})

const releases = await ok(client.GET('/v1/releases', { params: { query: { limit: 1 } } }))
assert.deepEqual([releases.data[0]?.id, releases.has_more], [release.id, true])

const statements = await ok(
  client.GET('/v1/statements', { params: { query: { status: 'closed', currency: 'EUR', limit: 100 } } }),
)
const statement = statements.data.find(({ net_amount }) => Number(net_amount) > 1)
assert(statement)
const payout = await ok(client.POST('/v1/payouts', { body: { statement_ids: [statement.id] } }))
assert.equal(payout.amount, statement.net_amount)

const missing = await client.GET('/v1/releases/{release_id}', { params: { path: { release_id: 'rel_x' } } })
assert.equal(missing.error?.error.code, 'not_found')
