import { describe, expect, test } from 'vitest'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
const artist = validRelease.artists[0]

type Case = [what: string, changes: Record<string, unknown>, code: string, fields: string[]]

const bodies: Case[] = [
  ['no title', { title: undefined }, 'missing_required_field', ['title']],
  [
    'nothing required',
    { title: undefined, artists: undefined, release_date: undefined },
    'missing_required_field',
    ['title', 'artists', 'release_date'],
  ],
  [
    'missing and wrong-typed fields together',
    { title: undefined, label: 7 },
    'missing_required_field',
    ['title', 'label'],
  ],
  ['null for a required field', { title: null }, 'validation_failed', ['title']],
  ['null for an optional field', { label: null }, 'validation_failed', ['label']],
  ['a number where a string belongs', { title: 42 }, 'validation_failed', ['title']],
  ['an empty title', { title: '' }, 'validation_failed', ['title']],
  ['a 501-character title', { title: 'x'.repeat(501) }, 'validation_failed', ['title']],
  ['no artists at all', { artists: [] }, 'validation_failed', ['artists']],
  ['no main artist', { artists: [{ name: 'A', role: 'featured' }] }, 'validation_failed', ['artists']],
  ['an unknown role', { artists: [artist, { name: 'A', role: 'drummer' }] }, 'validation_failed', ['artists[1].role']],
  ['an artist without a name', { artists: [{ role: 'main' }] }, 'missing_required_field', ['artists[0].name']],
  ['artists as an object', { artists: { name: 'A', role: 'main' } }, 'validation_failed', ['artists']],
  ['a date that no calendar has', { release_date: '2025-02-30' }, 'validation_failed', ['release_date']],
  ['a date in another form', { release_date: '05.03.2027' }, 'validation_failed', ['release_date']],
  ['a timestamp as date', { release_date: '2027-03-05T00:00:00Z' }, 'validation_failed', ['release_date']],
  ['a lower-case territory', { territories: ['de'] }, 'validation_failed', ['territories[0]']],
  ['a three-letter territory', { territories: ['DE', 'FRA'] }, 'validation_failed', ['territories[1]']],
  ['no territories', { territories: [] }, 'validation_failed', ['territories']],
  ['a territory named twice', { territories: ['DE', 'DE'] }, 'validation_failed', ['territories']],
  ['WORLD mixed with codes', { territories: ['WORLD', 'DE'] }, 'validation_failed', ['territories']],
  ["the deliveries' word WORLDWIDE", { territories: ['WORLDWIDE'] }, 'validation_failed', ['territories[0]']],
  ['territories as text', { territories: 'WORLD' }, 'validation_failed', ['territories']],
  ['a territory outside the network', { territories: ['DE', 'KP'] }, 'territory_not_supported', ['territories[1]']],
  ['what looks like a code but is none', { territories: ['UK'] }, 'territory_not_supported', ['territories[0]']],
  ['a territory without a licence', { territories: ['JP'] }, 'territory_not_supported', ['territories[0]']],
  [
    'an unsupported territory and a missing title',
    { title: undefined, territories: ['KP'] },
    'missing_required_field',
    ['title', 'territories[0]'],
  ],
  [
    'an unsupported territory and a wrong label',
    { label: 1, territories: ['KP'] },
    'territory_not_supported',
    ['label', 'territories[0]'],
  ],
  ['a UPC with a wrong check digit', { upc: '036000291453' }, 'validation_failed', ['upc']],
  ['a UPC that is too short', { upc: '0360002914' }, 'validation_failed', ['upc']],
  ['a UPC as a number', { upc: 36000291452 }, 'validation_failed', ['upc']],
]

describe('a release is refused with', () => {
  for (const [what, changes, code, fields] of bodies)
    test(what, async () => {
      const api = fresh()
      const before = (await api.get('/v1/releases')).text
      const { status, body, headers } = await api.post('/v1/releases', { ...validRelease, ...changes })
      expect([status, body.error.code]).toEqual([422, code])
      expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields)
      expect(body.error.request_id).toBe(headers['x-request-id'])
      expect((await api.get('/v1/releases')).text).toBe(before)
    })
})

test('a blank string counts as empty', async () => {
  const { body } = await fresh().post('/v1/releases', {
    ...validRelease,
    title: ' ',
    label: '\t',
    artists: [{ name: ' ', role: 'main' }],
  })
  expect(body.error.details).toEqual([
    { field: 'title', issue: 'must not be blank' },
    { field: 'artists[0].name', issue: 'must not be blank' },
    { field: 'label', issue: 'must not be blank' },
  ])
})

describe('a mebibyte of invalid input is refused quickly', () => {
  const many = <T>(n: number, item: T) => Array<T>(n).fill(item)
  const cases: [what: string, path: string, body: object][] = [
    ['a quarter of a million artists that are none', '/v1/releases', { ...validRelease, artists: many(250_000, 1) }],
    ['as many territories without a licence', '/v1/releases', { ...validRelease, territories: many(150_000, 'KP') }],
    ['forty thousand tracks that are none', '/v1/tracks/bulk', { tracks: many(40_000, 1) }],
    [
      'fifty thousand unknown fields',
      '/v1/releases',
      Object.fromEntries(many(50_000, 0).map((_, i) => [`field${i}`, i])),
    ],
  ]
  for (const [what, path, body] of cases)
    test(what, async () => {
      const answer = await fresh().post(path, body)
      expect(answer.status).toBe(422)
      expect(answer.body.error.details.length).toBeLessThanOrEqual(1001)
    })

  test('eighty thousand form fields', async () => {
    const form = many(80_000, 0)
      .map((_, i) => `f${i}`)
      .join('&')
    const { status } = await fresh().send(
      'POST',
      '/v1/oauth/token',
      { 'content-type': 'application/x-www-form-urlencoded' },
      form,
    )
    expect(status).toBe(400)
  })

  test('one item too many is reported, whatever other issues there are', async () => {
    const event_ids = [1, ...Array.from({ length: 1000 }, (_, i) => `evt_${i}`)]
    const { body } = await fresh().post('/v1/webhooks/whk_x/redeliver', { event_ids })
    expect(body.error.details).toEqual([
      { field: 'event_ids', issue: 'must have at most 1000 items; it has 1001' },
      { field: 'event_ids[0]', issue: 'must be a string, not a number' },
    ])
  })

  test('omitted issues are counted, and the code considers all issues', async () => {
    const artists = [...many(600, { name: 1, role: 'x' }), { role: 'main' }]
    const { body } = await fresh().post('/v1/releases', { ...validRelease, artists })
    expect(body.error.code).toBe('missing_required_field')
    expect(body.error.details).toHaveLength(1001)
    expect(body.error.details.at(-1)).toEqual({ issue: 'and 202 more' })
  })
})

test('the enterprise account is licensed for JP', async () => {
  expect((await fresh('enterprise').post('/v1/releases', { ...validRelease, territories: ['JP'] })).status).toBe(201)
})

test('an issue explains how to correct it', async () => {
  const { body } = await fresh().post('/v1/releases', {
    title: 'x'.repeat(501),
    artists: [{ name: 'A', role: 'man' }],
    release_date: 'soon',
    upc: '036000291453',
  })
  expect(body.error.details).toEqual([
    { field: 'title', issue: 'must have at most 500 characters; it has 501' },
    { field: 'artists[0].role', issue: 'must be one of main, featured, remixer, producer, composer' },
    { field: 'artists', issue: 'must include at least one artist with role main' },
    { field: 'release_date', issue: 'must be a calendar date such as 2027-03-05' },
    { field: 'upc', issue: 'has a wrong check digit' },
  ])
})

describe('a body is refused that', () => {
  const json = 'application/json'
  const cases: [what: string, body: string | Buffer, type: string | undefined, status: number, code: string][] = [
    ['is not JSON', '{"title":', json, 400, 'invalid_request'],
    ['is empty', '', json, 400, 'invalid_request'],
    ['is an array', '[]', json, 422, 'validation_failed'],
    ['is a string', '"release"', json, 422, 'validation_failed'],
    ['is null', 'null', json, 422, 'validation_failed'],
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json, 400, 'invalid_request'],
    [
      'is over 1 MiB',
      JSON.stringify({ ...validRelease, title: 'x'.repeat(2_000_000) }),
      json,
      413,
      'payload_too_large',
    ],
    ['nests 10,000 deep', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, json, 400, 'invalid_request'],
    ['nests 65 deep', '['.repeat(65) + ']'.repeat(65), json, 400, 'invalid_request'],
    ['comes as text', JSON.stringify(validRelease), 'text/plain', 415, 'unsupported_media_type'],
    ['comes as a form', 'title=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [
      'comes in another charset',
      JSON.stringify(validRelease),
      'application/json; charset=utf-16',
      415,
      'unsupported_media_type',
    ],
  ]
  for (const [what, body, type, status, code] of cases)
    test(what, async () => {
      const api = fresh()
      const headers: Record<string, string> = { 'x-api-key': api.key, ...(type && { 'content-type': type }) }
      const answer = await api.send('POST', '/v1/releases', headers, body)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
      expect((await api.get('/v1/releases')).body.data[0].id).toBe('rel_seed_08')
    })

  test('is compressed', async () => {
    const api = fresh()
    const headers = { 'x-api-key': api.key, 'content-type': json, 'content-encoding': 'gzip' }
    expect((await api.send('POST', '/v1/releases', headers, '{}')).status).toBe(415)
  })
})

test('64 levels and one mebibyte are accepted', async () => {
  const api = fresh()
  const deep = `{"title":"T","artists":[{"name":"A","role":"main"}],"release_date":"2027-01-01","extra":${'['.repeat(63)}${']'.repeat(63)}}`
  const headers = { 'x-api-key': api.key, 'content-type': 'application/json; charset=UTF-8' }
  expect((await api.send('POST', '/v1/releases', headers, deep)).status).toBe(201)
  const wide = JSON.stringify({ ...validRelease, extra: '' })
  const padded = wide.replace('"extra":""', `"extra":"${'x'.repeat(1024 * 1024 - wide.length)}"`)
  expect(padded).toHaveLength(1024 * 1024)
  expect((await api.send('POST', '/v1/releases', headers, padded)).status).toBe(201)
  expect((await api.send('POST', '/v1/releases', headers, `${padded} `)).status).toBe(413)
})

describe('a query is refused with', () => {
  const cases: [query: string, fields: string[]][] = [
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=-1', ['limit']],
    ['limit=ten', ['limit']],
    ['limit=', ['limit']],
    ['limit=1.5', ['limit']],
    ['limit=1&limit=2', ['limit']],
    ['status=lost', ['status']],
    ['status=draft&status=draft', ['status']],
    ['status=lost&limit=0', ['status', 'limit']],
  ]
  for (const [query, fields] of cases)
    test(query, async () => {
      const { status, body } = await fresh().get(`/v1/releases?${query}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_request'])
      expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields)
    })
})

test('a query value is described by its type, and a misspelt path gets a suggestion', async () => {
  expect((await fresh().get('/v1/releases?limit=abc')).body.error.details).toEqual([
    { field: 'limit', issue: 'must be a whole number' },
  ])
  expect((await fresh().get('/v1/release')).body.error.message).toBe(
    'This path does not exist. Did you mean /v1/releases?',
  )
})

test('an id that is not valid percent-encoding is a bad request', async () => {
  const { status, body } = await fresh().get('/v1/releases/%zz')
  expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'invalid_request', 'release_id'])
})

describe('unknown paths and methods', () => {
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/release',
    '/v1/releases/',
    '/v1/releases/a/b',
    '/page',
    '/v2/releases',
    '/v1/releases//x',
  ])
    test(`${path} is not found, key or no key`, async () => {
      const api = fresh()
      for (const headers of [{}, { 'x-api-key': api.key }]) {
        const { status, body, headers: received } = await api.send('GET', path, headers)
        expect([status, body.error.code]).toEqual([404, 'not_found'])
        expect(received['x-request-id']).toBe(body.error.request_id)
        expect(received['ratelimit-limit']).toBe('6000')
      }
    })

  for (const [method, path, allow] of [
    ['PUT', '/v1/releases', 'GET, POST'],
    ['DELETE', '/v1/releases/rel_seed_01', 'GET, PATCH'],
    ['POST', '/v1/stores', 'GET'],
    ['OPTIONS', '/v1/stores/territories', 'GET'],
  ] as const)
    test(`${method} ${path} is not allowed`, async () => {
      const { status, body, headers } = await fresh().send(method, path)
      expect([status, body.error.code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
    })
})

describe('with --strict', async () => {
  const strict = await startSandbox({ strict: true })

  test('unknown fields are refused, with a suggestion', async () => {
    const { status, body } = await strict
      .fresh()
      .post('/v1/releases', { ...validRelease, lable: 'X', artists: [{ ...artist, instrument: 'oud' }] })
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect(body.error.details).toEqual([
      { field: 'artists[0].instrument', issue: 'is not a known field' },
      { field: 'lable', issue: 'is not a known field; did you mean label?' },
    ])
  })

  test('unknown query parameters are refused too', async () => {
    const { status, body } = await strict.fresh().get('/v1/releases?stauts=draft')
    expect([status, body.error.details]).toEqual([
      400,
      [{ field: 'stauts', issue: 'is not a known parameter; did you mean status?' }],
    ])
  })
})
