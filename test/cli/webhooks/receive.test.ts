import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createPaint } from '../../../src/cli/framework/terminal.js'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { runCli } from '../../support/cli.js'
import { createEvent, postEvent, SECRET } from '../../support/webhook-handler.js'

const folder = mkdtempSync(join(tmpdir(), 'mds-receive-'))

async function receive(args: string[] = [], env: Record<string, string> = {}) {
  const started = runCli(['receive', '--port', '0', '--secret', SECRET, ...args], env)
  await started.waitForOutput(args.includes('--json') ? '\n' : 'Ctrl+C')
  const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(started.output.stdout)?.[0] as string
  const stop = () => {
    started.child.kill('SIGTERM')
    return started.ended
  }
  return { ...started, url, stop }
}

const text = (type: string, at?: string) => JSON.stringify(createEvent(type, at))

test('prints one line for each arrival and a summary; exits with 0 if all signatures are valid', async () => {
  const { url, stop, output } = await receive()
  const body = text('asset.ready')
  for (const each of [text('ping'), body, body]) await postEvent(url, each)
  const { code } = await stop()
  expect(output.stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}new {12}ping {20}evt_test_\d+ +200$/m)
  expect(output.stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}duplicate {6}asset\.ready {13}evt_test_\d+ +200$/m)
  expect(output.stdout.trimEnd().split('\n').at(-1)).toBe('Received: 2 new, 1 duplicate')
  expect(code).toBe(0)
})

for (const [what, body, signature, summary] of [
  ['a bad signature', text('asset.ready'), 'sha256=0', 'Received: 1 bad signature'],
  ['a body that is not an event', '[]', undefined, 'Received: 1 not an event'],
] as const)
  test(`exits with 1 after ${what}`, async () => {
    const { url, stop } = await receive()
    await postEvent(url, body, signature)
    const { code, stdout } = await stop()
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([1, summary])
  })

test('--json prints one line when ready and one for each arrival', async () => {
  const { url, stop, child } = await receive(['--json'])
  const body = text('asset.ready')
  await postEvent(url, body)
  await postEvent(url, 'hello')
  const { code, stdout } = await stop()
  const [ready, first, second, ...rest] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(ready).toEqual({ url, port: Number(new URL(url).port), pid: child.pid })
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(first).toEqual({ at, id: JSON.parse(body).id, event_type: 'asset.ready', body, verdict: 'new', status: 200 })
  expect(second).toEqual({ at, id: null, event_type: null, body: 'hello', verdict: 'not an event', status: 400 })
  expect([rest, code]).toEqual([[], 1])
})

test('--fail returns --fail-status for the first events, but not for a ping', async () => {
  const { url, stop } = await receive(['--fail', '2', '--fail-status', '429', '--status', '202'])
  const body = text('asset.ready')
  const answers: number[] = []
  for (const each of [text('ping'), body, body, text('ping'), body]) answers.push(await postEvent(url, each))
  expect(answers).toEqual([200, 429, 429, 200, 202])
  // A refused event is not counted as received, so each attempt is new.
  expect((await stop()).stdout).toContain('Received: 5 new')
})

test('--delay delays a response, but not the shutdown', async () => {
  const { url, stop, waitForOutput } = await receive(['--delay', '10m'])
  expect(await postEvent(url, text('ping'))).toBe(200)
  const hanging = postEvent(url, text('asset.ready')).catch(() => 'cut off')
  await waitForOutput('asset.ready')
  expect((await stop()).code).toBe(0)
  expect(await hanging).toBe('cut off')
})

test('--save appends events with a valid signature, without pings, across runs', async () => {
  const file = join(folder, 'saved.ndjson')
  const bodies = [text('asset.ready'), text('delivery.completed')]
  for (const body of bodies) {
    const { url, stop } = await receive(['--save', file])
    await postEvent(url, text('ping'))
    await postEvent(url, body, 'sha256=0')
    await postEvent(url, body)
    await stop()
  }
  const records = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records.map(({ body }) => body)).toEqual(bodies)
  expect(Object.keys(records[0])).toEqual(['at', 'id', 'event_type', 'body'])
})

test('control characters of a request are not printed', async () => {
  const { url, stop } = await receive()
  await postEvent(
    url,
    JSON.stringify({ ...createEvent('asset.ready'), event_type: 'a\u001b[2Jb\u202ec\nd', id: '\u0007' }),
  )
  const { stdout } = await stop()
  expect(stdout).toContain('a?[2Jb?c?d')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is tested
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/)
})

describe('the printed curl command registers the receiver', async () => {
  const sandbox = await createSandbox({ clock: 'manual' })
  afterAll(() => sandbox.close())
  const awkward = `it's "my" $ecret`
  const key = 'sk_sandbox_standard_receiver'
  const target = { MDS_URL: `${sandbox.url}/`, MDS_KEY: key }
  const ways: [string, string[], Record<string, string>][] = [
    ['a secret from a flag', ['--secret', awkward], target],
    ['a secret from the environment', [], { MDS_SECRET: awkward.replaceAll('"', ''), ...target }],
    ['the default secret', [], target],
    ['a sandbox and a key from flags', ['--url', sandbox.url, '--key', key], { MDS_URL: 'http://127.0.0.1:1' }],
  ]
  for (const [way, args, env] of ways)
    test(`with ${way}`, async () => {
      // The receiver ignores the server's variables.
      const { child, waitForOutput, output, ended } = runCli(['receive', '--port', '0', ...args], {
        MDS_PORT: 'x',
        ...env,
      })
      await waitForOutput('Ctrl+C')
      const line = /^ {2}(curl .*)$/m.exec(output.stdout)?.[1] ?? ''
      const shell = promisify(execFile)('bash', ['-c', `${line} -s`], { env: { ...process.env, ...env } })
      const { stdout: answer } = await shell
      const { id, status } = JSON.parse(answer)
      expect(status).toBe('verified')
      const registered = await fetch(`${sandbox.url}/v1/webhooks/${id}`, { headers: { 'x-api-key': key } })
      expect(registered.status).toBe(200)
      if (env.MDS_SECRET) expect(output.stdout).not.toContain(env.MDS_SECRET)
      child.kill('SIGINT')
      expect((await ended).code).toBe(0)
    })
})

describe('a usage error names the flag and the allowed values', () => {
  for (const [args, message] of [
    [['--status', '99'], '--status can\'t be "99". Allowed: a whole number from 200 to 599.'],
    [['--delay', 'long'], '--delay can\'t be "long". Allowed: a duration such as 500ms, 2s or 1m, up to 10m.'],
    [['--save', join(folder, 'no/where')], `--save can't write to ${join(folder, 'no/where')}: ENOENT.`],
    [['--fial', '1'], 'There is no --fial. Did you mean --fail?'],
    [['now'], 'Unexpected argument "now".'],
  ] as const)
    test(args.join(' '), async () => {
      const { code, stderr, stdout } = await runCli(['receive', '--port', '0', ...args]).ended
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `mds-sandbox: ${message}`])
    })

  test('a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await runCli(['receive', '--port', String(port)]).ended
    taken.close()
    expect([code, stderr]).toEqual([
      1,
      `mds-sandbox: Port ${port} on 127.0.0.1 is taken. Choose another with --port, or --port 0 for a free one.\n`,
    ])
  })
})

test('output is coloured on a terminal and with FORCE_COLOR, unless NO_COLOR is set', () => {
  expect(createPaint({ isTTY: true }, {})('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(createPaint({ isTTY: true }, { NO_COLOR: '1' })('red', 'x')).toBe('x')
  expect(createPaint({}, {})('red', 'x')).toBe('x')
  expect(createPaint({}, { FORCE_COLOR: '1' })('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(createPaint({}, { FORCE_COLOR: '0' })('red', 'x')).toBe('x')
  expect(createPaint({}, { FORCE_COLOR: '1', NO_COLOR: '1' })('red', 'x')).toBe('x')
})
