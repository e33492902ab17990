import { expect, test } from 'vitest'
import { startSandbox } from '../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, startReceiver } from '../support/webhook-receiver.js'

const { fresh } = await startSandbox({ webhookTimeout: { ping: 300 } })
const AT = '2025-01-01T00:00:00.000Z'

/** An address at which no server listens. */
async function closedUrl() {
  const receiver = await startReceiver()
  await receiver.close()
  return receiver.url
}

test.each([
  ['returns 404', () => ({ status: 404 }), 404, null],
  ['returns 204', () => ({ status: 204 }), 204, null],
  ['redirects', () => ({ status: 302 }), 302, null],
  ['closes the connection', () => undefined, null, 'connection_closed'],
  ['does not respond in time', () => ({ status: 200, delayMs: 5000 }), null, 'timeout'],
])('an endpoint that %s is unverified, and the answer says why', async (_, respond, status_code, failure) => {
  const receiver = await startReceiver({ respond })
  const api = fresh()
  const { status, body } = await registerWebhook(api, receiver.url)
  const verification = { attempted_at: AT, status_code, failure }
  expect([status, body]).toMatchObject([201, { status: 'unverified', verification }])
  expect((await api.get(`/v1/webhooks/${body.id}`)).body).toMatchObject({ status: 'unverified', verification })
})

test('an endpoint with another secret is unverified with its 401', async () => {
  const receiver = await startReceiver({ secret: `${SECRET}-other` })
  const { body } = await registerWebhook(fresh(), receiver.url)
  expect(body).toMatchObject({ status: 'unverified', verification: { status_code: 401, failure: null } })
})

test('verification is the result of the last ping to the current URL, and null before there is one', async () => {
  const api = fresh()
  const refused = { attempted_at: AT, status_code: null, failure: 'connection_refused' }
  const { body: created } = await registerWebhook(api, await closedUrl())
  expect(created.verification).toEqual(refused)
  const path = `/v1/webhooks/${created.id}`

  // A PATCH that keeps the URL keeps the result.
  expect((await api.patch(path, { event_type: ['asset.ready'] })).body.verification).toEqual(refused)
  const receiver = await startReceiver()
  expect((await api.patch(path, { url: receiver.url })).body).toMatchObject({
    status: 'unverified',
    verification: null,
  })
  expect((await api.get(path)).body.verification).toBeNull()

  await advanceClock(api, '1h')
  const verified = { attempted_at: '2025-01-01T01:00:00.000Z', status_code: 200, failure: null }
  const { body: pinged } = await api.post(`${path}/ping`)
  expect(pinged).toMatchObject({ status: 'verified', verification: verified, updated_at: verified.attempted_at })

  // A further ping changes only the result.
  await advanceClock(api, '1h')
  const again = { ...verified, attempted_at: '2025-01-01T02:00:00.000Z' }
  expect((await api.post(`${path}/ping`)).body).toEqual({ ...pinged, verification: again })
  expect((await api.get('/v1/webhooks')).body.data).toEqual([{ ...pinged, verification: again }])

  // The history of events covers 30 days; the result stays.
  await advanceClock(api, '40d')
  expect((await api.get(path)).body.verification).toEqual(again)
})
