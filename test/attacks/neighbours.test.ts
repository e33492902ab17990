import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startSandbox, type TestSandbox, validRelease } from '../support/test-sandbox.js'

// A long call of one world is divided into slices. No time is measured here: what counts is that requests of another
// world are answered between the slices. `npm run bench -- neighbour` measures the times.
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})

const STORES = ['store_lumenwave', 'store_quorvane']

async function deliver(api: Client, tracks: number) {
  const { id } = (await api.post('/v1/releases', { ...validRelease, release_date: '2025-02-01' })).body
  const track = { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }
  for (let i = 0; i < tracks; i += 100)
    await api.post('/v1/tracks/bulk', { tracks: Array(Math.min(100, tracks - i)).fill(track) })
  await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  await api.post(`/v1/releases/${id}/submit`)
  const ordered = await api.post('/v1/deliveries', {
    release_id: id,
    store_ids: STORES,
    territory_codes: ['WORLDWIDE'],
  })
  expect(ordered.status).toBe(201)
}

/** How many requests of a neighbour are answered until the call is. */
async function countAnswered(call: Promise<{ status: number }>): Promise<number> {
  const neighbour = sandbox.fresh()
  let isDone = false
  const done = call.finally(() => (isDone = true))
  let answered = 0
  for (; !isDone; answered++) expect((await neighbour.get('/v1/releases/rel_seed_01')).status).toBe(200)
  expect((await done).status).toBe(200)
  return answered
}

describe('requests of another world are answered during', () => {
  test('a journal with thousands of secrets', async () => {
    const api = sandbox.fresh()
    const secrets = Array.from({ length: 20_000 }, (_, i) => [`a${i}_token`, `Secret${i}Value`])
    await api.post('/v1/releases', { ...validRelease, ...Object.fromEntries(secrets) })
    expect(await countAnswered(api.get('/_sandbox/journal'))).toBeGreaterThanOrEqual(3)
  })

  test('statements, royalties and invariants of many tracks', async () => {
    const api = sandbox.fresh()
    await deliver(api, 300)
    await api.post('/_sandbox/clock/advance', { duration: '96h' })
    await api.post('/_sandbox/clock/advance', { to: '2026-01-01T00:00:00Z' })
    for (const path of ['/v1/royalties?per_page=100', '/v1/statements?limit=100', '/_sandbox/invariants'])
      expect(await countAnswered(api.get(path))).toBeGreaterThanOrEqual(3)
  }, 60_000)

  test('an advance, whose answer has every step', async () => {
    const api = sandbox.fresh('enterprise')
    for (let i = 0; i < 60; i++) await deliver(api, 1)
    const advanced = api.post('/_sandbox/clock/advance', { duration: '96h' })
    const steps = advanced.then(({ body }) => body.steps.length)
    await countAnswered(advanced)
    expect(await steps).toBe(60 * STORES.length * 2)
  }, 60_000)
})
