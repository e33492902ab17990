import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createRawServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { AttemptOutcome } from '../../src/core/engine/rows.js'
import { listen } from '../../src/http/server/listen.js'
import { createSender, type OutgoingRequest } from '../../src/webhooks/sender.js'
import { eventHeaders, isSignedBy, sign } from '../../src/webhooks/signature.js'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const sender = createSender({ egress: 'open' })
const send = (port: number, more: Partial<OutgoingRequest> = {}) =>
  sender.send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('{}'), timeoutMs: 5000, ...more })

async function serve(handler: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(handler)
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: await listen(server, 0, '127.0.0.1'), server }
}

/** A server that runs the given function on each connection when a request begins to arrive. */
async function serveRaw(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return listen(server as unknown as Server, 0, '127.0.0.1')
}

/** Writes the same chunk as fast as it is read. */
function pour(socket: Socket, first: string, again: string) {
  const more = () => {
    while (socket.writable && socket.write(again.repeat(100)));
  }
  socket.on('drain', more)
  socket.write(first)
  more()
}

describe('the signature', () => {
  // GitHub's published test vector for the same scheme.
  const secret = "It's a Secret to Everybody"
  const body = Buffer.from('Hello, World!')
  const expected = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

  test('is HMAC-SHA256 of the raw body, in lower-case hex', () => expect(sign(secret, body)).toBe(expected))
  test('is verified', () => expect(isSignedBy(secret, body, expected)).toBe(true))
  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one without its prefix', expected.slice(7)],
    ['one in upper case', expected.toUpperCase()],
    ['one that is too short', expected.slice(0, -1)],
    ['one that is too long', `${expected}0`],
    ['one of other bytes', sign(secret, Buffer.from('Hello, World?'))],
    ['one by another secret', sign('other', body)],
    ['one with a letter beyond ASCII', `${expected.slice(0, -1)}ä`],
  ])('%s is not', (_, signature) => expect(isSignedBy(secret, body, signature)).toBe(false))
})

describe('the outcome of an attempt', () => {
  const none = { status_code: null, duration_ms: expect.any(Number) }

  test('has the status and the start of the body', async () => {
    const { port } = await serve((_, response) => response.writeHead(201).end('x'.repeat(5000)))
    expect(await send(port)).toEqual({
      status_code: 201,
      failure: null,
      duration_ms: expect.any(Number),
      response_body: 'x'.repeat(2048),
    })
  })

  test('sends the headers and bytes unchanged', async () => {
    let seen: unknown
    const { port } = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        const { 'content-type': type, 'user-agent': agent, 'x-svc-signature': signature } = request.headers
        seen = { method: request.method, type, agent, signature, body }
        response.end()
      })
    })
    const body = Buffer.from('{"a":"ü"}')
    await send(port, { body, headers: eventHeaders('mds-sandbox/1', sign('s', body)) })
    expect(seen).toEqual({
      method: 'POST',
      type: 'application/json',
      agent: 'mds-sandbox/1',
      signature: sign('s', body),
      body: '{"a":"ü"}',
    })
  })

  test('is the status of a redirect, which is not followed', async () => {
    let visits = 0
    const target = await serve((_, response) => {
      visits++
      response.end()
    })
    const { port } = await serve((_, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    expect((await send(port)).status_code).toBe(302)
    expect(visits).toBe(0)
  })

  test('does not decompress a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
    const { port } = await serve((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
    const { status_code, response_body } = await send(port)
    expect([status_code, response_body.length <= 2048]).toEqual([200, true])
    expect(response_body.startsWith(bomb.subarray(0, 1).toString('latin1'))).toBe(true)
  })

  test('reads an endless body up to 64 kB and reports its status', async () => {
    let cutOff: () => void = () => {}
    const cut = new Promise<void>((resolve) => (cutOff = resolve))
    const { port } = await serve((_, response) => {
      const pour = () => {
        while (response.write('x'.repeat(1024)));
      }
      response.on('drain', pour)
      response.on('close', cutOff)
      response.writeHead(200)
      pour()
    })
    expect(await send(port)).toMatchObject({ status_code: 200, response_body: 'x'.repeat(2048) })
    await cut
  })

  const faults: [what: string, answer: (socket: Socket) => void, outcome: Partial<AttemptOutcome>][] = [
    ['hangs up at once', (socket) => socket.destroy(), { failure: 'connection_closed' }],
    [
      'hangs up half-way',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
      { failure: 'connection_closed', response_body: 'half' },
    ],
    ['speaks no HTTP', (socket) => socket.end('hello\r\n\r\n'), { failure: 'invalid_answer' }],
    ['says nothing', () => {}, { failure: 'timeout' }],
    [
      'never comes to the end of its headers',
      (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n'),
      { failure: 'invalid_answer' },
    ],
    [
      'promises an answer for ever',
      (socket) => pour(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      { failure: 'timeout' },
    ],
    [
      'wants to speak another protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      { failure: 'connection_closed' },
    ],
    [
      'answers twice',
      (socket) =>
        socket.end('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      { status_code: 500, failure: null },
    ],
    [
      'gives two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello'),
      { failure: 'invalid_answer' },
    ],
    [
      'stops in the middle of its answer',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
      { failure: 'timeout', response_body: 'half' },
    ],
  ]
  test.each(faults)('for a receiver that %s', async (_, answer, outcome) => {
    const port = await serveRaw(answer)
    expect(await send(port, { timeoutMs: 200 })).toEqual({ ...none, response_body: '', ...outcome })
  })

  test('for a closed port', async () => {
    const { port, server } = await serve(() => {})
    await new Promise((resolve) => server.close(resolve))
    expect(await send(port)).toEqual({ ...none, failure: 'connection_refused', response_body: '' })
  })

  test('for an unknown hostname', async () => {
    const outcome = await send(1, { url: 'http://unknown.invalid/' })
    expect(outcome).toEqual({ ...none, failure: 'name_not_found', response_body: '' })
  })

  test('for an untrusted certificate', async () => {
    const port = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await send(port, { url: `https://127.0.0.1:${port}/` })).toMatchObject({ ...none, failure: 'tls' })
  })

  test('for a blocked address, which is never connected to', async () => {
    for (const url of ['http://169.254.169.254/', 'http://[::ffff:169.254.169.254]/', 'http://u:p@127.0.0.1/'])
      expect(await send(1, { url })).toMatchObject({ ...none, failure: 'blocked' })
  })

  test('when aborted', async () => {
    const port = await serveRaw(() => {})
    const controller = new AbortController()
    const outcome = send(port, { signal: controller.signal })
    controller.abort()
    expect((await outcome).failure).not.toBeNull()
    expect((await send(port, { signal: controller.signal })).failure).not.toBeNull()
  })
})

describe('a hostname whose address changes', () => {
  test('is checked again at each delivery', async () => {
    const { port } = await serve((_, response) => response.end())
    const answers = ['127.0.0.1', '127.0.0.1', '169.254.169.254']
    const rebinding = createSender({
      egress: 'open',
      resolve: (_, done) => done(null, [{ address: answers.shift() as string, family: 4 }]),
    })
    const url = `http://rebind.example:${port}/`
    expect(await rebinding.checkUrl(url)).toBeUndefined()
    const parcel = { url, headers: { Connection: 'close' }, body: Buffer.from('{}'), timeoutMs: 1000 }
    expect((await rebinding.send(parcel)).status_code).toBe(200)
    expect((await rebinding.send(parcel)).failure).toBe('blocked')
    rebinding.close()
  })

  test('is refused by checkUrl when it resolves to a metadata service', async () => {
    const guarded = createSender({
      egress: 'open',
      resolve: (_, done) => done(null, [{ address: '169.254.169.254', family: 4 }]),
    })
    expect(await guarded.checkUrl('http://metadata.example/')).toMatch(/cloud metadata/)
  })

  test('is allowed by checkUrl when it does not resolve', async () => {
    const lost = createSender({ egress: 'open', resolve: (_, done) => done(new Error('ENOTFOUND'), []) })
    expect(await lost.checkUrl('http://unknown.example/')).toBeUndefined()
  })
})

test('reuses connections', async () => {
  const ports = new Set<number | undefined>()
  const { port } = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    response.end()
  })
  for (let i = 0; i < 20; i++) await send(port)
  expect(ports.size).toBe(1)
})

test('sends hundreds of requests concurrently', async () => {
  const { port } = await serve((request, response) => {
    request.resume()
    setImmediate(() => response.end())
  })
  const outcomes = await Promise.all(Array.from({ length: 600 }, () => send(port, { timeoutMs: 20_000 })))
  expect(outcomes.filter(({ status_code }) => status_code === 200)).toHaveLength(600)
})

test('counts the answer of a receiver that closes each connection after it', async () => {
  const port = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const outcomes = []
  for (let i = 0; i < 40; i++) outcomes.push((await send(port)).status_code)
  expect(outcomes).toEqual(Array(40).fill(200))
})
