import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import * as api from './client/api'

// The generated functions call the global fetch with a path.
const { fetch } = globalThis
globalThis.fetch = (target, init) => fetch(new URL(String(target), process.env.MDS_URL), init)
const options = { headers: { 'X-API-Key': process.env.MDS_KEY as string } }

/** The body of a response with the expected status. */
function expectStatus<R extends { status: number; data: unknown }, S extends R['status']>(
  response: R,
  status: S,
): Extract<R, { status: S }>['data'] {
  if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(response.data)}`)
  return response.data as Extract<R, { status: S }>['data']
}

async function waitFor(read: () => Promise<boolean>) {
  for (let i = 0; i < 200; i++) {
    if (await read()) return
    await delay(50)
  }
  throw new Error('The status was not reached.')
}

const asset = expectStatus(
  await api.createAsset({ type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }, options),
  201,
)
// Orval's fetch client sends every body as JSON, so the bytes go to upload_url without it.
const wav = new Blob(['RIFF\x38\0\0\0WAVEfmt ', new Uint8Array(48)])
await fetch(asset.upload_url as string, { ...options, method: 'PUT', body: wav })
await waitFor(async () => expectStatus(await api.getAsset(asset.id, options), 200).status === 'ready')

const release = expectStatus(
  await api.createRelease(
    { title: 'Paper Lanterns', artists: [{ name: 'Mira Solane', role: 'main' }], release_date: '2040-03-05' },
    options,
  ),
  201,
)
const track = { release_id: release.id, title: 'Paper Lanterns', audio_asset_id: asset.id }
expectStatus(await api.createTrack(track, options), 201)
expectStatus(await api.updateRelease(release.id, { artwork_asset_id: 'ast_seed_artwork_01' }, options), 200)
const submission = expectStatus(await api.submitRelease(release.id, options), 200)
assert.equal(submission.review_status, 'pending')

const webhook = expectStatus(
  await api.createWebhook({ url: 'http://127.0.0.1:9/', event_type: ['delivery.completed'] }, options),
  201,
)
assert.deepEqual(webhook.event_type, ['delivery.completed'])

const delivery = expectStatus(
  await api.createDelivery(
    { release_id: release.id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] },
    options,
  ),
  201,
)
await waitFor(async () => expectStatus(await api.getDelivery(delivery.id, options), 200).status === 'delivered')

const releases = expectStatus(await api.listReleases({ limit: 1 }, options), 200)
assert.deepEqual([releases.data[0]?.id, releases.has_more], [release.id, true])

const query = { status: 'closed', currency: 'EUR', limit: 100 } as const
const statements = expectStatus(await api.listStatements(query, options), 200)
const statement = statements.data.find(({ net_amount }) => Number(net_amount) > 1)
assert(statement)
const payout = expectStatus(await api.createPayout({ statement_ids: [statement.id] }, options), 201)
assert.equal(payout.amount, statement.net_amount)

const missing = expectStatus(await api.getRelease('rel_x', options), 404)
assert.equal(missing.error.code, 'not_found')
