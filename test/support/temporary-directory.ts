import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A temporary directory that is removed after the test file. */
export function createTemporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'mds-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}
