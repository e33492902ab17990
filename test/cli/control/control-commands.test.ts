import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/sandbox.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = (tier = 'standard') => createCliDriver(sandbox, `sk_sandbox_${tier}_drive-${++worlds}`)
const START = '2025-01-01T00:00:00.000Z'

describe('clock', () => {
  test('says where it stands', async () => {
    expect(await inWorld().cli('clock')).toEqual({
      code: 0,
      stdout: `${START}  manual: it moves when told to\n`,
      stderr: '',
    })
  })

  test('advance tells what happened on the way', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    const { code, stdout } = await cli('clock', 'advance', '72h')
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        `2025-01-01T00:30:00.000Z  ${id}  store_lumenwave: pending → ingesting`,
        `2025-01-01T02:00:00.000Z  ${id}  store_lumenwave: ingesting → delivered; delivery: in_progress → delivered`,
        'The clock is at 2025-01-04T00:00:00.000Z, 2 steps.',
        '',
      ],
    ])
  })

  test('advance goes to an instant, or until something has happened', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect((await cli('clock', 'advance', '--to', '2025-01-01T00:10:00+00:00')).stdout).toBe(
      'The clock is at 2025-01-01T00:10:00.000Z, nothing fell due.\n',
    )
    expect((await cli('clock', 'advance', '--until', `${id}=delivered`)).stdout).toContain(
      'The clock is at 2025-01-01T02:00:00.000Z, 2 steps.',
    )
    expect((await cli('clock', 'advance', '--until', 'idle')).code).toBe(0)
  })

  test('advance says 1 when it did not come to that', async () => {
    const { cli, deliver } = inWorld()
    const { code, stdout } = await cli('clock', 'advance', '--until', `${await deliver()}=rejected`)
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([
      1,
      'The clock is at 2025-01-01T02:00:00.000Z, 2 steps. It did not come to that, and nothing more is scheduled.',
    ])
  })

  test('advance refuses to go back in the words of the sandbox', async () => {
    const { code, stderr } = await inWorld().cli('clock', 'advance', '--to', '2024-01-01')
    expect([code, stderr]).toEqual([
      1,
      `mds-sandbox: The body has invalid values. See details.\n  to: must not be before ${START}: the clock only moves forward\n`,
    ])
  })
})

test('scenario shows and chooses', async () => {
  const { cli } = inWorld()
  expect((await cli('scenario')).stdout).toMatch(/^happy-path: .* \(as the sandbox was started\)\n$/)
  expect((await cli('scenario', 'use', 'rejection')).stdout).toMatch(/^rejection: Every store rejects/)
  expect((await cli('scenario')).stdout).toMatch(/^rejection: /)
  expect(await cli('scenario', 'use', 'rejecton')).toMatchObject({
    code: 1,
    stderr:
      'mds-sandbox: The scenario is unknown. See details.\n  name: "rejecton" is not a known scenario; did you mean rejection?\n',
  })
})

describe('simulate', () => {
  test('drives a delivery, or one of its stores', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver(['store_lumenwave', 'store_quorvane'])
    const one = await cli('simulate', 'delivery', id, 'delivered', '--store', 'store_quorvane')
    expect(one.stdout).toBe(`${id} is in_progress\n  store_lumenwave is pending\n  store_quorvane is delivered\n`)
    const args = ['--code', 'audio_quality', '--reason', 'It hums.', '--store', 'store_lumenwave']
    expect((await cli('simulate', 'delivery', id, 'rejected', ...args)).stdout).toBe(
      `${id} is rejected\n  store_lumenwave is rejected (audio_quality: It hums.)\n  store_quorvane is delivered\n`,
    )
    expect(await cli('simulate', 'delivery', id, 'taken_down')).toMatchObject({ code: 1, stdout: '' })
  })

  test('drives an asset and a payout', async () => {
    const { cli, api } = inWorld()
    const { id } = await api('POST', '/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
    expect((await cli('simulate', 'asset', id, 'failed')).stdout).toBe(`${id} is failed\n`)
    const statements = (await api('GET', '/v1/statements?status=closed')).data
    const payout = await api('POST', '/v1/payouts', { statement_ids: [statements[0].id] })
    const held = await cli('simulate', 'payout', payout.id, 'on_hold', '--reason', 'compliance_review')
    expect(held.stdout).toBe(`${payout.id} is on_hold (compliance_review)\n`)
    expect((await cli('simulate', 'payout', payout.id, 'paid')).stdout).toBe(`${payout.id} is paid\n`)
  })
})

test('faults are added, listed and cleared', async () => {
  const { cli, api } = inWorld()
  expect((await cli('faults')).stdout).toBe('None.\n')
  const added = await cli('faults', 'add', '--operation', 'listReleases', '--status', '503', '--times', '1')
  expect(added.stdout).toMatch(/^flt_\w+ {2}listReleases answers 503, once\n$/)
  expect((await api('GET', '/v1/releases')).error.code).toBe('service_unavailable')
  await cli('faults', 'add', '--connection', 'reset', '--delay', '10ms', '--probability', '0.2')
  const { stdout } = await cli('faults')
  expect(stdout).toMatch(/listReleases answers 503, once +struck 1\n/)
  expect(stdout).toMatch(/every call waits 10ms and is cut off, always, with probability 0.2 {2}struck 0\n/)
  const id = stdout.split(' ')[0] as string
  expect((await cli('faults', 'clear', id)).stdout).toBe(`Removed ${id}\n`)
  expect((await cli('faults', 'clear')).stdout).toBe('Removed all of them\n')
  expect((await api('GET', '/_sandbox/faults')).data).toEqual([])
})

test('reset puts the world back, worlds lists it', async () => {
  const { cli, key } = inWorld()
  await cli('clock', 'advance', '1h')
  expect((await cli('worlds')).stdout).toMatch(new RegExp(`^${key} +happy-path +manual clock at 2025-01-01T01:`, 'm'))
  expect((await cli('reset')).stdout).toBe(`${key.split('_').at(-1)} is back at its seed, its clock at ${START}\n`)
})

test('changelog publishes to enterprise worlds', async () => {
  const { cli, api } = inWorld('enterprise')
  const { stdout } = await cli('changelog', 'publish', 'Payouts can be released.', '--date', '2025-02-03')
  expect(stdout).toMatch(/^Published evt_\w+\. No endpoint takes api\.changelog\.published\n$/)
  const [event] = (await api('GET', '/_sandbox/events')).data
  expect(event.data).toEqual({ date: '2025-02-03', summary: 'Payouts can be released.' })
  expect(await inWorld().cli('changelog', 'publish', 'x')).toMatchObject({
    code: 1,
    stderr: 'mds-sandbox: Changelog entries are published to enterprise accounts only.\n',
  })
})

describe('--json', () => {
  for (const [args, path] of [
    [['clock'], 'clock'],
    [['scenario'], 'scenario'],
    [['faults'], 'faults'],
    [['snapshot'], 'snapshots'],
  ] as const)
    test(`${args.join(' ')} prints what the sandbox answered`, async () => {
      const { cli, api } = inWorld()
      const { stdout } = await cli(...args, '--json')
      expect(JSON.parse(stdout)).toEqual(await api('GET', `/_sandbox/${path}`))
      expect(stdout.split('\n')).toHaveLength(2)
    })

  test('prints a refusal too, with exit code 1 and the reason beside it', async () => {
    const { code, stdout, stderr } = await inWorld().cli('scenario', 'use', 'nope', '--json')
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'invalid_request'])
    expect(stderr).toContain('"nope" is not a known scenario')
  })
})
