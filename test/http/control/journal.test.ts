import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'
import { startReceiver } from '../../support/webhook-receiver.js'

const { fresh, client } = await startSandbox()
const linesOf = async (api: Client) =>
  (await api.get('/_sandbox/journal')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the request log', () => {
  test('lists each request with its outcome, newest first', async () => {
    const api = fresh()
    const key = { 'idempotency-key': '3b241101-e2bb-4255-8caf-4136c566a962' }
    const created = await api.post('/v1/releases', { ...validRelease, colour: 'red' }, key)
    await api.post('/v1/releases', { ...validRelease, colour: 'red' }, key)
    const refused = await api.post('/v1/releases', {})
    await api.get('/v1/nowhere?x=1')
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    const { body } = await api.get('/_sandbox/requests')
    expect(body.data.map((one: { status: number; operation: string }) => [one.operation, one.status])).toEqual([
      [null, 404],
      ['createRelease', 422],
      ['createRelease', 201],
      ['createRelease', 201],
    ])
    const [nowhere, wrong, retry, first] = body.data
    expect(nowhere).toMatchObject({ method: 'GET', target: '/v1/nowhere?x=1', code: 'not_found' })
    expect(wrong).toMatchObject({ request_id: refused.body.error.request_id, code: 'missing_required_field' })
    expect(retry).toMatchObject({ replayed: true })
    expect(retry.request_id).not.toBe(created.headers['x-request-id'])
    expect(first).toMatchObject({
      at: '2025-01-01T00:00:00.000Z',
      code: null,
      replayed: false,
      warnings: [{ field: 'colour' }],
      duration_ms: expect.any(Number),
    })
    expect(body).toMatchObject({ next_cursor: null, has_more: false })
  })

  test('can be filtered and paged, and a cursor is bound to its filter', async () => {
    const api = fresh()
    for (let i = 0; i < 5; i++) await api.get(i % 2 ? '/v1/stores' : '/v1/releases/rel_no')
    const page = (await api.get('/_sandbox/requests?status=404&limit=2')).body
    expect(page.data.map(({ operation }: { operation: string }) => operation)).toEqual(['getRelease', 'getRelease'])
    // What comes meanwhile shifts nothing.
    await api.get('/v1/releases/rel_no')
    const rest = (await api.get(`/_sandbox/requests?status=404&limit=2&cursor=${page.next_cursor}`)).body
    expect([rest.data.length, rest.has_more]).toEqual([1, false])
    expect((await api.get('/_sandbox/requests?operation=listStores')).body.data).toHaveLength(2)
    const wrong = await api.get(`/_sandbox/requests?status=200&cursor=${page.next_cursor}`)
    expect(wrong.body.error.code).toBe('invalid_cursor')
  })

  test('belongs to one world, survives a reset, and is deleted with the world', async () => {
    const api = fresh()
    const other = fresh()
    await api.get('/v1/stores')
    await other.get('/v1/releases')
    await api.post('/_sandbox/reset')
    expect((await api.get('/_sandbox/requests')).body.data).toHaveLength(1)
    const [, , tier, name] = api.key.split('_')
    await other.send('DELETE', `/_sandbox/worlds/${tier}/${name}`, { 'x-api-key': other.key })
    expect((await api.get('/_sandbox/requests')).body.data).toEqual([])
  })
})

describe('the journal', () => {
  test('contains a header, requests of both planes, events, attempts and clock moves, in order', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    await api.post('/v1/webhooks', { url: receiver.url, event_type: 'asset.ready', secret: receiver.secret })
    const { id } = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
    await api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, 'RIFF----WAVE')
    await api.get('/_sandbox/clock')
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    const [header, ...lines] = await linesOf(api)
    expect(header).toMatchObject({
      type: 'header',
      format: 1,
      tier: 'standard',
      seed: 1,
      scenario: 'happy-path',
      own_scenario: null,
      clock: { mode: 'manual', start: '2025-01-01T00:00:00.000Z', speed: 1 },
      rate_limit: { fixed: null, usual: 'off' },
      complete: true,
      dropped: 0,
      records: lines.length,
    })
    expect(lines.map((line) => line.operation ?? line.event_type ?? line.type)).toEqual([
      'ping',
      'attempt',
      'createWebhook',
      'createAsset',
      'uploadAsset',
      'asset.ready',
      'attempt',
      'clock',
      'advanceClock',
    ])
    const upload = lines[4]
    expect(upload).toMatchObject({ body: null, upload: { size_bytes: 12, fault: null }, status: 200 })
    expect(lines[6]).toMatchObject({ event_id: lines[5].id, outcome: { status_code: 200, failure: null } })
    expect(lines[7]).toEqual({ type: 'clock', to: '2025-01-01T01:00:00.000Z' })
    expect(lines[8].answer.steps).toHaveLength(2)
  })

  test('says what is missing', async () => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 'one' })
    const { text } = await api.get('/_sandbox/snapshots/one')
    expect((await linesOf(api))[0]).toMatchObject({ complete: true, missing: [] })
    await api.send(
      'POST',
      '/_sandbox/snapshots/import',
      { 'x-api-key': api.key, 'content-type': 'application/json' },
      text,
    )
    expect((await linesOf(api))[0]).toMatchObject({ complete: false, missing: ['a snapshot was imported'] })
    const name = `${api.key.split('_').at(-1)}-fork`
    await api.post('/_sandbox/snapshots/one/fork', { name })
    const [header] = await linesOf(client(`sk_sandbox_standard_${name}`))
    expect(header).toMatchObject({ complete: false, missing: ['the world was forked from another'] })
  })
})

test('the journal of a world that was loaded from disk is incomplete', async () => {
  const data = mkdtempSync(join(tmpdir(), 'mds-recordings-'))
  const first = await createSandbox({ clock: 'manual', data })
  const key = 'sk_sandbox_standard_found'
  const headerOf = async ({ url }: { url: string }) => {
    const journal = await (await fetch(`${url}/_sandbox/journal`, { headers: { 'x-api-key': key } })).text()
    return JSON.parse(journal.split('\n')[0] as string)
  }
  await fetch(`${first.url}/v1/assets`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"type":"audio","filename":"a.wav","content_type":"audio/wav"}',
  })
  expect(await headerOf(first)).toMatchObject({ complete: true, records: 1 })
  await first.close()
  const second = await createSandbox({ clock: 'manual', data })
  const missing = ['the world began in an earlier process']
  expect(await headerOf(second)).toMatchObject({ complete: false, missing, records: 0 })
  await second.close()
})
