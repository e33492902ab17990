import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createReceiver } from '../../src/webhooks/receiver.js'
import { runCli } from '../support/cli.js'
import { SECRET, startHandler } from '../support/webhook-handler.js'

const probe = (url: string, ...args: string[]) => runCli(['probe', url, '--secret', SECRET, ...args]).ended

const hmac = (body: Buffer, encoding: 'hex' | 'base64') => createHmac('sha256', SECRET).update(body).digest(encoding)

describe('when a handler refuses a valid event, probe says which signature it expects:', () => {
  const SENT = ', and the service sends sha256= and lower-case hex'
  test.each([
    ['base64', (body: Buffer) => `sha256=${hmac(body, 'base64')}`, `your handler expects base64${SENT}`],
    [
      'no prefix',
      (body: Buffer) => hmac(body, 'hex'),
      `your handler expects a signature without the sha256= prefix${SENT}`,
    ],
    [
      'base64 without a prefix',
      (body: Buffer) => hmac(body, 'base64'),
      `your handler expects base64 without the sha256= prefix${SENT}`,
    ],
  ])('%s', async (_, expected, hint) => {
    const { url, bodies } = await startHandler(({ body, signature }) => (signature === expected(body) ? 200 : 401))
    const { code, stdout } = await probe(url, '--only', 'ping,valid-event,unknown-type')
    expect(stdout.match(/^✗ .*$/gm)).toEqual([
      expect.stringContaining(`answers 200 to a ping: answered 401; ${hint}`),
      expect.stringContaining(`accepts a valid event in time: answered 401; ${hint}`),
      expect.stringContaining(`answered 401; ${hint}`),
    ])
    expect(code).toBe(1)
    // Three checks, and at most three formats, once.
    expect(bodies.length).toBeLessThanOrEqual(6)
  })

  test('also when it crashes on a signature of another length', async () => {
    const { url } = await startHandler(({ body, signature }) => (signature === hmac(body, 'hex') ? 200 : 500))
    const { stdout } = await probe(url, '--only', 'valid-event')
    expect(stdout).toContain('answered 500; your handler expects a signature without the sha256= prefix')
  })

  test('none of them, so it asks for the secret', async () => {
    const { url, bodies } = await startHandler(() => 401)
    const { stdout } = await probe(url, '--only', 'ping,valid-event')
    expect(stdout).toContain('answers 200 to a ping: answered 401; does it have the same secret?')
    expect(bodies).toHaveLength(2 + 3)
  })

  test('not when it has accepted a valid event before', async () => {
    const { url, bodies } = await startHandler(({ event }) => (event.event_type === 'ping' ? 200 : 401))
    const { stdout } = await probe(url, '--only', 'ping,valid-event')
    expect([stdout.includes('expects'), bodies.length]).toEqual([false, 2])
  })
})

describe('the time of each answer', () => {
  test('is printed', async () => {
    const { url } = await startHandler(({ isGenuine }) => (isGenuine ? 200 : 401))
    const { stdout } = await probe(url, '--only', 'ping,changed-body')
    const [ping, changed] = stdout.split('\n')
    expect(ping).toMatch(/^✓ ping +answers 200 to a ping {2}\(\d+ ms\)$/)
    expect(changed).toMatch(/^✓ changed-body +refuses a body changed by one byte {2}\(\d+ ms, \d+ ms\)$/)
  })

  test('above 3 s is a warning, not a failure', async () => {
    const receiver = await createReceiver({ secret: SECRET, respond: () => ({ status: 200, delayMs: 3100 }) })
    onTestFinished(() => receiver.close())
    const [text, json] = await Promise.all([
      probe(receiver.url, '--only', 'valid-event'),
      probe(receiver.url, '--only', 'valid-event', '--json'),
    ])
    // How long an answer takes beyond the delay depends on the machine.
    const warning =
      /an answer took \d+\.\d s\. Answer within 3 s and process the event afterwards; the service gives up after 30 s, and after 10 s for a ping\./
    expect(text.stdout).toMatch(/^✓ valid-event +accepts a valid event in time {2}\(\d{4,} ms\)\n {2}warning: /)
    expect(text.stdout).toMatch(warning)
    const result = JSON.parse(json.stdout.split('\n')[0] as string)
    expect(result).toMatchObject({ passed: true, warning: expect.stringMatching(warning) })
    expect(result.answers_ms[0]).toBeGreaterThanOrEqual(3000)
    expect([text.code, json.code]).toEqual([0, 0])
  })
})

describe('same-event-twice', () => {
  /** A handler with an effect per event; `isDuplicate` decides which events have none. Effects follow the answer. */
  async function startCounter(
    isDuplicate: (id: string, seen: Set<string>) => boolean,
    format: (count: number) => string = String,
  ) {
    const seen = new Set<string>()
    let count = 0
    const { url } = await startHandler(({ event, isGenuine }) => {
      if (!isGenuine) return 401
      const hasEffect = !isDuplicate(event.id, seen)
      seen.add(event.id)
      if (hasEffect) void delay(50).then(() => count++)
      return 200
    })
    const server = createServer((request, response) => {
      response.writeHead(request.method === 'GET' ? 200 : 405).end(format(count))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    return { url, effects: `http://127.0.0.1:${(server.address() as AddressInfo).port}/count?token=hidden` }
  }
  const deduplicated = (id: string, seen: Set<string>) => seen.has(id)

  test('says that it does not see effects', async () => {
    const { url } = await startCounter(() => false)
    const { code, stdout } = await probe(url, '--only', 'same-event-twice')
    expect(stdout).toMatch(
      /^✓ same-event-twice +accepts the same event twice \(effects not seen; --effects sees them\)/,
    )
    expect(code).toBe(0)
  })

  test.each([
    ['a number', String],
    ['JSON', (count: number) => JSON.stringify({ count, of: 'releases' })],
  ])('with --effects as %s passes when the event has one effect', async (_, format) => {
    const { url, effects } = await startCounter(deduplicated, format)
    const { code, stdout } = await probe(url, '--effects', effects, '--only', 'valid-event,same-event-twice')
    expect(stdout).toMatch(/^✓ same-event-twice +accepts the same event twice, with one effect {2}\(\d+ ms, \d+ ms\)$/m)
    expect(code).toBe(0)
  })

  test.each<[string, Parameters<typeof startCounter>[0], string]>([
    [
      'twice',
      () => false,
      'the count of --effects rose by 2, not by 1: the second time had an effect, too. Skip an event whose id you know',
    ],
    [
      'never',
      () => true,
      'the count of --effects did not rise within 5 s: the event had no effect, or the URL counts something else',
    ],
  ])('with --effects fails when the event has its effect %s', async (_, isDuplicate, reason) => {
    const { url, effects } = await startCounter(isDuplicate)
    const { code, stdout } = await probe(url, '--effects', effects, '--only', 'same-event-twice')
    expect(stdout).toContain(`✗ same-event-twice     accepts the same event twice, with one effect: ${reason}`)
    expect([code, stdout.includes('hidden')]).toEqual([1, false])
  })

  test.each([
    ['is not a count', () => 'many', '--effects must return a number, or JSON such as {"count": 3}; it returned many'],
    [
      'is negative',
      () => '{"count": -1}',
      '--effects must return a number, or JSON such as {"count": 3}; it returned {"count": -1}',
    ],
  ])('fails when the answer of --effects %s', async (_, format, reason) => {
    const { url, effects } = await startCounter(deduplicated, format)
    const { code, stdout } = await probe(url, '--effects', effects, '--only', 'same-event-twice')
    expect(stdout).toContain(`with one effect: ${reason}`)
    expect(code).toBe(1)
  })

  test('fails when --effects can not be read', async () => {
    const { url } = await startCounter(deduplicated)
    const { stdout } = await probe(url, '--effects', 'http://127.0.0.1:1/', '--only', 'same-event-twice')
    expect(stdout).toContain('with one effect: the count of --effects can not be read: no answer: connection refused')
  })

  test.each([
    ['localhost:4020/count', [], '--effects must begin with http:// or https://.'],
    ['http://169.254.169.254/count', [], '--effects must not lead to 169.254.169.254'],
    ['http://127.0.0.1/count', ['--egress', 'strict'], 'The URL must not lead to 127.0.0.1'],
  ])('refuses --effects %s %j', async (effects, args, message) => {
    const { code, stderr } = await probe('http://127.0.0.1:1/', '--effects', effects, ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
