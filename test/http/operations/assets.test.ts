import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { flac, jpeg, png, wav } from '../../support/media-files.js'
import { type ApiResponse, type Client, startSandbox } from '../../support/test-sandbox.js'

const { sandbox, fresh } = await startSandbox()
const AUDIO = { type: 'audio', filename: 'song.wav', content_type: 'audio/wav' }
const COVER = { type: 'artwork', filename: 'cover.png', content_type: 'image/png' }

async function announce(api: Client, body: object = AUDIO): Promise<string> {
  return (await api.post('/v1/assets', body)).body.id
}
const put = (api: Client, id: string, content: Buffer) =>
  api.send(
    'PUT',
    `/v1/assets/${id}/content`,
    { 'x-api-key': api.key, 'content-type': 'application/octet-stream' },
    content,
  )
const advance = (api: Client, duration: string) => api.post('/_sandbox/clock/advance', { duration })

test("an asset is created, uploaded, processed, and becomes ready on the world's clock", async () => {
  const api = fresh()
  const { status, body } = await api.post('/v1/assets', AUDIO)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^ast_[0-9a-z]{21}$/),
    ...AUDIO,
    status: 'awaiting_upload',
    size_bytes: null,
    checksum_sha256: null,
    upload_url: `${sandbox.url}/v1/assets/${body.id}/content`,
    failure_reason: null,
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-01T00:00:00.000Z',
  })
  const content = wav(5000)
  const uploaded = await put(api, body.id, content)
  const checksum_sha256 = createHash('sha256').update(content).digest('hex')
  expect([uploaded.status, uploaded.body]).toEqual([
    200,
    { ...body, status: 'processing', size_bytes: 5000, checksum_sha256, upload_url: null },
  ])

  await advance(api, '119s')
  expect((await api.get(`/v1/assets/${body.id}`)).body.status).toBe('processing')
  const { steps } = (await advance(api, '10m')).body
  expect(steps).toEqual([
    { at: '2025-01-01T00:02:00.000Z', task: 'process-asset', subject: body.id, change: 'processing → ready' },
  ])
  const ready = (await api.get(`/v1/assets/${body.id}`)).body
  expect(ready).toMatchObject({ status: 'ready', updated_at: '2025-01-01T00:02:00.000Z', failure_reason: null })
})

test('the upload_url works unchanged', async () => {
  const api = fresh()
  const { upload_url } = (await api.post('/v1/assets', AUDIO)).body
  const answer = await fetch(upload_url, { method: 'PUT', headers: { 'x-api-key': api.key }, body: wav() })
  expect(answer.status).toBe(200)
})

for (const [what, declared, content, reason] of [
  ['a PNG declared as WAV', AUDIO, png(3000), 'The content is PNG, not WAV as declared.'],
  ['a small cover', COVER, png(1000), 'The artwork has 1000 × 1000 pixels; it needs at least 3000 × 3000.'],
] as const)
  test(`${what} fails with a reason, after processing`, async () => {
    const api = fresh()
    const id = await announce(api, declared)
    expect((await put(api, id, content)).body.status).toBe('processing')
    const { steps } = (await advance(api, '2m')).body
    expect(steps[0].change).toBe('processing → failed')
    expect((await api.get(`/v1/assets/${id}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: reason,
      upload_url: null,
    })
  })

test('FLAC, JPEG and PNG become ready too', async () => {
  const api = fresh()
  const files: [object, Buffer][] = [
    [{ ...AUDIO, content_type: 'audio/flac' }, flac()],
    [{ ...COVER, content_type: 'image/jpeg' }, jpeg(3000, 3000, 200_000)],
    [COVER, png(3000)],
  ]
  for (const [declared, content] of files) {
    const id = await announce(api, declared)
    await put(api, id, content)
    await advance(api, '2m')
    expect((await api.get(`/v1/assets/${id}`)).body.status).toBe('ready')
  }
})

describe('an upload is refused', () => {
  test('if the asset already has content: processing, ready, failed or from the seed', async () => {
    const api = fresh()
    const id = await announce(api)
    await put(api, id, wav())
    for (const [asset, wait] of [
      [id, '2m'],
      [id, '0s'],
      ['ast_seed_audio_01', '0s'],
    ] as const) {
      const { status, body } = await put(api, asset, wav())
      expect([status, body.error.code]).toEqual([409, 'invalid_state'])
      await advance(api, wait)
    }
  })

  test('if it is empty, and can be retried', async () => {
    const api = fresh()
    const id = await announce(api)
    const { status, body } = await put(api, id, Buffer.alloc(0))
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect((await put(api, id, wav())).status).toBe(200)
  })

  test('if the asset is unknown or belongs to another organization', async () => {
    const theirs = await announce(fresh())
    for (const id of ['ast_nowhere', theirs]) expect((await put(fresh(), id, wav())).status).toBe(404)
  })

  test('if it is over 256 MiB, before it is read', async () => {
    const api = fresh()
    const id = await announce(api)
    const headers = { 'x-api-key': api.key, 'content-length': String(256 * 1024 * 1024 + 1) }
    const call = request(`${sandbox.url}/v1/assets/${id}/content`, { method: 'PUT', headers })
    call.on('error', () => {})
    call.flushHeaders()
    const [response] = await once(call, 'response')
    expect(response.statusCode).toBe(413)
    call.destroy()
    expect((await api.get(`/v1/assets/${id}`)).body.status).toBe('awaiting_upload')
  })
})

test('an interrupted upload leaves the asset awaiting_upload and can be retried', async () => {
  const api = fresh()
  const id = await announce(api)
  const headers = { 'x-api-key': api.key, 'content-length': '1000000', expect: '100-continue' }
  const call = request(`${sandbox.url}/v1/assets/${id}/content`, { method: 'PUT', headers })
  call.on('error', () => {})
  call.flushHeaders()
  await once(call, 'continue')
  call.write(wav(500_000))
  const closed = new Promise((resolve) => call.on('close', resolve))
  call.destroy()
  await closed
  expect((await api.get(`/v1/assets/${id}`)).body).toMatchObject({ status: 'awaiting_upload', size_bytes: null })
  expect((await put(api, id, wav())).status).toBe(200)
})

test('an upload that began before a reset does not affect the world after it', async () => {
  const api = fresh()
  const id = await announce(api)
  const headers = { 'x-api-key': api.key, expect: '100-continue' }
  const call = request(`${sandbox.url}/v1/assets/${id}/content`, { method: 'PUT', headers })
  call.flushHeaders()
  await once(call, 'continue')
  await api.post('/_sandbox/reset')
  expect(await announce(api, COVER)).toBe(id)
  call.end(wav())
  const [response] = await once(call, 'response')
  expect(response.statusCode).toBe(409)
  response.resume()
  expect((await api.get(`/v1/assets/${id}`)).body.status).toBe('awaiting_upload')
})

test('a multipart form is refused with a hint to send raw bytes', async () => {
  const api = fresh()
  const id = await announce(api)
  const headers = { 'x-api-key': api.key, 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await fetch(`${sandbox.url}/v1/assets/${id}/content`, { method: 'PUT', headers, body: '--x--' })
  expect([answer.status, ((await answer.json()) as ApiResponse['body']).error.code]).toEqual([
    415,
    'unsupported_media_type',
  ])
})

test('only one of two concurrent uploads succeeds', async () => {
  const api = fresh()
  const id = await announce(api)
  const answers = await Promise.all([put(api, id, wav(100_000)), put(api, id, wav(200_000))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

/** Resident memory of a process in MB, where the system tells. */
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test.skipIf(!existsSync('/proc/self/status'))('a 200 MB upload raises the memory by a few MB', async () => {
  const server = spawn(process.execPath, [
    join(import.meta.dirname, '../../../dist/cli.js'),
    '--port',
    '0',
    '--json',
    '--log',
    'silent',
  ])
  onTestFinished(() => void server.kill())
  const { url, pid } = JSON.parse(String((await once(server.stdout, 'data'))[0]))
  const headers = { 'x-api-key': 'sk_sandbox_standard_demo', 'content-type': 'application/json' }

  /** Uploads so many MB and tells by how many the server grew on the way, at most. */
  async function upload(megabytes: number): Promise<number> {
    const { upload_url }: ApiResponse['body'] = await (
      await fetch(`${url}/v1/assets`, { method: 'POST', headers, body: JSON.stringify(AUDIO) })
    ).json()
    const call = request(upload_url, { method: 'PUT', headers: { 'x-api-key': headers['x-api-key'] } })
    const answered = once(call, 'response')
    const chunk = wav(1024 * 1024)
    const before = memoryOf(pid)
    let most = 0
    for (let i = 0; i < megabytes; i++) {
      if (!call.write(chunk)) await once(call, 'drain')
      most = Math.max(most, memoryOf(pid) - before)
    }
    call.end()
    const [response] = await answered
    expect(JSON.parse((await response.toArray()).join('')).size_bytes).toBe(megabytes * 1024 * 1024)
    return most
  }

  await upload(1)
  // Some 4 MB were seen; without the sweeping it is ten times that.
  expect(await upload(200)).toBeLessThan(16)
})

const bad: [what: string, changes: Record<string, unknown>, code: string, field: string][] = [
  ['no type', { type: undefined }, 'missing_required_field', 'type'],
  ['no filename', { filename: undefined }, 'missing_required_field', 'filename'],
  ['an empty filename', { filename: '' }, 'validation_failed', 'filename'],
  ['an unknown type', { type: 'video' }, 'validation_failed', 'type'],
  ['an unknown content type', { content_type: 'audio/mpeg' }, 'validation_failed', 'content_type'],
  ['a picture as audio', { content_type: 'image/png' }, 'validation_failed', 'content_type'],
]
for (const [what, changes, code, field] of bad)
  test(`an asset is refused with ${what}`, async () => {
    const { status, body } = await fresh().post('/v1/assets', { ...AUDIO, ...changes })
    expect([status, body.error.code, body.error.details[0].field]).toEqual([422, code, field])
  })

test('every world has ready audio and artwork from the seed, and lists filter them', async () => {
  const api = fresh()
  for (const id of ['ast_seed_audio_01', 'ast_seed_artwork_01']) {
    const { status, body } = await api.get(`/v1/assets/${id}`)
    expect([status, body.status]).toEqual([200, 'ready'])
  }
  const waiting = await announce(api)
  const list = async (query: string) =>
    (await api.get(`/v1/assets?limit=100&${query}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await list('')).toHaveLength(19)
  expect(await list('type=artwork')).toHaveLength(6)
  expect(await list('type=audio&status=awaiting_upload')).toEqual([waiting])
  expect(await list('status=failed')).toEqual([])
  expect((await api.get('/v1/assets?type=video')).status).toBe(400)
  expect((await api.get('/v1/assets/ast_nowhere')).status).toBe(404)
})

test('with a live clock the wait is divided by the speed, and the sandbox runs the step on a timer', async () => {
  const live = await startSandbox({ clock: 'live', speed: Number.POSITIVE_INFINITY })
  const api = live.fresh()
  const id = await announce(api)
  await api.send('PUT', `/v1/assets/${id}/content`, { 'x-api-key': api.key }, wav())
  expect((await api.get(`/v1/assets/${id}`)).body.status).toBe('ready')
})
