import { describe, expect, test } from 'vitest'
import { invalidField } from '../../../src/core/primitives/result.js'
import { formatWarnings } from '../../../src/http/pipeline/warning-header.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox({ now: '2024-08-01T00:00:00Z' })
const HEADER = 'x-sandbox-warning'

describe('X-Sandbox-Warning', () => {
  test.each([
    [
      'PATCH',
      '/v1/releases/rel_seed_06',
      { artists: [], upc: '1' },
      "artists: can't be changed by PATCH; ignored, upc: can't be changed by PATCH; ignored",
    ],
    [
      'POST',
      '/v1/releases',
      { ...validRelease, artwork_asset_id: 'ast_x' },
      "artwork_asset_id: can't be set by POST; ignored",
    ],
    [
      'POST',
      '/v1/releases',
      { ...validRelease, lable: 'X' },
      'lable: is not a known field; ignored; did you mean label?',
    ],
    ['POST', '/v1/releases', { ...validRelease, zzz: 1 }, 'zzz: is not a known field; ignored'],
    [
      'PATCH',
      '/v1/releases/rel_seed_06',
      { status: 'draft' },
      'status: is deprecated; use POST /v1/releases/{release_id}/submit',
    ],
    [
      'POST',
      '/v1/tracks/bulk',
      {
        tracks: [
          { release_id: 'rel_seed_06', title: 'A', upc: '1' },
          { release_id: 'rel_seed_06', title: 'B', id: 'x' },
        ],
      },
      "tracks[0].upc: is not a known field; ignored, tracks[1].id: can't be set by POST; ignored",
    ],
    [
      'POST',
      '/v1/releases',
      { ...validRelease, artists: [{ name: 'A', role: 'main', rolle: 'main' }] },
      'artists[0].rolle: is not a known field; ignored; did you mean role?',
    ],
    [
      'POST',
      '/v1/releases',
      { ...validRelease, artists: [{ nme: 'A', role: 'main' }] },
      'artists[0].nme: is not a known field; ignored; did you mean name?',
    ],
    ['GET', '/v1/releases?stauts=draft', undefined, 'stauts: is not a known parameter; ignored; did you mean status?'],
    [
      'GET',
      '/v1/royalties?page=1&per_page=5',
      undefined,
      'page: is deprecated; use cursor, per_page: is deprecated; use limit',
    ],
  ])('%s %s %j names each finding', async (method, path, body, expected) => {
    const api = fresh()
    const response =
      method === 'GET'
        ? await api.get(path)
        : method === 'POST'
          ? await api.post(path, body)
          : await api.patch(path, body)
    expect(response.headers[HEADER]).toBe(expected)
    const { data } = (await api.get('/_sandbox/requests')).body
    expect(data[0].warnings.map(({ field }: { field: string }) => field)).toEqual(
      expected.split(', ').map((value) => value.split(':')[0]),
    )
  })

  test.each([
    ['rejectoin', '; did you mean rejection?'],
    ['rejection', ''],
    ['zzzzzzzz', ''],
  ])('says where X-Sandbox-Scenario: %s works when a write does not use it', async (scenario, hint) => {
    const api = fresh()
    const header = { 'x-sandbox-scenario': scenario }
    const created = await api.post('/v1/releases', validRelease, header)
    const places = ['/v1/releases/{release_id}/submit', '/v1/deliveries', '/v1/payouts', '/v1/ern/messages'].map(
      (path) => `POST ${path}`,
    )
    expect([created.status, created.headers[HEADER]]).toEqual([
      201,
      `X-Sandbox-Scenario: works only on ${places.join(' or ')}; ignored${hint}`,
    ])
    expect((await api.get('/v1/releases', header)).headers[HEADER]).toBeUndefined()
    expect((await api.post('/v1/releases/rel_seed_06/submit', undefined, header)).headers[HEADER]).toBeUndefined()
  })

  test('is on refusals and replays, and absent when there is nothing to report', async () => {
    const api = fresh()
    const refused = await api.patch('/v1/releases/rel_nowhere', { upc: '1' })
    expect([refused.status, refused.headers[HEADER]]).toEqual([404, "upc: can't be changed by PATCH; ignored"])
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const send = () => api.post('/v1/releases', { ...validRelease, upd: 1 }, key)
    const [first, replay] = [await send(), await send()]
    expect(replay.headers['idempotent-replayed']).toBe('true')
    expect(replay.headers[HEADER]).toBe(first.headers[HEADER])
    expect((await api.post('/v1/releases', validRelease)).headers[HEADER]).toBeUndefined()
  })

  test('escapes hostile field names, so that they cannot add values or headers', async () => {
    const names = ['a\r\nSet-Cookie: x=1', 'ü, b: c', '\u2028\u0000', '🎵']
    const response = await fresh().post('/v1/releases', {
      ...validRelease,
      ...Object.fromEntries(names.map((name) => [name, 1])),
    })
    expect(response.status).toBe(201)
    expect(response.headers['set-cookie']).toBeUndefined()
    const values = (response.headers[HEADER] as string).split(', ')
    expect(values).toHaveLength(4)
    expect(values[0]).toBe('a\\u000d\\u000aSet-Cookie: x=1: is not a known field; ignored')
    expect(response.headers[HEADER]).toMatch(/^[ -~]*$/)
  })

  test('has at most ten values and 2 kB, and counts the rest', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`field_${i}`, 1]))
    const values = ((await fresh().post('/v1/releases', { ...validRelease, ...many })).headers[HEADER] as string).split(
      ', ',
    )
    expect([values.length, values.at(-1)]).toEqual([10, '16 more; see the log'])
    for (const [count, length] of [
      [10, 5],
      [11, 5],
      [12, 99],
      [40, 100_000],
      [10, 100_000],
    ] as const) {
      const header = formatWarnings(
        Array.from({ length: count }, (_, i) => invalidField(`${i}${'ü'.repeat(length)}`, 'is not a known field')),
      )
      expect(header.length).toBeLessThanOrEqual(2048)
      expect(header.split(', ').length).toBeLessThanOrEqual(10)
    }
  })
})
