import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createSandbox } from 'mds-sandbox'
import { createApp } from './app.js'

const sandbox = await createSandbox({ clock: 'manual' })
after(() => sandbox.close())

/** Starts the app with its own world, which follows the scenario. */
async function start(scenario, t) {
  const world = sandbox.world('standard', scenario)
  await world.scenario.use(scenario)
  const app = createApp({ url: world.url, key: world.apiKey, secret: 'whsec_test' })
  t.after(() => app.server.close())
  await once(app.server.listen(0, '127.0.0.1'), 'listening')
  await app.register(`http://127.0.0.1:${app.server.address().port}`)
  return { app, world }
}

test('happy-path: the release is delivered', async (t) => {
  const { app, world } = await start('happy-path', t)
  const id = await app.publish('Paper Lanterns')
  assert.equal(app.outcomes.get(id), 'in_progress')
  await world.clock.advance('72h')
  assert.equal(app.outcomes.get(id), 'delivered')
})

test('rejection: the app receives the outcome', async (t) => {
  const { app, world } = await start('rejection', t)
  const id = await app.publish('Paper Lanterns')
  await world.clock.advance('72h')
  assert.equal(app.outcomes.get(id), 'rejected')
})

test('flaky-webhooks: two lost attempts and one with a wrong signature, and the app still gets the outcome', async (t) => {
  const { app, world } = await start('flaky-webhooks', t)
  const id = await app.publish('Paper Lanterns')
  await world.clock.advance('72h')
  assert.equal(app.outcomes.get(id), 'delivered')
  const [{ deliveries }] = await world.events({ event_type: 'delivery.completed' })
  // Two attempts were lost. The app rejected the one with the wrong signature, and accepted the last.
  assert.deepEqual(
    deliveries[0].attempts.map(({ status_code }) => status_code),
    [null, null, 401, 200],
  )
})

test('the app keeps the rules of the client report', async () => {
  // Everything that the app did in the tests above.
  const { rules } = await sandbox.report()
  assert.deepEqual(
    rules.filter(({ result }) => result === 'broken').map(({ id, evidence }) => [id, evidence]),
    [],
  )
  const kept = rules.filter(({ result }) => result === 'kept').map(({ id }) => id)
  assert.ok(kept.includes('event-forged-accepted'))
})
