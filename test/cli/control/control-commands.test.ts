import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = (tier = 'standard') => createCliDriver(sandbox, `sk_sandbox_${tier}_drive-${++worlds}`)
const START = '2025-01-01T00:00:00.000Z'

describe('clock', () => {
  test('clock prints the mode and the time', async () => {
    expect(await inWorld().cli('clock')).toEqual({
      code: 0,
      stdout: `${START}  manual: it moves only when you advance it\n`,
      stderr: '',
    })
  })

  test('advance lists the steps', async () => {
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

  test('advance stops at an instant, or when a condition holds', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect((await cli('clock', 'advance', '--to', '2025-01-01T00:10:00+00:00')).stdout).toBe(
      'The clock is at 2025-01-01T00:10:00.000Z, nothing was due.\n',
    )
    expect((await cli('clock', 'advance', '--until', `${id}=delivered`)).stdout).toContain(
      'The clock is at 2025-01-01T02:00:00.000Z, 2 steps.',
    )
    expect((await cli('clock', 'advance', '--until', 'idle')).code).toBe(0)
  })

  test('advance exits with 1 if the condition was not reached', async () => {
    const { cli, deliver } = inWorld()
    const { code, stdout } = await cli('clock', 'advance', '--until', `${await deliver()}=rejected`)
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([
      1,
      'The clock is at 2025-01-01T02:00:00.000Z, 2 steps. The condition was not reached, and nothing more is scheduled.',
    ])
  })

  test('advance to an earlier instant prints the error of the sandbox', async () => {
    const { code, stderr } = await inWorld().cli('clock', 'advance', '--to', '2024-01-01')
    expect([code, stderr]).toEqual([
      1,
      `mds-sandbox: The body has invalid values. See details.\n  to: must not be before ${START}: the clock only moves forward\n`,
    ])
  })
})

test('scenario shows the scenario and selects another', async () => {
  const { cli } = inWorld()
  expect((await cli('scenario')).stdout).toMatch(/^happy-path: .* \(the default of the sandbox\)\n$/)
  expect((await cli('scenario', 'use', 'rejection')).stdout).toMatch(/^rejection: Every store rejects/)
  expect((await cli('scenario')).stdout).toMatch(/^rejection: /)
  expect(await cli('scenario', 'use', 'rejecton')).toMatchObject({
    code: 1,
    stderr:
      'mds-sandbox: The scenario is unknown. See details.\n  name: "rejecton" is not a known scenario; did you mean rejection?\n',
  })
})

describe('simulate', () => {
  test('brings a delivery, or one of its stores, to an outcome', async () => {
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

  test('brings an asset and a payout to an outcome', async () => {
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
  expect((await cli('faults')).stdout).toBe('No faults.\n')
  const added = await cli('faults', 'add', '--operation', 'listReleases', '--status', '503', '--times', '1')
  expect(added.stdout).toMatch(/^flt_\w+ {2}listReleases returns 503, once\n$/)
  expect((await api('GET', '/v1/releases')).error.code).toBe('service_unavailable')
  await cli('faults', 'add', '--connection', 'reset', '--delay', '10ms', '--probability', '0.2')
  const { stdout } = await cli('faults')
  expect(stdout).toMatch(/listReleases returns 503, once +applied once\n/)
  expect(stdout).toMatch(
    /every call waits 10ms and resets the connection, always, with probability 0.2 {2}applied 0 times\n/,
  )
  const id = stdout.split(' ')[0] as string
  expect((await cli('faults', 'clear', id)).stdout).toBe(`Removed ${id}\n`)
  expect((await cli('faults', 'clear')).stdout).toBe('Removed all faults\n')
  expect((await api('GET', '/_sandbox/faults')).data).toEqual([])
})

test('reset restores the initial state, worlds lists the worlds', async () => {
  const { cli, key } = inWorld()
  await cli('clock', 'advance', '1h')
  expect((await cli('worlds')).stdout).toMatch(new RegExp(`^${key} +happy-path +manual clock at 2025-01-01T01:`, 'm'))
  expect((await cli('reset')).stdout).toBe(`${key.split('_').at(-1)} is reset to its seed, its clock at ${START}\n`)
})

test('changelog publishes to enterprise worlds', async () => {
  const { cli, api } = inWorld('enterprise')
  const { stdout } = await cli('changelog', 'publish', 'Payouts can be released.', '--date', '2025-02-03')
  expect(stdout).toMatch(/^Published evt_\w+\. No endpoint subscribes to api\.changelog\.published\n$/)
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
    test(`${args.join(' ')} prints the response of the sandbox`, async () => {
      const { cli, api } = inWorld()
      const { stdout } = await cli(...args, '--json')
      expect(JSON.parse(stdout)).toEqual(await api('GET', `/_sandbox/${path}`))
      expect(stdout.split('\n')).toHaveLength(2)
    })

  test('prints an error response on stdout, its message on stderr, and exits with 1', async () => {
    const { code, stdout, stderr } = await inWorld().cli('scenario', 'use', 'nope', '--json')
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'invalid_request'])
    expect(stderr).toContain('"nope" is not a known scenario')
  })
})
