import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LARGEST_SNAPSHOT } from '../../src/runtime/storage/snapshot-limits.js'
import { MOST_IMPORTED, MOST_SNAPSHOTS } from '../../src/runtime/storage/snapshots.js'
import { hasShell, pasteCommands, startCommand } from '../support/pasted.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', async () => {
  const { text } = await startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const blocks = pasteCommands(guide, { ports: { 4010: JSON.parse(text).port } })
  test('there are some', () => expect(blocks).toBe(3))
})

test('the guide states the limits of the code', () => {
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
  const text = guide.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`at most ${MOST_SNAPSHOTS} snapshots`)
  expect(text).toContain(`An imported file has at most ${mebibytes(LARGEST_SNAPSHOT)}`)
  expect(text).toContain(`at most ${mebibytes(MOST_IMPORTED)}`)
})
