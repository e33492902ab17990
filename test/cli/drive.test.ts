import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox.js'
import { run } from '../support/cli.js'
import { createDriver } from '../support/drive.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = (tier = 'standard') => createDriver(sandbox, `sk_sandbox_${tier}_drive-${++worlds}`)
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

describe('who is asked', () => {
  test('--url and --key win over MDS_URL and MDS_KEY', async () => {
    const { key, cli } = inWorld()
    await cli('scenario', 'use', 'takedown')
    const env = { MDS_URL: 'http://127.0.0.1:1', MDS_KEY: 'nonsense' }
    const { stdout } = await run(['scenario', '--url', sandbox.url, '--key', key], env).ended
    expect(stdout).toMatch(/^takedown: /)
  })

  test('a sandbox that is mounted under a path is found there', async () => {
    const server = createServer((request, response) => {
      request.url = request.url?.replace(/^\/mds/, '')
      response.setHeader('x-mounted', 'yes').end(JSON.stringify({ mode: 'manual', now: request.url, speed: 1 }))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mds/`
    expect((await run(['clock', '--url', url]).ended).stdout).toContain('/_sandbox/clock')
  })

  test('what is no sandbox is said to be none', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<h1>Not here</h1>')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await run(['clock', '--url', url]).ended).toMatchObject({
      code: 1,
      stderr: `mds-sandbox: ${url} answered 404, and not as a sandbox does: <h1>Not here</h1>\n`,
    })
  })

  test('nobody there is one line with the URL and the way out', async () => {
    for (const args of [
      ['clock'],
      ['reset'],
      ['snapshot', 'save', 'x'],
      ['events'],
      ['wait', '--delivery', 'd', '--status', 'rejected'],
    ])
      expect(await run([...args, '--url', 'http://127.0.0.1:9']).ended).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'mds-sandbox: No sandbox at http://127.0.0.1:9: ECONNREFUSED. Start one with npx mds-sandbox --port 9, or say where it is with --url or MDS_URL.\n',
      })
  })
})

describe('wrong use is exit code 2', () => {
  const cases: [args: string[], message: string][] = [
    [['clok'], 'There is no command "clok". Did you mean clock?'],
    [['clock', 'advnce', '1h'], 'clock takes advance or nothing, not "advnce". Did you mean advance?'],
    [['clock', 'advance'], 'clock advance takes one of a duration such as 72h, --to INSTANT and --until idle.'],
    [['clock', 'advance', '1h', '--until', 'idle'], 'clock advance takes one of a duration such as 72h, --to'],
    [['clock', 'advance', 'soon'], 'DURATION can\'t be "soon". Allowed: a duration such as 72h, 1h30m or 2d.'],
    [['clock', 'advance', '--until', 'done'], '--until can\'t be "done". Allowed: idle, or a delivery and a status'],
    [['clock', 'advance', '1h', '2h'], 'There is one thing too many: "2h".'],
    [['clock', '--to', '2025-01-01'], 'There is no --to.'],
    [['clock', 'advance', '--untl', 'idle'], 'There is no --untl. Did you mean --until?'],
    [['scenario', 'use'], 'NAME is missing: mds-sandbox scenario use NAME'],
    [['simulate'], 'simulate needs delivery, asset or payout.'],
    [['simulate', 'delivry'], 'simulate takes delivery, asset or payout, not "delivry". Did you mean delivery?'],
    [['simulate', 'asset'], 'ID and OUTCOME are missing: mds-sandbox simulate asset ID OUTCOME'],
    [['simulate', 'asset', 'x', 'redy'], 'OUTCOME can\'t be "redy". Allowed: ready, failed. Did you mean ready?'],
    [['simulate', 'asset', 'x', 'ready', '--store', 's'], 'There is no --store.'],
    [['faults', 'add', '--times', '1'], 'faults add needs --status, --connection or --delay.'],
    [['faults', 'add', '--status', '418'], '--status can\'t be "418". Allowed: 429, 500, 503.'],
    [['faults', 'add', '--probability', '2'], '--probability can\'t be "2". Allowed: a number from 0 to 1'],
    [['reset', 'all'], 'reset takes nothing but flags, not "all".'],
    [['wait'], 'wait needs --delivery ID and --status STATUS, or --ready.'],
    [['wait', '--ready', '--status', 'rejected'], '--ready goes without --delivery and --status.'],
    [['wait', '--status', 'done'], '--status can\'t be "done". Allowed: in_progress'],
    [['worlds', '--url', 'x'], '--url can\'t be "x". Allowed: a URL such as http://127.0.0.1:4010.'],
  ]
  for (const [args, message] of cases)
    test(args.join(' '), async () => {
      const { code, stdout, stderr } = await inWorld().cli(...args)
      expect(stderr).toContain(`mds-sandbox: ${message}`)
      expect([code, stdout]).toEqual([2, ''])
    })
})

describe('--help', () => {
  test('of a verb names its own flags and what its words can be', async () => {
    const { stdout } = await run(['simulate', 'payout', '--help']).ended
    expect(stdout).toMatch(
      /^Usage:\n {2}mds-sandbox simulate payout ID OUTCOME .*\n\nOUTCOME is one of pending, on_hold, /,
    )
    expect(stdout).toContain('  --reason identity_verification|compliance_review')
    expect(stdout).not.toContain('--store')
  })

  test('of a command names those of each verb', async () => {
    const { stdout } = await run(['simulate', '--help']).ended
    expect(stdout).toMatch(/Flags of simulate delivery:\n {2}--store STORE .*\n(.*\n)+\nFlags of simulate payout:\n/)
  })

  test('of all stands in groups', async () => {
    const { stdout } = await run(['--help']).ended
    const titles = [...stdout.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, title]) => title)
    expect(titles).toEqual(['Serve', 'Drive a running sandbox', 'Webhooks', 'Other', 'Flags'])
  })
})

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

describe.skipIf(!hasTerminal)(`on a terminal${hasTerminal ? '' : ' (script is not installed)'}`, () => {
  const CLI = join(import.meta.dirname, '../../dist/cli.js')
  /** In a process of its own that does not hold up this one: the sandbox lives here. */
  const onTerminal = async (extra: Record<string, string>) => {
    const call = `"${process.execPath}" "${CLI}" clock advance 1h`
    const env = { PATH: process.env.PATH, TERM: 'xterm', MDS_URL: sandbox.url, MDS_KEY: inWorld().key, ...extra }
    return (await promisify(execFile)('script', ['-qec', call, '/dev/null'], { env })).stdout
  }

  test('there are colours, unless NO_COLOR is set', async () => {
    expect(await onTerminal({})).toContain('\u001b[1m2025-01-01T01:00:00.000Z')
    expect(await onTerminal({ NO_COLOR: '1' })).not.toContain('\u001b[')
  })
})
