import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_BYTES_PER_WORLD, MAX_RECORDS_PER_WORLD } from '../../src/runtime/journal/journal.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/journal.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', () => {
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const cwd = mkdtempSync(join(tmpdir(), 'mds-journal-'))
  testDocumentedCommands(guide, { getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }), cwd })
})

test('the guide states the limits of the code', () => {
  expect([MAX_RECORDS_PER_WORLD, MAX_BYTES_PER_WORLD]).toEqual([5000, 8 * 1024 * 1024])
  expect(guide).toContain('The last 5,000 records of a world are kept, up to 8 MiB')
})
