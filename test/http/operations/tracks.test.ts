import { describe, expect, test } from 'vitest'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

async function draft(api: Client, fields: Record<string, unknown> = {}): Promise<string> {
  return (await api.post('/v1/releases', { ...validRelease, ...fields })).body.id
}
const fields = (body: { error: { details: { field: string }[] } }) => body.error.details.map(({ field }) => field)
const tracksOf = async (api: Client, release: string) => (await api.get(`/v1/tracks?release_id=${release}`)).body.data

describe('creating a track', () => {
  test('a minimal track gets an ISRC, the next number and the territories of its release', async () => {
    const api = fresh()
    const release_id = await draft(api, { territories: ['DE', 'FR'] })
    const { status, body } = await api.post('/v1/tracks', { release_id, title: 'Paper Boats' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^trk_[0-9a-z]{21}$/),
      release_id,
      title: 'Paper Boats',
      isrc: 'QZ-K3V-25-00001',
      audio_asset_id: null,
      territory: ['DE', 'FR'],
      track_number: 1,
      created_at: '2025-01-01T00:00:00.000Z',
      updated_at: '2025-01-01T00:00:00.000Z',
    })
    expect((await api.get(`/v1/tracks/${body.id}`)).body).toEqual(body)
  })

  test('every field can be given; an ISRC without hyphens comes back with them', async () => {
    const api = fresh()
    const given = {
      release_id: await draft(api),
      title: 'T',
      isrc: 'GBAYE6800011',
      audio_asset_id: 'ast_seed_audio_01',
      territory: ['GB'],
      track_number: 7,
    }
    const { body } = await api.post('/v1/tracks', given)
    expect(body).toMatchObject({ ...given, isrc: 'GB-AYE-68-00011' })
  })

  test('numbers continue from the highest', async () => {
    const api = fresh()
    const release_id = await draft(api)
    await api.post('/v1/tracks', { release_id, title: 'Five', track_number: 5 })
    expect((await api.post('/v1/tracks', { release_id, title: 'Six' })).body.track_number).toBe(6)
  })

  test('an assigned ISRC is never one that a track already has', async () => {
    const api = fresh()
    const release_id = await draft(api)
    await api.post('/v1/tracks', { release_id, title: 'By hand', isrc: 'QZ-K3V-25-00002' })
    const tracks = [
      { release_id, title: 'a' },
      { release_id, title: 'b' },
      { release_id, title: 'c', isrc: 'QZK3V2500003' },
      { release_id, title: 'd' },
    ]
    const { body } = await api.post('/v1/tracks/bulk', { tracks })
    expect(body.data.map(({ isrc }: { isrc: string }) => isrc)).toEqual([
      'QZ-K3V-25-00001',
      'QZ-K3V-25-00004',
      'QZ-K3V-25-00003',
      'QZ-K3V-25-00005',
    ])
  })

  test('every listed territory is accepted', async () => {
    const api = fresh()
    const territory = (await api.get('/v1/stores/territories')).body.data.map(({ code }: { code: string }) => code)
    const { status, body } = await api.post('/v1/tracks', { release_id: await draft(api), title: 'T', territory })
    expect([status, body.territory]).toEqual([201, territory])
  })

  test('audio can be attached before it is uploaded', async () => {
    const api = fresh()
    const asset = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
      .id
    expect(
      (await api.post('/v1/tracks', { release_id: await draft(api), title: 'T', audio_asset_id: asset })).status,
    ).toBe(201)
  })

  test('a submitted or delivered release accepts no tracks; a rejected one does', async () => {
    const api = fresh()
    for (const [release_id, status] of [
      ['rel_seed_05', 409],
      ['rel_seed_01', 409],
      ['rel_seed_03', 201],
    ]) {
      const answer = await api.post('/v1/tracks', { release_id, title: 'Late' })
      expect(answer.status).toBe(status)
      if (status === 409) expect(answer.body.error.code).toBe('invalid_state')
    }
  })
})

const bad: [what: string, changes: Record<string, unknown>, code: string, field: string][] = [
  ['no title', { title: undefined }, 'missing_required_field', 'title'],
  ['no release', { release_id: undefined }, 'missing_required_field', 'release_id'],
  ['an unknown release', { release_id: 'rel_nowhere' }, 'validation_failed', 'release_id'],
  ['an ISRC that is too short', { isrc: 'QZ-K3V-25-0001' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC that is too long', { isrc: 'QZ-K3V-25-000011' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC in lower case', { isrc: 'qz-k3v-25-00001' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC with digits as country', { isrc: '12-K3V-25-00001' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC with hyphens in wrong places', { isrc: 'QZK-3V-25-00001' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC with some hyphens', { isrc: 'QZ-K3V2500001' }, 'invalid_isrc_format', 'isrc'],
  ['an ISRC as a number', { isrc: 123 }, 'invalid_isrc_format', 'isrc'],
  ['an empty ISRC', { isrc: '' }, 'invalid_isrc_format', 'isrc'],
  ['an unknown asset', { audio_asset_id: 'ast_nowhere' }, 'validation_failed', 'audio_asset_id'],
  ['artwork as audio', { audio_asset_id: 'ast_seed_artwork_01' }, 'validation_failed', 'audio_asset_id'],
  ['an unsupported territory', { territory: ['DE', 'KP'] }, 'territory_not_supported', 'territory[1]'],
  ['an unlicensed territory', { territory: ['JP'] }, 'territory_not_supported', 'territory[0]'],
  ['no territory', { territory: [] }, 'validation_failed', 'territory'],
  ['a territory as text', { territory: 'DE' }, 'validation_failed', 'territory'],
  ['track number 0', { track_number: 0 }, 'validation_failed', 'track_number'],
  ['half a track number', { track_number: 1.5 }, 'validation_failed', 'track_number'],
  ['a number that is taken', { track_number: 3 }, 'validation_failed', 'track_number'],
]

describe('a track is refused with', () => {
  for (const [what, changes, code, field] of bad)
    test(what, async () => {
      const api = fresh()
      const release_id = await draft(api)
      await api.post('/v1/tracks', { release_id, title: 'First', track_number: 3 })
      const { status, body } = await api.post('/v1/tracks', { release_id, title: 'T', ...changes })
      expect([status, body.error.code, fields(body)]).toEqual([422, code, [field]])
      expect(await tracksOf(api, release_id)).toHaveLength(1)
    })

  test("another organization's release or asset", async () => {
    const theirs = fresh()
    const release_id = await draft(theirs)
    const asset = (await theirs.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }))
      .body.id
    const { body } = await fresh().post('/v1/tracks', { release_id, title: 'T', audio_asset_id: asset })
    expect([body.error.code, fields(body)]).toEqual(['validation_failed', ['release_id', 'audio_asset_id']])
  })

  test('several issues: all in one response, with the code that comes first', async () => {
    const { body } = await fresh().post('/v1/tracks', { release_id: 'rel_nowhere', isrc: 'x', territory: ['KP'] })
    expect(body.error.code).toBe('missing_required_field')
    expect(fields(body)).toEqual(['title', 'isrc', 'release_id', 'territory[0]'])
    const second = await fresh().post('/v1/tracks', {
      release_id: 'rel_nowhere',
      title: 'T',
      isrc: 'x',
      territory: ['KP'],
    })
    expect(second.body.error.code).toBe('invalid_isrc_format')
  })
})

describe('bulk', () => {
  test('creates all tracks in order, for several releases', async () => {
    const api = fresh()
    const [a, b] = [await draft(api), await draft(api)]
    const tracks = Array.from({ length: 100 }, (_, i) => ({ release_id: i % 2 ? b : a, title: `No ${i}` }))
    const { status, body } = await api.post('/v1/tracks/bulk', { tracks })
    expect([status, Object.keys(body)]).toEqual([201, ['data']])
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(tracks.map(({ title }) => title))
    expect(body.data[99].track_number).toBe(50)
    expect(new Set(body.data.map(({ isrc }: { isrc: string }) => isrc)).size).toBe(100)
  })

  for (const n of [0, 101])
    test(`refuses ${n} items`, async () => {
      const { status, body } = await fresh().post('/v1/tracks/bulk', {
        tracks: Array(n).fill({ release_id: 'rel_seed_08', title: 'T' }),
      })
      expect([status, body.error.code, fields(body)]).toEqual([422, 'validation_failed', ['tracks']])
    })

  test('names every issue of every item, and creates nothing', async () => {
    const api = fresh()
    const release_id = await draft(api)
    const tracks = [
      { release_id, title: 'Fine' },
      { release_id },
      { release_id: 'rel_nowhere', title: 'T', isrc: 'nonsense', territory: ['KP'] },
      'not a track',
    ]
    const { status, body } = await api.post('/v1/tracks/bulk', { tracks })
    expect([status, body.error.code]).toEqual([422, 'missing_required_field'])
    expect(fields(body)).toEqual([
      'tracks[1].title',
      'tracks[2].isrc',
      'tracks[3]',
      'tracks[2].release_id',
      'tracks[2].territory[0]',
    ])
    expect(await tracksOf(api, release_id)).toEqual([])
  })

  test('one item that is invalid in this world refuses all items', async () => {
    const api = fresh()
    const release_id = await draft(api)
    const tracks = [
      { release_id, title: 'Fine' },
      { release_id, title: 'T', track_number: 1 },
      { release_id, title: 'T', track_number: 1, audio_asset_id: 'ast_x' },
      { release_id: 'rel_seed_05', title: 'T' },
    ]
    const { body } = await api.post('/v1/tracks/bulk', { tracks })
    expect(body.error.code).toBe('validation_failed')
    expect(fields(body)).toEqual(['tracks[2].audio_asset_id', 'tracks[3].release_id', 'tracks[2].track_number'])
    expect(await tracksOf(api, release_id)).toEqual([])
    expect((await api.post('/v1/tracks', { release_id, title: 'Next' })).body.isrc).toBe('QZ-K3V-25-00001')
  })
})

describe('track numbers', () => {
  const numbersOf = (body: { data: { track_number: number }[] }) => body.data.map((track) => track.track_number)

  test('in a bulk request, explicit numbers are assigned first', async () => {
    const api = fresh()
    const release_id = await draft(api)
    const tracks = [
      { release_id, title: 'a' },
      { release_id, title: 'b', track_number: 1 },
      { release_id, title: 'c' },
    ]
    expect(numbersOf((await api.post('/v1/tracks/bulk', { tracks })).body)).toEqual([2, 1, 3])
  })

  test('after 9999 the gaps are filled', async () => {
    const api = fresh()
    const release_id = await draft(api)
    for (const track_number of [9999, 1]) await api.post('/v1/tracks', { release_id, title: 'T', track_number })
    expect((await api.post('/v1/tracks', { release_id, title: 'T' })).body.track_number).toBe(2)
    expect(numbersOf((await api.get(`/v1/tracks?release_id=${release_id}`)).body)).toEqual([2, 1, 9999])
  })

  test('schema issues and state issues are in one response', async () => {
    const api = fresh()
    const release_id = await draft(api)
    const tracks = [
      { release_id, track_number: 3 },
      { release_id, title: 'b', track_number: 3 },
    ]
    const { body } = await api.post('/v1/tracks/bulk', { tracks })
    expect(fields(body)).toEqual(['tracks[0].title', 'tracks[1].track_number'])
    const patch = await api.patch('/v1/tracks/trk_seed_01', { title: '', track_number: 2, release_id: 'rel_nowhere' })
    expect(fields(patch.body)).toEqual(['title', 'track_number'])
  })
})

describe('reading and changing', () => {
  test('tracks are listed by release, newest first', async () => {
    const api = fresh()
    const release_id = await draft(api)
    for (const title of ['a', 'b', 'c']) await api.post('/v1/tracks', { release_id, title })
    expect((await tracksOf(api, release_id)).map(({ title }: { title: string }) => title)).toEqual(['c', 'b', 'a'])
    const page = (await api.get(`/v1/tracks?release_id=${release_id}&limit=2`)).body
    const rest = (await api.get(`/v1/tracks?release_id=${release_id}&limit=2&cursor=${page.next_cursor}`)).body
    expect([...page.data, ...rest.data]).toEqual(await tracksOf(api, release_id))
    expect(await tracksOf(api, 'rel_nowhere')).toEqual([])
    expect((await api.get('/v1/tracks?limit=100')).body.data).toHaveLength(14)
  })

  test('only the fields in the body change', async () => {
    const api = fresh()
    const before = (await api.get('/v1/tracks/trk_seed_01')).body
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    const changes = {
      title: 'Renamed',
      isrc: 'GBAYE6800011',
      audio_asset_id: 'ast_seed_audio_12',
      territory: ['DE'],
      track_number: 9,
    }
    for (const [field, value] of Object.entries(changes)) {
      const { status, body } = await api.patch('/v1/tracks/trk_seed_01', { [field]: value })
      expect(status).toBe(200)
      expect(body).toEqual({
        ...before,
        [field]: field === 'isrc' ? 'GB-AYE-68-00011' : value,
        updated_at: '2025-01-01T01:00:00.000Z',
      })
      Object.assign(before, body)
    }
  })

  test('a change has the same rules as creation', async () => {
    const api = fresh()
    for (const [change, code] of [
      [{ isrc: 'x' }, 'invalid_isrc_format'],
      [{ territory: ['KP'] }, 'territory_not_supported'],
      [{ audio_asset_id: 'ast_seed_artwork_01' }, 'validation_failed'],
      [{ track_number: 2 }, 'validation_failed'],
      [{ title: '' }, 'validation_failed'],
    ] as const) {
      const { status, body } = await api.patch('/v1/tracks/trk_seed_01', change)
      expect([status, body.error.code]).toEqual([422, code])
    }
    expect((await api.patch('/v1/tracks/trk_nowhere', { title: 'T' })).status).toBe(404)
    expect((await api.get('/v1/tracks/trk_nowhere')).status).toBe(404)
    expect((await api.patch('/v1/tracks/trk_seed_01', { track_number: 1 })).status).toBe(200)
  })

  test('the old ISRC of a changed track is not assigned again', async () => {
    const api = fresh()
    const release_id = await draft(api)
    const { id } = (await api.post('/v1/tracks', { release_id, title: 'T' })).body
    await api.patch(`/v1/tracks/${id}`, { isrc: 'GB-AYE-68-00011' })
    expect((await api.post('/v1/tracks', { release_id, title: 'U' })).body.isrc).toBe('QZ-K3V-25-00002')
  })
})
