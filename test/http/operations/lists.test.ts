import { describe, expect, test } from 'vitest'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

async function readAll(api: Client, path: string, meanwhile = async () => {}) {
  const all: string[] = []
  let cursor = ''
  for (;;) {
    const { body } = await api.get(`${path}${cursor}`)
    all.push(...ids(body))
    expect(body.has_more).toBe(body.next_cursor !== null)
    if (!body.has_more) return all
    cursor = `&cursor=${body.next_cursor}`
    await meanwhile()
  }
}

test('releases are listed newest first, twenty per page', async () => {
  const api = fresh()
  for (let i = 0; i < 15; i++) await api.post('/v1/releases', { ...validRelease, title: `No ${i}` })
  const { body } = await api.get('/v1/releases')
  expect(body.data).toHaveLength(20)
  expect(body.data[0].title).toBe('No 14')
  const times = body.data.map(({ created_at }: { created_at: string }) => created_at)
  expect(times).toEqual([...times].sort().reverse())
})

test('pages neither repeat nor skip releases while others are created and changed', async () => {
  const api = fresh()
  for (let i = 0; i < 5; i++) await api.post('/v1/releases', validRelease)
  const before = ids((await api.get('/v1/releases?limit=100')).body)
  const paged = await readAll(api, '/v1/releases?limit=2', async () => {
    await api.post('/v1/releases', validRelease)
    await api.patch('/v1/releases/rel_seed_01', { title: 'Changed meanwhile' })
  })
  expect(paged).toEqual(before)
})

test('the status filter applies to every page', async () => {
  expect(await readAll(fresh(), '/v1/releases?limit=1&status=delivered')).toEqual([
    'rel_seed_04',
    'rel_seed_02',
    'rel_seed_01',
  ])
})

test('every list of a fresh world is newest first', async () => {
  const api = fresh()
  for (const path of ['/v1/releases', '/v1/tracks', '/v1/assets']) {
    const { data } = (await api.get(`${path}?limit=100`)).body
    const times = data.map(({ created_at }: { created_at: string }) => created_at)
    expect(times.length).toBeGreaterThan(5)
    expect(times).toEqual([...times].sort().reverse())
  }
})

describe('a cursor is refused', () => {
  test('if it was forged, shortened or lengthened', async () => {
    const api = fresh()
    const cursor: string = (await api.get('/v1/releases?limit=1')).body.next_cursor
    const flipped = cursor.slice(0, 4) + (cursor[4] === 'A' ? 'B' : 'A') + cursor.slice(5)
    for (const forged of [
      flipped,
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      'x',
      '%00',
      `${cursor}!`,
    ]) {
      const { status, body } = await api.get(`/v1/releases?limit=1&cursor=${forged}`)
      expect([forged, status, body.error.code]).toEqual([forged, 400, 'invalid_cursor'])
    }
  })

  test('with other filters, in another list, in another world', async () => {
    const api = fresh()
    const cursor = (await api.get('/v1/releases?limit=1')).body.next_cursor
    for (const path of [`/v1/releases?status=draft&cursor=${cursor}`, `/v1/stores?cursor=${cursor}`])
      expect((await api.get(path)).body.error.code).toBe('invalid_cursor')
    expect((await fresh().get(`/v1/releases?cursor=${cursor}`)).body.error.code).toBe('invalid_cursor')
  })
})

describe('stores and territories', () => {
  test('stores are listed with territories and capabilities', async () => {
    const { body } = await fresh().get('/v1/stores')
    expect(body.data.length).toBeGreaterThanOrEqual(8)
    expect(body.data.length).toBeLessThanOrEqual(12)
    expect(body).toMatchObject({ next_cursor: null, has_more: false })
    expect(Object.keys(body.data[0])).toEqual(['store_id', 'name', 'territories', 'capabilities'])
  })

  test('stores can be filtered by territory and paged', async () => {
    const api = fresh()
    const japanese = (await api.get('/v1/stores?territory=JP')).body.data
    expect(japanese.length).toBeGreaterThan(0)
    for (const store of japanese) expect(store.territories).toContain('JP')
    const { body } = await api.get('/v1/stores?limit=3')
    const rest = (await api.get(`/v1/stores?limit=100&cursor=${body.next_cursor}`)).body
    expect([...body.data, ...rest.data]).toEqual((await api.get('/v1/stores')).body.data)
    expect((await api.get('/v1/stores?territory=jp')).status).toBe(400)
  })

  test('territories are those that the network supports and the account is licensed for', async () => {
    const codes = async (api: Client) =>
      (await api.get('/v1/stores/territories')).body.data.map(({ code }: { code: string }) => code)
    const standard = await codes(fresh())
    const enterprise = await codes(fresh('enterprise'))
    expect(standard.length).toBeGreaterThanOrEqual(60)
    expect(standard).not.toContain('JP')
    expect(enterprise).toContain('JP')
    for (const list of [standard, enterprise]) expect(list).not.toContain('KP')
    expect(enterprise.filter((code: string) => code !== 'JP')).toEqual(standard)
  })

  test('a release accepts every listed code', async () => {
    const api = fresh()
    const codes = (await api.get('/v1/stores/territories')).body.data.map(({ code }: { code: string }) => code)
    expect((await api.post('/v1/releases', { ...validRelease, territories: codes })).status).toBe(201)
  })
})
