import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { startSandbox } from '../../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, triggerEvent } from '../../support/webhook-receiver.js'

const sign = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('the built-in receiver', async () => {
  const { sandbox, fresh } = await startSandbox()
  const event = {
    id: 'evt_1',
    event_type: 'asset.ready',
    created_at: '2025-01-01T00:00:00.000Z',
    data: { asset_id: 'x' },
  }
  const urlOf = (mode: string) => `${sandbox.url}/_sandbox/receiver/${mode}`

  test('accepts events without a key and repeats the signature', async () => {
    const headers = { 'content-type': 'application/json', 'x-svc-signature': 'sha256=ab' }
    const accepted = await fresh().send('POST', '/_sandbox/receiver/accept', headers, JSON.stringify(event))
    expect(accepted).toMatchObject({
      status: 200,
      body: { accepted: true, received: 'evt_1', event_type: 'asset.ready', signature: 'sha256=ab' },
    })
    const unknown = await fresh().send('POST', '/_sandbox/receiver/maybe', headers, JSON.stringify(event))
    expect(unknown.status).toBe(400)
    const malformed = await fresh().send('POST', '/_sandbox/receiver/accept', headers, '{"id": 5}')
    expect(malformed.status).toBe(422)
  })

  test('gets the events of a world, and is verified although it fails', async () => {
    const api = fresh()
    const accepting = (await registerWebhook(api, urlOf('accept'))).body
    const failing = (await registerWebhook(api, urlOf('fail'))).body
    expect([accepting.status, failing.status]).toEqual(['verified', 'verified'])
    await triggerEvent(api)
    await advanceClock(api)
    const attemptsOf = async (id: string) => {
      const { data } = (await api.get(`/_sandbox/state/events?webhook_id=${id}&event_type=asset.ready`)).body
      const delivery = data[0].deliveries.find(({ webhook_id }: { webhook_id: string }) => webhook_id === id)
      return { eventId: data[0].id, body: data[0].sandbox.body, attempts: delivery.attempts }
    }
    const arrived = await attemptsOf(accepting.id)
    expect(arrived.attempts).toMatchObject([{ status_code: 200 }])
    const receipt = { received: arrived.eventId, event_type: 'asset.ready', signature: sign(SECRET, arrived.body) }
    expect(JSON.parse(arrived.attempts[0].response_body)).toEqual({ accepted: true, ...receipt })
    const failed = await attemptsOf(failing.id)
    expect(failed.attempts).toMatchObject([{ status_code: 503 }])
    // Exactly this: a request id would make the event log depend on who watches.
    expect(JSON.parse(failed.attempts[0].response_body)).toEqual({ accepted: false, ...receipt })
  })

  test('takes nothing from a world that gets events through it', async () => {
    const requestIds = async (isReceiving: boolean) => {
      const other = await createSandbox({ clock: 'manual' })
      const headers = { 'content-type': 'application/json' }
      const ids: (string | null)[] = []
      for (let i = 0; i < 3; i++) {
        if (isReceiving)
          await other.fetch('/_sandbox/receiver/accept', { method: 'POST', headers, body: JSON.stringify(event) })
        const listed = await other.fetch('/v1/stores', { headers: { 'x-api-key': 'sk_sandbox_standard_demo' } })
        ids.push(listed.headers.get('x-request-id'))
      }
      await other.close()
      return ids
    }
    expect(await requestIds(true)).toEqual(await requestIds(false))
  })
})

describe('the signatures of an event', async () => {
  const { sandbox, fresh } = await startSandbox()

  test('are those that were sent, by attempt', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, `${sandbox.url}/_sandbox/receiver/accept`)).body
    await triggerEvent(api)
    await advanceClock(api)
    const [listed] = (await api.get(`/_sandbox/state/events?webhook_id=${id}&event_type=asset.ready`)).body.data
    expect(listed.sandbox.signatures).toBeUndefined()
    const { sandbox: facts } = (await api.get(`/_sandbox/state/events/${listed.id}`)).body
    expect(facts.signatures).toEqual([
      { webhook_id: id, attempts: [{ signature: sign(SECRET, facts.body), forged: false }] },
    ])
  })

  test('say which attempts were forged and which were not sent', async () => {
    const { fresh: freshFlaky, sandbox: flaky } = await startSandbox({ scenario: 'flaky-webhooks' })
    const api = freshFlaky()
    await registerWebhook(api, `${flaky.url}/_sandbox/receiver/accept`)
    const delivery = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
    expect((await api.post('/v1/deliveries', delivery)).status).toBe(201)
    await api.post('/_sandbox/clock/advance', { until: 'idle' })
    const [{ id }] = (await api.get('/_sandbox/state/events?event_type=delivery.completed')).body.data
    const { sandbox: facts, deliveries } = (await api.get(`/_sandbox/state/events/${id}`)).body
    const [first, second, third] = facts.signatures[0].attempts
    expect([first, second, third.forged]).toEqual([null, null, true])
    expect(third.signature).not.toBe(sign(SECRET, facts.body))
    // The receiver repeats what really arrived.
    expect(JSON.parse(deliveries[0].attempts[2].response_body).signature).toBe(third.signature)
  })
})
