import { describe, expect, test } from 'vitest'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { fresh, sandbox } = await startSandbox({ rateLimit: 'production' })

describe('the clock', () => {
  test('stays at its start until it is advanced', async () => {
    const api = fresh()
    expect((await api.get('/_sandbox/clock')).body).toEqual({
      mode: 'manual',
      now: '2025-01-01T00:00:00.000Z',
      speed: 1,
    })
    expect((await api.post('/_sandbox/clock/advance', { duration: '72h' })).body).toEqual({
      now: '2025-01-04T00:00:00.000Z',
      steps: [],
    })
    expect((await api.post('/_sandbox/clock/advance', { to: '2025-02-01T12:00:00+02:00' })).body.now).toBe(
      '2025-02-01T10:00:00.000Z',
    )
    expect((await api.get('/_sandbox/clock')).body.now).toBe('2025-02-01T10:00:00.000Z')
  })

  const refusals: [what: string, body: unknown, code: string, field: string | undefined][] = [
    ['nothing', {}, 'validation_failed', undefined],
    ['a slip of the finger', { durtion: '72h' }, 'validation_failed', undefined],
    ['both', { duration: '1h', to: '2026-01-01T00:00:00Z' }, 'validation_failed', undefined],
    ['a duration without a unit', { duration: '72' }, 'validation_failed', 'duration'],
    ['a duration backwards', { duration: '-1h' }, 'validation_failed', 'duration'],
    ['a number', { duration: 72 }, 'validation_failed', 'duration'],
    ['an instant in the past', { to: '2024-12-31T23:59:59Z' }, 'validation_failed', 'to'],
    ['an impossible instant', { to: '2025-02-30T00:00:00Z' }, 'validation_failed', 'to'],
    ['an instant after the last supported one', { duration: '999999999999d' }, 'validation_failed', 'duration'],
  ]
  for (const [what, body, code, field] of refusals)
    test(`does not advance by ${what}`, async () => {
      const api = fresh()
      const answer = await api.post('/_sandbox/clock/advance', body)
      expect([answer.status, answer.body.error.code, answer.body.error.details[0].field]).toEqual([422, code, field])
      expect((await api.get('/_sandbox/clock')).body.now).toBe('2025-01-01T00:00:00.000Z')
    })

  test('a live clock follows wall time and can be advanced', async () => {
    const live = await startSandbox({ clock: 'live', speed: Number.POSITIVE_INFINITY })
    const api = live.fresh()
    const { body } = await api.get('/_sandbox/clock')
    expect(body).toMatchObject({ mode: 'live', speed: 'max' })
    expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000)
    const later = (await api.post('/_sandbox/clock/advance', { duration: '30d' })).body.now
    expect(Date.parse(later) - Date.parse(body.now)).toBeGreaterThanOrEqual(30 * 86_400_000)
    expect(Date.parse((await api.get('/_sandbox/clock')).body.now)).toBeGreaterThanOrEqual(Date.parse(later))
  })
})

test('reset returns catalogue, clock, ids, UPCs, limits, keys and tokens to the seed', async () => {
  const api = fresh('enterprise')
  const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
  const id = api.key.replace('sk_sandbox_', 'client_')
  const form = `grant_type=client_credentials&client_id=${id}&client_secret=${api.key}`
  const run = async () => {
    const answers = [await api.get('/v1/releases?limit=2'), await api.post('/v1/releases', validRelease, key)]
    answers.push(await api.patch('/v1/releases/rel_seed_01', { title: 'Changed' }))
    answers.push(
      await api.send('POST', '/v1/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, form),
    )
    await api.post('/_sandbox/clock/advance', { duration: '90d' })
    answers.push(await api.get('/v1/releases?limit=2'))
    return answers.map(({ status, text, headers }) => [
      status,
      text,
      headers['x-request-id'],
      headers['ratelimit-remaining'],
    ])
  }
  const first = await run()
  const token = JSON.parse(first[3]?.[1] as string).access_token
  const reset = await api.post('/_sandbox/reset')
  expect(reset.body).toEqual({
    world: expect.any(String),
    tier: 'enterprise',
    clock: { mode: 'manual', now: '2025-01-01T00:00:00.000Z', speed: 1 },
  })
  expect((await api.send('GET', '/_sandbox/clock', { authorization: `Bearer ${token}` })).status).toBe(401)
  expect(await run()).toEqual(first)
})

test('reset does not affect other worlds', async () => {
  const [a, b] = [fresh(), fresh()]
  const { id } = (await b.post('/v1/releases', validRelease)).body
  await a.post('/_sandbox/reset')
  expect((await b.get(`/v1/releases/${id}`)).status).toBe(200)
})

test('health needs no key', async () => {
  const { status, body } = await fresh().send('GET', '/_sandbox/health')
  expect([status, body]).toEqual([200, { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) }])
})

test('every other operation needs a key', async () => {
  for (const [method, path] of [
    ['GET', '/_sandbox/clock'],
    ['POST', '/_sandbox/clock/advance'],
    ['POST', '/_sandbox/reset'],
  ] as const)
    expect((await fresh().send(method, path)).status).toBe(401)
})

describe('HEAD', () => {
  test.each([
    '/_sandbox/health',
    '/_sandbox/ready',
    '/_sandbox/clock',
    '/_sandbox/events',
    '/_sandbox/journal',
    '/_sandbox/events/stream',
  ])('%s has the headers of GET and no body', async (path) => {
    const headers = { 'x-api-key': fresh().key }
    for (const send of [
      (init: RequestInit) => fetch(sandbox.url + path, init),
      (init: RequestInit) => sandbox.fetch(path, init),
    ]) {
      const abort = new AbortController()
      const get = await send({ headers, signal: abort.signal })
      const head = await send({ method: 'HEAD', headers })
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'cache-control'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
      expect(head.headers.get('x-request-id')).toMatch(/^req_/)
      abort.abort()
    }
  })

  test('is refused like GET, and changes nothing', async () => {
    const head = (path: string, headers = {}) => fetch(sandbox.url + path, { method: 'HEAD', headers })
    expect((await head('/_sandbox/clock')).status).toBe(401)
    expect((await head('/_sandbox/health', { origin: 'http://evil.example' })).status).toBe(403)
    expect((await head('/_sandbox/reset')).headers.get('allow')).toBe('POST')
    const api = fresh()
    await head('/_sandbox/clock', { 'x-api-key': api.key })
    expect((await api.get('/_sandbox/requests')).body.data).toEqual([])
  })

  test('is listed in Allow next to GET', async () => {
    expect((await fetch(`${sandbox.url}/_sandbox/health`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
    expect(
      (
        await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'PUT', headers: { 'x-api-key': fresh().key } })
      ).headers.get('allow'),
    ).toBe('GET, HEAD, POST, DELETE')
  })
})

test('unknown control-plane paths and methods get the error envelope', async () => {
  const api = fresh()
  expect((await api.get('/_sandbox/nothing')).body.error.code).toBe('not_found')
  expect((await api.get('/_sandbox')).body.error.code).toBe('not_found')
  const { status, headers } = await api.get('/_sandbox/reset')
  expect([status, headers.allow]).toEqual([405, 'POST'])
})

describe('the control plane is strict', () => {
  test.each([
    '/_sandbox/clock?zone=utc',
    '/_sandbox/events?type=ping',
    '/_sandbox/health?verbose=1',
    '/_sandbox/requests?code=x',
  ])('%s is 400 for its unknown parameter', async (path) => {
    const { status, body } = await fresh().get(path)
    const name = (path.split('?')[1] as string).split('=')[0]
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'invalid_request',
      [{ field: name, issue: expect.stringContaining('is not a known parameter') }],
    ])
  })

  test.each([
    ['/_sandbox/clock/advance', { duration: '1h', note: 'x' }, 'note'],
    ['/_sandbox/faults', { status: 503, tmes: 1 }, 'tmes'],
    ['/_sandbox/snapshots', { name: 'a', comment: 'x' }, 'comment'],
    ['/_sandbox/worlds', { tier: 'standard', name: 'strict-1', clock: { mod: 'manual' } }, 'clock.mod'],
    ['/_sandbox/changelog', { summary: 'x', sumary: 'y' }, 'sumary'],
  ])('%s is 422 for an unknown field', async (path, input, field) => {
    const api = fresh()
    const { status, body } = await api.post(path, input)
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect(body.error.details).toContainEqual({ field, issue: expect.stringContaining('is not a known field') })
    expect((await api.get('/_sandbox/clock')).body.now).toBe('2025-01-01T00:00:00.000Z')
    expect((await api.get('/_sandbox/faults')).body.data).toEqual([])
  })

  test('suggests the name that was probably meant', async () => {
    const { body } = await fresh().post('/_sandbox/faults', { status: 503, tmes: 1 })
    expect(body.error.details[0].issue).toBe('is not a known field; did you mean times?')
  })
})

describe('a choice between schemas', () => {
  const UNTIL = expect.stringMatching(/^must be "idle", a resource and one of its statuses such as \{"asset": "ast_…"/)
  test.each([
    ['an unknown word', { until: 'soon' }, [{ field: 'until', issue: UNTIL }]],
    ['a delivery without a status', { until: { delivery: 'dlv_x' } }, [{ field: 'until', issue: UNTIL }]],
    ['an unknown status', { until: { delivery: 'dlv_x', status: 'done' } }, [{ field: 'until', issue: UNTIL }]],
    ['nothing', {}, [{ issue: 'the body must have duration, to or until, such as {"duration": "72h"}' }]],
  ])('is refused with one issue for %s', async (_, body, details) => {
    const api = fresh()
    const response = await api.post('/_sandbox/clock/advance', body)
    expect([response.status, response.body.error.details]).toEqual([422, details])
  })

  test('does not hide the issues of other fields', async () => {
    const api = fresh()
    const fault = await api.post('/_sandbox/faults', { times: 0 })
    expect(fault.body.error.details).toEqual([
      { issue: 'the body must have a status, a connection or a delay' },
      { field: 'times', issue: 'must be at least 1' },
    ])
    const clock = { mode: 'never', speed: -1 }
    const world = await api.post('/_sandbox/worlds', { tier: 'standard', name: 'A', clock })
    expect(world.body.error.details).toEqual([
      {
        field: 'name',
        issue: 'must be 1 to 63 lower-case letters, digits and hyphens, and begin with a letter or digit',
      },
      { field: 'clock.mode', issue: 'must be one of live, manual' },
      { field: 'clock.speed', issue: 'must be a number above 0, or "max"' },
    ])
  })
})
