import { createSandbox } from 'mds-sandbox'
import { matchers, type SandboxMatchers } from 'mds-sandbox/matchers'

declare global {
  namespace jest {
    interface Matchers<R> extends SandboxMatchers<R> {}
  }
}

expect.extend(matchers)
const sandbox = await createSandbox()
const world = sandbox.world('standard', 'orders')
const result: Promise<void> = expect(world).toBeWellBehaved({ except: ['polling'] })
await result
// @ts-expect-error: no such rule
await expect(world).toBeWellBehaved({ except: ['poling'] })
