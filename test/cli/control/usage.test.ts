import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { runCli } from '../../support/cli.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = () => createCliDriver(sandbox, `sk_sandbox_standard_use-${++worlds}`)

describe('target sandbox', () => {
  test('--url and --key win over MDS_URL and MDS_KEY', async () => {
    const { key, cli } = inWorld()
    await cli('scenario', 'use', 'takedown')
    const env = { MDS_URL: 'http://127.0.0.1:1', MDS_KEY: 'nonsense' }
    const { stdout } = await runCli(['scenario', '--url', sandbox.url, '--key', key], env).ended
    expect(stdout).toMatch(/^takedown: /)
  })

  test('a sandbox that is mounted under a path is found', async () => {
    const server = createServer((request, response) => {
      request.url = request.url?.replace(/^\/mds/, '')
      response.setHeader('x-mounted', 'yes').end(JSON.stringify({ mode: 'manual', now: request.url, speed: 1 }))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mds/`
    expect((await runCli(['clock', '--url', url]).ended).stdout).toContain('/_sandbox/clock')
  })

  test('a server that is not a sandbox is reported', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<h1>Not here</h1>')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await runCli(['clock', '--url', url]).ended).toMatchObject({
      code: 1,
      stderr: `mds-sandbox: ${url} returned 404, and the response is not from a sandbox: <h1>Not here</h1>\n`,
    })
  })

  test('an unreachable sandbox prints its URL and how to start one', async () => {
    for (const args of [
      ['clock'],
      ['reset'],
      ['snapshot', 'save', 'x'],
      ['events'],
      ['wait', '--delivery', 'd', '--status', 'rejected'],
    ])
      expect(await runCli([...args, '--url', 'http://127.0.0.1:9']).ended).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'mds-sandbox: No sandbox at http://127.0.0.1:9: ECONNREFUSED. Start one with npx mds-sandbox --port 9, or say where it is with --url or MDS_URL.\n',
      })
  })
})

describe('a usage error exits with 2', () => {
  const cases: [args: string[], message: string][] = [
    [['clok'], 'There is no command "clok". Did you mean clock?'],
    [['clock', 'advnce', '1h'], 'clock takes advance or nothing, not "advnce". Did you mean advance?'],
    [['clock', 'advance'], 'clock advance takes one of a duration such as 72h, --to INSTANT and --until idle.'],
    [['clock', 'advance', '1h', '--until', 'idle'], 'clock advance takes one of a duration such as 72h, --to'],
    [['clock', 'advance', 'soon'], 'DURATION can\'t be "soon". Allowed: a duration such as 72h, 1h30m or 2d.'],
    [
      ['clock', 'advance', '--until', 'done'],
      '--until can\'t be "done". Allowed: idle, an id and a status such as ast_…=ready',
    ],
    [['clock', 'advance', '1h', '2h'], 'Unexpected argument "2h".'],
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
    [['reset', 'all'], 'reset takes only flags, not "all".'],
    [['wait'], 'wait needs --until ID=STATUS or an event type, --delivery ID and --status STATUS, or --ready.'],
    [['wait', '--ready', '--status', 'rejected'], "--until, --ready, and --delivery with --status can't be combined."],
    [['wait', '--until', 'ast_x=ready', '--data', 'type=audio'], '--data goes only with --until and an event type'],
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
  test('of a subcommand lists its flags and the values of its operands', async () => {
    const { stdout } = await runCli(['simulate', 'payout', '--help']).ended
    expect(stdout).toMatch(
      /^Usage:\n {2}mds-sandbox simulate payout ID OUTCOME\n( {3,}.*\n)+\nOUTCOME is one of pending, on_hold, /,
    )
    expect(stdout).toContain('  --reason identity_verification|compliance_review')
    expect(stdout).not.toContain('--store')
  })

  test('of a command lists the flags of each subcommand', async () => {
    const { stdout } = await runCli(['simulate', '--help']).ended
    expect(stdout).toMatch(/Flags of simulate delivery:\n {2}--store STORE .*\n(.*\n)+\nFlags of simulate payout:\n/)
  })

  test('of the command line is grouped', async () => {
    const { stdout } = await runCli(['--help']).ended
    const titles = [...stdout.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, title]) => title)
    expect(titles).toEqual(['Usage', 'Serve', 'Control a running sandbox', 'Webhooks', 'Other', 'Flags of serve'])
  })
})

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

describe.skipIf(!hasTerminal)(`on a terminal${hasTerminal ? '' : ' (script is not installed)'}`, () => {
  const CLI = join(import.meta.dirname, '../../../dist/cli.js')
  /** Asynchronous, because the sandbox runs in this process. */
  const onTerminal = async (extra: Record<string, string>) => {
    const call = `"${process.execPath}" "${CLI}" clock advance 1h`
    const env = { PATH: process.env.PATH, TERM: 'xterm', MDS_URL: sandbox.url, MDS_KEY: inWorld().key, ...extra }
    return (await promisify(execFile)('script', ['-qec', call, '/dev/null'], { env })).stdout
  }

  test('output is coloured unless NO_COLOR is set', async () => {
    expect(await onTerminal({})).toContain('\u001b[1m2025-01-01T01:00:00.000Z')
    expect(await onTerminal({ NO_COLOR: '1' })).not.toContain('\u001b[')
  })
})
