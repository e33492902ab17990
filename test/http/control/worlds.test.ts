import { describe, expect, test } from 'vitest'
import { parseSnapshotFile, signSnapshotFile } from '../../../proof/import/snapshot-file.js'
import { MAX_SNAPSHOT_BYTES } from '../../../src/runtime/snapshots/snapshot-limits.js'
import { formatRequest, sendRaw } from '../../support/raw-http.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'
import { advanceClock } from '../../support/webhook-receiver.js'

const { fresh, client, sandbox } = await startSandbox()

describe('worlds', () => {
  test('are listed with their keys and settings', async () => {
    const api = fresh()
    await api.get('/v1/releases')
    const { data } = (await api.get('/_sandbox/worlds')).body
    const [name] = api.key.split('_').slice(-1)
    expect(data).toContainEqual({
      world: name,
      tier: 'standard',
      api_key: api.key,
      state: 'loaded',
      seed: 1,
      scenario: 'happy-path',
      clock: { mode: 'manual', now: '2025-01-01T00:00:00.000Z', speed: 1 },
    })
  })

  test('are created with their own settings', async () => {
    const { status, body } = await fresh().post('/_sandbox/worlds', {
      tier: 'enterprise',
      name: 'job-42',
      seed: 7,
      scenario: 'rejection',
      clock: { mode: 'manual', start: '2030-06-01T12:00:00Z' },
    })
    expect([status, body]).toEqual([
      201,
      {
        world: 'job-42',
        tier: 'enterprise',
        api_key: 'sk_sandbox_enterprise_job-42',
        state: 'loaded',
        seed: 7,
        scenario: 'rejection',
        clock: { mode: 'manual', now: '2030-06-01T12:00:00.000Z', speed: 1 },
      },
    ])
    const made = client(body.api_key)
    expect((await made.get('/_sandbox/clock')).body.now).toBe('2030-06-01T12:00:00.000Z')
    await made.post('/_sandbox/reset')
    expect((await made.get('/_sandbox/clock')).body.now).toBe('2030-06-01T12:00:00.000Z')
    expect((await made.get('/_sandbox/scenario')).body.name).toBe('rejection')
  })

  test('can have a different clock than the sandbox', async () => {
    const api = fresh()
    const clock = { mode: 'live', speed: 'max' }
    const { body } = await api.post('/_sandbox/worlds', { tier: 'standard', name: 'live-one', clock })
    expect(body.clock).toMatchObject({ mode: 'live', speed: 'max' })
    expect(Math.abs(Date.parse(body.clock.now) - Date.now())).toBeLessThan(60_000)
    const half = { mode: 'live', speed: 0.5 }
    const slow = await api.post('/_sandbox/worlds', { tier: 'standard', name: 'slow-one', clock: half })
    expect(slow.body.clock.speed).toBe(0.5)
  })

  test('another seed gives other ids', async () => {
    const api = fresh()
    const make = async (name: string, seed: number) => {
      const { body } = await api.post('/_sandbox/worlds', { tier: 'standard', name, seed })
      return (await client(body.api_key).post('/v1/releases', validRelease)).body.id
    }
    expect(await make('seed-a', 1)).not.toBe(await make('seed-b', 2))
  })

  test.each([
    ['no tier and no name', {}, 422, 'missing_required_field'],
    ['a tier that is none', { tier: 'gold', name: 'x' }, 422, 'validation_failed'],
    ['a name with capitals', { tier: 'standard', name: 'Job' }, 422, 'validation_failed'],
    ['a seed below zero', { tier: 'standard', name: 'x', seed: -1 }, 422, 'validation_failed'],
    ['a scenario that is none', { tier: 'standard', name: 'x', scenario: 'rejektion' }, 400, 'invalid_request'],
    ['a clock that starts nowhen', { tier: 'standard', name: 'x', clock: { start: 'soon' } }, 422, 'validation_failed'],
    [
      'speed for a manual clock',
      { tier: 'standard', name: 'x', clock: { mode: 'manual', speed: 2 } },
      422,
      'validation_failed',
    ],
    ['no speed at all', { tier: 'standard', name: 'x', clock: { mode: 'live', speed: 0 } }, 422, 'validation_failed'],
  ])('are not made with %s', async (_, input, status, code) => {
    const api = fresh()
    const answer = await api.post('/_sandbox/worlds', input)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect((await api.get('/_sandbox/worlds')).body.data.map(({ world }: { world: string }) => world)).not.toContain(
      'x',
    )
  })

  test('are not created twice', async () => {
    const api = fresh()
    await api.post('/_sandbox/worlds', { tier: 'standard', name: 'twice' })
    const { status, body } = await api.post('/_sandbox/worlds', { tier: 'standard', name: 'twice' })
    expect([status, body.error.code]).toEqual([409, 'invalid_state'])
  })

  test('are deleted, and created again by their key', async () => {
    const [api, other] = [fresh(), fresh()]
    const [name] = other.key.split('_').slice(-1)
    const { id } = (await other.post('/v1/releases', validRelease)).body
    const remove = () => api.send('DELETE', `/_sandbox/worlds/standard/${name}`, { 'x-api-key': api.key })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect((await other.get(`/v1/releases/${id}`)).status).toBe(404)
    expect((await api.send('DELETE', '/_sandbox/worlds/gold/x', { 'x-api-key': api.key })).status).toBe(400)
  })

  test('need credentials', async () => {
    expect((await fresh().send('GET', '/_sandbox/worlds')).status).toBe(401)
  })
})

describe('faults', () => {
  test('apply to matching calls, as often as configured, and count them', async () => {
    const api = fresh()
    const { status, body } = await api.post('/_sandbox/faults', { operation: 'createRelease', status: 503, times: 2 })
    expect([status, body]).toEqual([
      201,
      { id: expect.stringMatching(/^flt_/), operation: 'createRelease', status: 503, times: 2, struck: 0 },
    ])
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await api.post('/v1/releases', validRelease)).status)
    statuses.push((await api.get('/v1/releases')).status)
    expect(statuses).toEqual([503, 503, 201, 200])
    expect((await api.get('/_sandbox/faults')).body.data).toEqual([{ ...body, struck: 2 }])
  })

  test('reset connections and delay responses', async () => {
    const api = fresh()
    await api.post('/_sandbox/faults', { operation: 'listStores', connection: 'reset', delay: '10ms' })
    await expect(api.get('/v1/stores')).rejects.toThrow()
    expect((await api.get('/v1/releases')).status).toBe(200)
  })

  test('apply to the token endpoint in the OAuth error shape, including 429', async () => {
    const api = fresh('enterprise')
    const [, , tier, world] = api.key.split('_')
    const form = `grant_type=client_credentials&client_id=client_${tier}_${world}&client_secret=${api.key}`
    const headers = { 'x-api-key': api.key, 'content-type': 'application/x-www-form-urlencoded' }
    await api.post('/_sandbox/faults', { operation: 'createToken', status: 429, times: 1 })
    const { status, body, headers: received } = await api.send('POST', '/v1/oauth/token', headers, form)
    expect([status, body.error, received['retry-after']]).toEqual([429, 'invalid_request', '1'])
    expect((await api.send('POST', '/v1/oauth/token', headers, form)).status).toBe(200)
  })

  test('apply with a deterministic probability', async () => {
    const run = async () => {
      const { client: other, sandbox } = await startSandbox()
      const api = other('sk_sandbox_standard_chance')
      await api.post('/_sandbox/faults', { status: 500, operation: 'listStores', probability: 0.5 })
      const statuses = []
      for (let i = 0; i < 24; i++)
        statuses.push((await fetch(`${sandbox.url}/v1/stores`, { headers: { 'x-api-key': api.key } })).status)
      return statuses
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  test('are removed one by one, all at once, or by a reset', async () => {
    const api = fresh()
    const add = async () => (await api.post('/_sandbox/faults', { status: 503 })).body.id
    const count = async () => (await api.get('/_sandbox/faults')).body.data.length
    const remove = (path: string) => api.send('DELETE', `/_sandbox/faults${path}`, { 'x-api-key': api.key })
    const [first] = [await add(), await add(), await add()]
    expect([(await remove(`/${first}`)).status, await count()]).toEqual([204, 2])
    expect((await remove(`/${first}`)).status).toBe(404)
    expect([(await remove('')).status, await count()]).toEqual([204, 0])
    await add()
    await api.post('/_sandbox/reset')
    expect(await count()).toBe(0)
  })

  test.each([
    ['nothing to do', {}, /./],
    ['a status and a cut', { status: 503, connection: 'reset' }, /can't be combined with status/],
    ['another status', { status: 418 }, /must be one of 429, 500, 503/],
    ['an unknown operation', { operation: 'createRelase', status: 503 }, /did you mean createRelease\?/],
    ['a delay of an hour', { delay: '1h' }, /at most 5m/],
    ['a delay that is none', { delay: 'soon' }, /duration/],
    ['a probability of 2', { status: 503, probability: 2 }, /at most 1/],
    ['no times', { status: 503, times: 0 }, /at least 1/],
  ])('are not added with %s', async (_, input, words) => {
    const api = fresh()
    const { status, text } = await api.post('/_sandbox/faults', input)
    expect([status, text]).toEqual([422, expect.stringMatching(words)])
    expect((await api.get('/_sandbox/faults')).body.data).toEqual([])
  })
})

describe('snapshots', () => {
  const look = async (api: ReturnType<typeof fresh>) => {
    const paths = [
      '/v1/releases',
      '/v1/deliveries',
      '/_sandbox/clock',
      '/_sandbox/agenda',
      '/_sandbox/events',
      '/v1/royalties?limit=5',
    ]
    const seen = []
    for (const path of paths) {
      // Cursors are the world's own.
      const { next_cursor: _, ...body } = (await api.get(path)).body
      seen.push(body)
    }
    return seen
  }
  const order = { release_id: 'rel_seed_07', store_ids: ['store_pernickel'], territory_codes: ['DE'] }

  test('restore a world completely, including clock and ids', async () => {
    const api = fresh()
    await api.post('/v1/deliveries', order)
    await advanceClock(api, '30h')
    const before = await look(api)
    const saved = await api.post('/_sandbox/snapshots', { name: 'halfway' })
    expect([saved.status, saved.body]).toEqual([
      201,
      { name: 'halfway', saved_at: expect.any(String), clock: '2025-01-02T06:00:00.000Z' },
    ])
    const next = await api.post('/v1/releases', validRelease)
    await advanceClock(api, '90d')
    expect((await api.post('/_sandbox/snapshots/halfway/restore')).status).toBe(200)
    expect(await look(api)).toEqual(before)
    expect((await api.post('/v1/releases', validRelease)).body).toEqual(next.body)
    await advanceClock(api, '66h')
    expect((await api.get('/v1/deliveries')).body.data[0].status).toBe('delivered')
  })

  test('keep cursors valid', async () => {
    const api = fresh()
    const { next_cursor } = (await api.get('/v1/releases?limit=2')).body
    const second = (await api.get(`/v1/releases?limit=2&cursor=${next_cursor}`)).body
    await api.post('/_sandbox/snapshots', { name: 'here' })
    await api.post('/v1/releases', validRelease)
    await api.post('/_sandbox/snapshots/here/restore')
    expect((await api.get(`/v1/releases?limit=2&cursor=${next_cursor}`)).body).toEqual(second)
  })

  test('survive a reset, are replaced by name, and can be deleted', async () => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 'a' })
    await advanceClock(api, '1h')
    await api.post('/_sandbox/snapshots', { name: 'b' })
    await api.post('/_sandbox/snapshots', { name: 'a' })
    await api.post('/_sandbox/reset')
    const { data } = (await api.get('/_sandbox/snapshots')).body
    expect(data.map(({ name, clock }: { name: string; clock: string }) => [name, clock.slice(11, 13)]).sort()).toEqual([
      ['a', '01'],
      ['b', '01'],
    ])
    const remove = () => api.send('DELETE', '/_sandbox/snapshots/a', { 'x-api-key': api.key })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  })

  test('can be forked into an independent world', async () => {
    const api = fresh()
    await api.post('/v1/deliveries', order)
    await advanceClock(api, '40d')
    await api.post('/_sandbox/snapshots', { name: 'base' })
    const forked = await api.post('/_sandbox/snapshots/base/fork', { name: 'twin-of-it' })
    expect([forked.status, forked.body.api_key]).toEqual([201, 'sk_sandbox_standard_twin-of-it'])
    const twin = client(forked.body.api_key)
    const [mine, its] = [await look(api), await look(twin)]
    expect(its).toEqual(mine)
    const [one, two] = [await api.post('/v1/releases', validRelease), await twin.post('/v1/releases', validRelease)]
    expect(one.body.id).not.toBe(two.body.id)
    expect((await api.get(`/v1/releases/${two.body.id}`)).status).toBe(404)
    const { data } = (await twin.get('/v1/statements?status=closed')).body
    expect((await twin.post('/v1/payouts', { statement_ids: [data[0].id] })).status).toBe(201)
    expect((await twin.get('/_sandbox/invariants')).body.ok).toBe(true)
  })

  test('can be exported to a file and imported into another sandbox', async () => {
    const api = fresh()
    await api.post('/v1/deliveries', order)
    await advanceClock(api, '30h')
    await api.post('/_sandbox/snapshots', { name: 'travels' })
    const file = await api.get('/_sandbox/snapshots/travels')
    expect(file.headers['content-type']).toBe('application/x-ndjson')
    expect(parseSnapshotFile(file.text).header).toMatchObject({ format: 2, name: 'travels', tier: 'standard' })
    const elsewhere = (await startSandbox({ seed: 9 })).fresh()
    const imported = await elsewhere.send(
      'POST',
      '/_sandbox/snapshots/import',
      { 'x-api-key': elsewhere.key },
      file.text,
    )
    expect([imported.status, imported.body.name]).toEqual([201, 'travels'])
    await elsewhere.post('/_sandbox/snapshots/travels/restore')
    expect(await look(elsewhere)).toEqual(await look(api))
  })

  const editHeader = (text: string, changes: object) => {
    const { header, rows } = parseSnapshotFile(text)
    return signSnapshotFile({ header: { ...header, ...changes }, rows })
  }
  const bad: [what: string, bend: (text: string) => string, words: RegExp][] = [
    ['nothing', () => '', /is not a snapshot: it is empty/],
    ['garbage', () => '\u0000\u0001 hello', /is not a snapshot/],
    ['half of a file', (text) => text.slice(0, text.length / 2), /is not JSON|is incomplete/],
    ['another JSON', () => '[1, 2]', /is not a snapshot/],
    ['the earlier format', () => '{"format":1,"version":"0.1.0","world":{}}', /has format 1, .* reads format 2/],
    ['a changed title', (text) => text.replace('"title":"', '"title":"X'), /its checksum does not match/],
    [
      'a newer format',
      (text) => text.replace('"format":2', '"format":3'),
      /has format 3, written by mds-sandbox .*Use a newer/,
    ],
    ['another tier', (text) => editHeader(text, { tier: 'enterprise' }), /enterprise tier; this world is standard/],
    ['a name with a path', (text) => editHeader(text, { name: '../s' }), /has no valid name/],
    ['a changed name', (text) => text.replace('"name":"s"', '"name":"t"'), /its checksum does not match/],
    ['another clock', (text) => editHeader(text, { clock: '2020-01-01T00:00:00Z' }), /is not world\.now/],
  ]
  test.each(bad)('are not imported from %s, and nothing changes', async (_, bend, words) => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 's' })
    const { text } = await api.get('/_sandbox/snapshots/s')
    await api.send('DELETE', '/_sandbox/snapshots/s', { 'x-api-key': api.key })
    const answer = await api.send('POST', '/_sandbox/snapshots/import', { 'x-api-key': api.key }, bend(text))
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'validation_failed'])
    expect(answer.text).toMatch(words)
    expect((await api.get('/_sandbox/snapshots')).body.data).toEqual([])
  })

  test('are not imported from more than 512 MiB', async () => {
    const api = fresh()
    const length = ['Content-Length', String(MAX_SNAPSHOT_BYTES + 1)] as const
    const request = formatRequest('POST /_sandbox/snapshots/import', [['Host', 'x'], ['X-Api-Key', api.key], length])
    const [answer] = await sendRaw(sandbox.port as number, request)
    expect([answer?.status, answer?.code]).toEqual([413, 'payload_too_large'])
  })

  test('replace an existing world only if the fork says so', async () => {
    const [api, other] = [fresh(), fresh()]
    await other.post('/v1/releases', validRelease)
    await api.post('/_sandbox/snapshots', { name: 's' })
    const name = other.key.split('_').at(-1)
    const fork = (more: object) => api.post('/_sandbox/snapshots/s/fork', { name, ...more })
    const titles = async () => (await other.get('/v1/releases')).text.includes(validRelease.title)
    for (const refused of [await fork({}), await fork({ replace: false })])
      expect([refused.status, refused.body.error]).toEqual([
        409,
        expect.objectContaining({ code: 'invalid_state', message: expect.stringContaining('"replace": true') }),
      ])
    expect(await titles()).toBe(true)
    expect((await fork({ replace: true })).status).toBe(201)
    expect(await titles()).toBe(false)
  })

  test.each([
    ['a name with capitals', { name: 'A' }],
    ['a path', { name: '../../etc' }],
    ['no name', {}],
    ['a name of 64', { name: 'a'.repeat(64) }],
  ])('are not saved under %s', async (_, body) => {
    expect((await fresh().post('/_sandbox/snapshots', body)).status).toBe(422)
  })

  test('an unknown name is 404 with the list of known names', async () => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 'known' })
    for (const answer of [
      await api.post('/_sandbox/snapshots/other/restore'),
      await api.get('/_sandbox/snapshots/other'),
      await api.post('/_sandbox/snapshots/other/fork', { name: 'x' }),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([404, 'There is no snapshot other. There are known.'])
  })

  test.each([
    ['itself', (name: string) => ({ name }), /is this world/],
    ['another tier', () => ({ name: 'x', tier: 'enterprise' }), /must be standard/],
    ['a bad name', () => ({ name: 'X' }), /lower-case/],
  ])('are not forked into %s', async (_, body, words) => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 's' })
    const { status, text } = await api.post('/_sandbox/snapshots/s/fork', body(api.key.split('_').at(-1) as string))
    expect([status, text]).toEqual([422, expect.stringMatching(words)])
  })
})

test('the readiness check answers ready', async () => {
  expect((await fresh().send('GET', '/_sandbox/ready')).body).toEqual({ status: 'ready' })
})
