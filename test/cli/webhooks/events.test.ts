import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { createReceiver } from '../../../src/webhooks/receiver.js'
import { runCli } from '../../support/cli.js'
import { SECRET } from '../../support/webhook-handler.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())
const KEY = 'sk_sandbox_enterprise_log'

const call = async (key: string, path: string, body: unknown) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json() as Promise<Record<string, string>>
}
const env = { MDS_URL: sandbox.url, MDS_KEY: KEY }

/** A world with a receiver that got an asset event and a changelog event. */
async function happen(key: string) {
  const receiver = await createReceiver({ secret: SECRET })
  onTestFinished(() => receiver.close())
  const event_type = ['asset.ready', 'api.changelog.published']
  await call(key, '/v1/webhooks', { url: `${receiver.url}?token=hidden`, secret: SECRET, event_type })
  const { id } = await call(key, '/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
  const upload = { method: 'PUT', headers: { 'x-api-key': key }, body: 'RIFF----WAVE' }
  await (await fetch(`${sandbox.url}/v1/assets/${id}/content`, upload)).text()
  await call(key, '/_sandbox/changelog', { summary: 'Zeilenumbruch\nund „Anführung“' })
  await call(key, '/_sandbox/clock/advance', { until: 'idle' })
  return receiver
}

test('export prints the sent events byte for byte and in order, without pings', async () => {
  const receiver = await happen(KEY)
  const { code, stdout, stderr } = await runCli(['events', 'export'], env).ended
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sent = receiver.arrivals.filter(({ event }) => event?.event_type !== 'ping')
  expect(records.map(({ body }) => body)).toEqual(sent.map(({ body }) => body.toString()))
  expect(records.map(({ at, id, event_type }) => [at, id, event_type])).toEqual(
    sent.map(({ event }) => [event?.created_at, event?.id, event?.event_type]),
  )
  expect([records.length, code, stderr]).toEqual([2, 0, ''])
})

test('events lists events and their endpoints, without the query of the URL', async () => {
  const key = 'sk_sandbox_enterprise_list'
  const receiver = await happen(key)
  const { stdout } = await runCli(['events', '--url', sandbox.url, '--key', key]).ended
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => line.replaceAll(/ +evt_\S+/g, '').replace(/ {2,}/g, '  '))).toEqual([
    `2025-01-01T00:00:00.000Z  ping  delivered (200) ${receiver.url}`,
    `2025-01-01T00:00:00.000Z  api.changelog.published  delivered (200) ${receiver.url}`,
    `2025-01-01T00:02:00.000Z  asset.ready  delivered (200) ${receiver.url}`,
  ])
})

test('--event-type filters by type, --out writes a file', async () => {
  const key = 'sk_sandbox_enterprise_file'
  await happen(key)
  const file = join(mkdtempSync(join(tmpdir(), 'mds-events-')), 'out.ndjson')
  const args = ['events', 'export', '--key', key, '--event-type', 'asset.ready', '--out', file]
  const { code, stdout, stderr } = await runCli(args, env).ended
  expect([code, stdout, stderr]).toEqual([0, '', `1 event written to ${file}\n`])
  expect(JSON.parse(readFileSync(file, 'utf8')).event_type).toBe('asset.ready')
})

test('all pages are read', async () => {
  const key = 'sk_sandbox_enterprise_many'
  for (let i = 0; i < 21; i++)
    await Promise.all(Array.from({ length: 50 }, () => call(key, '/_sandbox/changelog', { summary: 'x' })))
  const { stdout } = await runCli(['events', 'export', '--key', key], env).ended
  expect(
    new Set(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).size,
  ).toBe(1050)
})

test('a closed stdout pipe ends the command quietly', async () => {
  const { child, ended } = runCli(['events', '--key', 'sk_sandbox_standard_still'], env)
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 141, stderr: '' })
})

test('a world without events prints a message', async () => {
  const { code, stdout } = await runCli(['events', '--key', 'sk_sandbox_standard_still'], env).ended
  expect([code, stdout]).toEqual([0, 'No events yet.\n'])
})

test('--json prints all events as the sandbox returns them', async () => {
  const key = 'sk_sandbox_enterprise_json'
  await happen(key)
  const { stdout } = await runCli(['events', '--key', key, '--json'], env).ended
  const answer = await fetch(`${sandbox.url}/_sandbox/events`, { headers: { 'x-api-key': key } })
  expect(JSON.parse(stdout)).toEqual(await answer.json())
})

describe('a usage error or an error response', () => {
  for (const [args, code, message] of [
    [['events', 'exprot'], 2, 'events takes export or nothing, not "exprot". Did you mean export?'],
    [['events', '--out', 'x'], 2, '--out works only with export: mds-sandbox events export --out FILE.'],
    [['events', '--event-type', 'asset.redy'], 2, 'ern.message.processed. Did you mean asset.ready?\n'],
    [['events', '--url', 'https://x'], 2, '--url can\'t be "https://x". Allowed: a URL such as http://127.0.0.1:4010.'],
    [['events', '--url', 'http://127.0.0.1:1'], 1, 'No sandbox at http://127.0.0.1:1: ECONNREFUSED'],
    [['events', '--key', 'nonsense', '--url', sandbox.url], 1, 'The key is not valid.'],
  ] as const)
    test(args.slice(0, 3).join(' '), async () => {
      const ended = await runCli([...args]).ended
      expect([ended.code, ended.stdout]).toEqual([code, ''])
      expect(ended.stderr).toContain(message)
    })
})
