import { expect } from '@jest/globals'
import { createSandbox } from 'mds-sandbox'
import { matchers, type SandboxMatchers } from 'mds-sandbox/matchers'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SandboxMatchers<R> {}
}

expect.extend(matchers)
const sandbox = await createSandbox()
const world = sandbox.world('standard', 'orders')
const result: Promise<void> = expect(world).toBeWellBehaved({ except: ['polling'] })
await result
// @ts-expect-error: no such rule
await expect(world).toBeWellBehaved({ except: ['poling'] })
