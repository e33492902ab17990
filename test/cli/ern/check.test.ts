import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchemaFolder } from '../../../src/cli/ern/schema-folder.js'
import { deal, edit, newRelease } from '../../ern/message-builder.js'
import { runCli } from '../../support/cli.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

const root = createTemporaryDirectory()
const temporaryDirectory = () => mkdtempSync(join(root, 'ern-'))

const check = (...args: string[]) => runCli(['ern', 'check', ...args]).ended

function files(contents: Record<string, string | Uint8Array>): (name: string) => string {
  const folder = temporaryDirectory()
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
  return (name) => join(folder, name)
}

const valid = newRelease()
const broken = newRelease({ releaseDate: 'soon', deals: deal({ territories: ['DE', 'XX'] }) })
const malformed = edit(valid, '</PartyList>', '')

describe('ern check', () => {
  test('prints nothing but the summary if there are no issues', async () => {
    const path = files({ 'a.xml': valid })
    expect(await check(path('a.xml'))).toEqual({ code: 0, stdout: '1 message: 0 errors, 0 warnings\n', stderr: '' })
  })

  test('exits with 0 if there are only warnings', async () => {
    const path = files({ 'a.xml': newRelease({ recordings: [{ isrc: null }] }) })
    const { code, stdout } = await check(path('a.xml'))
    expect(code).toBe(0)
    expect(stdout).toContain(`${path('a.xml')}:15:151: warning isrc_assigned `)
    expect(stdout).toMatch(/\n1 message: 0 errors, 1 warning\n$/)
  })

  test('prints one line for each issue, and exits with 1', async () => {
    const path = files({ 'a.xml': valid, 'b.xml': broken, 'c.xml': malformed })
    const { code, stdout } = await check(path('a.xml'), path('b.xml'), path('c.xml'))
    expect(code).toBe(1)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ').slice(0, 3).join(' ')),
    ).toEqual([
      `${path('b.xml')}:20:1: warning release_date_from_deal`,
      `${path('b.xml')}:29:1: error value_invalid`,
      `${path('b.xml')}:36:1: warning territories_dropped`,
      expect.stringMatching(new RegExp(`^${path('c.xml')}:\\d+:\\d+: error invalid_request$`)),
      '3 messages: 2',
    ])
  })

  test('reads standard input', async () => {
    const { ended } = runCli(['ern', 'check', '-'], {}, broken)
    const { code, stdout } = await ended
    expect(code).toBe(1)
    expect(stdout).toContain('stdin:29:1: error value_invalid ')
  })

  test('removes what could forge output from messages', async () => {
    const path = files({ 'a.xml': newRelease({ releaseDate: '\u009b31m\u202e' }) })
    const { stdout } = await check(path('a.xml'))
    expect(stdout).toMatch(/value_invalid ReleaseDate is "\?31m\?"/)
  })

  test('says how many issues it left out', async () => {
    const path = files({ 'a.xml': edit(valid, '</ResourceList>', `${'<Hologram/>'.repeat(1001)}</ResourceList>`) })
    expect((await check(path('a.xml'))).stdout).toContain(`${path('a.xml')}: and 1 more\n1 message: 1001 errors`)
  })

  test('prints one line of JSON for each file', async () => {
    const path = files({ 'b.xml': broken, 'c.xml': malformed })
    const { code, stdout } = await check('--format', 'json', path('b.xml'), path('c.xml'))
    expect(code).toBe(1)
    const [b, c] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(b).toMatchObject({
      file: path('b.xml'),
      message_type: 'NewReleaseMessage',
      version: '4.3.2',
      message_id: 'MSG-1',
      error_count: 1,
      warning_count: 2,
      issues: [
        { code: 'release_date_from_deal' },
        {
          severity: 'error',
          code: 'value_invalid',
          path: 'NewReleaseMessage/ReleaseList/Release/ReleaseDate',
          line: 29,
          column: 1,
        },
        { code: 'territories_dropped' },
      ],
      not_carried: expect.arrayContaining(['NewReleaseMessage/ReleaseList/Release/DisplayGenre']),
    })
    expect(c).toMatchObject({
      file: path('c.xml'),
      refused: {
        code: 'invalid_request',
        details: [{ issue: expect.stringMatching(/^line \d+, column \d+: not well-formed/) }],
      },
      error_count: 1,
    })
  })

  test('prints a JUnit report with a test case for each file', async () => {
    const path = files({ 'a.xml': valid, 'b.xml': broken })
    const { code, stdout } = await check('--format=junit', path('a.xml'), path('b.xml'))
    expect(code).toBe(1)
    expect(stdout).toContain('<testsuites tests="2" failures="1"')
    expect(stdout).toContain(`name="${path('a.xml')}"`)
    expect(stdout).toMatch(/<failure message="29:1: value_invalid ReleaseDate is &quot;soon&quot;/)
  })

  test.each([
    [[], 'ern check needs at least one file, or - for standard input.'],
    [['missing.xml'], "Can't read missing.xml: ENOENT."],
    [['.'], "Can't read .: EISDIR. It is a folder; name its files with ./*.xml."],
    [['--format', 'xml', 'a.xml'], `--format can't be "xml". Allowed: text, json, junit.`],
    [['--ern-schemas', 'package.json', 'package.json'], `--ern-schemas can't be "package.json": it is not a folder.`],
  ])('%j is a usage error', async (args, message) => {
    const { code, stderr } = await check(...args)
    expect([code, stderr.split('\n')[0]]).toEqual([2, `mds-sandbox: ${message}`])
  })

  test('ern takes one of its subcommands', async () => {
    const { code, stderr } = await runCli(['ern', 'chekc']).ended
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'mds-sandbox: ern takes check, send or export, not "chekc". Did you mean check?',
    ])
  })
})

describe('--ern-schemas', () => {
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://ddex.net/xml/ern/432"><xs:element name="NewReleaseMessage" type="xs:date"/></xs:schema>`

  test('adds the findings of the schemas', async () => {
    const folder = temporaryDirectory()
    mkdirSync(join(folder, '4.3.2'))
    writeFileSync(join(folder, '4.3.2/release-notification.xsd'), schema)
    writeFileSync(join(folder, 'a.xml'), valid)
    const { code, stdout } = await check('--ern-schemas', folder, join(folder, 'a.xml'))
    expect(code).toBe(1)
    expect(stdout).toContain('a.xml:2:1: error schema ')
  })

  test('is a usage error without a schema of the version', async () => {
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'a.xml'), valid)
    const { code, stderr } = await check('--ern-schemas', folder, join(folder, 'a.xml'))
    expect(code).toBe(2)
    expect(stderr).toContain(
      '--ern-schemas: There is no schema of ERN 4.3.2: 4.3.2/release-notification.xsd or 432/release-notification.xsd is missing.',
    )
  })

  test('does not follow links out of the folder', async () => {
    const outside = temporaryDirectory()
    mkdirSync(join(outside, '4.3.2'))
    writeFileSync(join(outside, '4.3.2/release-notification.xsd'), schema)
    const folder = temporaryDirectory()
    symlinkSync(join(outside, '4.3.2'), join(folder, '4.3.2'))
    const validator = await loadSchemaFolder(folder)
    expect(() => validator(valid, '4.3.2')).toThrow('There is no schema of ERN 4.3.2')
  })

  test('says how to install the package that validates', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('no package'), { code: 'ERR_MODULE_NOT_FOUND' }))
    await expect(loadSchemaFolder(temporaryDirectory(), missing)).rejects.toThrow('npm install libxml2-wasm')
  })
})
