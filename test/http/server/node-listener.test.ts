import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Feed } from '../../../src/http/pipeline/exchange.js'
import type { Pipeline } from '../../../src/http/pipeline/pipeline.js'
import { listen } from '../../../src/http/server/listen.js'
import { createListener, RESPONSE_STALL_TIMEOUT } from '../../../src/http/server/node-listener.js'
import {
  CUT_OFF_COMMENT,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_BYTES_OF_ALL_STREAMS,
  unreadBytesOfAllStreams,
} from '../../../src/http/server/unread-budget.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'
import { registerWebhook, triggerEvent } from '../../support/webhook-receiver.js'

const { sandbox, fresh } = await startSandbox()

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server, 0, '127.0.0.1')
}

test('a response that other middleware already sent does not affect other responses', async () => {
  const headers = { 'x-api-key': fresh().key }
  const port = await serve((request, response) => {
    if (request.headers['x-early']) response.writeHead(504).end('too late')
    sandbox.listener(request, response)
  })
  const get = (more: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/v1/stores`, { headers: { ...headers, ...more } }).then(({ status }) => status)
  const calls = Array.from({ length: 20 }, (_, i) => get(i % 2 === 0 ? { 'x-early': '1' } : {}))
  expect(await Promise.all(calls)).toEqual(calls.map((_, i) => (i % 2 === 0 ? 504 : 200)))
})

test('logs a client that closes the connection during an injected delay', async () => {
  const api = fresh()
  await api.post('/_sandbox/faults', { operation: 'createRelease', delay: '1s', times: 1 })
  const body = JSON.stringify(validRelease)
  const head = `POST /v1/releases HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${api.key}\r\n`
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  // Gone as soon as the fault has struck.
  const struck = async () => (await api.get('/_sandbox/faults')).body.data[0].struck
  await expect.poll(struck, { interval: 5 }).toBe(1)
  socket.destroy()
  const last = async () => (await api.get('/_sandbox/requests?limit=1')).body.data[0]
  await expect.poll(last, { timeout: 10_000 }).toMatchObject({ method: 'POST', status: 499 })
})

test('sends earlier responses before a fault resets the connection', async () => {
  const api = fresh()
  await api.post('/_sandbox/faults', { operation: 'listStores', connection: 'reset', times: 1 })
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${api.key}\r\n\r\n`
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1').on('error', () => {})
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk))
  socket.write(ask('/v1/releases/rel_seed_01') + ask('/v1/stores'))
  await new Promise((resolve) => socket.on('close', resolve))
  const { data } = (await api.get('/_sandbox/requests?limit=2')).body
  expect(data.map(({ status }: { status: number }) => status)).toEqual([499, 200])
  expect(heard.match(/^HTTP.*$/gm)).toEqual([expect.stringContaining('200 OK')])
})

/** A watcher who reads nothing, of a feed that the test writes. */
async function watch(backlog: string[]) {
  const feed: Feed & { write?: ((chunk: string) => void) | undefined } = {
    backlog,
    subscribe(write) {
      feed.write = write
      return () => (feed.write = undefined)
    },
    onEnd: () => () => {},
  }
  const closing = new AbortController()
  const pipeline: Pipeline = {
    handle: () => ({ status: 200, headers: {}, body: '', feed }),
    reject: () => ({ status: 400, headers: {}, body: '' }),
  }
  const port = await serve(createListener(() => pipeline, closing.signal))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => feed.write).toBeDefined()
  return { feed, closing, socket }
}

test('counts events that are queued during the backlog as unread', async () => {
  const { feed } = await watch(Array<string>(200).fill('b'.repeat(100_000)))
  const chunk = 'x'.repeat(100_000)
  let written = 0
  while (feed.write && written < 2 * MAX_UNREAD_BYTES) {
    feed.write(chunk)
    written += chunk.length
    await new Promise(setImmediate)
  }
  expect(written).toBeLessThan(1.2 * MAX_UNREAD_BYTES)
})

test('tells a slow reader why its stream ends', async () => {
  const { feed, socket } = await watch([])
  const chunk = `${': x'.repeat(30_000)}\n\n`
  for (let written = 0; feed.write && written < 2 * MAX_UNREAD_BYTES; written += chunk.length) feed.write(chunk)
  expect(feed.write).toBeUndefined()
  let read = ''
  socket.on('data', (data) => (read = (read + data).slice(-1000)))
  socket.resume()
  await once(socket, 'end')
  expect(read).toContain(`${CUT_OFF_COMMENT}\r\n0\r\n`)
})

test('all streams together have a limit, and the slowest reader is cut off first', async () => {
  const readers = await Promise.all(Array.from({ length: 20 }, () => watch([])))
  const [slowest] = readers as [(typeof readers)[0]]
  const chunk = 'x'.repeat(100_000)
  for (let i = 0; i < 60; i++) slowest.feed.write?.(chunk)
  for (let i = 0; i < 50 && slowest.feed.write; i++) for (const { feed } of readers.slice(1)) feed.write?.(chunk)
  expect(slowest.feed.write).toBeUndefined()
  expect(readers.slice(1).filter(({ feed }) => feed.write)).toHaveLength(19)
  for (let i = 0; i < 50; i++) for (const { feed } of readers) feed.write?.(chunk)
  expect(unreadBytesOfAllStreams()).toBeLessThan(MAX_UNREAD_BYTES_OF_ALL_STREAMS + 10 * chunk.length)
})

test('writes nothing to a stream that has ended', async () => {
  const { feed, closing } = await watch([])
  for (let i = 0; i < 50; i++) feed.write?.('x'.repeat(100_000))
  closing.abort()
  feed.write?.('more')
  await new Promise(setImmediate)
})

test('a stream whose client left before it started is not started', async () => {
  let subscriptions = 0
  let start = () => {}
  const started = new Promise<void>((resolve) => (start = resolve))
  const feed: Feed = {
    backlog: [],
    subscribe: () => {
      subscriptions++
      return () => {}
    },
    onEnd: () => () => {},
  }
  const reply = { status: 200, headers: {}, body: '', feed }
  const handle = vi.fn(() => started.then(() => reply))
  const pipeline: Pipeline = { handle, reject: () => ({ status: 400, headers: {}, body: '' }) }
  let connection: Socket | undefined
  const listener = createListener(() => pipeline, new AbortController().signal)
  const port = await serve((request, response) => {
    connection = request.socket
    listener(request, response)
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => connection).toBeDefined()
  socket.destroy()
  await expect.poll(() => connection?.destroyed).toBe(true)
  // The response closes one turn after its socket.
  await new Promise(setImmediate)
  start()
  await new Promise(setImmediate)
  expect([handle.mock.calls.length, subscriptions]).toEqual([1, 0])
})

test('disconnects a client that reads nothing of its stream for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { feed } = await watch([])
  // More than the buffers of the system take, and less than the limit of unread bytes.
  for (let i = 0; i < 75; i++) feed.write?.('x'.repeat(100_000))
  vi.advanceTimersByTime(60_000)
  expect(feed.write).toBeDefined()
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => feed.write).toBeUndefined()
})

test('a response that its client does not read has a timeout', async () => {
  const size = 20_000_000
  const pipeline: Pipeline = {
    handle: () => ({ status: 200, headers: {}, body: 'x'.repeat(size) }),
    reject: () => ({ status: 400, headers: {}, body: '' }),
  }
  const listener = createListener(() => pipeline, new AbortController().signal)
  let connection: Socket | undefined
  const port = await serve((request, response) => {
    connection = request.socket
    listener(request, response)
  })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => connection?.timeout).toBe(RESPONSE_STALL_TIMEOUT)
  // Once it is read, the connection has the timeout of an idle one.
  let received = 0
  socket.on('data', ({ length }) => (received += length))
  socket.resume()
  await expect.poll(() => received).toBeGreaterThan(size)
  await expect.poll(() => connection?.timeout).toBeLessThan(RESPONSE_STALL_TIMEOUT)
})

test('closes while an advance waits for a receiver', async () => {
  const patient = await startSandbox()
  const api = patient.fresh()
  let arrived = () => {}
  const event = new Promise<void>((resolve) => (arrived = resolve))
  const port = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    // Pings are answered, events are not.
    request.on('end', () => (body.includes('"ping"') ? response.end() : arrived()))
  })
  await registerWebhook(api, `http://127.0.0.1:${port}/`)
  await triggerEvent(api)
  const advancing = api.post('/_sandbox/clock/advance', { duration: '1h' }).catch(() => undefined)
  await event
  await patient.sandbox.close()
  await advancing
})

test('a response whose stream fails ends with a closed connection, and harms nothing else', async () => {
  function* chunks() {
    yield Buffer.from('first')
    throw new Error('EIO')
  }
  const pipeline: Pipeline = {
    handle: () => ({ status: 200, headers: {}, body: '', stream: chunks() }),
    reject: () => ({ status: 400, headers: {}, body: '' }),
  }
  const port = await serve(createListener(() => pipeline, new AbortController().signal))
  // An unhandled rejection would fail this test.
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow('terminated')
})
