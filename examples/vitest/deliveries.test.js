import { createSandbox } from 'mds-sandbox'
import { afterAll, beforeEach, expect, test } from 'vitest'

const sandbox = await createSandbox({ scenario: 'rejection', clock: 'manual', listen: false })
// One world per file or worker: they share nothing, so suites may run side by side.
const world = sandbox.world('standard', 'deliveries')

beforeEach(() => world.reset())
afterAll(() => sandbox.close())

/** What your own client would send. Give it `sandbox.fetch`, or leave out `listen: false` and give it `sandbox.url`. */
async function deliver() {
  const answer = await world.fetch('/v1/deliveries', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }),
  })
  return answer.json()
}

test('a store that rejects says why', async () => {
  const { id } = await deliver()
  await world.clock.advance('72h')
  expect(await world.events({ type: 'delivery.completed' })).toMatchObject([
    { data: { delivery_id: id, status: 'rejected', stores: [{ rejection_code: 'artwork_too_small' }] } },
  ])
})

test('the same store delivers when the scenario says so', async () => {
  await world.scenario.use('happy-path')
  const { id } = await deliver()
  const { reached } = await world.clock.advance({ until: { delivery: id, status: 'delivered' } })
  expect(reached).toBe(true)
})

test('an outage is over after one try', async () => {
  await world.faults.add({ operation: 'listReleases', status: 503, times: 1 })
  expect((await world.fetch('/v1/releases')).status).toBe(503)
  expect((await world.fetch('/v1/releases')).status).toBe(200)
})
