import { expect, test } from 'vitest'
import controlDocument from '../../../control.openapi.yaml'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { jpeg, wav } from '../../support/media-files.js'
import { validRelease } from '../../support/test-sandbox.js'
import { SECRET, startReceiver } from '../../support/webhook-receiver.js'

const KEY = 'sk_sandbox_standard_observed'

/** Every read of the control plane that needs a world, with ids in place of the path parameters. */
const document = controlDocument as {
  paths: Record<string, { get?: unknown }>
  components: { schemas: { CollectionName: { enum: string[] } } }
}
const readPaths = Object.entries(document.paths)
  .filter(([path, { get }]) => get && !path.endsWith('/stream') && !/ready|health/.test(path))
  .map(([path]) => path)
const COLLECTIONS = document.components.schemas.CollectionName.enum

/** The operations with `x-read-only`. Nothing listens at port 9. */
const READ_ONLY_POSTS = [
  ['/_sandbox/scenarios/check', { text: 'name: x' }],
  ['/_sandbox/probe', { url: 'http://127.0.0.1:9', secret: SECRET }],
] as const

/** Durations, the arrival of requests and the time at which a snapshot was saved are wall-clock time. */
const withoutWallTime = (text: string) =>
  text.replaceAll(/"(duration_ms|received_at_ms)":[\d.]+/g, '"$1":0').replaceAll(/"saved_at":"[^"]*"/g, '"saved_at":""')

interface Run {
  answers: unknown[]
  journal: string
  webhooks: unknown[]
}

/** Plays one run of a client. With `isObserved`, a dashboard reads everything between the steps and holds two streams. */
async function play(receiver: Awaited<ReturnType<typeof startReceiver>>, isObserved: boolean): Promise<Run> {
  const firstArrival = receiver.arrivals.length
  await using sandbox = await createSandbox({ clock: 'manual', listen: false, rateLimit: 'production' })
  const answers: unknown[] = []
  const streams: ReadableStreamDefaultReader<Uint8Array>[] = []
  let streamed = 0
  const ids = new Map<string, string>()

  async function observe() {
    if (!isObserved) return
    for (const path of readPaths)
      for (const collection of path.includes('{collection}') ? COLLECTIONS : [''])
        for (const method of ['GET', 'HEAD']) {
          const target = path
            .replace('{collection}', collection)
            .replaceAll(/\{(\w+)\}/g, (_, name) => ids.get(collection || name) ?? 'unknown')
          const response = await sandbox.fetch(target, { method, headers: { 'x-api-key': KEY } })
          expect([200, 400, 404], `${method} ${target}`).toContain(response.status)
        }
    for (const [path, body] of READ_ONLY_POSTS) {
      const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
      const response = await sandbox.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status, path).toBe(200)
    }
  }

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isJson = body !== undefined && !(body instanceof Uint8Array)
    const response = await sandbox.fetch(path, {
      method,
      headers: { 'x-api-key': KEY, ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : Buffer.from(body as Uint8Array) }),
    })
    const text = await response.text()
    answers.push([method, path, response.status, [...response.headers], withoutWallTime(text)])
    await observe()
    return text === '' ? undefined : JSON.parse(text)
  }

  if (isObserved)
    for (const path of ['/_sandbox/activity/stream', '/_sandbox/events/stream']) {
      const { body } = await sandbox.fetch(path, { headers: { 'x-api-key': KEY, 'last-event-id': '0' } })
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      streams.push(reader)
      const pump = async () => {
        for (let next = await reader.read(); !next.done; next = await reader.read()) streamed += next.value.length
      }
      pump().catch(() => {})
    }

  const hook = await send('POST', '/v1/webhooks', {
    url: receiver.url,
    // Only events that happen while the clock advances: others are sent by a timer, at any time between two requests.
    event_type: ['delivery.completed', 'asset.ready'],
    secret: SECRET,
  })
  ids.set('webhooks', hook.id).set('webhook_id', hook.id)
  const assets = []
  for (const type of ['audio', 'artwork']) {
    const content_type = type === 'audio' ? 'audio/wav' : 'image/jpeg'
    const asset = await send('POST', '/v1/assets', { type, filename: `a.${type}`, content_type })
    assets.push(asset.id)
    ids.set('assets', asset.id)
    await send('PUT', `/v1/assets/${asset.id}/content`, type === 'audio' ? wav() : jpeg(3000))
  }
  await send('POST', '/_sandbox/clock/advance', { duration: '1h' })
  const release = await send('POST', '/v1/releases', validRelease)
  await send('PATCH', `/v1/releases/${release.id}`, { artwork_asset_id: assets[1] })
  ids.set('releases', release.id)
  await send('POST', '/v1/tracks', { release_id: release.id, title: 'One', track_number: 1, audio_asset_id: assets[0] })
  await send('POST', '/v1/releases', {})
  await send('GET', '/v1/releases?limit=2')
  await send('POST', `/v1/releases/${release.id}/submit`, undefined, { 'x-sandbox-scenario': 'rejection' })
  await send('POST', '/_sandbox/clock/advance', { duration: '2s' })
  const delivery = await send('POST', '/v1/deliveries', {
    release_id: release.id,
    store_ids: ['store_lumenwave', 'store_quorvane'],
    territory_codes: ['WORLDWIDE'],
  })
  ids.set('deliveries', delivery?.id ?? 'unknown')
  await send('POST', '/_sandbox/faults', { operation: 'listStores', status: 503, times: 1 })
  await send('GET', '/v1/stores')
  await send('POST', '/_sandbox/clock/advance', { duration: '40d' })
  await send('POST', '/_sandbox/clock/advance', { until: 'idle' })
  const statements = await send('GET', '/v1/statements?status=closed')
  await send('POST', '/v1/payouts', { statement_ids: [statements.data[0].id] })
  await send('POST', '/_sandbox/clock/advance', { until: 'idle' })
  await send('POST', '/_sandbox/snapshots', { name: 'one' })
  await send('POST', '/_sandbox/reset')
  await send('POST', '/_sandbox/snapshots/one/restore')
  await send('GET', '/v1/deliveries')

  const exported = await sandbox.fetch('/_sandbox/journal', { headers: { 'x-api-key': KEY } })
  const journal = withoutWallTime(await exported.text())
  for (const reader of streams) await reader.cancel()
  expect(streamed > 0).toBe(isObserved)
  const webhooks = receiver.arrivals
    .slice(firstArrival)
    .map(({ body, headers }) => [String(body), headers['x-svc-signature']])
  return { answers, journal, webhooks }
}

test('a run is byte for byte the same while everything is read and streamed', async () => {
  const receiver = await startReceiver()
  const alone = await play(receiver, false)
  const observed = await play(receiver, true)
  expect(readPaths.length).toBeGreaterThan(12)
  expect(alone.webhooks.length).toBeGreaterThan(3)
  expect(alone.answers.length).toBeGreaterThan(20)
  expect(observed.answers).toEqual(alone.answers)
  expect(observed.webhooks).toEqual(alone.webhooks)
  expect(observed.journal).toBe(alone.journal)
}, 60_000)
