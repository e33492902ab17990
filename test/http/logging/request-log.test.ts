import { expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { createLog } from '../../../src/http/logging/request-log.js'
import { createLogSink } from '../../support/log-sink.js'
import { validRelease } from '../../support/test-sandbox.js'
import { SECRET, startReceiver } from '../../support/webhook-receiver.js'

async function calls(log: 'pretty' | 'json' | 'silent') {
  const { lines, stream } = createLogSink()
  const sandbox = await createSandbox({ clock: 'manual', log, logTo: stream })
  const headers = { 'x-api-key': 'sk_sandbox_standard_demo', 'content-type': 'application/json' }
  const body = JSON.stringify({ ...validRelease, lable: 'X' })
  await fetch(`${sandbox.url}/v1/releases?stauts=draft`, { headers })
  await fetch(`${sandbox.url}/v1/releases`, { method: 'POST', headers, body })
  await sandbox.close()
  return lines()
}

test('pretty writes one line per request, with operation and world, and one line per warning', async () => {
  const lines = await calls('pretty')
  expect(lines.map((line) => line.replaceAll(/\d+:\d+:\d+|[\d.]+ ms/g, '…'))).toEqual([
    '… 200 GET   /v1/releases?stauts=draft  listReleases · standard/demo · …',
    '         warning: stauts is not a known parameter; did you mean status?',
    '… 201 POST  /v1/releases  createRelease · standard/demo · …',
    '         warning: lable is not a known field; did you mean label?',
  ])
})

test('a delivered event is one line, without the query of its URL', async () => {
  for (const [mode, words] of [
    ['pretty', /^\d\d:\d\d:\d\d 200 → ping to http:\/\/127\.0\.0\.1:\d+\/hooks evt_\w+ · standard\/demo · \d+ ms$/],
    [
      'json',
      /"event":"ping","event_id":"evt_\w+","to":"http:\/\/127\.0\.0\.1:\d+\/hooks","world":"standard\/demo","status":200,/,
    ],
  ] as const) {
    const { lines, stream } = createLogSink()
    const sandbox = await createSandbox({ clock: 'manual', log: mode, logTo: stream })
    const receiver = await startReceiver()
    const headers = { 'x-api-key': 'sk_sandbox_standard_demo', 'content-type': 'application/json' }
    const body = JSON.stringify({
      url: `${receiver.url}hooks?token=planted`,
      event_type: 'asset.ready',
      secret: SECRET,
    })
    await fetch(`${sandbox.url}/v1/webhooks`, { method: 'POST', headers, body })
    await sandbox.close()
    expect(lines()[0]).toMatch(words)
    expect(lines().join()).not.toMatch(/planted|whsec/)
  }
})

test('json writes one object per request', async () => {
  const [first] = (await calls('json')).map((line) => JSON.parse(line))
  expect(first).toMatchObject({
    level: 'info',
    method: 'GET',
    target: '/v1/releases?stauts=draft',
    status: 200,
    operation: 'listReleases',
    world: 'standard/demo',
    warnings: [{ field: 'stauts', issue: 'is not a known parameter; did you mean status?' }],
  })
})

test('a refusal is logged with its code and the fields it names', async () => {
  const { lines, stream } = createLogSink()
  for (const mode of ['pretty', 'json'] as const) {
    const sandbox = await createSandbox({ clock: 'manual', log: mode, logTo: stream })
    const headers = { 'x-api-key': 'sk_sandbox_standard_demo', 'content-type': 'application/json' }
    await fetch(`${sandbox.url}/v1/releases`, { method: 'POST', headers, body: '{"title": 1}' })
    await sandbox.close()
  }
  expect(lines()[0]).toMatch(
    /422 POST {2}\/v1\/releases {2}createRelease · standard\/demo · [\d.]+ ms {2}missing_required_field: artists, release_date, title$/,
  )
  expect(JSON.parse(lines()[1] ?? '')).toMatchObject({
    code: 'missing_required_field',
    fields: ['artists', 'release_date', 'title'],
  })
})

test('silent does not log requests', async () => {
  expect(await calls('silent')).toEqual([])
})

test('a request cannot control the terminal', () => {
  const { lines, stream } = createLogSink()
  const log = createLog('pretty', stream, () => 0)
  const entry = {
    method: 'GET',
    status: 404,
    operation: undefined,
    world: undefined,
    request_id: 'req_1',
    milliseconds: 1,
    warnings: [],
    replayed: false,
    refusal: undefined,
  }
  log.request?.({ ...entry, target: '/\u001b[2J\nfaked' })
  expect(lines()).toEqual(['00:00:00 404 GET   /?[2J?faked  1.0 ms'])
})
