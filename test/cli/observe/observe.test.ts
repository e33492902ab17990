import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { createCliDriver } from '../../support/cli-driver.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = () => createCliDriver(sandbox, `sk_sandbox_standard_observe-${++worlds}`)
const START = '2025-01-01T00:00:00.000Z'

test('requests lists the latest calls, and follows new ones without a gap', async () => {
  const { cli, start, api } = inWorld()
  expect((await cli('requests')).stdout).toBe('No requests.\n')
  await api('GET', '/v1/stores?colour=red')
  await api('GET', '/v1/releases/rel_x')
  await api('POST', '/_sandbox/clock/advance', { duration: '1h' })
  const { code, stdout } = await cli('requests')
  expect([code, stdout.trimEnd().split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(new RegExp(`^${START}  200  req_\\w+  GET /v1/stores\\?colour=red  1 warning$`)),
      expect.stringMatching(new RegExp(`^${START}  404  req_\\w+  GET /v1/releases/rel_x  not_found$`)),
    ],
  ])
  const following = start('requests', '--follow', '--json', '--operation', 'listStores')
  await following.waitForOutput('colour=red')
  await api('GET', '/v1/releases')
  await api('GET', '/v1/stores?limit=1')
  await following.waitForOutput('limit=1')
  following.child.kill('SIGINT')
  const end = await following.ended
  const lines = end.stdout.trimEnd().split('\n')
  expect([end.code, end.stderr, lines.map((line) => JSON.parse(line).operation)]).toEqual([
    0,
    '',
    ['listStores', 'listStores'],
  ])
})

test('events --follow prints new events', async () => {
  const { start, api } = inWorld()
  const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
  const ready = async () => {
    const { id } = await api('POST', '/v1/assets', asset)
    await api('POST', '/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
  }
  await ready()
  const following = start('events', '--follow')
  await following.waitForOutput('asset.ready')
  await ready()
  while (following.output.stdout.split('asset.ready').length < 3)
    await new Promise((resolve) => following.child.stdout?.once('data', resolve))
  following.child.kill('SIGTERM')
  const { code, stdout } = await following.ended
  const ids = [...stdout.matchAll(/asset\.ready +(evt_\w+)/g)].map(([, id]) => id)
  expect([code, ids.length, new Set(ids).size]).toEqual([0, 2, 2])
})

test('agenda lists what is scheduled', async () => {
  const { cli, deliver } = inWorld()
  expect((await cli('agenda')).stdout).toBe('Nothing is scheduled.\n')
  const id = await deliver(['store_lumenwave', 'store_quorvane'])
  const { stdout } = await cli('agenda', '--limit', '1')
  expect(stdout).toBe(`2025-01-01T00:30:00.000Z  ingest-order  ${id}  store_lumenwave\nand 3 more\n`)
})

test('journal save writes a file that rerun repeats', async () => {
  const { cli, deliver } = inWorld()
  await deliver()
  const path = join(createTemporaryDirectory(), 'run.ndjson')
  expect(await cli('journal', 'save', path)).toEqual({
    code: 0,
    stdout: `Wrote the journal to ${path}. Repeat the run: mds-sandbox rerun ${path}\n`,
    stderr: '',
  })
  expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(5)
  expect((await cli('rerun', path)).code).toBe(0)
  expect(await cli('journal', 'save', '/nowhere/run.ndjson')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("FILE can't be written: /nowhere/run.ndjson (ENOENT)."),
  })
})

test('invariants prints every check', async () => {
  const { cli } = inWorld()
  const { code, stdout } = await cli('invariants', '--from', '2025-01')
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .every((line) => line.startsWith('✓ ')),
  ).toBe(true)
  expect((await cli('invariants', '--from', 'May')).stderr).toContain('a month such as 2025-01')
})

describe('worlds', () => {
  test('are created with settings of their own, and deleted', async () => {
    const { cli } = inWorld()
    const name = `own-${++worlds}`
    const settings = ['--tier', 'enterprise', '--scenario', 'rejection', '--clock', 'manual', '--start', '2025-03-01']
    expect(await cli('worlds', 'create', name, ...settings)).toEqual({
      code: 0,
      stdout: `Created sk_sandbox_enterprise_${name}, its clock at 2025-03-01T00:00:00.000Z\n`,
      stderr: '',
    })
    expect((await cli('worlds')).stdout).toMatch(new RegExp(`^sk_sandbox_enterprise_${name} +rejection +manual`, 'm'))
    expect((await cli('worlds', 'create', name, '--tier', 'enterprise')).code).toBe(1)
    expect((await cli('worlds', 'delete', name, '--tier', 'enterprise')).stdout).toBe(`Removed enterprise/${name}\n`)
    expect((await cli('worlds', 'delete', name, '--tier', 'enterprise')).code).toBe(1)
    expect((await cli('worlds', 'create')).stderr).toContain('NAME is missing: mds-sandbox worlds create NAME')
  })
})
