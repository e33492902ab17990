import { afterAll } from 'vitest'
import { createReceiver, type Receiver, type ReceiverOptions } from '../../src/webhooks/receiver.js'
import type { ApiResponse, Client } from './test-sandbox.js'

export const SECRET = 'whsec_of_the_tests'

/** A webhook receiver that is closed after the test file. */
export async function startReceiver(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const receiver = await createReceiver({ secret: SECRET, ...options })
  afterAll(() => receiver.close())
  return receiver
}

/** The events that a receiver got, without pings. */
export const receivedEvents = (receiver: Receiver) =>
  receiver.arrivals.flatMap(({ event }) => (event && event.event_type !== 'ping' ? [event] : []))

const EVENT_TYPES = ['release.status.changed', 'delivery.completed', 'asset.ready']

export const registerWebhook = (api: Client, url: string, overrides: object = {}): Promise<ApiResponse> =>
  api.post('/v1/webhooks', { url, event_type: EVENT_TYPES, secret: SECRET, ...overrides })

/** Advances the clock and waits until all due tasks and deliveries are finished. */
export const advanceClock = async (api: Client, duration = '0s'): Promise<ApiResponse['body']> =>
  (await api.post('/_sandbox/clock/advance', { duration })).body

/** Triggers an event: an asset becomes ready. */
export async function triggerEvent(api: Client): Promise<string> {
  const { id } = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
  const response = await api.post('/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
  if (response.status !== 200) throw new Error(response.text)
  return id
}
