import { afterAll } from 'vitest'
import type { Sandbox } from '../../src/composition/create-sandbox.js'

/** Closes the sandbox after the test file. */
export function closeAfterTests(sandbox: Sandbox): Sandbox {
  afterAll(() => sandbox.close())
  return sandbox
}
