import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ern } from '../../../src/cli/ern/ern.js'
import { UsageError } from '../../../src/cli/framework/parse-arguments.js'
import { RefusedError } from '../../../src/cli/framework/sandbox-client.js'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { edit, newRelease, purge } from '../../ern/message-builder.js'
import { runCli } from '../../support/cli.js'
import { createCliDriver } from '../../support/cli-driver.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())
let worlds = 0
const inWorld = () => createCliDriver(sandbox, `sk_sandbox_enterprise_ern-${++worlds}`)

const folder = createTemporaryDirectory()
function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const message = newRelease({ created: '2025-01-01T00:00:00Z' })
const good = save('good.xml', message)
const bad = save('bad.xml', newRelease({ messageId: 'MSG-2', releaseDate: 'soon', created: '2025-01-01T00:00:00Z' }))
const changed = save('changed.xml', edit(message, 'Track 1', 'Track One'))
const malformed = save('malformed.xml', edit(message, '</PartyList>', ''))
const purged = save('purge.xml', purge({ messageId: 'MSG-3', created: '2025-01-02T00:00:00Z' }))

/** Replaces ids, which differ between worlds. */
const withoutIds = (text: string) => text.replaceAll(/\b([a-z]{3})_[0-9a-z]{21}/g, '$1_ID').replaceAll(`${folder}/`, '')

describe('ern send', () => {
  test('prints what the sandbox received and refused, and how to advance the clock', async () => {
    const { cli, key } = inWorld()
    const { code, stdout, stderr } = await cli('ern', 'send', good, bad, changed, malformed, '--key', key)
    expect(withoutIds(stdout).split('\n')).toEqual([
      'good.xml: ern_ID is received',
      'bad.xml: ern_ID is received, and will be rejected',
      'bad.xml:29:1: error value_invalid ReleaseDate is "soon", which is not a date such as 2027-01-31.',
      'changed.xml: refused, 409 duplicate_submission: The sender used this MessageId before, for ern_ID with other bytes. Send the message with a new MessageId.',
      'changed.xml:5:1: error duplicate_submission NewReleaseMessage/MessageHeader/MessageId: MSG-1 is the MessageId of ern_ID',
      'malformed.xml: refused, 400 invalid_request: The body is not an XML document that can be read. See details.',
      expect.stringMatching(/^malformed\.xml:\d+:\d+: error invalid_request .*not well-formed/),
      '4 messages: 2 received, 2 refused',
      '',
    ])
    expect(stderr).toBe(
      'mds-sandbox: The clock is manual and does not move by itself. Process the messages: mds-sandbox clock advance --to 2025-01-01T00:05:00.000Z\n',
    )
    expect(code).toBe(1)
  })

  test('--wait advances a manual clock until the messages are processed', async () => {
    const { cli, api } = inWorld()
    const { code, stdout, stderr } = await cli('ern', 'send', good, purged, '--wait')
    expect(withoutIds(stdout).split('\n')).toEqual([
      'good.xml: ern_ID is accepted (created): rel_ID',
      'good.xml: waits for uploads: A1 as ast_ID, A2 as ast_ID, ACover as ast_ID',
      'purge.xml: ern_ID is accepted (purged): rel_ID',
      '2 messages: 2 accepted',
      '',
    ])
    expect([code, stderr]).toEqual([0, ''])
    expect((await api('GET', '/_sandbox/clock')).now).toBe('2025-01-01T00:05:00.000Z')
    const repeated = await cli('ern', 'send', purged, '--wait')
    expect(withoutIds(repeated.stdout)).toContain('(purged): rel_ID; the same bytes were sent before\n')
  })

  test('exits with 1 if a message is rejected; --json prints one line for each file', async () => {
    const { start } = inWorld()
    const { code, stdout } = await start('ern', 'send', bad, malformed, '--wait', '--json', '--delivery=none').ended
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { file: bad, message: { status: 'rejected', error_count: 1, issues: expect.any(Array) } },
      { file: malformed, refused: { status: 400, code: 'invalid_request', details: [{}] } },
    ])
    expect(lines[0]).not.toContain('"sandbox"')
    expect(code).toBe(1)
  })

  test('reads standard input, and waits for a live clock', async () => {
    await using live = await createSandbox({ clock: 'live' })
    const env = { MDS_URL: live.url, MDS_KEY: 'sk_sandbox_enterprise_demo' }
    const { code, stdout } = await runCli(['ern', 'send', '-', '--wait'], env, newRelease()).ended
    expect(withoutIds(stdout)).toContain('stdin: ern_ID is accepted (created): rel_ID\n')
    expect(code).toBe(0)
  })

  test('explains that standard accounts have no ERN', async () => {
    for (const args of [
      ['send', good],
      ['export', 'rel_seed_05'],
    ]) {
      const { code, stdout, stderr } = await runCli(['ern', ...args], { MDS_URL: sandbox.url }).ended
      expect(stderr).toMatch(
        /^mds-sandbox: ERN messages are for enterprise accounts only\.(?: .*)?\nUse the key of an enterprise world: --key sk_sandbox_enterprise_demo, or MDS_KEY\.\n$/,
      )
      expect([code, stdout]).toEqual([1, ''])
    }
  })
})

describe('ern export', () => {
  test('prints a message that can be sent again', async () => {
    const { cli } = inWorld()
    const { code, stdout } = await cli('ern', 'export', 'rel_seed_05')
    expect(stdout).toMatch(/^<\?xml [^\n]*\n<ern:NewReleaseMessage xmlns:ern="http:\/\/ddex\.net\/xml\/ern\/432"/)
    expect(code).toBe(0)
    const sent = await cli('ern', 'send', save('exported.xml', stdout), '--wait')
    expect(sent.stdout).toContain('is accepted (unchanged): rel_seed_05')
  })

  test('writes a file', async () => {
    const out = join(folder, 'out.xml')
    const args = ['--message-type', 'PurgeReleaseMessage', '--ern-version', '4.3', '--out', out]
    const { code, stdout, stderr } = await inWorld().cli('ern', 'export', 'rel_seed_05', ...args)
    expect([code, stdout, stderr]).toEqual([0, '', `PurgeReleaseMessage of rel_seed_05 written to ${out}\n`])
    expect(readFileSync(out, 'utf8')).toContain('<ern:PurgeReleaseMessage xmlns:ern="http://ddex.net/xml/ern/43"')
  })
})

test.each<[args: string[], kind: abstract new (...args: never[]) => Error, message: string]>([
  [[], UsageError, 'ern takes check, send or export.'],
  [['sned'], UsageError, 'ern takes check, send or export, not "sned". Did you mean send?'],
  [['send'], UsageError, 'ern send needs at least one file, or - for standard input.'],
  [['send', good, 'missing.xml'], UsageError, "Can't read missing.xml: ENOENT."],
  [['send', '-', '-'], UsageError, '- can be given once.'],
  [['send', '--delivery', 'later', good], UsageError, `--delivery can't be "later". Allowed: auto, none.`],
  [['export'], UsageError, 'RELEASE is missing: mds-sandbox ern export RELEASE'],
  [['export', 'rel_1', 'rel_2'], UsageError, 'Unexpected argument "rel_2".'],
  [['export', 'rel_1', '--ern-version', '4.1'], UsageError, `--ern-version can't be "4.1". Allowed: 4.3, 4.3.2.`],
  [['export', 'rel_seed_05', '--out', '.'], UsageError, "--out can't write to .: EISDIR."],
  [['export', 'rel_1'], RefusedError, 'There is no release rel_1.'],
])('ern %j fails with a reason', async (args, kind, message) => {
  const env = { MDS_URL: sandbox.url, MDS_KEY: 'sk_sandbox_enterprise_demo' }
  const error = await ern.run(args, env, []).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(kind)
  expect(error.message).toBe(message)
})
