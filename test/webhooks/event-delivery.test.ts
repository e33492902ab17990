import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listen } from '../../src/http/server/listen.js'
import type { ReceiverResponse } from '../../src/webhooks/receiver.js'
import { type Client, startSandbox } from '../support/test-sandbox.js'
import {
  advanceClock,
  receivedEvents,
  registerWebhook,
  startReceiver,
  triggerEvent,
} from '../support/webhook-receiver.js'

// Long enough for a receiver on a busy machine, short enough for tests with hanging receivers.
const { fresh } = await startSandbox({ webhookTimeout: { event: 500 } })
const START = Date.UTC(2025, 0, 1)
const later = (seconds: number) => new Date(START + seconds * 1000).toISOString()
/** Times of the six attempts, in seconds after the event. */
const SCHEDULE = [0, 30, 150, 630, 2550, 10_230]

/** Answers pings with 200 and events with the given answers in order; repeats the last one. */
const answering = (...answers: (ReceiverResponse | undefined)[]) => {
  let n = 0
  return startReceiver({
    respond: ({ event }) =>
      event?.event_type === 'ping' ? { status: 200 } : answers[Math.min(n++, answers.length - 1)],
  })
}

const listOf = async (api: Client, id: string, query = '') =>
  (await api.get(`/v1/webhooks/${id}/events${query}`)).body.data

describe('an event', () => {
  test('is sent immediately without a clock advance, and the list shows the outcome', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const { id } = (await registerWebhook(api, receiver.url)).body
    const asset = await triggerEvent(api)
    await expect.poll(() => receivedEvents(receiver).length).toBe(1)
    const event = {
      id: expect.stringMatching(/^evt_[0-9a-z]{21}$/),
      event_type: 'asset.ready',
      created_at: later(0),
      data: { asset_id: asset, type: 'audio' },
    }
    await advanceClock(api)
    expect(receivedEvents(receiver)).toEqual([event])
    expect(await listOf(api, id)).toEqual([
      {
        event,
        status: 'delivered',
        next_attempt_at: null,
        attempts: [
          {
            attempted_at: later(0),
            status_code: 200,
            failure: null,
            duration_ms: expect.any(Number),
            response_body: '',
          },
        ],
      },
    ])
  })

  test('goes only to endpoints subscribed to its type', async () => {
    const api = fresh()
    const [one, two] = [await startReceiver(), await startReceiver()]
    await registerWebhook(api, one.url, { event_type: 'asset.ready' })
    await registerWebhook(api, two.url, { event_type: ['delivery.completed', 'release.status.changed'] })
    await triggerEvent(api)
    await advanceClock(api)
    expect([receivedEvents(one).length, receivedEvents(two).length]).toEqual([1, 0])
  })

  test('is sent six times on schedule, then becomes undeliverable', async () => {
    const api = fresh()
    const receiver = await answering({ status: 500 })
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api)
    expect(await listOf(api, id, '?status=pending')).toMatchObject([{ status: 'pending', next_attempt_at: later(30) }])
    const { steps } = await advanceClock(api, '30d')
    expect(steps).toMatchObject(
      SCHEDULE.slice(1).map((seconds, i) => ({
        at: later(seconds),
        task: 'send-event',
        change: `attempt ${i + 2}: 500, ${i < 4 ? `next at ${later(SCHEDULE[i + 2] as number)}` : 'undeliverable'}`,
      })),
    )
    const arrived = receiver.arrivals.filter(({ event }) => event?.event_type !== 'ping')
    expect(arrived).toHaveLength(6)
    expect(new Set(arrived.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(arrived.map(({ headers }) => headers['x-svc-signature'])).size).toBe(1)
  })

  test('is listed as undeliverable with all its attempts', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await answering({ status: 500 })).url)).body
    await triggerEvent(api)
    await advanceClock(api, '24h')
    const [entry, ...others] = await listOf(api, id, '?status=undeliverable')
    expect([entry.status, entry.next_attempt_at, others]).toEqual(['undeliverable', null, []])
    expect(entry.attempts.map((made: { attempted_at: string }) => made.attempted_at)).toEqual(SCHEDULE.map(later))
    expect(await listOf(api, id, '?status=pending')).toEqual([])
    expect(await listOf(api, id, '?status=delivered')).toEqual([])
  })

  const trouble: [what: string, answers: (ReceiverResponse | undefined)[], attempts: (number | string)[]][] = [
    [
      'answers 500 five times, then 200',
      [...Array(5).fill({ status: 500 }), { status: 200 }],
      [500, 500, 500, 500, 500, 200],
    ],
    ['hangs up twice', [undefined, undefined, { status: 200 }], ['connection_closed', 'connection_closed', 200]],
    ['hangs once', [{ status: 200, delayMs: 5000 }, { status: 202 }], ['timeout', 202]],
    ['redirects once', [{ status: 307 }, { status: 204 }], [307, 204]],
    ['refuses once', [{ status: 401 }, { status: 200 }], [401, 200]],
  ]
  test.each(trouble)('reaches a receiver that %s', async (_, answers, attempts) => {
    const api = fresh()
    const receiver = await answering(...answers)
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api, '24h')
    const [entry] = await listOf(api, id)
    expect(entry.status).toBe('delivered')
    const made: { status_code: number | null; failure: string | null }[] = entry.attempts
    expect(made.map(({ status_code, failure }) => status_code ?? failure)).toEqual(attempts)
  })

  test('reaches a receiver that is down for an hour', async () => {
    const api = fresh()
    const server = createServer((request, response) => void request.resume().on('end', () => response.end()))
    const port = await listen(server, 0, '127.0.0.1')
    const { id, status } = (await registerWebhook(api, `http://127.0.0.1:${port}/`)).body
    expect(status).toBe('verified')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await triggerEvent(api)
    await advanceClock(api, '1h')
    expect(await listOf(api, id)).toMatchObject([
      { status: 'pending', attempts: Array(5).fill({ failure: 'connection_refused' }) },
    ])
    await listen(server, port, '127.0.0.1')
    await advanceClock(api, '2h')
    expect(await listOf(api, id)).toMatchObject([{ status: 'delivered', attempts: { length: 6 } }])
    server.closeAllConnections()
    server.close()
  })

  test('never follows a redirect to a metadata address', async () => {
    const api = fresh()
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () =>
        body.includes('"ping"')
          ? response.end()
          : response.writeHead(302, { Location: 'http://169.254.169.254/latest/' }).end(),
      )
    })
    const port = await listen(server, 0, '127.0.0.1')
    const { id } = (await registerWebhook(api, `http://127.0.0.1:${port}/`)).body
    await triggerEvent(api)
    await advanceClock(api, '24h')
    expect(await listOf(api, id)).toMatchObject([
      { status: 'undeliverable', attempts: Array(6).fill({ status_code: 302 }) },
    ])
    server.closeAllConnections()
    server.close()
  })
})

describe('order', () => {
  test('first attempts follow the order of events, even with a slow endpoint', async () => {
    const api = fresh()
    let n = 0
    const receiver = await startReceiver({ respond: () => ({ status: 200, delayMs: [20, 0, 10, 0, 5][n++ % 5] ?? 0 }) })
    await registerWebhook(api, receiver.url)
    const made = []
    for (let i = 0; i < 10; i++) made.push(await triggerEvent(api))
    await advanceClock(api)
    expect(receivedEvents(receiver).map(({ data }) => data.asset_id)).toEqual(made)
  })

  test('an event waiting for its retry does not delay later events', async () => {
    const api = fresh()
    const receiver = await answering({ status: 500 }, { status: 200 })
    await registerWebhook(api, receiver.url)
    const [first, second] = [await triggerEvent(api), await triggerEvent(api)]
    await advanceClock(api)
    await advanceClock(api, '30s')
    expect(receivedEvents(receiver).map(({ data }) => data.asset_id)).toEqual([first, second, first])
  })

  test('retries due at the same instant keep the order of their events', async () => {
    const api = fresh()
    const slow = await answering({ status: 500, delayMs: 30 }, { status: 200 })
    const quick = await answering({ status: 500 }, { status: 200 })
    const ids = [(await registerWebhook(api, slow.url)).body.id, (await registerWebhook(api, quick.url)).body.id]
    await triggerEvent(api)
    await advanceClock(api)
    const agenda = (await api.get('/_sandbox/agenda')).body.data
    expect(agenda.map(({ webhook_id }: { webhook_id: string }) => webhook_id)).toEqual(ids)
  })

  test('a hanging endpoint delays neither the API nor other endpoints', async () => {
    const patient = await startSandbox()
    const api = patient.fresh()
    let release = () => {}
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        if (body.includes('"ping"')) response.end()
        else release = () => response.end()
      })
    })
    const port = await listen(server, 0, '127.0.0.1')
    const neighbour = await startReceiver()
    const { id } = (await registerWebhook(api, `http://127.0.0.1:${port}/`)).body
    await registerWebhook(api, neighbour.url)
    const made = []
    for (let i = 0; i < 5; i++) made.push(await triggerEvent(api))
    await expect.poll(() => receivedEvents(neighbour).map(({ data }) => data.asset_id)).toEqual(made)
    expect(await listOf(api, id, '?status=delivered')).toEqual([])
    expect((await listOf(api, id, '?status=pending')).length).toBe(5)
    release()
    // A reset cancels the others, so that closing does not wait for them.
    await api.post('/_sandbox/reset')
    await advanceClock(api, '1h')
    expect((await api.get('/_sandbox/events')).body.data).toEqual([])
    server.closeAllConnections()
    server.close()
  })
})

test('three hundred hanging endpoints delay neither each other nor another world', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const patient = await startSandbox()
  const [busy, other] = [patient.fresh(), patient.fresh()]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => body.includes('"ping"') && response.end())
  })
  const port = await listen(server, 0, '127.0.0.1')
  await Promise.all(Array.from({ length: 300 }, (_, i) => registerWebhook(busy, `http://127.0.0.1:${port}/${i}`)))
  await triggerEvent(busy)
  const [here, there] = [await startReceiver(), await startReceiver()]
  expect((await registerWebhook(busy, here.url)).body.status).toBe('verified')
  expect((await registerWebhook(other, there.url)).body.status).toBe('verified')
  await triggerEvent(busy)
  await triggerEvent(other)
  await expect.poll(() => [receivedEvents(here).length, receivedEvents(there).length]).toEqual([1, 1])
  await patient.sandbox.close()
  server.closeAllConnections()
  server.close()
  process.off('warning', note)
  expect(warnings).toEqual([])
})

describe('an advance', () => {
  test('resolves when all events are sent and answered, each at its own time', async () => {
    const api = fresh()
    const receiver = await startReceiver({ respond: () => ({ status: 200, delayMs: 20 }) })
    await registerWebhook(api, receiver.url)
    await api.post('/v1/deliveries', {
      release_id: 'rel_seed_07',
      store_ids: ['store_lumenwave', 'store_quorvane'],
      territory_codes: ['WORLDWIDE'],
    })
    const { steps, now } = await advanceClock(api, '72h')
    expect(now).toBe(later(72 * 3600))
    expect(receivedEvents(receiver).map(({ event_type, created_at }) => [event_type, created_at])).toEqual([
      ['release.status.changed', later(12 * 3600)],
      ['delivery.completed', later(12 * 3600)],
    ])
    expect(steps.slice(-2)).toEqual(
      receivedEvents(receiver).map(({ id }) => ({
        at: later(12 * 3600),
        task: 'send-event',
        subject: id,
        change: 'attempt 1: 200, delivered',
      })),
    )
  })

  test('continues from the end of a concurrent advance', async () => {
    const api = fresh()
    const receiver = await startReceiver({ respond: () => ({ status: 200, delayMs: 20 }) })
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    const ends = await Promise.all([advanceClock(api, '1h'), advanceClock(api, '1h'), advanceClock(api, '1h')])
    expect(ends.map(({ now }) => now).sort()).toEqual([later(3600), later(7200), later(10_800)])
  })

  test('until idle stops at the last task that runs, not at cancelled ones', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await answering({ status: 500 })).url)).body
    await triggerEvent(api)
    await advanceClock(api)
    await api.send('DELETE', `/v1/webhooks/${id}`, { 'x-api-key': api.key })
    expect((await api.post('/_sandbox/clock/advance', { until: 'idle' })).body.now).toBe(later(0))
    const shuffled = (await startSandbox({ scenario: 'out-of-order-events' })).fresh()
    await registerWebhook(shuffled, (await startReceiver()).url)
    const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
    await shuffled.post('/v1/deliveries', order)
    await shuffled.post('/_sandbox/clock/advance', { duration: '2h' })
    await shuffled.post('/v1/deliveries', { ...order, store_ids: ['store_quorvane'] })
    await shuffled.post('/_sandbox/clock/advance', { until: 'idle' })
    const { now } = (await shuffled.get('/_sandbox/clock')).body
    expect(Date.parse(now) - START).toBeLessThan(24 * 3_600_000)
  })

  test('until idle runs all retries', async () => {
    const api = fresh()
    await registerWebhook(api, (await answering({ status: 500 })).url)
    await triggerEvent(api)
    const { body } = await api.post('/_sandbox/clock/advance', { until: 'idle' })
    expect([body.now, body.reached]).toEqual([later(10_230), true])
  })
})

describe('history', () => {
  test('is kept for 30 days on the world clock, per endpoint and in the event log', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await startReceiver()).url)).body
    await triggerEvent(api)
    await advanceClock(api, '720h')
    expect((await listOf(api, id)).length).toBe(1)
    const [event] = (await api.get('/_sandbox/events?event_type=asset.ready')).body.data
    await advanceClock(api, '1ms')
    expect(await listOf(api, id)).toEqual([])
    expect((await api.get('/_sandbox/events')).body.data).toEqual([])
    const again = await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids: [event.id] })
    expect([again.status, again.body.error.details[0].field]).toEqual([422, 'event_ids[0]'])
  })
})

describe('redelivery', () => {
  async function undeliverable(count: number) {
    const api = fresh()
    let status = 500
    const receiver = await startReceiver({
      respond: ({ event }) => ({ status: event?.event_type === 'ping' ? 200 : status }),
    })
    const { id } = (await registerWebhook(api, receiver.url)).body
    for (let i = 0; i < count; i++) await triggerEvent(api)
    await advanceClock(api, '24h')
    const events = (await listOf(api, id, '?status=undeliverable')).map(
      ({ event }: { event: { id: string } }) => event.id,
    )
    return { api, id, receiver, events: events.reverse() as string[], mend: () => (status = 200) }
  }

  test('of all undeliverable events adds one attempt to each and keeps the ids', async () => {
    const { api, id, receiver, events, mend } = await undeliverable(2)
    mend()
    const answer = await api.post(`/v1/webhooks/${id}/redeliver`)
    expect(answer.status).toBe(202)
    expect(
      answer.body.data.map((entry: { event: { id: string }; status: string }) => [entry.event.id, entry.status]),
    ).toEqual(events.map((event) => [event, 'pending']))
    await advanceClock(api)
    expect(
      receivedEvents(receiver)
        .slice(-2)
        .map(({ id }) => id),
    ).toEqual(events)
    const delivered = await listOf(api, id, '?status=delivered')
    expect(delivered.map((entry: { attempts: unknown[] }) => entry.attempts.length)).toEqual([7, 7])
  })

  test('that fails leaves the event undeliverable and is not retried', async () => {
    const { api, id, events } = await undeliverable(1)
    await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids: events })
    await advanceClock(api, '24h')
    expect(await listOf(api, id)).toMatchObject([{ status: 'undeliverable', attempts: { length: 7 } }])
  })

  test('of a delivered event sends it again; if that fails, it stays delivered', async () => {
    const api = fresh()
    const receiver = await answering({ status: 200 }, { status: 200 }, { status: 500 })
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api)
    const event_ids = [receivedEvents(receiver)[0]?.id]
    for (let i = 0; i < 2; i++) {
      expect((await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids })).status).toBe(202)
      await advanceClock(api, '1h')
    }
    expect(await listOf(api, id)).toMatchObject([{ status: 'delivered', attempts: { length: 3 } }])
    expect(new Set(receivedEvents(receiver).map(({ id }) => id)).size).toBe(1)
  })

  test('without undeliverable events succeeds', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await startReceiver()).url)).body
    expect((await api.post(`/v1/webhooks/${id}/redeliver`)).body).toEqual({ data: [] })
  })

  test.each([
    ['an unknown event', ['evt_x'], 422, 'validation_failed'],
    ['no event', [], 422, 'validation_failed'],
    ['one event twice', ['evt_x', 'evt_x'], 422, 'validation_failed'],
  ])('of %s is refused', async (_, event_ids, status, code) => {
    const api = fresh()
    const { id } = (await registerWebhook(api, (await startReceiver()).url)).body
    const answer = await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test('of an event that is being redelivered is refused', async () => {
    const doubled = (await startSandbox({ scenario: 'duplicate-events' })).fresh()
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    let n = 0
    const receiver = await startReceiver({
      respond: ({ event }) => {
        if (event?.event_type === 'ping' || n++ === 0) return { status: 200 }
        ask()
        return { status: 200, delayMs: 50 }
      },
    })
    const { id } = (await registerWebhook(doubled, receiver.url)).body
    await triggerEvent(doubled)
    await asked
    const answer = await doubled.post(`/v1/webhooks/${id}/redeliver`, { event_ids: [receivedEvents(receiver)[0]?.id] })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state'])
  })

  test('of a ping is refused and names the ping operation', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const { id } = (await registerWebhook(api, receiver.url)).body
    const event_ids = [receiver.arrivals[0]?.event?.id]
    expect((await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids })).status).toBe(422)
  })

  test('of a pending event is refused with the time of the next attempt', async () => {
    const api = fresh()
    const receiver = await answering({ status: 500 })
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api)
    const answer = await api.post(`/v1/webhooks/${id}/redeliver`, { event_ids: [receivedEvents(receiver)[0]?.id] })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(later(30))
  })

  test('to an unverified endpoint is refused and says what to do', async () => {
    const { api, id } = await undeliverable(1)
    await api.patch(`/v1/webhooks/${id}`, { url: 'http://127.0.0.1:9/' })
    const answer = await api.post(`/v1/webhooks/${id}/redeliver`)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state'])
    expect(answer.body.error.message).toContain(`POST /v1/webhooks/${id}/ping`)
  })
})

describe('an endpoint with a new URL', () => {
  test('gets pending events there, in order, once it is verified', async () => {
    const api = fresh()
    const before = await answering({ status: 500 })
    const after = await startReceiver()
    const { id } = (await registerWebhook(api, before.url)).body
    const made = [await triggerEvent(api), await triggerEvent(api)]
    await advanceClock(api)
    await api.patch(`/v1/webhooks/${id}`, { url: after.url })
    await advanceClock(api, '24h')
    expect([receivedEvents(before).length, receivedEvents(after).length]).toEqual([2, 0])
    expect((await listOf(api, id, '?status=pending')).length).toBe(2)
    await api.post(`/v1/webhooks/${id}/ping`)
    await advanceClock(api)
    expect(receivedEvents(after).map(({ data }) => data.asset_id)).toEqual(made)
    expect((await listOf(api, id, '?status=delivered')).length).toBe(2)
  })
})

test('with a live clock, events are sent and retried without requests', async () => {
  const live = await startSandbox({ clock: 'live', webhookTimeout: { event: 2000 } })
  const api = live.fresh()
  const receiver = await answering({ status: 500 }, { status: 500 }, { status: 200 })
  await registerWebhook(api, receiver.url)
  await triggerEvent(api)
  await expect.poll(() => receivedEvents(receiver).length, { timeout: 10_000 }).toBe(3)
})

test('each world receives only its own events', async () => {
  const [one, two] = [fresh(), fresh()]
  const [here, there] = [await startReceiver(), await startReceiver()]
  await registerWebhook(one, here.url)
  await registerWebhook(two, there.url)
  const made = await triggerEvent(one)
  await advanceClock(one)
  await advanceClock(two)
  expect([receivedEvents(here).map(({ data }) => data.asset_id), receivedEvents(there)]).toEqual([[made], []])
})
