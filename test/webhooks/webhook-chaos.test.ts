import { describe, expect, test } from 'vitest'
import type { Scenario, WebhookRule } from '../../src/core/delivery/scenario-rules.js'
import { type Client, startSandbox } from '../support/test-sandbox.js'
import {
  advanceClock,
  receivedEvents,
  registerWebhook,
  startReceiver,
  triggerEvent,
} from '../support/webhook-receiver.js'

const scenarioWith = (...webhooks: WebhookRule[]): Scenario => ({
  name: 'chaos',
  summary: '',
  stores: [],
  takedowns: [],
  assets: [],
  faults: [],
  webhooks,
})

const worldWith = async (...rules: WebhookRule[]): Promise<Client> =>
  (await startSandbox({ scenario: scenarioWith(...rules) })).fresh()

const attemptsOf = async (api: Client) =>
  (await api.get('/_sandbox/events?event_type=asset.ready')).body.data.map(
    ({ deliveries }: { deliveries: { attempts: { status_code: number | null; failure: string | null }[] }[] }) =>
      deliveries.map(({ attempts }) => attempts.map(({ status_code, failure }) => status_code ?? failure)),
  )

describe('a scenario', () => {
  test('drops the first attempts', async () => {
    const api = await worldWith({ drop: 2 })
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    await advanceClock(api, '24h')
    expect(await attemptsOf(api)).toEqual([[['dropped', 'dropped', 200]]])
    expect(receivedEvents(receiver)).toHaveLength(1)
  })

  test('drops all six attempts: undeliverable', async () => {
    const api = await worldWith({ drop: 6 })
    const { id } = (await registerWebhook(api, (await startReceiver()).url)).body
    await triggerEvent(api)
    await advanceClock(api, '24h')
    expect((await api.get(`/v1/webhooks/${id}/events?status=undeliverable`)).body.data).toHaveLength(1)
  })

  test('forges signatures, which a careful receiver detects', async () => {
    const api = await worldWith({ forge: 1 })
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    await advanceClock(api, '24h')
    expect(receiver.arrivals.map(({ verdict }) => verdict)).toEqual(['new', 'bad signature', 'new'])
    expect(await attemptsOf(api)).toEqual([[[401, 200]]])
  })

  test('sends a delivered event again', async () => {
    const api = await worldWith({ duplicate: 2 })
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    await advanceClock(api)
    expect(receiver.arrivals.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'duplicate', 'duplicate'])
  })

  test('delays events', async () => {
    const api = await worldWith({ delay: 3_600_000 })
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    await advanceClock(api, '59m')
    expect(receivedEvents(receiver)).toEqual([])
    await advanceClock(api, '1m')
    expect(receivedEvents(receiver)).toHaveLength(1)
  })

  test('swaps events in pairs and waits no longer than its reorder time', async () => {
    const api = await worldWith({ reorder: 600_000 })
    const receiver = await startReceiver()
    await registerWebhook(api, receiver.url)
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      made.push(await triggerEvent(api))
      await advanceClock(api, '1m')
    }
    const arrived = () => receivedEvents(receiver).map(({ data }) => made.indexOf(String(data.asset_id)))
    expect(arrived()).toEqual([1, 0, 3, 2])
    await advanceClock(api, '9m')
    expect(arrived()).toEqual([1, 0, 3, 2, 4])
  })

  test('selects endpoints by URL', async () => {
    const api = await worldWith({ endpoint: '*/flaky', drop: 1 })
    const receiver = await startReceiver()
    await registerWebhook(api, `${receiver.url}flaky`)
    await registerWebhook(api, `${receiver.url}steady`)
    await triggerEvent(api)
    await advanceClock(api, '1h')
    expect(await attemptsOf(api)).toEqual([[['dropped', 200], [200]]])
  })

  test('selects events by type; the first matching rule applies', async () => {
    const api = await worldWith({ events: ['delivery.completed'], drop: 3 }, { drop: 1 }, { drop: 2 })
    await registerWebhook(api, (await startReceiver()).url)
    await triggerEvent(api)
    await advanceClock(api, '1h')
    expect(await attemptsOf(api)).toEqual([[['dropped', 200]]])
  })

  test('applies a rule with a reproducible chance', async () => {
    const strikes = async () => {
      const { client } = await startSandbox({ scenario: scenarioWith({ chance: 0.5, drop: 1 }) })
      const api = client('sk_sandbox_standard_chance')
      await registerWebhook(api, (await startReceiver()).url)
      for (let i = 0; i < 24; i++) await triggerEvent(api)
      await advanceClock(api, '1h')
      return (await attemptsOf(api)).map(([made]: [unknown[]]) => made.length)
    }
    const first = await strikes()
    expect(await strikes()).toEqual(first)
    const struck = first.filter((attempts: number) => attempts === 2).length
    expect(struck).toBeGreaterThan(4)
    expect(struck).toBeLessThan(20)
  })

  test('does not affect pings', async () => {
    const api = await worldWith({ drop: 6, duplicate: 3 })
    const receiver = await startReceiver()
    expect((await registerWebhook(api, receiver.url)).body.status).toBe('verified')
    expect(receiver.arrivals).toHaveLength(1)
  })
})

test('events follow the scenario of their delivery: header, title, then world', async () => {
  const { fresh } = await startSandbox()
  const api = fresh()
  const receiver = await startReceiver()
  await registerWebhook(api, receiver.url)
  const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
  await api.post('/v1/deliveries', order, { 'x-sandbox-scenario': 'duplicate-events' })
  await triggerEvent(api)
  await advanceClock(api, '24h')
  const arrived = receiver.arrivals.slice(1).map(({ event, verdict }) => [event?.event_type, verdict])
  expect(arrived.filter(([type]) => type === 'asset.ready')).toEqual([['asset.ready', 'new']])
  expect(arrived.filter(([type]) => type === 'delivery.completed')).toEqual([
    ['delivery.completed', 'new'],
    ['delivery.completed', 'duplicate'],
    ['delivery.completed', 'duplicate'],
  ])
})
