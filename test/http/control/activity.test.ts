import { describe, expect, test } from 'vitest'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, startReceiver, triggerEvent } from '../../support/webhook-receiver.js'

const { fresh, sandbox } = await startSandbox()

// biome-ignore lint/suspicious/noExplicitAny: entries of every kind
type Entry = any
const activityOf = async (api: Client, query = ''): Promise<Entry[]> =>
  (await api.get(`/_sandbox/activity${query}`)).body.data

describe('the activity list', () => {
  test('has requests, events, attempts, clock moves, changes and resets, newest first, with rising ids', async () => {
    const api = fresh()
    await registerWebhook(api, (await startReceiver()).url)
    const asset = await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
    await api.send('PUT', `/v1/assets/${asset.body.id}/content`, { 'x-api-key': api.key }, 'RIFF')
    await advanceClock(api, '1h')
    await api.post('/_sandbox/reset')
    const entries = await activityOf(api)
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(['request', 'event', 'attempt', 'clock', 'change', 'reset']),
    )
    const ids = entries.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(entries.find(({ kind }) => kind === 'change')).toMatchObject({
      cause: 'process-asset',
      subject: asset.body.id,
      changes: [{ collection: 'assets', id: asset.body.id, change: 'updated', from: 'processing' }],
    })
    expect(entries.find(({ operation }) => operation === 'createAsset')).toMatchObject({
      request_id: asset.headers['x-request-id'],
      status: 201,
      changes: [{ collection: 'assets', id: asset.body.id, change: 'created', to: 'awaiting_upload' }],
    })
  })

  test('is filtered by kind and by the id of a resource, and paged', async () => {
    const api = fresh()
    const [first, second] = [await triggerEvent(api), await triggerEvent(api)]
    const ofFirst = await activityOf(api, `?subject=${first}`)
    expect(ofFirst.length).toBeGreaterThan(2)
    expect(JSON.stringify(ofFirst)).not.toContain(second)
    expect(new Set((await activityOf(api, '?kind=event')).map(({ kind }) => kind))).toEqual(new Set(['event']))
    const all = await activityOf(api)
    const seen: number[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const { body } = await api.get(`/_sandbox/activity?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ id }: Entry) => id))
      if (!body.has_more) break
      cursor = body.next_cursor
    }
    expect(seen).toEqual(all.map(({ id }) => id))
  })

  test('keeps a bounded number of changes, and they do not displace the journal', async () => {
    const api = fresh()
    await api.get('/v1/stores')
    const journal = (await api.get('/_sandbox/journal')).text
    expect(JSON.parse(journal.split('\n')[0] as string)).toMatchObject({ complete: true })
    expect(journal).not.toContain('"type":"change"')
  })
})

describe('the activity stream', () => {
  async function read(api: Client, headers: Record<string, string> = {}) {
    const controller = new AbortController()
    const response = await fetch(`${sandbox.url}/_sandbox/activity/stream`, {
      headers: { 'x-api-key': api.key, ...headers },
      signal: controller.signal,
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    return {
      status: response.status,
      async until(condition: (text: string) => boolean): Promise<string> {
        while (!condition(text)) {
          const { done, value } = await reader.read()
          if (done) throw new Error(`The stream ended after: ${text}`)
          text += decoder.decode(value, { stream: true })
        }
        return text
      },
      close: () => controller.abort(),
    }
  }

  test.each(['/_sandbox/activity/stream', '/_sandbox/events/stream'])(
    '%s ends when its world is deleted, over a connection and without one',
    async (path) => {
      for (const send of [fetch, sandbox.fetch]) {
        const [api, other] = [fresh(), fresh()]
        const headers = { 'x-api-key': api.key }
        const response = await send(`${sandbox.url}${path}`, { headers })
        await api.post('/_sandbox/reset')
        const name = api.key.split('_').at(-1)
        const deleted = await other.send('DELETE', `/_sandbox/worlds/standard/${name}`, { 'x-api-key': other.key })
        expect(deleted.status).toBe(204)
        expect(await response.text()).toMatch(/: closed, because this world was deleted or must be loaded again\.\n\n$/)
      }
    },
  )

  const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

  test('sends what happens, and resumes after Last-Event-ID without gaps or repetitions', async () => {
    const api = fresh()
    await api.get('/v1/stores')
    const first = await read(api)
    await first.until((text) => text.includes('from now on'))
    await triggerEvent(api)
    const text = await first.until((received) => received.includes('"operation":"simulateAsset"'))
    first.close()
    expect(text).not.toContain('listStores')
    expect(text).toMatch(/^id: \d+\nevent: event\ndata: \{"id":\d+,"kind":"event"/m)
    const last = idsIn(text).at(-1) as number

    await triggerEvent(api)
    await api.post('/_sandbox/reset')
    const second = await read(api, { 'last-event-id': String(last) })
    const missed = await second.until((received) => received.includes('"operation":"resetWorld"'))
    await api.get('/v1/stores')
    const all = await second.until((received) => received.includes('listStores'))
    second.close()
    expect(missed).toContain('event: reset')
    const expected = (await activityOf(api)).map(({ id }) => id).filter((id) => id > last)
    expect(idsIn(all)).toEqual(expected.reverse())
  })

  test('refuses a Last-Event-ID that is no number', async () => {
    expect((await read(fresh(), { 'last-event-id': 'evt_1' })).status).toBe(400)
  })
})

describe('a recorded request', () => {
  const detail = async (api: Client, id: string | undefined) => (await api.get(`/_sandbox/requests/${id}`)).body

  test('shows headers and bodies of both directions, warnings and changes', async () => {
    const api = fresh()
    const sent = { ...validRelease, colour: 'red' }
    const created = await api.post('/v1/releases', sent, { 'user-agent': 'client/1', cookie: 'session=1' })
    const found = await detail(api, created.headers['x-request-id'])
    expect(found).toMatchObject({
      plane: 'service',
      method: 'POST',
      target: '/v1/releases',
      operation: 'createRelease',
      status: 201,
      warnings: [{ field: 'colour' }],
      scenario: null,
      fault: null,
      changes: [{ collection: 'releases', id: created.body.id, change: 'created', to: 'draft' }],
      changes_total: 1,
    })
    const sentHeaders = new Map(found.request.headers.map(({ name, value }: Entry) => [name, value]))
    expect(Object.fromEntries(sentHeaders)).toMatchObject({
      'user-agent': 'client/1',
      'x-api-key': '***',
      cookie: '***',
      'content-type': 'application/json',
    })
    expect(JSON.parse(found.request.body)).toEqual(sent)
    expect(JSON.parse(found.response.body)).toEqual(created.body)
    const received = found.response.headers.map(({ name }: Entry) => name)
    expect(received).toEqual(expect.arrayContaining(['Content-Type', 'X-Request-Id', 'RateLimit-Limit']))
    expect(found.response.headers).toContainEqual({
      name: 'X-Sandbox-Warning',
      value: created.headers['x-sandbox-warning'],
    })
  })

  test('names the fault and the scenario', async () => {
    const api = fresh()
    await api.post('/_sandbox/faults', { operation: 'listStores', status: 503, delay: '1ms' })
    const failed = await api.get('/v1/stores')
    expect(await detail(api, failed.headers['x-request-id'])).toMatchObject({
      status: 503,
      fault: { scenario: null, status: 503, delay: '1ms' },
    })
    const submitted = await api.post('/v1/releases/rel_seed_03/submit', undefined, {
      'x-sandbox-scenario': 'rejection',
    })
    const { scenario } = await detail(api, submitted.headers['x-request-id'])
    expect(scenario).toBe(submitted.headers['x-sandbox-scenario'] ?? null)
  })

  test('masks the secrets that the journal masks', async () => {
    const api = fresh()
    const created = await registerWebhook(api, (await startReceiver()).url)
    const echoed = await api.post('/v1/releases', { ...validRelease, title: `is ${SECRET} known` })
    for (const { headers } of [created, echoed])
      expect(JSON.stringify(await detail(api, headers['x-request-id']))).not.toContain(SECRET)
  })

  test('is not found under an unknown id', async () => {
    const response = await fresh().get('/_sandbox/requests/req_no')
    expect([response.status, response.body.error.message]).toEqual([404, expect.stringContaining('req_no')])
  })
})
