import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const ROOT = join(import.meta.dirname, '../..')
const guide = readFileSync(join(ROOT, 'docs/fixtures.md'), 'utf8')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', () => {
  const fixtures = join(ROOT, 'examples/fixtures')
  const sandbox = startCommand([
    '--port',
    '0',
    '--json',
    '--clock',
    'manual',
    '--log',
    'silent',
    '--fixtures',
    fixtures,
  ])
  const cwd = mkdtempSync(join(tmpdir(), 'mds-fixtures-'))
  const getPorts = () => ({ 4010: JSON.parse(sandbox.text).port })
  const getEnv = () => ({ ...process.env, MDS_URL: `http://127.0.0.1:${getPorts()[4010]}` })
  testDocumentedCommands(guide.split('## Docker')[0] as string, { getPorts, getEnv, cwd })
})

test('the program of the guide prints what it says', () => {
  const code = /```js\n(.*?)```/s.exec(guide)?.[1] ?? ''
  const shown = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, text]) => text)
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' })
  expect(output.trimEnd().split('\n')).toEqual(shown)
})
