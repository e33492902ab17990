import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { type Client, startSandbox } from '../../support/test-sandbox.js'
import { advanceClock, registerWebhook, startReceiver, triggerEvent } from '../../support/webhook-receiver.js'

const { fresh, sandbox } = await startSandbox()

describe('the event log', () => {
  test('lists every event with its deliveries, including pings, oldest first', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api)
    const { data, next_cursor, has_more } = (await api.get('/_sandbox/events')).body
    expect([next_cursor, has_more]).toEqual([null, false])
    const delivery = {
      webhook_id: id,
      url: receiver.url,
      status: 'delivered',
      next_attempt_at: null,
      attempts: [expect.objectContaining({ status_code: 200 })],
    }
    expect(data).toMatchObject([
      { event_type: 'ping', deliveries: [delivery] },
      { event_type: 'asset.ready', deliveries: [delivery] },
    ])
  })

  test('has stable pages while new events happen', async () => {
    const api = fresh()
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push(await triggerEvent(api))
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 9; pages++) {
      const { body } = await api.get(`/_sandbox/events?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map((event: { data: { asset_id: string } }) => event.data.asset_id))
      if (!body.has_more) break
      cursor = body.next_cursor
      if (pages === 0) made.push(await triggerEvent(api))
    }
    expect(seen).toEqual(made)
  })

  test('is filtered by type, endpoint and status', async () => {
    const api = fresh()
    const good = (await registerWebhook(api, (await startReceiver()).url)).body.id
    const bad = (
      await registerWebhook(
        api,
        (
          await startReceiver({ respond: ({ event }) => ({ status: event?.event_type === 'ping' ? 200 : 500 }) })
        ).url,
      )
    ).body.id
    await triggerEvent(api)
    await advanceClock(api, '24h')
    await triggerEvent(api)
    await advanceClock(api)
    const count = async (query: string) => (await api.get(`/_sandbox/events?${query}`)).body.data.length
    expect(await count('event_type=asset.ready')).toBe(2)
    expect(await count('event_type=ping')).toBe(2)
    expect(await count(`webhook_id=${good}`)).toBe(3)
    expect(await count('status=undeliverable')).toBe(1)
    expect(await count(`status=undeliverable&webhook_id=${good}`)).toBe(0)
    expect(await count(`status=pending&webhook_id=${bad}&event_type=asset.ready`)).toBe(1)
    expect(await count('webhook_id=whk_x')).toBe(0)
  })

  test.each([
    ['limit=0', 'invalid_request'],
    ['limit=1001', 'invalid_request'],
    ['event_type=x', 'invalid_request'],
    ['status=x', 'invalid_request'],
    ['cursor=x', 'invalid_cursor'],
  ])('refuses %s', async (query, code) => {
    const { status, body } = await fresh().get(`/_sandbox/events?${query}`)
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('refuses the cursor of other filters', async () => {
    const api = fresh()
    for (let i = 0; i < 2; i++) await triggerEvent(api)
    const { next_cursor } = (await api.get('/_sandbox/events?limit=1')).body
    const { status } = await api.get(`/_sandbox/events?limit=1&event_type=asset.ready&cursor=${next_cursor}`)
    expect(status).toBe(400)
  })
})

interface Message {
  id?: string
  event?: string
  // biome-ignore lint/suspicious/noExplicitAny: entries of every type
  data: any
}

/** A client of the stream: collects messages until it is closed. */
async function watch(api: Client, query = '', headers: Record<string, string> = {}, base = sandbox.url) {
  const messages: Message[] = []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${base}/_sandbox/events/stream${query}`, { headers: { 'x-api-key': api.key, ...headers } }, resolve).on(
      'error',
      reject,
    )
  })
  let text = ''
  const ended = new Promise((resolve) => response.on('close', resolve))
  response.setEncoding('utf8').on('error', () => {})
  response.on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = of('data')
      const [id, event] = [of('id'), of('event')]
      if (data) messages.push({ ...(id && { id }), ...(event && { event }), data: JSON.parse(data) })
    }
  })
  return { messages, response, ended, close: () => response.destroy() }
}

describe('the event stream', () => {
  test('sends each event and each delivery attempt', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await startReceiver()).url)).body
    const { messages, response, close } = await watch(api)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    await triggerEvent(api)
    await expect.poll(() => messages.length).toBe(2)
    const [happened, tried] = messages
    expect(happened).toMatchObject({
      id: happened?.data.id,
      event: 'event',
      data: { event_type: 'asset.ready', deliveries: [{ webhook_id: id, status: 'pending', attempts: [] }] },
    })
    expect(tried).toMatchObject({
      event: 'attempt',
      data: { id: happened?.data.id, deliveries: [{ status: 'delivered', attempts: [{ status_code: 200 }] }] },
    })
    expect(tried?.id).toBeUndefined()
    close()
  })

  test('sends missed events to a client that reconnects', async () => {
    const api = fresh()
    const first = await watch(api)
    const made = [await triggerEvent(api)]
    await expect.poll(() => first.messages.length).toBe(1)
    first.close()
    for (let i = 0; i < 2; i++) made.push(await triggerEvent(api))
    const second = await watch(api, '', { 'last-event-id': first.messages[0]?.id ?? '' })
    made.push(await triggerEvent(api))
    await expect.poll(() => second.messages.map(({ data }) => data.data.asset_id)).toEqual(made.slice(1))
    second.close()
  })

  test('sends a backlog of any size to a client that reads', async () => {
    const api = fresh('enterprise')
    const summary = 'x'.repeat(1000)
    const publish = () =>
      api.send(
        'POST',
        '/_sandbox/changelog',
        { 'x-api-key': api.key, 'content-type': 'application/json' },
        JSON.stringify({ summary }),
      )
    for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 25 }, publish))
    const { messages, response, close } = await watch(api, '', { 'last-event-id': 'evt_unknown' })
    response.pause()
    await publish()
    response.resume()
    await expect.poll(() => messages.length, { timeout: 10_000 }).toBe(1001)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1001)
    close()
  })

  test('respects its filters and its world, and continues after a reset', async () => {
    const [api, other] = [fresh(), fresh()]
    const { messages, close } = await watch(api, '?event_type=asset.ready')
    await registerWebhook(api, (await startReceiver()).url)
    await triggerEvent(other)
    await api.post('/_sandbox/reset')
    const made = await triggerEvent(api)
    await expect.poll(() => messages.map(({ data }) => data.data.asset_id)).toEqual([made])
    close()
  })

  test('is refused without a valid key or filter', async () => {
    const answers = [
      await fresh().send('GET', '/_sandbox/events/stream', {}),
      await fresh().send('GET', '/_sandbox/events/stream', { host: 'evil.example', 'x-api-key': fresh().key }),
      await fresh().get('/_sandbox/events/stream?status=x'),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [400, 'invalid_request'],
    ])
  })

  test('does not prevent the sandbox from closing', async () => {
    const own = await startSandbox()
    const { ended } = await watch(own.fresh(), '', {}, own.sandbox.url)
    await own.sandbox.close()
    await ended
  })
})
