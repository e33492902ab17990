import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ISSUE_CODES } from '../../src/ern/checks/issue-codes.js'
import { VERSIONS } from '../../src/ern/message/versions.js'
import { builtInSeeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import { reportOf } from '../ern/issues-of.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/ern.md'), 'utf8')
const message = /```xml\n(.*?)```/s.exec(guide)?.[1] ?? ''

test('the complete message has no issues', async () => {
  const storeIds = new Set(builtInSeeds.stores.map(({ store_id }) => store_id))
  expect((await reportOf(message, { storeIds })).issues).toEqual([])
})

describe.skipIf(!hasShell)('the commands of docs/ern.md print what it shows', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'mds-ern-'))
  writeFileSync(join(cwd, 'night-ferry.xml'), message)
  const now = '2025-01-15T12:00:00Z'
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--now', now, '--log', 'silent'])
  const blocks = testDocumentedCommands(guide, {
    getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }),
    getEnv: () => ({ ...process.env, MDS_URL: JSON.parse(sandbox.text).url }),
    cwd,
  })
  test('all of them are found', () => expect(blocks).toBe(14))
})

test('the tables of codes are the list in the code, remedies included', () => {
  for (const severity of ['error', 'warning'] as const) {
    const heading = severity === 'error' ? 'Errors' : 'Warnings'
    const section = guide.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
    const rows = [...section.matchAll(/^\| `(\w+)`( †)? \| \S.*\S \| (.*) \|$/gm)].map(([, code, mark, remedy]) => [
      code,
      mark !== undefined,
      remedy,
    ])
    const codes = Object.entries(ISSUE_CODES).filter(([, entry]) => entry.severity === severity)
    expect(rows).toEqual(codes.map(([code, entry]) => [code, 'needsWorld' in entry, entry.remedy]))
  }
})

test('the guide names every version', () => {
  for (const version of VERSIONS) expect(guide).toContain(version)
})
