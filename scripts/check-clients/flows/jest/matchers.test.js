import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { createSandbox } from 'mds-sandbox'
import { matchers } from 'mds-sandbox/matchers'

expect.extend(matchers)
const sandbox = await createSandbox()
const world = sandbox.world('standard', 'orders')
beforeEach(() => world.mark(expect.getState().currentTestName))
afterAll(() => sandbox.close())

const call = (path) => fetch(world.url + path, { headers: { 'x-api-key': world.apiKey } })

test('a client that keeps the rules passes', async () => {
  await call('/v1/stores')
  await expect(world).toBeWellBehaved()
  await expect(expect(world).not.toBeWellBehaved()).rejects.toThrow('broke no rule')
})

test('a client that breaks a rule fails with the rule, the test and the remedy', async () => {
  await call('/v1/stores?colour=red')
  const failure = await expect(world)
    .toBeWellBehaved()
    .catch(({ message }) => message)
  expect(failure).toContain('✗ warning  unknown-sent (1×)')
  expect(failure).toContain('in “a client that breaks a rule fails with the rule, the test and the remedy”')
  expect(failure).toContain('Rename or remove')
  await expect(world).toBeWellBehaved({ except: ['unknown-sent'] })
})

test('an unknown rule is an error', async () => {
  await expect(expect(world).toBeWellBehaved({ except: ['poling'] })).rejects.toThrow('Did you mean polling?')
})
