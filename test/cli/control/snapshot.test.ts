import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
const other = await createSandbox({ clock: 'manual', seed: 2 })
afterAll(() => Promise.all([sandbox.close(), other.close()]))

let worlds = 0
const inWorld = (where = sandbox, tier = 'standard') => createCliDriver(where, `sk_sandbox_${tier}_shot-${++worlds}`)
const folder = mkdtempSync(join(tmpdir(), 'mds-snapshots-'))
const exportedText = async (key: string, name: string) => {
  const response = await fetch(`${sandbox.url}/_sandbox/snapshots/${name}`, { headers: { 'x-api-key': key } })
  return response.text()
}
const START = '2025-01-01T00:00:00.000Z'

test('snapshots can be saved, listed, restored and deleted', async () => {
  const { cli, key } = inWorld()
  expect((await cli('snapshot')).stdout).toBe('No snapshots yet. Save one: mds-sandbox snapshot save NAME\n')
  expect((await cli('snapshot', 'save', 'before')).stdout).toBe(`Saved before, its clock at ${START}\n`)
  await cli('clock', 'advance', '1h')
  await cli('snapshot', 'save', 'later')
  expect((await cli('snapshot')).stdout.replaceAll(/saved \S+/g, 'saved')).toBe(
    `later   clock at 2025-01-01T01:00:00.000Z  saved\nbefore  clock at ${START}  saved\n`,
  )
  const world = key.split('_').at(-1)
  expect((await cli('snapshot', 'restore', 'before')).stdout).toBe(
    `Restored ${world} from before, its clock at ${START}\n`,
  )
  expect((await cli('snapshot', 'delete', 'before')).stdout).toBe('Deleted before\n')
  expect(await cli('snapshot', 'delete', 'later', '--json')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await cli('snapshot', 'restore', 'before')).toMatchObject({
    code: 1,
    stderr: 'mds-sandbox: There is no snapshot before. This world has no snapshots. Save one first.\n',
  })
})

test('fork creates a world from a snapshot, and prints its key', async () => {
  const { cli, deliver } = inWorld()
  const id = await deliver()
  await cli('snapshot', 'save', 'sent')
  const { stdout } = await cli('snapshot', 'fork', 'sent', 'forked')
  expect(stdout).toBe('Created forked from sent. Its key is sk_sandbox_standard_forked\n')
  const fork = createCliDriver(sandbox, 'sk_sandbox_standard_forked')
  expect((await fork.api('GET', `/v1/deliveries/${id}`)).status).toBe('in_progress')
})

test('fork replaces an existing world only with --replace', async () => {
  const { cli } = inWorld()
  await cli('snapshot', 'save', 'sent')
  await cli('snapshot', 'fork', 'sent', 'taken')
  const refused = await cli('snapshot', 'fork', 'sent', 'taken')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('already exists')])
  expect((await cli('snapshot', 'fork', 'sent', 'taken', '--replace')).stdout).toContain('Created taken from sent')
})

test('a name with slashes does not change the path', async () => {
  const { cli } = inWorld()
  expect(await cli('snapshot', 'restore', '../reset?')).toMatchObject({ code: 1, stdout: '' })
})

test('export and import copy a world from one sandbox to another', async () => {
  const from = inWorld()
  const id = await from.deliver()
  await from.cli('clock', 'advance', '1h')
  await from.cli('snapshot', 'save', 'ingesting')
  const file = join(folder, 'ingesting.json')
  expect((await from.cli('snapshot', 'export', 'ingesting', file)).stdout).toBe(
    `Wrote ingesting to ${file}. The file contains the secrets of webhook endpoints\n`,
  )
  expect(readFileSync(file, 'utf8')).toBe(await exportedText(from.key, 'ingesting'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])

  const to = inWorld(other)
  expect((await to.cli('snapshot', 'import', file)).stdout).toBe(
    'Imported ingesting, its clock at 2025-01-01T01:00:00.000Z. Use it: mds-sandbox snapshot restore ingesting\n',
  )
  await to.cli('snapshot', 'restore', 'ingesting')
  expect((await to.api('GET', `/v1/deliveries/${id}`)).stores[0].status).toBe('ingesting')
})

describe('import refuses, and changes nothing, for', async () => {
  const { cli, api, key } = inWorld()
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const whole = async () => {
    await api('POST', '/_sandbox/snapshots', { name: 'whole' })
    return exportedText(key, 'whole')
  }
  const cases: [what: string, content: () => Promise<string>, message: string][] = [
    ['garbage', async () => '\u0000\u0001garbage', 'the file is not a snapshot'],
    ['nothing', async () => '', 'the file is not a snapshot: it is empty'],
    ['torn', async () => (await whole()).slice(0, -30), 'is not JSON'],
    [
      'incomplete',
      async () => (await whole()).split('\n').slice(0, 5).join('\n'),
      'is incomplete: it ends after line 5',
    ],
    ['other', async () => '{"releases": []}', 'the file is not a snapshot'],
    [
      'newer',
      async () =>
        (await whole()).replace('"format":2', '"format":99').replace(/"version":"[^"]+"/, '"version":"9.0.0"'),
      'written by mds-sandbox 9.0.0',
    ],
    ['changed', async () => (await whole()).replace('"title":"', '"title":"x'), 'its checksum does not match'],
  ]
  for (const [what, content, message] of cases)
    test(what, async () => {
      const file = write(`${what}.json`, await content())
      const before = await api('GET', '/_sandbox/snapshots')
      const { code, stdout, stderr } = await cli('snapshot', 'import', file)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(await api('GET', '/_sandbox/snapshots')).toEqual(before)
    })

  test('a file of more than 512 MiB, before it is sent', async () => {
    const file = write('huge.json', '')
    truncateSync(file, 512 * 1024 * 1024 + 1)
    const { code, stderr } = await cli('snapshot', 'import', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('A snapshot file has at most 512 MiB')])
    rmSync(file)
  })

  test('a snapshot of the other tier', async () => {
    await whole()
    const file = join(folder, 'tier.json')
    await cli('snapshot', 'export', 'whole', file)
    const { code, stderr } = await inWorld(sandbox, 'enterprise').cli('snapshot', 'import', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is from a world of the standard tier')])
  })
})

describe('an unusable path exits with 2', () => {
  const { cli, api } = inWorld()
  for (const [args, message] of [
    [['import', join(folder, 'missing.json')], "can't be read: ENOENT."],
    [['import', folder], "can't be read: EISDIR."],
    [['export', 'here', join(folder, 'no/such/folder.json')], ': ENOENT.'],
    [['export', 'here'], 'FILE is missing: mds-sandbox snapshot export NAME FILE'],
  ] as const)
    test(args.join(' ').replaceAll(folder, ''), async () => {
      await api('POST', '/_sandbox/snapshots', { name: 'here' })
      const { code, stderr } = await cli('snapshot', ...args)
      expect([code, stderr.includes(message) ? '' : stderr]).toEqual([2, ''])
    })
})
