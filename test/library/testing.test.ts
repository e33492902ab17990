import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findContentIssue } from '../../src/core/catalogue/asset-content.js'
import { createSandbox } from '../../src/index.js'
import { createApiClient, fixtures, receiver, sign, verifySignature } from '../../src/testing.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())
let worlds = 0
const newWorld = () => sandbox.world('standard', `testing-${++worlds}`)

describe('signatures', () => {
  const secret = 'whsec_a'
  const body = '{"id": "evt_1",  "name": "Été"}'
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  test('are made and verified over the raw body, as text or bytes', () => {
    expect([sign(body, secret), sign(Buffer.from(body), secret)]).toEqual([expected, expected])
    expect(verifySignature(Buffer.from(body), expected, secret)).toBe(true)
    for (const [raw, header, key] of [
      [body, expected, 'whsec_b'],
      [JSON.stringify(JSON.parse(body)), expected, secret],
      [body, expected.toUpperCase(), secret],
      [body, undefined, secret],
      [body, null, secret],
      [body, '', secret],
    ] as const)
      expect(verifySignature(raw, header, key)).toBe(false)
  })

  test('refuse a parsed body', () => {
    expect(() => sign(JSON.parse(body), secret)).toThrow('not a parsed value')
  })
})

describe('files', () => {
  test.each([
    ['audio/wav', fixtures.audio(), 9000],
    ['audio/flac', fixtures.audio({ format: 'flac' }), 100],
    ['image/jpeg', fixtures.artwork({ size: 3000 }), 36_000],
    ['image/png', fixtures.artwork({ format: 'png' }), 2000],
  ] as const)('%s is accepted and small', (type, file, max) => {
    expect(findContentIssue(type, file)).toBeNull()
    expect(file.length).toBeLessThan(max)
  })

  test('artwork has the size that was asked for', () => {
    for (const format of ['jpeg', 'png'] as const)
      expect(findContentIssue(`image/${format}`, fixtures.artwork({ size: 1400, format }))).toContain('1400 × 1400')
    expect(() => fixtures.artwork({ size: 0 })).toThrow('size must be from 1 to 10000, not 0.')
  })

  test('the PNG has one row of pixels for each line', () => {
    const file = fixtures.artwork({ size: 17, format: 'png' })
    const at = file.indexOf('IDAT')
    expect(inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))).toHaveLength(17 * (1 + 3))
  })

  // Checked once with the decoders of Chromium: a change of these bytes must be checked again. The PNG is compressed, which
  // differs between versions of Node.
  test('have the bytes that a browser decodes', () => {
    const digest = (file: Buffer) => createHmac('sha256', '').update(file).digest('hex').slice(0, 16)
    expect([
      digest(fixtures.audio()),
      digest(fixtures.audio({ format: 'flac', seconds: 1 })),
      digest(fixtures.artwork()),
    ]).toMatchInlineSnapshot(`
      [
        "cd699acae7781950",
        "e3e88661e2b64678",
        "ecbf6ccce0d387ab",
      ]
    `)
  })
})

describe('the receiver', () => {
  test('returns events in order, each once, and fails on demand', async () => {
    const world = newWorld()
    const api = createApiClient(world)
    const handler = await receiver()
    onTestFinished(() => handler.close())
    const { status } = await api.createWebhook({
      body: { url: handler.url, secret: handler.secret, event_type: ['asset.ready'] },
    })
    expect(status).toBe('verified')
    expect((await handler.next('ping')).event_type).toBe('ping')

    const uploads: string[] = []
    for (let i = 0; i < 2; i++) {
      const { id } = await api.createAsset({ body: { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' } })
      await world.simulate.asset({ asset_id: id, outcome: 'ready' })
      uploads.push(id)
    }
    handler.fail({ times: 1 })
    const early = handler.next('asset.ready')
    await world.clock.advance('1h')
    // The first one failed, so it was sent again after the second one.
    expect([(await early).data.asset_id, (await handler.next('asset.ready')).data.asset_id]).toEqual(uploads.reverse())
    expect(handler.arrivals.map(({ status }) => status)).toEqual([200, 503, 200, 200])
    await expect(handler.next('asset.ready', { timeoutMs: 1 })).rejects.toThrow(
      'There was no asset.ready within 0.001 s. These arrived: ping (new, 200), asset.ready (new, 503)',
    )
  })
})

describe('the API client', () => {
  test('delivers a release, typed by the contract', async () => {
    const world = newWorld()
    const api = createApiClient(world)
    const audio = await api.createAsset({ body: { type: 'audio', filename: 'a.flac', content_type: 'audio/flac' } })
    await api.uploadAsset({ path: { asset_id: audio.id }, body: fixtures.audio({ format: 'flac' }) })
    const artwork = await api.createAsset({ body: { type: 'artwork', filename: 'a.jpg', content_type: 'image/jpeg' } })
    await api.uploadAsset({ path: { asset_id: artwork.id }, body: fixtures.artwork() })
    await world.clock.advance({ until: { asset: artwork.id, status: 'ready' } })
    const release = await api.createRelease({
      body: { title: 'Été', artists: [{ name: 'Mira Solane', role: 'main' }], release_date: '2030-01-01' },
    })
    const path = { release_id: release.id }
    await api.updateRelease({ path, body: { artwork_asset_id: artwork.id } })
    await api.createTrack({ body: { release_id: release.id, title: 'Été', audio_asset_id: audio.id } })
    expect((await api.submitRelease({ path })).review_status).toBe('pending')
    const { data } = await api.listReleases({ query: { limit: 1 } })
    expect(data[0]?.title).toBe('Été')
    // @ts-expect-error: a release needs a title
    const refused = api.createRelease({ body: { release_date: '2030-01-01' } })
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'missing_required_field' })
  })

  test('works over a connection, with headers, forms and the errors of OAuth', async () => {
    const { url } = sandbox
    const api = createApiClient({ url, apiKey: 'sk_sandbox_enterprise_testing' })
    const body = { title: 'A', artists: [{ name: 'B', role: 'main' as const }], release_date: '2030-01-01' }
    const headers = { 'idempotency-key': '7b0b3f3c-6a0e-4f5e-9c1e-2d5a5a3c1f00' }
    const [first, second] = [await api.createRelease({ body, headers }), await api.createRelease({ body, headers })]
    expect(second).toEqual(first)
    expect(await api.exportReleaseErn({ path: { release_id: 'rel_seed_01' } })).toMatch(/^<\?xml /)
    const client = { client_id: 'client_enterprise_testing', client_secret: 'sk_sandbox_enterprise_testing' }
    const grant_type = 'client_credentials' as const
    expect((await api.createToken({ body: { grant_type, ...client } })).expires_in).toBe(3600)
    const wrong = api.createToken({ body: { grant_type, ...client, client_secret: 'x' } })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_client' })
  })
})

test('a recording is a transcript of what happened since it began', async () => {
  const world = newWorld()
  const api = createApiClient(world)
  await api.listStores()
  const recording = await world.record()
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
  const { id } = await api.createDelivery({ body: order })
  await expect(api.createDelivery({ body: order })).rejects.toThrow()
  await world.clock.advance({ until: { delivery: id, status: 'delivered' } })
  const { text, entries } = await recording.transcript()
  expect(entries[0]).toMatchObject({ kind: 'request', operation: 'createDelivery' })
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe('2025-01-01T00:00:00.000Z  POST /v1/deliveries → 201')
  expect(lines[1]).toBe('2025-01-01T00:00:00.000Z  POST /v1/deliveries → 409 duplicate_submission')
  expect(text).toMatch(/Z {2}event delivery\.completed \{"delivery_id":"dlv_\w+",.*"status":"delivered"/)
  expect(text).not.toContain('/v1/stores')
  expect((await recording.transcript()).text).toBe(text)
})

test('only mds-sandbox/testing contains the helpers, so that the server does not load them', () => {
  const dist = join(import.meta.dirname, '../../dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const withHelpers = files.filter((file) => readFileSync(join(dist, file), 'utf8').includes('whsec_test_receiver'))
  // The guide names it too.
  expect(withHelpers.filter((file) => !file.includes('docs') && !file.includes('_html_'))).toEqual(['testing.js'])
})
