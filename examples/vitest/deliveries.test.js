import { createSandbox } from 'mds-sandbox'
import { afterAll, beforeEach, expect, test } from 'vitest'

const sandbox = await createSandbox({ scenario: 'rejection', clock: 'manual', listen: false })
// Worlds share nothing. Use one per file or worker, and the suites can run in parallel.
const world = sandbox.world('standard', 'deliveries')

beforeEach(() => world.reset())
afterAll(() => sandbox.close())

/** Replace it with your own client: pass it `sandbox.fetch`, or remove `listen: false` and pass it `sandbox.url`. */
async function deliver() {
  const response = await world.fetch('/v1/deliveries', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }),
  })
  return response.json()
}

test('a rejected delivery has a rejection code', async () => {
  const { id } = await deliver()
  await world.clock.advance('72h')
  expect(await world.events({ event_type: 'delivery.completed' })).toMatchObject([
    { data: { delivery_id: id, status: 'rejected', stores: [{ rejection_code: 'artwork_too_small' }] } },
  ])
})

test('the same store delivers in another scenario', async () => {
  await world.scenario.use('happy-path')
  const { id } = await deliver()
  const { reached } = await world.clock.advance({ until: { delivery: id, status: 'delivered' } })
  expect(reached).toBe(true)
})

test('a fault makes one call fail', async () => {
  await world.faults.add({ operation: 'listReleases', status: 503, times: 1 })
  expect((await world.fetch('/v1/releases')).status).toBe(503)
  expect((await world.fetch('/v1/releases')).status).toBe(200)
})
