import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import openapi from '../../../openapi.yaml'
import { createContract } from '../../../src/contract/contract.js'
import type { Document } from '../../../src/contract/openapi-document.js'
import { formatJunit } from '../../../src/report/formats/junit.js'
import { PROBE_CHECKS } from '../../../src/webhooks/probe.js'
import { createReceiver } from '../../../src/webhooks/receiver.js'
import { isSignedBy } from '../../../src/webhooks/signature.js'
import { runCli } from '../../support/cli.js'
import { type ReceivedRequest, SECRET, startHandler } from '../../support/webhook-handler.js'

const folder = mkdtempSync(join(tmpdir(), 'mds-probe-'))
const NAMES = PROBE_CHECKS.map(({ name }) => name)
const probe = (url: string, ...args: string[]) => runCli(['probe', url, '--secret', SECRET, ...args]).ended

async function startModel() {
  const receiver = await createReceiver({ secret: SECRET })
  onTestFinished(() => receiver.close())
  return receiver
}

test('a correct handler passes every check', async () => {
  const { url } = await startModel()
  const { code, stdout } = await probe(url)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(0, -2).map((line) => line.slice(0, 21).trimEnd())).toEqual(NAMES.map((name) => `✓ ${name}`))
  expect([lines.at(-1), code]).toEqual(['12 of 12', 0])
})

test('events are as documented, except the intentionally invalid ones', async () => {
  const { url, arrivals } = await startModel()
  await probe(url)
  const judge = await createContract(openapi as Document).loadValidator()
  const taken = arrivals.flatMap(({ event, verdict }) => (event && verdict !== 'bad signature' ? [event] : []))
  const faults = taken.flatMap((event) => judge.validateEvent(event) ?? [])
  expect(faults).toEqual(['the document has no such webhook', 'body must NOT have additional properties'])
  expect(Math.max(...arrivals.map(({ body }) => body.length))).toBeGreaterThan(1_000_000)
})

/** A correct handler with one defect. */
const unless = (isWrong: (delivered: ReceivedRequest) => number | undefined) => (delivered: ReceivedRequest) =>
  isWrong(delivered) ?? (delivered.isGenuine ? 200 : 401)

describe('a handler that', () => {
  const REFUSALS = ['missing-signature', 'malformed-signature', 'wrong-signature', 'changed-body']
  const ACCEPTANCES = NAMES.filter((name) => !REFUSALS.includes(name))
  const memory = () => new Set<string>()
  const cases: [does: string, make: () => Parameters<typeof startHandler>[0], fails: string[], reason: string][] = [
    ['accepts everything', () => () => 200, REFUSALS, 'without a signature: accepted with 200'],
    ['refuses everything', () => () => 404, ACCEPTANCES, 'answers 200 to a ping: answered 404'],
    ['has another secret', () => () => 401, ACCEPTANCES, 'answered 401; does it have the same secret?'],
    [
      'refuses a duplicate event',
      () => {
        const seen = memory()
        return unless(({ event, isGenuine }) => {
          if (!isGenuine || !seen.has(event.id)) return void (isGenuine && seen.add(event.id))
          return 409
        })
      },
      ['same-event-twice'],
      'the second time: answered 409',
    ],
    [
      'verifies re-serialized JSON',
      () =>
        ({ event, signature }) =>
          isSignedBy(SECRET, Buffer.from(JSON.stringify(event)), signature) ? 200 : 401,
      ['changed-body'],
      'one space added (is the raw body verified?): accepted with 200',
    ],
    [
      'redirects',
      () => () => ({ status: 302, location: '/elsewhere' }),
      NAMES,
      'answered 302: redirects are not followed',
    ],
    [
      'fails on unknown event types',
      () => unless(({ event, isGenuine }) => (isGenuine && event.event_type === 'release.hummed' ? 500 : undefined)),
      ['unknown-type'],
      'answered 500',
    ],
    [
      'fails on signatures of another length',
      () => unless(({ signature = '' }) => (signature.length === 71 ? undefined : 500)),
      ['missing-signature', 'malformed-signature'],
      'answered 500; a refusal is 4xx',
    ],
    [
      'compares only a prefix of the signature',
      () => unless(({ signature }) => (signature !== undefined && signature.length === 20 ? 200 : undefined)),
      ['malformed-signature'],
      'only the beginning of the right one: accepted with 200',
    ],
    [
      'reads 100 kB at most',
      () => unless(({ body }) => (body.length > 100_000 ? 413 : undefined)),
      ['large-event'],
      'answered 413',
    ],
    [
      'refuses events out of order',
      () => {
        let latest = ''
        return unless(({ event, isGenuine }) => {
          if (isGenuine && event.created_at < latest) return 409
          if (isGenuine) latest = event.created_at
          return undefined
        })
      },
      ['reordered-events'],
      'the earlier one, sent later: answered 409',
    ],
    [
      'refuses unknown fields',
      () => unless(({ event, isGenuine }) => (isGenuine && Object.keys(event).length > 4 ? 422 : undefined)),
      ['unknown-fields'],
      'answered 422',
    ],
    [
      'answers a ping with 204',
      () => unless(({ event }) => (event.event_type === 'ping' ? 204 : undefined)),
      ['ping'],
      'answers 200 to a ping: answered 204',
    ],
    [
      'never recovers from a large event',
      () => {
        let isBroken = false
        return unless(({ body }) => {
          isBroken ||= body.length > 100_000
          return isBroken ? 500 : undefined
        })
      },
      ['large-event', 'still-there'],
      'after all that: answered 500',
    ],
  ]
  for (const [does, make, fails, reason] of cases)
    test(`${does} fails its check`, async () => {
      const { url } = await startHandler(make())
      const { code, stdout } = await probe(url)
      const failed = [...stdout.matchAll(/^✗ (\S+)/gm)].map(([, name]) => name)
      expect(failed).toEqual(fails)
      expect(stdout).toContain(reason)
      expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${NAMES.length - fails.length} of ${NAMES.length}`)
      expect(code).toBe(1)
    })

  test('does not respond fails after the timeout', async () => {
    const { url, bodies } = await startHandler(() => undefined)
    const { code, stdout } = await probe(url, '--timeout', '300ms')
    expect(stdout).toMatch(/^✗ ping +answers 200 to a ping: no answer within 0\.3 s$/m)
    expect(stdout).toMatch(/^✗ valid-event +accepts a valid event in time: no answer within 0\.3 s$/m)
    expect(stdout).toMatch(/^✗ still-there .*: skipped: no answer to the last two events$/m)
    expect([code, bodies.length]).toEqual([1, 2])
  })
})

test('the response of a handler is quoted without control characters', async () => {
  const { url } = await startHandler(() => ({ status: 500, text: '\u001b[2J<boom> & "quotes" ]]>\u0000' }))
  const file = join(folder, 'harm.xml')
  const { stdout } = await probe(url, '--only', 'ping', '--junit', file)
  expect(stdout).toContain('answered 500 (?[2J<boom> & "quotes" ]]>')
  expect(stdout).not.toContain('\u001b')
  const xml = readFileSync(file, 'utf8')
  expect(xml).toContain('&lt;boom&gt; &amp; &quot;quotes&quot; ]]&gt;')
  expect(isWellFormed(xml)).toBe(true)
})

/** Checks XML without comments, CDATA and processing instructions. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const tag = /^<(\/?)(\w+)((?: \w+="[^"<>]*")*)(\/?)>\s*/
  let rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '')
  for (let found = tag.exec(rest); found; found = tag.exec(rest)) {
    const [all, isEnd, name = '', attributes = '', isEmpty] = found
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(attributes)) return false
    if (isEnd && open.pop() !== name) return false
    if (!isEnd && !isEmpty) open.push(name)
    rest = rest.slice(all.length)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
  return rest === '' && open.length === 0 && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)
}

test('--junit writes a report with every check', async () => {
  const { url } = await startHandler(() => 200)
  const file = join(folder, 'report.xml')
  await probe(`${url}?token=hidden`, '--junit', file)
  const xml = readFileSync(file, 'utf8')
  expect(isWellFormed(xml)).toBe(true)
  expect(xml).toMatch(/<testsuites tests="12" failures="4" errors="0" time="\d+\.\d{3}">/)
  expect([xml.match(/<testcase /g)?.length, xml.match(/<failure /g)?.length]).toEqual([12, 4])
  expect(xml).not.toContain('hidden')
})

test('a report can contain any text', () => {
  const nasty = '\ud800 \u0000 \u001b \ufffe <&>"\' \n\t 🎵'
  const xml = formatJunit(nasty, [{ name: nasty, milliseconds: 1234, failure: nasty }])
  expect(isWellFormed(xml)).toBe(true)
  expect(xml).toContain('🎵')
  expect(xml).toContain('time="1.234"')
})

test('--json prints one line for each check and one for the score', async () => {
  const { url } = await startHandler(() => 200)
  const { stdout, code } = await probe(url, '--json', '--only', 'ping,wrong-signature')
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const timing = { warning: null, answers_ms: [expect.any(Number)], milliseconds: expect.any(Number) }
  expect(lines).toEqual([
    { check: 'ping', does: 'answers 200 to a ping', passed: true, reason: null, ...timing },
    {
      check: 'wrong-signature',
      does: 'refuses a signature made with another secret',
      passed: false,
      reason: 'accepted with 200',
      ...timing,
    },
    { passed: 1, total: 2 },
  ])
  expect(code).toBe(1)
})

test('an unreachable handler is reported immediately', async () => {
  const file = join(folder, 'unreachable.xml')
  const { code, stdout, stderr } = await probe('http://127.0.0.1:1/hooks?token=hidden', '--junit', file)
  const reason = 'No response from http://127.0.0.1:1/hooks: connection refused'
  expect([code, stdout, stderr]).toEqual([1, '', `mds-sandbox: ${reason}.\n`])
  expect(readFileSync(file, 'utf8')).toContain(`<failure message="${reason}"/>`)
})

test('a TLS error is reported immediately', async () => {
  // A server without TLS fails in the same way as one with an untrusted certificate.
  const { url } = await startHandler(() => 200)
  const { code, stderr } = await probe(url.replace('http:', 'https:'))
  expect([code, stderr]).toEqual([1, expect.stringContaining('TLS failed (is the certificate trusted here?')])
})

describe('a usage error exits with 2 and says what to do', () => {
  for (const [args, message] of [
    [['--secret', 's'], 'probe needs the URL of the handler.'],
    [['http://127.0.0.1:1/'], 'probe needs --secret: the secret that the handler verifies signatures with.'],
    [['localhost:4020', '--secret', 's'], 'The URL must begin with http:// or https://.'],
    [
      ['http://127.1:1/', '--secret', 's', '--egress', 'strict'],
      'The URL must not lead to 127.0.0.1: this sandbox sends to public addresses only (--egress strict).',
    ],
    [
      ['http://[::ffff:169.254.169.254]/', '--secret', 's'],
      'The URL must not lead to ::ffff:a9fe:a9fe: link-local, cloud metadata, multicast and local NAT64 addresses are blocked.',
    ],
    [['http://a:b@127.0.0.1/', '--secret', 's'], 'The URL must not contain a user name or password.'],
    [
      ['http://127.0.0.1:1/', '--secret', 's', '--only', 'pong'],
      `--only can't be "pong". Allowed: ${NAMES.join(', ')}. Did you mean ping?`,
    ],
    [
      ['http://127.0.0.1:1/', '--secret', 's', '--junit', '/no/where.xml'],
      "--junit can't write to /no/where.xml: ENOENT.",
    ],
  ] as const)
    test(message.slice(0, 60), async () => {
      const { code, stdout, stderr } = await runCli(['probe', ...args]).ended
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `mds-sandbox: ${message}`])
    })
})
