import { describe, expect, test } from 'vitest'
import { type Client, startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

const ORDER = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
const NOT_READY = {
  code: 'asset_not_ready',
  details: [{ field: 'tracks[1].audio_asset_id', issue: 'is awaiting_upload; it must be ready' }],
}

/** Gives the second track of the release an audio asset without content. */
async function replaceAudio(api: Client): Promise<{ trackId: string; assetId: string }> {
  const assetId = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
    .id
  const tracks = (await api.get('/v1/tracks?release_id=rel_seed_05')).body.data as {
    id: string
    track_number: number
  }[]
  const trackId = tracks.find(({ track_number }) => track_number === 2)?.id as string
  await api.patch(`/v1/tracks/${trackId}`, { audio_asset_id: assetId })
  return { trackId, assetId }
}

describe('a delivery', () => {
  test('is refused with asset_not_ready until the audio of every track is ready', async () => {
    const api = fresh()
    const { assetId } = await replaceAudio(api)
    const refused = await api.post('/v1/deliveries', ORDER)
    expect([refused.status, refused.body.error]).toMatchObject([409, NOT_READY])
    expect((await api.get('/v1/deliveries')).body.data).toEqual([])
    await api.post('/_sandbox/simulate/asset', { asset_id: assetId, outcome: 'ready' })
    expect((await api.post('/v1/deliveries', ORDER)).status).toBe(201)
  })

  test('is refused with the reason of an asset that has failed', async () => {
    const api = fresh()
    const { assetId } = await replaceAudio(api)
    await api.post('/_sandbox/simulate/asset', { asset_id: assetId, outcome: 'failed' })
    const refused = await api.post('/v1/deliveries', ORDER)
    expect(refused.body.error).toMatchObject({
      code: 'asset_not_ready',
      details: [{ issue: 'has failed: Failed by the simulator. Use another asset' }],
    })
  })

  test('is refused for the state of the release first', async () => {
    const refused = await fresh().post('/v1/deliveries', { ...ORDER, release_id: 'rel_seed_08' })
    expect(refused.body.error.code).toBe('invalid_state')
  })
})

describe('a resubmission', () => {
  async function rejectedDelivery(api: Client): Promise<string> {
    const { id } = (await api.post('/v1/deliveries', ORDER)).body
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'rejected' })
    return id
  }

  test('is refused with asset_not_ready until the audio of every track is ready', async () => {
    const api = fresh()
    const id = await rejectedDelivery(api)
    const { assetId } = await replaceAudio(api)
    const refused = await api.post(`/v1/deliveries/${id}/resubmit`)
    expect([refused.status, refused.body.error]).toMatchObject([409, NOT_READY])
    expect((await api.get(`/v1/deliveries/${id}`)).body.status).toBe('rejected')
    expect((await api.get('/v1/releases/rel_seed_05')).body.status).toBe('rejected')
    await api.post('/_sandbox/simulate/asset', { asset_id: assetId, outcome: 'ready' })
    expect((await api.post(`/v1/deliveries/${id}/resubmit`)).status).toBe(200)
  })

  test('is refused with missing_required_field for a track without audio, and names every issue', async () => {
    const api = fresh()
    const id = await rejectedDelivery(api)
    await replaceAudio(api)
    await api.post('/v1/tracks', { release_id: 'rel_seed_05', title: 'Bonus' })
    await api.patch('/v1/releases/rel_seed_05', { territories: ['CA'] })
    const refused = await api.post(`/v1/deliveries/${id}/resubmit`)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'missing_required_field'])
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'territory_codes[0]',
      'tracks[1].audio_asset_id',
      'tracks[2].audio_asset_id',
    ])
  })
})
