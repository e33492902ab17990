import { describe, expect, test } from 'vitest'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

/** A draft that lacks nothing, made as a partner would make it. */
async function complete(api: Client, fields: Record<string, unknown> = {}) {
  const release = (await api.post('/v1/releases', { ...validRelease, ...fields })).body
  await api.post('/v1/tracks', { release_id: release.id, title: 'Paper Boats', audio_asset_id: 'ast_seed_audio_01' })
  await api.patch(`/v1/releases/${release.id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  return release
}
const submit = (api: Client, id: string, headers = {}) => api.post(`/v1/releases/${id}/submit`, undefined, headers)
const details = (body: { error: { details: { field: string; issue: string }[] } }) =>
  body.error.details.map(({ field }) => field)

test('a complete draft is submitted', async () => {
  const api = fresh()
  const { id } = await complete(api)
  await api.post('/_sandbox/clock/advance', { duration: '5m' })
  const { status, body } = await submit(api, id)
  expect(status).toBe(200)
  expect(body).toEqual({
    submission_id: expect.stringMatching(/^sub_[0-9a-z]{21}$/),
    release_id: id,
    submitted_at: '2025-01-01T00:05:00.000Z',
    review_status: 'pending',
  })
  expect((await api.get(`/v1/releases/${id}`)).body).toMatchObject({
    status: 'submitted',
    updated_at: '2025-01-01T00:05:00.000Z',
  })
  expect(
    (await api.get('/v1/releases?status=submitted')).body.data.map((release: { id: string }) => release.id),
  ).toContain(id)
})

describe('an incomplete release', () => {
  test('is refused with all issues: tracks, artwork and a past date', async () => {
    const api = fresh()
    const { id } = (await api.post('/v1/releases', { ...validRelease, release_date: '2025-01-01' })).body
    const { status, body } = await submit(api, id)
    expect([status, body.error.code]).toEqual([422, 'missing_required_field'])
    expect(details(body)).toEqual(['tracks', 'artwork_asset_id', 'release_date'])
  })

  test('is refused with the position of the track', async () => {
    const api = fresh()
    const { id } = await complete(api)
    await api.post('/v1/tracks/bulk', {
      tracks: [
        { release_id: id, title: 'b' },
        { release_id: id, title: 'c', audio_asset_id: 'ast_seed_audio_02' },
        { release_id: id, title: 'd' },
      ],
    })
    const { body } = await submit(api, id)
    expect(body.error.details[0].issue).toMatch(/^is required \(track trk_/)
    expect([body.error.code, details(body)]).toEqual([
      'missing_required_field',
      ['tracks[1].audio_asset_id', 'tracks[3].audio_asset_id'],
    ])
  })

  test('a past date alone is validation_failed; today is not the future, tomorrow is', async () => {
    const api = fresh()
    const { id } = await complete(api, { release_date: '2025-01-01' })
    const { status, body } = await submit(api, id)
    expect([status, body.error.code, details(body)]).toEqual([422, 'validation_failed', ['release_date']])
    await api.patch(`/v1/releases/${id}`, { release_date: '2025-01-02' })
    expect((await submit(api, id)).status).toBe(200)
  })

  test('assets that are not ready are 409, and all are named', async () => {
    const api = fresh()
    const { id } = (await api.post('/v1/releases', validRelease)).body
    const asset = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
      .id
    await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: asset })
    const first = await submit(api, id)
    expect([first.status, first.body.error.code]).toEqual([409, 'asset_not_ready'])
    expect(details(first.body)).toEqual(['tracks[0].audio_asset_id', 'artwork_asset_id'])
    await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    const { status, body } = await submit(api, id)
    expect([status, body.error.code]).toEqual([409, 'asset_not_ready'])
    expect(body.error.details).toEqual([
      { field: 'tracks[0].audio_asset_id', issue: 'is awaiting_upload; it must be ready' },
    ])
    await api.send('PUT', `/v1/assets/${asset}/content`, { 'x-api-key': api.key }, Buffer.from('RIFF1234WAVE'))
    expect((await submit(api, id)).status).toBe(409)
    await api.post('/_sandbox/clock/advance', { duration: '2m' })
    expect((await submit(api, id)).status).toBe(200)
  })
})

test('only a draft can be submitted', async () => {
  const api = fresh()
  for (const [id, status] of [
    ['rel_seed_05', 'submitted'],
    ['rel_seed_01', 'delivered'],
    ['rel_seed_03', 'rejected'],
  ] as const) {
    const answer = await submit(api, id)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(status)
  }
  expect((await submit(api, 'rel_nowhere')).status).toBe(404)
})

test('a second release with the same fingerprint is a duplicate until its fingerprint changes', async () => {
  const api = fresh()
  const upc = '036000291452'
  const [first, second] = [await complete(api, { upc }), await complete(api, { upc })]
  expect((await submit(api, first.id)).status).toBe(200)
  const { status, body } = await submit(api, second.id)
  expect([status, body.error.code]).toEqual([409, 'duplicate_submission'])
  expect((await api.get(`/v1/releases/${second.id}`)).body.status).toBe('draft')
  await api.patch(`/v1/releases/${second.id}`, { label: 'Another Label' })
  expect((await submit(api, second.id)).status).toBe(200)
})

test('a changed release reserves both its old and its new fingerprint', async () => {
  const api = fresh()
  const upc = '036000291452'
  const { id, label, release_date } = await complete(api, { upc })
  await submit(api, id)
  await api.patch(`/v1/releases/${id}`, { label: 'Moved' })
  for (const taken of [label, 'Moved']) {
    const { status, body } = await api.post('/v1/releases', { ...validRelease, upc, release_date, label: taken })
    expect([status, body.error.code]).toEqual([409, 'duplicate_submission'])
  }
})

test('a failed asset is named with its reason', async () => {
  const api = fresh()
  const { id } = await complete(api)
  const asset = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body.id
  await api.send('PUT', `/v1/assets/${asset}/content`, { 'x-api-key': api.key }, Buffer.from('fLaC'))
  await api.post('/_sandbox/clock/advance', { duration: '2m' })
  await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: asset })
  const { body } = await submit(api, id)
  expect(body.error.details).toEqual([
    {
      field: 'tracks[1].audio_asset_id',
      issue: 'has failed: The content is FLAC, not WAV as declared. Use another asset',
    },
  ])
})

test('only one of many concurrent submissions succeeds', async () => {
  const api = fresh()
  const { id } = await complete(api)
  const answers = await Promise.all(Array.from({ length: 16 }, () => submit(api, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
})

test('a retry with the same key gets the same submission', async () => {
  const api = fresh()
  const { id } = await complete(api)
  const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
  const first = await submit(api, id, key)
  const retry = await submit(api, id, key)
  expect([retry.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
})

test('artwork that is not ready yet cannot become the cover', async () => {
  const api = fresh()
  const asset = (await api.post('/v1/assets', { type: 'artwork', filename: 'a.png', content_type: 'image/png' })).body
    .id
  const { status, body } = await api.patch('/v1/releases/rel_seed_08', { artwork_asset_id: asset })
  expect([status, body.error.code]).toEqual([409, 'asset_not_ready'])
  expect(body.error.details).toEqual([{ field: 'artwork_asset_id', issue: 'is awaiting_upload; it must be ready' }])
})

test('a rejected release can be corrected: its metadata, its cover, its tracks', async () => {
  const api = fresh()
  const fixed = await api.patch('/v1/releases/rel_seed_03', {
    title: 'Corrected',
    artwork_asset_id: 'ast_seed_artwork_02',
  })
  expect([fixed.status, fixed.body.status, fixed.body.title]).toEqual([200, 'rejected', 'Corrected'])
  const [track] = (await api.get('/v1/tracks?release_id=rel_seed_03')).body.data
  expect((await api.patch(`/v1/tracks/${track.id}`, { audio_asset_id: 'ast_seed_audio_12' })).status).toBe(200)
})
