import { afterAll } from 'vitest'
import type { Sandbox } from '../../src/composition/sandbox.js'

/** The sandbox, closed when the file is done. */
export function closeAfterTests(sandbox: Sandbox): Sandbox {
  afterAll(() => sandbox.close())
  return sandbox
}
