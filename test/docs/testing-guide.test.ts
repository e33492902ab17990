import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasShell, testDocumentedCommands } from '../support/documented-commands.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/testing.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide', () => {
  const blocks = testDocumentedCommands(guide, {})
  test('all of them are found', () => expect(blocks).toBeGreaterThan(1))
})
