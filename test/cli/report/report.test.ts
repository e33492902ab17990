import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPORT_FILES } from '../../../src/report/formats/format-report.js'
import { runCli } from '../../support/cli.js'
import { createCliDriver } from '../../support/cli-driver.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'
import { startSandbox } from '../../support/test-sandbox.js'

const { sandbox, fresh } = await startSandbox()

/** A world whose client sent an unknown parameter, which is a warning. */
async function createDriver() {
  const api = fresh()
  await api.get('/v1/stores?colour=red')
  return createCliDriver(sandbox, api.key)
}

test('prints the report, and fails on the chosen severity', async () => {
  const { cli } = await createDriver()
  const { code, stdout, stderr } = await cli('report')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('✗ warning  unknown-sent (1×)')
  expect(stdout).toMatch(/\nPassed\.\n$/)
  const failed = await cli('report', '--fail-on', 'warning')
  expect([failed.code, failed.stdout.trimEnd().split('\n').at(-1)]).toEqual([1, 'Failed: unknown-sent.'])
})

test('a report about nothing says so, because the key may be wrong', async () => {
  const { code, stderr } = await createCliDriver(sandbox, fresh().key).cli('report')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/there was nothing to judge in standard\/.*--all/)])
})

test('thresholds give exit code 1', async () => {
  const { cli } = await createDriver()
  expect((await cli('report', '--min', 'operations=2')).code).toBe(0)
  expect((await cli('report', '--min', 'operations=50,events=0', '--fail-on', 'never')).code).toBe(1)
})

test('a baseline accepts findings, and an outdated entry gives exit code 1', async () => {
  const { cli, api } = await createDriver()
  const path = join(createTemporaryDirectory(), 'baseline.json')
  const args = ['report', '--fail-on', 'warning', '--baseline', path]
  expect((await cli(...args)).stderr).toContain('Create it with --update-baseline')
  expect((await cli(...args, '--update-baseline')).code).toBe(0)
  expect((await cli(...args)).code).toBe(0)
  await api('GET', '/v1/stores?size=1')
  expect((await cli(...args)).code).toBe(1)
  const other = createCliDriver(sandbox, fresh().key)
  const outdated = await other.cli(...args)
  expect([outdated.code, outdated.stdout]).toEqual([1, expect.stringContaining('is no longer needed')])
})

test('a journal gives the same rules and coverage as the running sandbox', async () => {
  const driver = createCliDriver(sandbox, fresh().key)
  await driver.deliver()
  await driver.api('POST', '/_sandbox/clock/advance', { duration: '72h' })
  await driver.api('GET', '/v1/tracks?limit=6')
  await driver.api('PUT', '/_sandbox/report/mark', { name: 'in a test' })
  for (let i = 0; i < 2; i++) await driver.api('POST', '/v1/releases', { title: 'No date' })
  const path = join(createTemporaryDirectory(), 'run.ndjson')
  const journal = await fetch(`${sandbox.url}/_sandbox/journal`, { headers: { 'x-api-key': driver.key } })
  writeFileSync(path, await journal.text())
  const live = JSON.parse((await driver.cli('report', '--format', 'json')).stdout)
  const recorded = JSON.parse((await driver.cli('report', '--format', 'json', '--journal', path)).stdout)
  expect(live.rules.filter(({ result }: { result: string }) => result === 'broken')).toHaveLength(2)
  expect(recorded.rules).toEqual(live.rules)
  expect(recorded.coverage).toEqual(live.coverage)
  expect(recorded.notes).toContain('A journal does not contain requests without a valid credential.')
})

test('merge judges several reports together', async () => {
  const folder = createTemporaryDirectory()
  const [a, b] = ['a.json', 'b.json'].map((name) => join(folder, name)) as [string, string]
  for (const path of [a, b]) await (await createDriver()).cli('report', '--format', 'json', '--out', path)
  const { cli } = await createDriver()
  const merged = await cli('report', 'merge', a, b, '--fail-on', 'warning', '--format', 'json')
  expect([merged.code, JSON.parse(merged.stdout)]).toMatchObject([1, { requests: 2 }])
  writeFileSync(b, readFileSync(b, 'utf8').replace('"contract": "', '"contract": "9'))
  expect(await cli('report', 'merge', a, b)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('different contracts'),
  })
})

test('--report DIR writes all formats when the sandbox stops', async () => {
  const folder = join(createTemporaryDirectory(), 'reports')
  const server = runCli(['--port', '0', '--json', '--log', 'silent', '--report', folder])
  const { url } = JSON.parse(await server.firstLine())
  await fetch(`${url}/v1/stores?colour=red`, { headers: { 'x-api-key': 'sk_sandbox_standard_a' } })
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  for (const file of Object.values(REPORT_FILES)) expect([file, existsSync(join(folder, file))]).toEqual([file, true])
  const report = JSON.parse(readFileSync(join(folder, REPORT_FILES.json), 'utf8'))
  expect([report.worlds, report.requests]).toEqual([['standard/a'], 1])
})

test('--report off stops judging', async () => {
  const server = runCli(['--port', '0', '--json', '--log', 'silent', '--report', 'off'])
  const { url } = JSON.parse(await server.firstLine())
  expect(await runCli(['report', '--url', url]).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--report off'),
  })
})

describe('wrong usage gives exit code 2', () => {
  const missing = join(createTemporaryDirectory(), 'missing')
  test.each([
    [['report', '--min', 'operatons=1'], 'Did you mean operations?'],
    [['report', '--min', 'operations=101'], '--min can'],
    [['report', '--fail-on', 'info'], '--fail-on can'],
    [['report', 'run.ndjson'], 'use --journal'],
    [['report', 'merge'], 'needs the files'],
    [['report', 'merge', missing], 'ENOENT'],
    [['report', 'merge', 'package.json'], 'is not a report'],
    [['report', '--journal', missing], 'ENOENT'],
    [['report', '--journal', 'package.json'], 'is not a journal'],
    [['report', '--update-baseline'], 'needs --baseline'],
    [['--report', 'package.json/x'], "--report can't write to"],
  ])('%j', async (args, message) => {
    expect(await runCli(args).ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })
})
