import { expect, onTestFinished, test } from 'vitest'
import { createFetchAdapter } from '../../src/http/server/fetch-adapter.js'
import { createSandbox } from '../../src/index.js'

async function open() {
  const sandbox = await createSandbox({ clock: 'manual', listen: false })
  onTestFinished(() => sandbox.close())
  return { ...sandbox, world: sandbox.world('enterprise', 'a') }
}

const read = async (body: Response['body'], until: string) => {
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!text.includes(until)) {
    const { value, done } = await reader.read()
    if (done) break
    text += Buffer.from(value).toString()
  }
  return { text, reader }
}

test('opens no port and has a URL that no DNS server resolves', async () => {
  const { url, port, fetch } = await open()
  expect([url, port]).toEqual(['http://mds.test', 0])
  const headers = { 'x-api-key': 'sk_sandbox_standard_b' }
  for (const input of ['/v1/releases', new URL('/v1/releases', url), new Request(`${url}/v1/releases`, { headers })])
    expect((await fetch(input, { headers })).status).toBe(200)
})

test('serves the API, the control plane and the pages', async () => {
  const { fetch, world } = await open()
  expect((await fetch('/v1/releases')).status).toBe(401)
  expect(await (await fetch('/_sandbox/health')).json()).toMatchObject({ status: 'ok' })
  expect((await world.fetch('/_sandbox/clock')).status).toBe(200)
  expect((await fetch('/nowhere')).status).toBe(404)
  expect(await (await fetch('/')).text()).toContain('<h1>mds-sandbox</h1>')
  const head = await fetch('/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
})

test('refuses a foreign host or origin, as over HTTP', async () => {
  const { fetch } = await open()
  expect((await fetch('http://evil.example/_sandbox/clock')).status).toBe(403)
  expect((await fetch('/_sandbox/health', { headers: { origin: 'http://evil.example' } })).status).toBe(403)
  expect((await fetch('/v1/stores', { headers: { origin: 'http://evil.example' } })).status).toBe(403)
  // As a server passes it on.
  expect((await fetch('/v1/stores', { headers: { host: 'evil.example' } })).status).toBe(403)
})

test('a program may call the API by the URL of the real service', async () => {
  const { world } = await open()
  expect((await world.fetch('https://api.music.example/v1/stores')).status).toBe(200)
})

test('accepts a streamed body and refuses one that is too large', async () => {
  const { world } = await open()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, duplex: 'half' } as const
  const stream = new Blob(['{"type":"audio","filename":"a.wav",', '"content_type":"audio/wav"}']).stream()
  const asset = (await (await world.fetch('/v1/assets', { ...init, body: stream })).json()) as { upload_url: string }
  expect(asset.upload_url).toMatch(/^http:\/\/mds\.test\/v1\/assets\//)
  expect((await world.fetch(asset.upload_url, { method: 'PUT', body: 'RIFF----WAVE' })).status).toBe(200)
  expect((await world.fetch('/v1/assets', { ...init, body: `"${'a'.repeat(1024 * 1024)}"` })).status).toBe(413)
})

test('streams events until it is cancelled, aborted, or the sandbox closes', async () => {
  const { world, close } = await open()
  const publish = () => world.control('publishChangelog', { body: { summary: 'Something new.' } })
  const abort = new AbortController()
  const streams = await Promise.all(
    [undefined, abort.signal, undefined].map((signal) =>
      world.fetch('/_sandbox/events/stream', signal ? { signal } : {}),
    ),
  )
  expect(streams[0]?.headers.get('content-type')).toBe('text/event-stream')
  await publish()
  const [cancelled, aborted, closed] = await Promise.all(streams.map(({ body }) => read(body, 'Something new.')))
  await cancelled?.reader.cancel()
  abort.abort(new Error('enough'))
  await expect(aborted?.reader.read()).rejects.toThrow('enough')
  await publish()
  await close()
  expect((await closed?.reader.read())?.value).toBeDefined()
  expect((await closed?.reader.read())?.done).toBe(true)
})

test('ends a stream whose reader falls too far behind', async () => {
  const subscribers = new Set<(chunk: string) => void>()
  const subscribe = (write: (chunk: string) => void) => {
    subscribers.add(write)
    return () => void subscribers.delete(write)
  }
  const onEnd = () => () => {}
  const pipeline = {
    handle: async () => ({ status: 200, headers: {}, body: '', feed: { backlog: ['first'], subscribe, onEnd } }),
    reject: () => ({ status: 400, headers: {}, body: '' }),
  }
  const { fetch } = createFetchAdapter(
    'http://mds.test',
    { api: pipeline, pipelineFor: () => pipeline, pages: () => {} },
    new AbortController().signal,
  )
  const [unread, other] = [await fetch('/v1/feed'), await fetch('/v1/feed')]
  const reader = (other.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const mebibyte = 'x'.repeat(1024 * 1024)
  for (let i = 0; i < 12; i++) {
    for (const write of subscribers) write(mebibyte)
    expect((await reader.read()).value?.length).toBe(mebibyte.length)
  }
  // Only the stream that is read is still subscribed.
  expect(subscribers.size).toBe(1)
  await expect(unread.text()).rejects.toThrow('were not read')
  await reader.cancel()
  expect(subscribers.size).toBe(0)
})

test('a stream sends its backlog first, then the events that happened meanwhile', async () => {
  const { world } = await open()
  const publish = (summary: string) => world.control('publishChangelog', { body: { summary } })
  for (const summary of ['one', 'two']) await publish(summary)
  const stream = await world.fetch('/_sandbox/events/stream', { headers: { 'last-event-id': 'evt_none' } })
  await publish('three')
  const { text, reader } = await read(stream.body, 'three')
  expect([...text.matchAll(/"summary":"(\w+)"/g)].map(([, summary]) => summary)).toEqual(['one', 'two', 'three'])
  await reader.cancel()
})

test('an aborted call is rejected with its reason', async () => {
  const { world } = await open()
  await world.faults.add({ delay: '1m' })
  await expect(world.fetch('/v1/releases', { signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout')
  await expect(world.fetch('/v1/releases', { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never')
  await world.faults.clear()
})
