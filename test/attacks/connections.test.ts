import { once } from 'node:events'
import { createServer as createHttpServer, request as httpRequest, METHODS } from 'node:http'
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https'
import { connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import type { Pipeline } from '../../src/http/pipeline/pipeline.js'
import { createListener } from '../../src/http/server/node-listener.js'
import { type RunningServer, startServer } from '../../src/http/server/server.js'
import { runCli } from '../support/cli.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { formatRequest, sendRaw } from '../support/raw-http.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

const directory = createTemporaryDirectory()
const sandbox = closeAfterTests(await createSandbox({ clock: 'manual' }))

const HOST = ['Host', '127.0.0.1'] as const
const KEY = ['X-API-Key', 'sk_sandbox_standard_connections'] as const
const CONNECT = formatRequest('CONNECT x.invalid:443', [['Host', 'x.invalid:443']])
const UPGRADE = formatRequest('GET /_sandbox/health', [HOST, ['Connection', 'Upgrade'], ['Upgrade', 'websocket']])

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const serve = async () => {
  const started = runCli(['--port', '0', '--json', '--log', 'silent'])
  const { port } = JSON.parse(await started.firstLine())
  const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/_sandbox/health`)).status === 200
  return { ...started, port: port as number, isAlive }
}

describe('CONNECT and Upgrade', () => {
  test('a reset after CONNECT does not end the process', async () => {
    const { port, isAlive } = await serve()
    for (let i = 0; i < 20; i++) {
      const socket = await open(port)
      socket.write(CONNECT)
      // What curl does: it reads the refusal and closes while it still has something to say.
      await once(socket, 'data')
      socket.write('GET / HTTP/1.1\r\n\r\n')
      socket.resetAndDestroy()
    }
    for (let i = 0; i < 20; i++) {
      const socket = await open(port)
      socket.write(CONNECT)
      socket.resetAndDestroy()
    }
    expect(await isAlive()).toBe(true)
  })

  test('sockets that stay open after CONNECT or Upgrade do not delay the exit', async () => {
    const { child, port, ended } = await serve()
    for (const bytes of [CONNECT, UPGRADE, 'GARBAGE\r\n\r\n']) {
      const socket = await open(port)
      socket.write(bytes)
      await once(socket, 'data')
    }
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  test('Upgrade is ignored, as RFC 9110 allows', async () => {
    const [answer] = await sendRaw(sandbox.port, UPGRADE)
    expect([answer?.status, answer?.headers.upgrade]).toEqual([200, undefined])
  })
})

/** The sandbox's server. Its pipeline answers targets below /slow after `answering`, and /body after the body. */
async function serveSlowly(answering: Promise<unknown>): Promise<RunningServer> {
  const reply = (body: string) => ({ status: 200, headers: {}, body })
  const pipeline: Pipeline = {
    reject: (_, { code }) => ({ status: 400, headers: {}, body: code }),
    handle({ target, streamBody }) {
      if (target.startsWith('/slow')) return answering.then(() => reply(target))
      if (target === '/body')
        return streamBody(1000, () => {}).then((end) => (end === 'aborted' ? undefined : reply(end)))
      return reply(target)
    },
  }
  const server = await startServer(
    createListener(() => pipeline, new AbortController().signal),
    pipeline.reject,
    0,
    '127.0.0.1',
  )
  onTestFinished(() => server.close(0))
  return server
}

describe('a connection that the server has refused', () => {
  test.each([CONNECT, 'GARBAGE\r\n\r\n'])('is closed even if its client stays and talks: %j', async (bytes) => {
    const server = await serveSlowly(Promise.resolve())
    const socket = await open(server.port)
    const heard = once(socket, 'data')
    socket.write(bytes)
    await heard
    const talk = setInterval(() => socket.writable && socket.write('x'), 50)
    onTestFinished(() => clearInterval(talk))
    await expect.poll(server.countConnections, { timeout: 10_000 }).toBe(0)
  })
})

describe('a request followed by something that is not HTTP', () => {
  const statuses = (text: string) => text.match(/HTTP\/1\.1 \d+/g)
  async function hear(socket: Socket): Promise<string> {
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    await once(socket, 'end')
    socket.end()
    return text
  }
  const ENDS: [what: string, bytes: string, statuses: string[]][] = [
    ['garbage', 'GARBAGE\r\n\r\n', ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']],
    ['CONNECT', CONNECT, ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']],
    ['large headers', `X: ${'x'.repeat(20_000)}\r\n`, ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']],
    [
      'a damaged body',
      `${formatRequest('POST /body', [HOST, ['Transfer-Encoding', 'chunked']])}zz\r\n`,
      ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400'],
    ],
    [
      'a damaged body of a request that does not need it',
      `${formatRequest('POST /3', [HOST, ['Transfer-Encoding', 'chunked']])}zz\r\n`,
      ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200'],
    ],
  ]
  test.each(ENDS)('gets its own response first: %s', async (_, bytes, expected) => {
    let answer = () => {}
    const server = await serveSlowly(new Promise<void>((resolve) => (answer = resolve)))
    const socket = await open(server.port)
    const heard = hear(socket)
    socket.write(formatRequest('GET /slow/1', [HOST]) + formatRequest('GET /2', [HOST]) + bytes)
    // The server has read everything when it answers another connection.
    await fetch(`http://127.0.0.1:${server.port}/`)
    await fetch(`http://127.0.0.1:${server.port}/`)
    answer()
    const text = await heard
    expect(statuses(text)).toEqual(expected)
    expect(text.indexOf('/slow/1')).toBeGreaterThan(0)
    expect(text.indexOf('/slow/1')).toBeLessThan(text.indexOf('/2'))
  })

  test('in the sandbox, too', async () => {
    const answers = await sendRaw(sandbox.port, `${formatRequest('GET /v1/stores', [HOST, KEY])}GARBAGE\r\n\r\n`, 3)
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
  })
})

describe('a fault that resets the connection', () => {
  // A shared key, so that the test needs no certificate.
  const tls = { ciphers: 'PSK', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const
  const secret = Buffer.alloc(16, 7)
  async function listening(server: Server, address: string | number): Promise<Server> {
    server.listen(address)
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return server
  }
  test.each(['TLS', 'a Unix socket'])('closes it over %s', async (kind) => {
    const sandbox = await createSandbox({ clock: 'manual', listen: false })
    onTestFinished(() => sandbox.close())
    const world = sandbox.world('standard', 'reset')
    await world.faults.add({ operation: 'listStores', connection: 'reset', times: 2 })
    const path = join(directory, 'socket')
    const server =
      kind === 'TLS'
        ? await listening(createHttpsServer({ ...tls, pskCallback: () => secret }, sandbox.listener), 0)
        : await listening(createHttpServer(sandbox.listener), path)
    const address = server.address()
    const options = {
      path: '/v1/stores',
      headers: { host: 'localhost', 'x-api-key': world.apiKey },
      ...(typeof address === 'object'
        ? {
            port: address?.port,
            ...tls,
            pskCallback: () => ({ psk: secret, identity: 'test' }),
            checkServerIdentity: () => undefined,
          }
        : { socketPath: path }),
    }
    const ask = () => {
      const call = (kind === 'TLS' ? httpsRequest : httpRequest)({ ...options, agent: false })
      call.end()
      return once(call, 'response').then(
        ([response]) => response.resume().statusCode,
        (error) => error.code,
      )
    }
    // Once while the validators load, once when the pipeline is synchronous up to the fault.
    expect([await ask(), await ask(), await ask()]).toEqual(['ECONNRESET', 'ECONNRESET', 200])
  })
})

test('every method gets a documented answer over a connection that is then reset', async () => {
  const { port, isAlive } = await serve()
  for (const method of METHODS)
    for (const more of [[], [['Connection', 'Upgrade'] as const, ['Upgrade', 'h2c'] as const]]) {
      const socket = await open(port)
      socket.write(formatRequest(`${method} /v1/stores`, [HOST, KEY, ...more]))
      const [bytes] = await once(socket, 'data')
      expect([method, String(bytes).split(' ')[1]]).toEqual([method, expect.stringMatching(/^(?:200|400|405)$/)])
      socket.resetAndDestroy()
    }
  expect(await isAlive()).toBe(true)
})
