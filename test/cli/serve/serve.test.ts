import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { healthFlags } from '../../../src/cli/control/health.js'
import { toVariableName } from '../../../src/cli/framework/flags.js'
import { serveFlags } from '../../../src/cli/serve/serve.js'
import { eventsFlags } from '../../../src/cli/webhooks/events.js'
import { probeFlags } from '../../../src/cli/webhooks/probe.js'
import { receiveFlags } from '../../../src/cli/webhooks/receive.js'
import { replayFlags } from '../../../src/cli/webhooks/replay.js'
import { createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { SCENARIO_TEXTS } from '../../../src/runtime/scenarios/scenario-texts.js'
import { runCli } from '../../support/cli.js'

const serve = async (args: string[] = [], env: Record<string, string> = {}) => {
  const started = runCli(['--port', '0', '--json', ...args], env)
  return { ...started, ready: JSON.parse(await started.firstLine()) }
}

describe('starting', () => {
  test('--json prints one line with the URL, the keys and the settings', async () => {
    const { child, ready, ended, output } = await serve()
    expect(ready).toEqual({
      url: `http://127.0.0.1:${ready.port}`,
      port: expect.any(Number),
      pid: child.pid,
      keys: { standard: 'sk_sandbox_standard_demo', enterprise: 'sk_sandbox_enterprise_demo' },
      scenario: 'happy-path',
      clock: 'live',
    })
    await fetch(`${ready.url}/v1/releases`, { headers: { 'X-API-Key': ready.keys.standard } })
    child.kill('SIGTERM')
    await ended
    expect(output.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(output.stderr).toContain('200 GET   /v1/releases')
  })

  test('the banner names the URL and the keys, and its curl command works', async () => {
    const { child, firstLine, output, ended } = runCli(['--port', '0', '--log', 'silent'])
    await firstLine()
    while (!output.stdout.includes('Ctrl+C')) await once(child.stdout as NodeJS.ReadableStream, 'data')
    expect(output.stdout).toContain('sk_sandbox_enterprise_demo')
    const [, url, name, value] = /curl (\S+) -H '([^:]+): ([^']+)'/.exec(output.stdout) ?? []
    const answer = await fetch(url as string, { headers: { [name as string]: value as string } })
    expect(answer.status).toBe(200)
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  test('every flag is also an environment variable, and the flag wins', async () => {
    const { child, ready } = await serve(['--clock', 'manual', '--now', '2024-03-01'], {
      MDS_CLOCK: 'live',
      MDS_SEED: '7',
      MDS_RATE_LIMIT: 'production',
      MDS_STRICT: 'true',
      MDS_LOG: 'silent',
    })
    const headers = { 'X-API-Key': ready.keys.standard, 'content-type': 'application/json' }
    const clock = await (await fetch(`${ready.url}/_sandbox/clock`, { headers })).json()
    expect(clock).toMatchObject({ mode: 'manual', now: '2024-03-01T00:00:00.000Z' })
    const strict = await fetch(`${ready.url}/v1/releases?x=1`, { headers })
    expect([strict.status, strict.headers.get('ratelimit-limit')]).toEqual([400, '120'])
    child.kill()
  })

  test('--allow-host and --allow-origin can be repeated, or take a list as a variable', async () => {
    const flags = ['--allow-host', 'a.example', '--allow-host', '*.b.example', '--allow-origin', 'http://app.example']
    const variables = { MDS_ALLOW_HOST: 'a.example, *.b.example', MDS_ALLOW_ORIGIN: 'http://app.example' }
    for (const [args, env] of [
      [flags, {}],
      [[], variables],
    ] as const) {
      const { child, ready } = await serve([...args], env)
      const status = async (host: string, origin?: string) => {
        const headers = { host, 'x-api-key': ready.keys.standard, ...(origin && { origin }) }
        const [response] = await once(request(`${ready.url}/v1/stores`, { headers, agent: false }).end(), 'response')
        response.resume()
        return response.statusCode
      }
      expect([await status('a.example'), await status('x.b.example'), await status('c.example')]).toEqual([
        200, 200, 403,
      ])
      expect([await status('a', 'http://app.example'), await status('a', 'http://other.example')]).toEqual([200, 403])
      child.kill()
    }
  })

  test('the same seed gives the same ids', async () => {
    const ids: string[] = []
    for (const seed of ['1', '1', '2']) {
      const { child, ready } = await serve(['--clock', 'manual', '--seed', seed])
      const answer = await fetch(`${ready.url}/v1/nothing`, { headers: { 'X-API-Key': ready.keys.standard } })
      ids.push(answer.headers.get('x-request-id') as string)
      child.kill()
    }
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })

  test('a taken port is reported with exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await runCli(['--port', String(port)]).ended
    taken.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `mds-sandbox: Port ${port} on 127.0.0.1 is taken. Choose another with --port, or --port 0 for a free one.\n`,
    )
  })
})

describe('a usage error exits with 2 and lists the allowed values', () => {
  const cases: [args: string[], env: Record<string, string>, message: string][] = [
    [['--prot', '1'], {}, 'There is no --prot. Did you mean --port?'],
    [['--port', 'abc'], {}, '--port can\'t be "abc". Allowed: a whole number from 0 to 65535.'],
    [['--port', '70000'], {}, '--port can\'t be "70000". Allowed: a whole number from 0 to 65535.'],
    [['--port'], {}, '--port needs a value: PORT.'],
    [['--port', '1', '--port', '2'], {}, '--port is given more than once.'],
    [['--clock', 'fast'], {}, '--clock can\'t be "fast". Allowed: live, manual.'],
    [
      ['--now', '2025-02-30'],
      {},
      '--now can\'t be "2025-02-30". Allowed: an instant such as 2025-01-01T00:00:00Z, or a date, from 1971 to 9997.',
    ],
    [['--speed', '0'], {}, '--speed can\'t be "0". Allowed: a number above 0 such as 60, or max.'],
    [['--speed', '-1'], {}, '--speed can\'t be "-1". Allowed: a number above 0 such as 60, or max.'],
    [['--seed', '1.5'], {}, '--seed can\'t be "1.5". Allowed: a whole number from 0 to 9007199254740991.'],
    [['--rate-limit', 'none'], {}, '--rate-limit can\'t be "none". Allowed: relaxed, production, off.'],
    [
      ['--allow-host', 'a.example:80'],
      {},
      '--allow-host can\'t be "a.example:80". Allowed: host names without a port, such as api.example.com or *.example.com.',
    ],
    [
      [],
      { MDS_ALLOW_ORIGIN: '*' },
      'MDS_ALLOW_ORIGIN can\'t be "*". Allowed: origins without a path, such as http://localhost:5173.',
    ],
    [['--log', 'loud'], {}, '--log can\'t be "loud". Allowed: pretty, json, silent.'],
    [
      ['--scenario', 'nope'],
      {},
      `--scenario can't be "nope". Allowed: ${createScenarios().names.join(', ')}, or a file such as ./my.yaml.`,
    ],
    [['--strict=maybe'], {}, '--strict can\'t be "maybe". Allowed: true, false.'],
    [['serv'], {}, 'There is no command "serv". Did you mean serve?'],
    [['help', 'serv'], {}, 'There is no command "serv". Did you mean serve?'],
    [[], { MDS_PORT: 'x' }, 'MDS_PORT can\'t be "x". Allowed: a whole number from 0 to 65535.'],
    [
      ['--host', '203.0.113.1', '--port', '0'],
      {},
      '--host can\'t be "203.0.113.1". Allowed: an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
    ],
  ]
  for (const [args, env, message] of cases)
    test(`${args.join(' ')} ${JSON.stringify(env)}`, async () => {
      const { code, stdout, stderr } = await runCli(args, env).ended
      expect(stderr).toBe(`mds-sandbox: ${message}\nRun mds-sandbox --help for all commands and flags.\n`)
      expect([code, stdout]).toEqual([2, ''])
    })
})

test('--help lists every flag, --version prints the version', async () => {
  const { code, stdout } = await runCli(['--help']).ended
  expect(code).toBe(0)
  for (const flag of Object.keys(serveFlags)) expect(stdout).toContain(`--${flag}`)
  expect((await runCli(['--version']).ended).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(toVariableName('rate-limit')).toBe('MDS_RATE_LIMIT')
})

describe('commands', () => {
  const FLAGS = {
    receive: receiveFlags,
    events: eventsFlags,
    replay: replayFlags,
    probe: probeFlags,
    health: healthFlags,
  }
  for (const [name, flags] of Object.entries(FLAGS))
    test(`${name} --help lists all its flags`, async () => {
      const { code, stdout } = await runCli([name, '--help']).ended
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^Usage:\n  mds-sandbox ${name}`))
      for (const flag of Object.keys(flags)) expect(stdout).toContain(`  --${flag}`)
      expect((await runCli(['--help']).ended).stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
    })

  test('a mistyped command gets a suggestion', async () => {
    const { code, stderr } = await runCli(['recieve', '--port', '0']).ended
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'mds-sandbox: There is no command "recieve". Did you mean receive?',
    ])
  })

  test('an unknown flag points to the help of the command', async () => {
    const { stderr } = await runCli(['probe', '--scret', 'x']).ended
    expect(stderr).toBe(
      'mds-sandbox: There is no --scret. Did you mean --secret?\nRun mds-sandbox probe --help for all flags.\n',
    )
  })

  test('the server accepts the variables of the clients', async () => {
    const { child, ended } = await serve([], { MDS_SECRET: 'x', MDS_KEY: 'x', MDS_URL: 'x', MDS_PROT: '1' })
    child.kill()
    expect((await ended).stderr).toBe(
      'mds-sandbox: MDS_PROT is not a known setting and is ignored. Did you mean MDS_PORT?\n',
    )
  })
})

describe('scenarios', () => {
  test('scenarios lists one line each', async () => {
    const { code, stdout } = await runCli(['scenarios']).ended
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 17])
    expect(stdout).toMatch(/^ {2}rejection +Every store rejects the cover/m)
  })

  test('show prints the file and the timetable', async () => {
    const { stdout } = await runCli(['scenarios', 'show', 'mixed-outcomes']).ended
    expect(stdout).toContain('    code: audio_quality')
    expect(stdout.startsWith(SCENARIO_TEXTS['mixed-outcomes'] as string)).toBe(true)
    expect(stdout).toMatch(
      /^ {2}store_quorvane +ingesting after 3h, rejected after 12h \(audio_quality\) +ingesting after 3h, delivered after 12h +after 36h$/m,
    )
  })

  test('show prints the file of every built-in scenario', () => {
    for (const name of createScenarios().names) {
      const file = join(import.meta.dirname, `../../../scenarios/${name}.yaml`)
      expect(SCENARIO_TEXTS[name]).toBe(readFileSync(file, 'utf8'))
    }
  })

  test('show prints the timetable of payouts', async () => {
    expect((await runCli(['scenarios', 'show', 'happy-path']).ended).stdout).toMatch(
      /^ {2}USD +processing after 24h, paid after another 48h$/m,
    )
    expect((await runCli(['scenarios', 'show', 'payout-on-hold']).ended).stdout).toMatch(
      /^ {2}JPY +on_hold \(compliance_review\); after the hold is resolved, processing after 24h, paid after another 48h$/m,
    )
  })

  test('show prints the webhook rules', async () => {
    const { stdout } = await runCli(['scenarios', 'show', 'flaky-webhooks']).ended
    expect(stdout).toContain(`
  asset.ready waits 5m
  release.status.changed is lost once
  delivery.completed is lost 2 times, has a wrong signature once
`)
    const file = write(
      'late.yaml',
      'name: late\nsummary: x\nwebhooks:\n  - { endpoint: "https://*", chance: 0.25, reorder: 1h, duplicate: 1 }\n  - { delay: 1m }\n',
    )
    expect((await runCli(['scenarios', 'show', file]).ended).stdout).toContain(`
  every event to https://* arrives after the next event, at most 1h later, is sent again once, in 25 of 100 cases
  every event waits 1m
`)
  })

  const folder = mkdtempSync(join(tmpdir(), 'mds-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('a custom scenario can be checked and run', async () => {
    const file = write(
      'mine.yaml',
      'name: mine\nsummary: x\nseed: 9\nclock: { mode: manual, start: 2025-06-01T00:00:00Z }\n',
    )
    expect((await runCli(['scenarios', 'check', file]).ended).stdout).toContain(`${file} is valid. Its name is mine.`)
    const { child, ready } = await serve(['--scenario', file])
    expect([ready.scenario, ready.clock]).toEqual(['mine', 'manual'])
    const clock = await (
      await fetch(`${ready.url}/_sandbox/clock`, { headers: { 'X-API-Key': ready.keys.standard } })
    ).json()
    expect(clock).toMatchObject({ now: '2025-06-01T00:00:00.000Z' })
    child.kill()
  })

  test('a mistake in a custom scenario is reported with its position, exit code 2', async () => {
    const file = write('wrong.yaml', 'name: wrong\nsummary: x\nstores:\n  - outcom: rejected\n')
    for (const args of [
      ['scenarios', 'check', file],
      ['--scenario', file],
    ]) {
      const { code, stderr } = await runCli(args).ended
      expect(code).toBe(2)
      expect(stderr).toContain(`${file}:4:5 stores[0].outcom is not a known field; did you mean outcome?`)
    }
  })

  for (const [args, message] of [
    [['scenarios', 'show', 'rejecton'], 'There is no scenario "rejecton". Did you mean rejection?'],
    [['scenarios', 'show'], 'scenarios show needs a name or a file.'],
    [['scenarios', 'drop'], 'scenarios takes show, check or new, not "drop".'],
    [['scenarios', 'check', '/nowhere.yaml'], "/nowhere.yaml can't be read: ENOENT"],
  ] as const)
    test(`${args.join(' ')} is exit code 2`, async () => {
      const { code, stderr } = await runCli([...args]).ended
      expect([code, stderr.includes(message)]).toEqual([2, true])
    })
})

describe('health', () => {
  test('exits with 0 if the sandbox responds', async () => {
    const { child, ready } = await serve()
    const byPort = await runCli(['health', '--port', String(ready.port), '--json']).ended
    expect([byPort.code, JSON.parse(byPort.stdout).status]).toEqual([0, 'ok'])
    const inWords = await runCli(['health', '--port', String(ready.port)]).ended
    expect(inWords.stdout).toMatch(new RegExp(`^ok: mds-sandbox [\\d.]+ at ${ready.url}\n$`))
    const byEnv = await runCli(['health'], { MDS_PORT: String(ready.port), MDS_HOST: '0.0.0.0' }).ended
    expect(byEnv.code).toBe(0)
    expect((await runCli(['health', '--url', ready.url]).ended).code).toBe(0)
    child.kill()
  })

  test('exits with 1 if it does not', async () => {
    const { code, stderr } = await runCli(['health', '--port', '1']).ended
    expect([code, stderr]).toEqual([
      1,
      'mds-sandbox: No sandbox at http://127.0.0.1:1: ECONNREFUSED. Start one with npx mds-sandbox --port 1, or say where it is with --url or MDS_URL.\n',
    ])
  })
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} stops the server with exit code 0, even with idle keep-alive connections`, async () => {
    const { child, ready, ended } = await serve()
    await (await fetch(`${ready.url}/_sandbox/health`)).text()
    child.kill(signal)
    expect((await ended).code).toBe(0)
  })

test('SIGTERM lets an upload finish, but does not wait for its processing', async () => {
  const { child, ready, ended } = await serve(['--speed', '1'])
  const headers = { 'X-API-Key': ready.keys.standard, 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
  const announced = await fetch(`${ready.url}/v1/assets`, { method: 'POST', headers, body })
  const { upload_url } = (await announced.json()) as { upload_url: string }
  const call = request(upload_url, { method: 'PUT', headers: { ...headers, expect: '100-continue' } })
  call.flushHeaders()
  await once(call, 'continue')
  child.kill('SIGTERM')
  call.end('RIFF1234WAVE')
  const [response] = await once(call, 'response')
  response.resume()
  expect(response.statusCode).toBe(200)
  // Processing would take two minutes at this speed.
  expect((await ended).code).toBe(0)
})
