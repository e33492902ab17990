import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import type { Pipeline } from '../../src/http/pipeline/pipeline.js'
import { BODY_LIMITS, createListener, RESPONSE_STALL_TIMEOUT } from '../../src/http/server/node-listener.js'
import { startServer, TIMEOUTS } from '../../src/http/server/server.js'
import { formatRequest } from '../support/raw-http.js'

const key = 'sk_sandbox_standard_slow'
const HOST = ['Host', '127.0.0.1'] as const
const POST = formatRequest('POST /v1/releases', [
  HOST,
  ['X-API-Key', key],
  ['Content-Type', 'application/json'],
  ['Content-Length', '1000'],
])

/** Clients that each send the given text and then hang. */
async function hang(port: number, count: number, bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) if (bytes !== '') socket.write(bytes)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}

const connections = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length

const CROWDS: [what: string, count: number, bytes: string][] = [
  ['500 that say nothing', 500, ''],
  ['500 that stop in the middle of their headers', 500, 'GET /v1/stores HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['200 whose bodies trickle', 200, `${POST}{"title":`],
  ['200 that ask and never read', 200, formatRequest('GET /v1/stores', [HOST, ['X-API-Key', key]])],
]
for (const [what, count, bytes] of CROWDS)
  test(`${what} delay no other client and leak nothing`, async () => {
    const before = connections()
    const sandbox = await createSandbox({ clock: 'manual' })
    const crowd = await hang(sandbox.port, count, bytes)
    for (const trickle of bytes.startsWith('POST') ? ['"a', 'b"', ','] : [''])
      for (const path of ['/v1/stores', '/_sandbox/clock']) {
        for (const socket of crowd) if (trickle !== '') socket.write(trickle)
        const answer = await fetch(`${sandbox.url}${path}`, { headers: { 'x-api-key': key, connection: 'close' } })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
    expect(crowd.filter((socket) => socket.destroyed)).toEqual([])
    const gone = Promise.all(crowd.map((socket) => once(socket, 'close')))
    for (const socket of crowd) socket.resume()
    await sandbox.close(1)
    await gone
    // Closed sockets are released in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(connections()).toBeLessThanOrEqual(before)
  })

/** The sandbox's server with short timeouts and a pipeline that reads the body, then waits for the given promise. */
async function serveImpatiently(answering: Promise<unknown> = Promise.resolve()) {
  const pipeline: Pipeline = {
    reject: (_, { code }) => ({ status: 400, headers: {}, body: code }),
    async handle({ method, streamBody }) {
      if (method === 'POST' && (await streamBody(1000, () => {})) === 'aborted') return undefined
      await answering
      return { status: 200, headers: {}, body: 'done' }
    },
  }
  const limits = { stallMs: 60, totalMs: 200, bytesPerSecond: 1000 }
  const listener = createListener(() => pipeline, new AbortController().signal, limits)
  const timeouts = { headersTimeout: 60, keepAliveTimeout: 60, connectionsCheckingInterval: 20, requestTimeout: 0 }
  const server = await startServer(listener, pipeline.reject, 0, '127.0.0.1', timeouts)
  onTestFinished(() => server.close(0))
  return server.port
}

async function hear(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  await once(socket, 'close')
  return text
}

test('closes connections with an incomplete request or without another request', async () => {
  const CUT_OFF: [what: string, bytes: string, heard: RegExp][] = [
    ['says nothing', '', /^HTTP\/1.1 408 /],
    ['stops in the middle of its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-', /^HTTP\/1.1 408 /],
    ['stops in the middle of its body', `${POST}{"title":`, /^HTTP\/1.1 408 .*Connection: close/s],
    ['has its answer', formatRequest('GET /', [HOST]), /^HTTP\/1.1 200 .*done$/s],
    [
      'has its answer and does not send the rest of its body',
      formatRequest('GET /', [HOST, ['Content-Length', '10']], '1'),
      /^HTTP\/1.1 200 .*done$/s,
    ],
  ]
  const port = await serveImpatiently()
  // Immediately: Node adds a second to the keep-alive timeout.
  const ends = CUT_OFF.map(async ([what, bytes, heard]) => {
    const [socket] = await hang(port, 1, bytes)
    expect([what, heard.test(await hear(socket as Socket))]).toEqual([what, true])
  })
  await Promise.all(ends)
})

test('keeps a connection that waits for a slow answer', async () => {
  let answer = () => {}
  const port = await serveImpatiently(new Promise<void>((resolve) => (answer = resolve)))
  const ask = formatRequest('POST /', [HOST, ['Content-Length', '4'], ['Connection', 'close']], 'body')
  const [waiting] = (await hang(port, 1, ask)) as [Socket]
  // Two other connections time out one after the other, so this one would have, too.
  for (let i = 0; i < 2; i++) await hear((await hang(port, 1, `${POST}{`))[0] as Socket)
  expect(waiting.destroyed).toBe(false)
  answer()
  expect(await hear(waiting)).toMatch(/done$/)
})

test('cuts off a body that trickles without ever stalling', async () => {
  const port = await serveImpatiently()
  const [socket] = (await hang(port, 1, `${POST}{"title":"`)) as [Socket]
  const heard = hear(socket)
  // One byte whenever the last one has left, and one per timer turn: far more often than the stall timeout.
  const trickle = setInterval(() => socket.writable && socket.write('x'), 20)
  onTestFinished(() => clearInterval(trickle))
  expect(await heard).toMatch(/^HTTP\/1.1 408 .*Connection: close/s)
})

test('does not cut off a slow body that keeps the minimum rate', async () => {
  const port = await serveImpatiently()
  const size = 1000
  const [socket] = (await hang(
    port,
    1,
    formatRequest('POST /', [HOST, ['Content-Length', String(size)], ['Connection', 'close']]),
  )) as [Socket]
  const heard = hear(socket)
  // 50 bytes every 20 ms are 2,500 bytes per second, and take longer than the 200 ms for a body of no bytes.
  let sent = 0
  const timer = setInterval(() => {
    socket.write('x'.repeat(50))
    sent += 50
    if (sent === size) clearInterval(timer)
  }, 20)
  onTestFinished(() => clearInterval(timer))
  expect(await heard).toMatch(/^HTTP\/1.1 200 .*done$/s)
})

test('the sandbox uses shorter timeouts than Node', () => {
  expect(TIMEOUTS).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 0,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 5000,
  })
  expect(BODY_LIMITS).toEqual({ stallMs: 30_000, totalMs: 60_000, bytesPerSecond: 16 * 1024 })
  expect(RESPONSE_STALL_TIMEOUT).toBe(60_000)
})
