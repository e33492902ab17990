import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  formatLicenses,
  isAllowedLicense,
  licenseIssues,
  packagesOf,
  parseHeadings,
} from '../../scripts/third-party.mjs'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

const ROOT = join(import.meta.dirname, '../..')
const listed = parseHeadings(readFileSync(join(ROOT, 'THIRD-PARTY-LICENSES'), 'utf8'))
const directory = createTemporaryDirectory()

function write(path: string, text: string, mode?: number) {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), text, { mode })
}

test('THIRD-PARTY-LICENSES lists the packages of the bundle in their installed versions', () => {
  const names = listed.map(({ name }) => name)
  for (const name of [
    'express',
    'qs',
    'send',
    'ajv',
    'yaml',
    'preact',
    'swagger-ui-dist',
    'lowdb',
    '@faker-js/faker',
  ]) {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
    expect(listed.filter((item) => item.name === name).map((item) => item.version)).toContain(version)
  }
  // Only the build and the tests use these.
  for (const name of ['rolldown', 'vitest', 'marked', 'playwright-core', 'autocannon'])
    expect(names).not.toContain(name)
})

test.each([
  ['MIT', true],
  ['Apache-2.0', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(GPL-2.0-only OR LGPL-3.0-only)', false],
  ['MIT AND ISC', true],
  ['MIT AND AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['unknown', false],
])('the licence %s is allowed: %s', (license, isAllowed) => {
  expect(isAllowedLicense(license)).toBe(isAllowed)
})

describe('the packages of bundled files', () => {
  write('node_modules/a/package.json', '{"name":"a","version":"1.0.0","license":"MIT"}')
  write('node_modules/a/LICENSE.md', 'Licence of a\r\n')
  write('node_modules/a/dist/package.json', '{"type":"commonjs"}')
  write('node_modules/a/app.js.LICENSE.txt', 'Licences in app.js')
  write('node_modules/a/other.js.LICENSE.txt', 'Licences in other.js')
  write(
    'node_modules/b/node_modules/@s/c/package.json',
    '{"name":"@s/c","version":"2.0.0","license":{"type":"GPL-3.0"}}',
  )
  write('node_modules/b/node_modules/@s/c/NOTICE', 'Notice of c')
  write('node_modules/d/node_modules/a/package.json', '{"name":"a","version":"1.0.0","license":"MIT"}')
  write('node_modules/e/package.json', '{"name":"e","version":"3.0.0"}')
  const packages = packagesOf(
    [
      'src/x.ts',
      'node_modules/d/node_modules/a/index.js',
      'node_modules/a/dist/index.js',
      'node_modules/a/app.js',
      'node_modules/e/index.js',
      'node_modules/b/node_modules/@s/c/index.js',
    ].map((file) => join(directory, file)),
  )

  test('each version is listed once, with its texts', () => {
    expect(packages).toEqual([
      { name: '@s/c', version: '2.0.0', license: 'GPL-3.0', texts: ['Notice of c'] },
      { name: 'a', version: '1.0.0', license: 'MIT', texts: ['Licence of a', 'Licences in app.js'] },
      { name: 'e', version: '3.0.0', license: 'unknown', texts: [] },
    ])
    expect(parseHeadings(formatLicenses(packages))).toEqual(packages.map(({ texts: _, ...item }) => item))
  })

  test('a licence that is not allowed and a missing text are reported', () => {
    expect(licenseIssues(packages)).toEqual([
      '@s/c 2.0.0 has the licence GPL-3.0, which is not on the list.',
      'e 3.0.0 has the licence unknown, which is not on the list.',
      'e 3.0.0 has no licence text.',
    ])
  })
})

describe('check:audit', () => {
  const audit = (report: string) => {
    write('bin/npm', `#!/bin/sh\ncat <<'END'\n${report}\nEND\nexit 1\n`, 0o755)
    const PATH = `${join(directory, 'bin')}:${process.env.PATH}`
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/check-audit.mjs')], {
      env: { PATH },
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  const vulnerability = (name: string, severity: string) => ({
    [name]: { name, severity, range: '<9', nodes: [`node_modules/${name}`] },
  })

  test('fails for a severe vulnerability of a bundled package', () => {
    for (const severity of ['high', 'critical'])
      expect(audit(JSON.stringify({ vulnerabilities: vulnerability('express', severity) }))).toEqual({
        status: 1,
        output: `express <9: ${severity}. Run npm audit.\n`,
      })
  })

  test('passes for others', () => {
    const vulnerabilities = { ...vulnerability('express', 'moderate'), ...vulnerability('vitest', 'critical') }
    const { status, output } = audit(JSON.stringify({ vulnerabilities }))
    expect([status, output]).toEqual([0, expect.stringMatching(/^ok {2}none of the \d+ bundled packages/)])
  })

  test('is skipped if the registry has no audit', () => {
    expect(audit('{"message":"405 Method Not Allowed"}')).toEqual({
      status: 0,
      output: 'skipped: 405 Method Not Allowed\n',
    })
    expect(audit('').output).toMatch(/^skipped:/)
  })
})
