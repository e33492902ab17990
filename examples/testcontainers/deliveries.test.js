import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { GenericContainer, Wait } from 'testcontainers'

const container = await new GenericContainer(process.env.MDS_IMAGE ?? 'mds-sandbox')
  .withEnvironment({ MDS_CLOCK: 'manual', MDS_SCENARIO: 'rejection' })
  .withExposedPorts(4010)
  .withWaitStrategy(Wait.forHealthCheck())
  .start()
after(() => container.stop())

const url = `http://${container.getHost()}:${container.getMappedPort(4010)}`
const headers = { 'X-API-Key': 'sk_sandbox_standard_deliveries', 'Content-Type': 'application/json' }
const post = async (path, body) =>
  (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()

test('a rejected delivery has a rejection code', async () => {
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
  const { id } = await post('/v1/deliveries', order)
  await post('/_sandbox/clock/advance', { duration: '72h' })
  const { stores } = await (await fetch(`${url}/v1/deliveries/${id}`, { headers })).json()
  assert.equal(stores[0].rejection_code, 'artwork_too_small')
})
