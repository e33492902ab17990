import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MOST_BYTES, MOST_RECORDS } from '../../src/runtime/journal/journal.js'
import { hasShell, pasteCommands, startCommand } from '../support/pasted.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/journal.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', async () => {
  const { text } = await startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const cwd = mkdtempSync(join(tmpdir(), 'mds-journal-'))
  pasteCommands(guide, { ports: { 4010: JSON.parse(text).port }, cwd })
})

test('the guide states the limits of the code', () => {
  expect([MOST_RECORDS, MOST_BYTES]).toEqual([5000, 8 * 1024 * 1024])
  expect(guide).toContain('The last 5,000 records of a world are kept, up to 8 MiB')
})
