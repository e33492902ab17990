import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  MAX_IMPORTED_BYTES,
  MAX_SNAPSHOT_BYTES,
  MAX_SNAPSHOTS_PER_WORLD,
} from '../../src/runtime/snapshots/snapshot-limits.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', () => {
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const blocks = testDocumentedCommands(guide, { getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }) })
  test('there are some', () => expect(blocks).toBe(3))
})

test('the guide states the limits of the code', () => {
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
  const text = guide.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`at most ${MAX_SNAPSHOTS_PER_WORLD} snapshots`)
  expect(text).toContain(`A file has at most ${mebibytes(MAX_SNAPSHOT_BYTES)}`)
  expect(text).toContain(`at most ${mebibytes(MAX_IMPORTED_BYTES)}`)
})
