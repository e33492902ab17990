import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'
import {
  advanceClock,
  receivedEvents,
  registerWebhook,
  SECRET,
  startReceiver,
  triggerEvent,
} from '../../support/webhook-receiver.js'

const { fresh } = await startSandbox()
const good = await startReceiver()
const bad = await startReceiver({ respond: () => ({ status: 503 }) })

const ID = expect.stringMatching(/^whk_[0-9a-z]{21}$/)

describe('registering an endpoint', () => {
  test('sends a signed ping, and is verified if the response is 200', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const { status, body } = await api.post('/v1/webhooks', {
      url: receiver.url,
      event_type: 'asset.ready',
      secret: SECRET,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: ID,
      url: receiver.url,
      event_type: ['asset.ready'],
      status: 'verified',
      verification: { attempted_at: '2025-01-01T00:00:00.000Z', status_code: 200, failure: null },
      secret: SECRET,
      created_at: '2025-01-01T00:00:00.000Z',
      updated_at: '2025-01-01T00:00:00.000Z',
    })
    const [ping] = receiver.arrivals
    expect(receiver.arrivals).toHaveLength(1)
    expect([ping?.verdict, ping?.event]).toEqual([
      'new',
      {
        id: expect.stringMatching(/^evt_[0-9a-z]{21}$/),
        event_type: 'ping',
        created_at: '2025-01-01T00:00:00.000Z',
        data: { webhook_id: body.id },
      },
    ])
    expect(ping?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^mds-sandbox\/\d+\.\d+\.\d+$/),
      'x-svc-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    })
  })

  test('generates a deterministic secret if none is given, and returns it once', async () => {
    const api = fresh()
    const made = await registerWebhook(api, bad.url, { secret: undefined })
    expect(made.body.secret).toMatch(/^whsec_[0-9a-f]{40}$/)
    await api.post('/_sandbox/reset')
    expect((await registerWebhook(api, bad.url, { secret: undefined })).body.secret).toBe(made.body.secret)
    const seen = [
      await api.get(`/v1/webhooks/${made.body.id}`),
      await api.get('/v1/webhooks'),
      await api.patch(`/v1/webhooks/${made.body.id}`, { event_type: ['asset.ready'] }),
      await api.post(`/v1/webhooks/${made.body.id}/ping`),
    ]
    for (const { status, text } of seen) expect([status, text.includes(made.body.secret)]).toEqual([200, false])
  })

  test.each([
    ['another status', { status: 503 }],
    ['even another 2xx', { status: 204 }],
    ['a redirect', { status: 302 }],
    ['nothing, and hangs up', undefined],
  ])('leaves it unverified when the ping is answered with %s', async (_, answer) => {
    const receiver = await startReceiver({ respond: () => answer })
    expect((await registerWebhook(fresh(), receiver.url)).body.status).toBe('unverified')
  })

  test('leaves it unverified if nothing listens at the URL', async () => {
    expect((await registerWebhook(fresh(), 'http://127.0.0.1:9/')).body.status).toBe('unverified')
  })

  test('leaves it unverified if the response takes too long', async () => {
    const impatient = await startSandbox({ webhookTimeout: { ping: 50 } })
    const receiver = await startReceiver({ respond: () => ({ status: 200, delayMs: 2000 }) })
    expect((await registerWebhook(impatient.fresh(), receiver.url)).body.status).toBe('unverified')
  })

  test('twice with one Idempotency-Key creates one endpoint', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const body = { url: receiver.url, event_type: 'asset.ready' }
    const [first, second] = await Promise.all([
      api.post('/v1/webhooks', body, key),
      api.post('/v1/webhooks', body, key),
    ])
    expect([first.status, second.status].sort()).toEqual([201, 409])
    const again = await api.post('/v1/webhooks', body, key)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(receiver.arrivals).toHaveLength(1)
    expect((await api.get('/v1/webhooks')).body.data).toHaveLength(1)
  })
})

describe('an invalid endpoint is refused, and nothing is sent', () => {
  const url = good.url
  const faults: [what: string, body: unknown, code: string, details: [string, RegExp][]][] = [
    ['no url', { event_type: 'asset.ready' }, 'missing_required_field', [['url', /is required/]]],
    ['no event_type', { url }, 'missing_required_field', [['event_type', /is required/]]],
    [
      'nothing',
      {},
      'missing_required_field',
      [
        ['url', /required/],
        ['event_type', /required/],
      ],
    ],
    [
      'ftp',
      { url: 'ftp://partner.example/', event_type: 'asset.ready' },
      'validation_failed',
      [['url', /http:\/\/ or https:\/\//]],
    ],
    [
      'credentials',
      { url: 'http://user:pw@partner.example/', event_type: 'asset.ready' },
      'validation_failed',
      [['url', /user name or password/]],
    ],
    [
      'a metadata address',
      { url: 'http://169.254.169.254', event_type: 'asset.ready' },
      'validation_failed',
      [['url', /cloud metadata/]],
    ],
    [
      'the same in disguise',
      { url: 'http://[::ffff:a9fe:a9fe]/', event_type: 'asset.ready' },
      'validation_failed',
      [['url', /cloud metadata/]],
    ],
    [
      'a URL of 10 kB',
      { url: `http://partner.example/${'x'.repeat(10_000)}`, event_type: 'asset.ready' },
      'validation_failed',
      [['url', /at most 2048/]],
    ],
    ['no host', { url: 'http://', event_type: 'asset.ready' }, 'validation_failed', [['url', /must be a URL/]]],
    ['a number', { url: 7, event_type: 'asset.ready' }, 'validation_failed', [['url', /string/]]],
    [
      'an unknown event type',
      { url, event_type: 'asset.reddy' },
      'validation_failed',
      [['event_type', /asset\.ready/]],
    ],
    [
      'an unknown one in a list',
      { url, event_type: ['asset.ready', 'x'] },
      'validation_failed',
      [['event_type', /asset\.ready/]],
    ],
    ['an empty list', { url, event_type: [] }, 'validation_failed', [['event_type', /one event type or a list/]]],
    [
      'one type twice',
      { url, event_type: ['asset.ready', 'asset.ready'] },
      'validation_failed',
      [['event_type', /one event type or a list/]],
    ],
    ['an empty secret', { url, event_type: 'asset.ready', secret: '' }, 'validation_failed', [['secret', /./]]],
    [
      'several faults at once',
      { url: 'http://169.254.169.254/', event_type: [] },
      'validation_failed',
      [
        ['url', /metadata/],
        ['event_type', /one event type or a list/],
      ],
    ],
  ]
  test.each(faults)('%s', async (_, body, code, details) => {
    const api = fresh()
    const { status, body: answer } = await api.post('/v1/webhooks', body)
    expect([status, answer.error.code]).toEqual([422, code])
    const told: { field: string; issue: string }[] = answer.error.details
    for (const [field, issue] of details) expect(told).toContainEqual({ field, issue: expect.stringMatching(issue) })
    expect((await api.get('/v1/webhooks')).body.data).toEqual([])
    expect((await api.get('/_sandbox/events')).body.data).toEqual([])
  })

  test('a private address, if egress is strict', async () => {
    const strict = (await startSandbox({ egress: 'strict' })).fresh()
    const answer = await registerWebhook(strict, good.url)
    expect(answer.body.error.details).toEqual([
      { field: 'url', issue: expect.stringMatching(/public addresses only \(--egress strict\)/) },
    ])
  })

  test('a name that resolves to a metadata service', async () => {
    const rebound = await startSandbox({
      resolve: (_, done) => done(null, [{ address: '169.254.169.254', family: 4 }]),
    })
    const answer = await registerWebhook(rebound.fresh(), 'http://innocent.example/')
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'url'])
  })
})

describe('api.changelog.published', () => {
  const entry = { date: '2025-01-01', summary: 'Payouts can be released.' }

  test('is refused for a standard account, on creation and on change', async () => {
    const api = fresh()
    const refused = await registerWebhook(api, good.url, { event_type: ['asset.ready', 'api.changelog.published'] })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const { id } = (await registerWebhook(api, good.url)).body
    const changed = await api.patch(`/v1/webhooks/${id}`, { event_type: 'api.changelog.published' })
    expect([changed.status, changed.body.error.code]).toEqual([403, 'forbidden'])
    expect((await api.post('/_sandbox/changelog', entry)).status).toBe(403)
  })

  test('reaches an enterprise account', async () => {
    const api = fresh('enterprise')
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url, { event_type: 'api.changelog.published' })
    expect((await api.post('/_sandbox/changelog', { summary: entry.summary })).status).toBe(201)
    await advanceClock(api)
    expect(receivedEvents(receiver)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        event_type: 'api.changelog.published',
        created_at: '2025-01-01T00:00:00.000Z',
        data: entry,
      },
    ])
  })

  test.each([
    ['no summary', {}, 'missing_required_field'],
    ['an empty one', { summary: '' }, 'validation_failed'],
    ['a date that is none', { summary: 'x', date: '2025-02-30' }, 'validation_failed'],
  ])('takes no entry with %s', async (_, body, code) => {
    const { status, body: answer } = await fresh('enterprise').post('/_sandbox/changelog', body)
    expect([status, answer.error.code]).toEqual([422, code])
  })
})

describe('endpoints', () => {
  test('are listed, newest first, page by page', async () => {
    const api = fresh()
    const ids = []
    for (let i = 0; i < 3; i++) ids.unshift((await registerWebhook(api, good.url)).body.id)
    const first = (await api.get('/v1/webhooks?limit=2')).body
    const second = (await api.get(`/v1/webhooks?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
    expect([first.has_more, second.has_more]).toEqual([true, false])
  })

  test('of another world are not found', async () => {
    const { id } = (await registerWebhook(fresh(), good.url)).body
    const other = fresh()
    const answers = [
      await other.get(`/v1/webhooks/${id}`),
      await other.patch(`/v1/webhooks/${id}`, { event_type: 'asset.ready' }),
      await other.send('DELETE', `/v1/webhooks/${id}`, { 'x-api-key': other.key }),
      await other.post(`/v1/webhooks/${id}/ping`),
      await other.get(`/v1/webhooks/${id}/events`),
      await other.post(`/v1/webhooks/${id}/redeliver`),
    ]
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([404, 'not_found'])
  })

  test('can be changed field by field; an empty change has no effect', async () => {
    const api = fresh()
    const { secret: _, ...before } = (await registerWebhook(api, good.url)).body
    await advanceClock(api, '1h')
    expect((await api.patch(`/v1/webhooks/${before.id}`, {})).body).toEqual(before)
    const changed = (await api.patch(`/v1/webhooks/${before.id}`, { event_type: 'asset.ready' })).body
    expect(changed).toEqual({ ...before, event_type: ['asset.ready'], updated_at: '2025-01-01T01:00:00.000Z' })
  })

  test('must be verified again when their URL changes', async () => {
    const api = fresh()
    const [before, after] = [await startReceiver(), await startReceiver()]
    const { id } = (await registerWebhook(api, before.url)).body
    expect((await api.patch(`/v1/webhooks/${id}`, { url: before.url })).body.status).toBe('verified')
    expect((await api.patch(`/v1/webhooks/${id}`, { url: after.url })).body.status).toBe('unverified')
    await triggerEvent(api)
    await advanceClock(api)
    expect([before.arrivals.length, after.arrivals.length]).toEqual([1, 0])
    expect((await api.post(`/v1/webhooks/${id}/ping`)).body.status).toBe('verified')
    const missed = await triggerEvent(api)
    await advanceClock(api)
    expect(receivedEvents(after).map(({ data }) => data.asset_id)).toEqual([missed])
  })

  test('cannot change to a forbidden URL', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, good.url)).body
    const answer = await api.patch(`/v1/webhooks/${id}`, { url: 'http://169.254.169.254/' })
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'url'])
    expect((await api.get(`/v1/webhooks/${id}`)).body).toMatchObject({ url: good.url, status: 'verified' })
  })

  test('can get a new secret, which signs immediately', async () => {
    const api = fresh()
    const receiver = await startReceiver({ secret: 'another' })
    const { id, status } = (await registerWebhook(api, receiver.url)).body
    expect([status, receiver.arrivals[0]?.verdict]).toEqual(['unverified', 'bad signature'])
    await api.patch(`/v1/webhooks/${id}`, { secret: 'another' })
    expect((await api.post(`/v1/webhooks/${id}/ping`)).body.status).toBe('verified')
  })

  test('have the status of their last ping', async () => {
    const api = fresh()
    let status = 200
    const receiver = await startReceiver({ respond: () => ({ status }) })
    const { id } = (await registerWebhook(api, receiver.url)).body
    const ping = async () => (await api.post(`/v1/webhooks/${id}/ping`)).body.status
    status = 500
    expect(await ping()).toBe('unverified')
    status = 200
    expect(await ping()).toBe('verified')
    expect(new Set(receiver.arrivals.map(({ event }) => event?.id)).size).toBe(3)
  })

  test('whose URL changes during a ping are not verified by that ping', async () => {
    const api = fresh()
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const old = await startReceiver({
      respond: () => {
        ask()
        return { status: 200, delayMs: 100 }
      },
    })
    const next = await startReceiver()
    const registering = registerWebhook(api, old.url)
    await asked
    const [{ id }] = (await api.get('/v1/webhooks')).body.data
    await api.patch(`/v1/webhooks/${id}`, { url: next.url })
    expect((await registering).body).toMatchObject({ url: next.url, status: 'unverified' })
    await triggerEvent(api)
    await advanceClock(api)
    expect(next.arrivals).toEqual([])
  })

  test('have the status of the newest ping, even if an older one is answered later', async () => {
    const api = fresh()
    const answers = [{ status: 200 }, { status: 200, delayMs: 150 }, { status: 500 }]
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const receiver = await startReceiver({
      respond: (_, count) => {
        if (count === 2) ask()
        return answers[count - 1]
      },
    })
    const { id } = (await registerWebhook(api, receiver.url)).body
    const slow = api.post(`/v1/webhooks/${id}/ping`)
    await asked
    expect((await api.post(`/v1/webhooks/${id}/ping`)).body.status).toBe('unverified')
    expect((await slow).body.status).toBe('unverified')
    expect((await api.get(`/v1/webhooks/${id}`)).body.status).toBe('unverified')
  })

  test('that are deleted during registration are not registered', async () => {
    const api = fresh()
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const receiver = await startReceiver({
      respond: () => {
        ask()
        return { status: 200, delayMs: 50 }
      },
    })
    const registering = registerWebhook(api, receiver.url)
    await asked
    const [{ id }] = (await api.get('/v1/webhooks')).body.data
    await api.send('DELETE', `/v1/webhooks/${id}`, { 'x-api-key': api.key })
    const { status, body } = await registering
    expect([status, body.error.code]).toEqual([409, 'invalid_state'])
  })

  test('are deleted together with their pending deliveries', async () => {
    const api = fresh()
    const receiver = await startReceiver({
      respond: ({ event }) => ({ status: event?.event_type === 'ping' ? 200 : 500 }),
    })
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api)
    const removed = await api.send('DELETE', `/v1/webhooks/${id}`, { 'x-api-key': api.key })
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined])
    expect((await api.get(`/v1/webhooks/${id}`)).status).toBe(404)
    await advanceClock(api, '24h')
    expect(receivedEvents(receiver)).toHaveLength(1)
    const { data } = (await api.get('/_sandbox/events?event_type=asset.ready')).body
    expect(data[0].deliveries).toMatchObject([
      { webhook_id: id, url: null, status: 'cancelled', attempts: [{ status_code: 500 }] },
    ])
    expect((await api.get('/_sandbox/agenda')).body.total).toBe(0)
  })

  test('are deleted by a reset', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await api.post('/_sandbox/reset')
    expect((await api.get('/v1/webhooks')).body.data).toEqual([])
    await triggerEvent(api)
    await advanceClock(api)
    expect(receivedEvents(receiver)).toEqual([])
  })
})
