import { describe, expect, test } from 'vitest'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh, client } = await startSandbox()

describe('creating a release', () => {
  test('a minimal draft gets the label of the account, WORLD, and a UPC from the pool', async () => {
    const { status, body } = await fresh().post('/v1/releases', validRelease)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...validRelease,
      id: expect.stringMatching(/^rel_[0-9a-z]{21}$/),
      label: 'Saltbrook Recordings',
      upc: '860000000017',
      territories: ['WORLD'],
      status: 'draft',
      artwork_asset_id: null,
      created_at: '2025-01-01T00:00:00.000Z',
      updated_at: '2025-01-01T00:00:00.000Z',
    })
  })

  test('every field can be given', async () => {
    const full = {
      ...validRelease,
      artists: [
        { name: 'Mira Solane', role: 'main' },
        { name: 'Odd Kettle', role: 'remixer' },
      ],
      label: 'Driftwood Audio',
      upc: '036000291452',
      territories: ['DE', 'FR', 'GB'],
    }
    const { status, body } = await fresh().post('/v1/releases', full)
    expect(status).toBe(201)
    expect(body).toMatchObject(full)
  })

  test('a title can have 500 characters, and an emoji counts as one', async () => {
    expect((await fresh().post('/v1/releases', { ...validRelease, title: '🎵'.repeat(500) })).status).toBe(201)
  })

  test('a pool UPC that another release already has is skipped', async () => {
    const api = fresh()
    await api.post('/v1/releases', { ...validRelease, upc: '860000000017' })
    expect((await api.post('/v1/releases', validRelease)).body.upc).toBe('860000000024')
  })

  test('a refused call does not shift the ids and UPCs of later ones', async () => {
    const [careful, clumsy] = [fresh('enterprise'), fresh('enterprise')]
    await clumsy.post('/v1/releases', { ...validRelease, territories: ['KP'] })
    await clumsy.post('/v1/releases', { ...validRelease, title: 7 })
    const first = (await careful.post('/v1/releases', validRelease)).body
    const second = (await clumsy.post('/v1/releases', validRelease)).body
    expect(second.upc).toBe(first.upc)
  })

  test('a release whose fingerprint was already submitted is a duplicate', async () => {
    const api = fresh()
    const { upc, label, release_date } = (await api.get('/v1/releases/rel_seed_05')).body
    const { status, body } = await api.post('/v1/releases', { ...validRelease, upc, label, release_date })
    expect([status, body.error.code]).toEqual([409, 'duplicate_submission'])
    expect((await api.post('/v1/releases', { ...validRelease, upc, label })).status).toBe(201)
  })

  test('JavaScript property names such as __proto__ are unknown fields', async () => {
    const body = `{"__proto__":{"status":"delivered"},"constructor":{"prototype":{"polluted":1}},"title":"T","artists":[{"name":"A","role":"main"}],"release_date":"2027-01-01"}`
    const api = fresh()
    const answer = await api.send(
      'POST',
      '/v1/releases',
      { 'x-api-key': api.key, 'content-type': 'application/json' },
      body,
    )
    expect(answer.status).toBe(201)
    expect(answer.body.status).toBe('draft')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('reading a release', () => {
  test('a created release is read back unchanged', async () => {
    const api = fresh()
    const created = (await api.post('/v1/releases', validRelease)).body
    expect((await api.get(`/v1/releases/${created.id}`)).body).toEqual(created)
  })

  for (const id of ['rel_unknown', '__proto__', 'constructor', '%2e%2e', 'rel_seed_01%20'])
    test(`there is no release ${id}`, async () => {
      const { status, body } = await fresh().get(`/v1/releases/${id}`)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    })

  test('a release of another organization is not found', async () => {
    const mine = (await fresh().post('/v1/releases', validRelease)).body
    expect((await fresh().get(`/v1/releases/${mine.id}`)).status).toBe(404)
    expect((await fresh().patch(`/v1/releases/${mine.id}`, { label: 'Mine now' })).status).toBe(404)
  })
})

describe('changing a release', () => {
  test('only the fields in the body change; territories are replaced as a whole', async () => {
    const api = fresh()
    const before = (await api.post('/v1/releases', { ...validRelease, territories: ['DE', 'FR'] })).body
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    const { status, body } = await api.patch(`/v1/releases/${before.id}`, { label: 'New', territories: ['GB'] })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, label: 'New', territories: ['GB'], updated_at: '2025-01-01T01:00:00.000Z' })
  })

  test('an empty change changes nothing, not even updated_at', async () => {
    const api = fresh()
    const before = (await api.get('/v1/releases/rel_seed_06')).body
    expect((await api.patch('/v1/releases/rel_seed_06', {})).body).toEqual(before)
  })

  test('works in every status', async () => {
    const api = fresh()
    for (const id of ['rel_seed_01', 'rel_seed_03', 'rel_seed_05', 'rel_seed_06'])
      expect((await api.patch(`/v1/releases/${id}`, { title: 'Renamed' })).body.title).toBe('Renamed')
  })

  test('the cover must be a known artwork asset', async () => {
    const api = fresh()
    expect((await api.patch('/v1/releases/rel_seed_08', { artwork_asset_id: 'ast_seed_artwork_01' })).status).toBe(200)
    for (const [asset, issue] of [
      ['ast_nowhere', 'is not a known asset'],
      ['ast_seed_audio_01', 'is an audio asset; it must be artwork'],
    ]) {
      const { status, body } = await api.patch('/v1/releases/rel_seed_08', { artwork_asset_id: asset })
      expect([status, body.error.code]).toEqual([422, 'validation_failed'])
      expect(body.error.details).toEqual([{ field: 'artwork_asset_id', issue }])
    }
  })

  test('a refused change has no side effects', async () => {
    const api = fresh()
    const before = (await api.get('/v1/releases/rel_seed_08')).body
    await api.patch('/v1/releases/rel_seed_08', { label: 'New', territories: ['KP'] })
    expect((await api.get('/v1/releases/rel_seed_08')).body).toEqual(before)
  })
})

describe('the deprecated status patch', async () => {
  const early = await startSandbox({ now: Date.UTC(2024, 7, 31, 23) })

  test('before the sunset it submits a complete draft and sends deprecation headers', async () => {
    const { status, body, headers } = await early.fresh().patch('/v1/releases/rel_seed_06', { status: 'submitted' })
    expect([status, body.status]).toEqual([200, 'submitted'])
    expect(headers.deprecation).toBe('@1713139200')
    expect(headers.sunset).toBe('Sun, 01 Sep 2024 00:00:00 GMT')
  })

  test('before the sunset it names every unmet condition at once', async () => {
    const { status, body } = await early
      .fresh()
      .patch('/v1/releases/rel_seed_08', { status: 'submitted', release_date: '2024-08-31' })
    expect([status, body.error.code]).toEqual([422, 'missing_required_field'])
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'tracks',
      'artwork_asset_id',
      'release_date',
    ])
  })

  test('before the sunset it makes only the transitions that a partner can make', async () => {
    const api = early.fresh()
    const patch = async (id: string, status: string) => {
      const { status: code, body } = await api.patch(`/v1/releases/${id}`, { status })
      return [code, body.status ?? body.error.code]
    }
    for (const id of ['rel_seed_01', 'rel_seed_05'])
      for (const status of ['draft', 'rejected']) expect(await patch(id, status)).toEqual([409, 'invalid_state'])
    for (const status of ['delivered', 'rejected'])
      expect(await patch('rel_seed_06', status)).toEqual([409, 'invalid_state'])
    expect(await patch('rel_seed_01', 'submitted')).toEqual([409, 'invalid_state'])
    expect(await patch('rel_seed_03', 'delivered')).toEqual([409, 'invalid_state'])
    expect(await patch('rel_seed_03', 'draft')).toEqual([200, 'draft'])
    expect(await patch('rel_seed_03', 'submitted')).toEqual([200, 'submitted'])
  })

  test('before the sunset the current status changes nothing, not even updated_at', async () => {
    const api = early.fresh()
    for (const id of ['rel_seed_01', 'rel_seed_03', 'rel_seed_05', 'rel_seed_08']) {
      const before = (await api.get(`/v1/releases/${id}`)).body
      const { status, body, headers } = await api.patch(`/v1/releases/${id}`, { status: before.status })
      expect([status, body]).toEqual([200, before])
      expect(headers.deprecation).toBe('@1713139200')
    }
  })

  test('a refusal before the sunset has deprecation headers', async () => {
    for (const id of ['rel_seed_08', 'rel_seed_01']) {
      const { status, headers } = await early.fresh().patch(`/v1/releases/${id}`, { status: 'submitted' })
      expect(status).toBeGreaterThanOrEqual(409)
      expect(headers.deprecation).toBe('@1713139200')
    }
  })

  test('it is refused from the second of the sunset on', async () => {
    const api = early.fresh()
    await api.post('/_sandbox/clock/advance', { to: '2024-08-31T23:59:59Z' })
    expect((await api.patch('/v1/releases/rel_seed_06', { status: 'submitted' })).status).toBe(200)
    const late = early.fresh()
    await late.post('/_sandbox/clock/advance', { to: '2024-09-01T00:00:00Z' })
    const { status, body } = await late.patch('/v1/releases/rel_seed_06', { status: 'submitted' })
    expect([status, body.error.code, body.error.details[0].field]).toEqual([422, 'validation_failed', 'status'])
  })

  test('other changes have no deprecation headers', async () => {
    expect((await early.fresh().patch('/v1/releases/rel_seed_06', { label: 'X' })).headers.deprecation).toBeUndefined()
  })
})

describe('several issues of a change', () => {
  test('issues of the contract, the clock and the assets are in one response', async () => {
    const api = fresh()
    const artwork_asset_id = (
      await api.post('/v1/assets', { type: 'artwork', filename: 'a.png', content_type: 'image/png' })
    ).body.id
    const { body } = await api.patch('/v1/releases/rel_seed_06', { title: '', status: 'submitted', artwork_asset_id })
    expect([body.error.code, body.error.details.map(({ field }: { field: string }) => field)]).toEqual([
      'validation_failed',
      ['title', 'status', 'artwork_asset_id'],
    ])
  })
})

describe('worlds', () => {
  test('two keys share nothing, even with the same name in two tiers', async () => {
    const [a, b] = [client('sk_sandbox_standard_same'), client('sk_sandbox_enterprise_same')]
    const created = (await a.post('/v1/releases', validRelease)).body
    expect((await b.get(`/v1/releases/${created.id}`)).status).toBe(404)
    expect((await b.post('/v1/releases', validRelease)).body.id).not.toBe(created.id)
    await a.post('/_sandbox/clock/advance', { duration: '1d' })
    expect((await b.get('/_sandbox/clock')).body.now).toBe('2025-01-01T00:00:00.000Z')
  })
})
