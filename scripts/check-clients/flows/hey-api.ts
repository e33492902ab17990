import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import * as api from './client'
import { client } from './client/client.gen'

client.setConfig({ baseUrl: process.env.MDS_URL as string, auth: () => process.env.MDS_KEY as string })

async function waitFor(read: () => Promise<boolean>) {
  for (let i = 0; i < 200; i++) {
    if (await read()) return
    await delay(50)
  }
  throw new Error('The status was not reached.')
}

const throwOnError = true
const { data: asset } = await api.createAsset({
  body: { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' },
  throwOnError,
})
const asset_id = asset.id
const wav = new Blob(['RIFF\x38\0\0\0WAVEfmt ', new Uint8Array(48)])
await api.uploadAsset({ path: { asset_id }, body: wav, throwOnError })
await waitFor(async () => (await api.getAsset({ path: { asset_id }, throwOnError })).data.status === 'ready')

const { data: release } = await api.createRelease({
  body: { title: 'Paper Lanterns', artists: [{ name: 'Mira Solane', role: 'main' }], release_date: '2040-03-05' },
  throwOnError,
})
const path = { release_id: release.id }
await api.createTrack({
  body: { release_id: release.id, title: 'Paper Lanterns', audio_asset_id: asset_id },
  throwOnError,
})
await api.updateRelease({ path, body: { artwork_asset_id: 'ast_seed_artwork_01' }, throwOnError })
const { data: submission } = await api.submitRelease({ path, throwOnError })
assert.equal(submission.review_status, 'pending')

const { data: webhook } = await api.createWebhook({
  body: { url: 'http://127.0.0.1:9/', event_type: ['delivery.completed'] },
  throwOnError,
})
assert.deepEqual(webhook.event_type, ['delivery.completed'])

const { data: delivery } = await api.createDelivery({
  body: { release_id: release.id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] },
  throwOnError,
})
const delivery_id = delivery.id
await waitFor(async () => (await api.getDelivery({ path: { delivery_id }, throwOnError })).data.status === 'delivered')

const { data: releases } = await api.listReleases({ query: { limit: 1 }, throwOnError })
assert.deepEqual([releases.data[0]?.id, releases.has_more], [release.id, true])

const { data: statements } = await api.listStatements({
  query: { status: 'closed', currency: 'EUR', limit: 100 },
  throwOnError,
})
const statement = statements.data.find(({ net_amount }) => Number(net_amount) > 1)
assert(statement)
const { data: payout } = await api.createPayout({ body: { statement_ids: [statement.id] }, throwOnError })
assert.equal(payout.amount, statement.net_amount)

const missing = await api.getRelease({ path: { release_id: 'rel_x' } })
assert.equal(missing.error?.error.code, 'not_found')
