import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/index.js'
import { matchers, type SandboxMatchers } from '../../src/matchers.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the declaration of Vitest
  interface Matchers<T = any> extends SandboxMatchers<T> {}
}
expect.extend(matchers)

async function createWorld() {
  const sandbox = await createSandbox({ listen: false })
  onTestFinished(() => sandbox.close())
  return sandbox.world('standard', 'a')
}

test('a client without findings is well behaved', async () => {
  const world = await createWorld()
  await world.fetch('/v1/stores')
  await expect(world).toBeWellBehaved()
  await expect(expect(world).not.toBeWellBehaved()).rejects.toThrow('broke no rule')
})

test('the failure names the rule, the request, the test and the remedy', async () => {
  const world = await createWorld()
  await world.mark('reads the stores')
  const response = await world.fetch('/v1/stores?colour=red')
  const failure = await expect(world)
    .toBeWellBehaved()
    .catch((error: Error) => error.message)
  expect(failure).toContain('The client of standard/a broke 1 rule:')
  expect(failure).toContain('✗ warning  unknown-sent (1×): Only known fields and parameters are sent')
  expect(failure).toContain('GET /v1/stores: colour is not a known parameter')
  expect(failure).toContain(`${response.headers.get('x-request-id')} at 20`)
  expect(failure).toContain('in “reads the stores”')
  expect(failure).toContain('Rename or remove')
  expect(failure).toContain('docs/report.md#unknown-sent')
  expect(failure).toContain("toBeWellBehaved({ except: ['unknown-sent'] })")
  await expect(world).toBeWellBehaved({ except: ['unknown-sent'] })
})

test('a wrong use is an error', async () => {
  const world = await createWorld()
  // @ts-expect-error: no such rule
  await expect(expect(world).toBeWellBehaved({ except: ['poling'] })).rejects.toThrow('Did you mean polling?')
  await expect(expect({}).toBeWellBehaved()).rejects.toThrow('expects a world')
})
