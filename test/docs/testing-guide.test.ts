import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { hasShell, testDocumentedCommands } from '../support/documented-commands.js'

const ROOT = join(import.meta.dirname, '../..')
const guide = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide', () => {
  const blocks = testDocumentedCommands(guide, {})
  test('all of them are found', () => expect(blocks).toBeGreaterThan(1))
})

test('the code of the guide prints what it says', async () => {
  const code = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
  const said = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)/g)].map(([, text]) => text)
  // In this folder the package's own name resolves to the build.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
  expect(stdout.trimEnd().split('\n')).toEqual(said)
  expect(said).toHaveLength(3)
})
